// The worker runs jvmlint: the page sends it the arguments and the standard input of a command line.
import { decompress } from 'fzstd';
import '#wasm_exec';

// The file system is an empty folder: start scripts are run in one.
const root = { isDirectory: () => true, mode: 0o40755 };
for (const name of ['dev', 'ino', 'nlink', 'uid', 'gid', 'rdev', 'size', 'blksize', 'blocks', 'atimeMs', 'mtimeMs', 'ctimeMs']) root[name] = 0;
const look = (path, done) => (path === '/' ? done(null, root) : done(Object.assign(new Error('no such file'), { code: 'ENOENT' })));
Object.assign(globalThis.fs, { stat: look, lstat: look });
globalThis.process.cwd = () => '/';

let started;

async function start(base64) {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  const go = new Go();
  const { instance } = await WebAssembly.instantiate(decompress(bytes), go.importObject);
  go.run(instance);
}

onmessage = async ({ data }) => {
  if (data.wasm) {
    started = start(data.wasm);
    return;
  }
  try {
    await started;
    postMessage({ id: data.id, ...jvmlint(data.args, data.text) });
  } catch (fault) {
    postMessage({ id: data.id, code: 2, stdout: '', stderr: `internal error, please report it: ${fault}` });
  }
};
