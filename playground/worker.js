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
  // it goes on until it fails, and answers nothing then
  go.run(instance).then(() => postMessage({ ended: 'the program ended' }), fault => postMessage({ ended: String(fault) }));
}

onmessage = async ({ data }) => {
  try {
    if (data.wasm) {
      started = start(data.wasm);
      return;
    }
    await started;
    const answer = jvmlint(data.args, data.text);
    if (typeof answer?.stdout !== 'string') throw new Error('no answer');
    postMessage({ id: data.id, ...answer });
  } catch (fault) {
    postMessage({ ended: fault instanceof RangeError ? 'the text is nested too deeply for a page' : String(fault) });
  }
};
