// Makes the page of its parts: node build.mjs MODULES WASM WASM_EXEC NOTICES OUT. MODULES is where npm installs, WASM is
// compressed by zstd, and NOTICES are the licences of what is linked into it.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';

const [modules, wasm, wasmExec, notices, out] = process.argv.slice(2);
const here = import.meta.dirname;
const { build } = createRequire(`${resolve(modules)}/`)('esbuild');
const bundled = new Set(); // modules of npm

async function bundle(name, format) {
  const { outputFiles, metafile } = await build({
    entryPoints: [`${here}/${name}`], bundle: true, minify: true, write: false, metafile: true, format, target: 'es2022', legalComments: 'inline', loader: { '.yaml': 'text' },
    alias: { '#wasm_exec': resolve(wasmExec) }, nodePaths: [resolve(modules)],
  });
  for (const input of Object.keys(metafile.inputs)) {
    const [, module] = input.match(/node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules\/)/) || [];
    if (module) bundled.add(module);
  }
  return outputFiles[0].text.replaceAll('</script', '<\\/script');
}

const escaped = text => text.replace(/[&<>]/g, c => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[c]);

function licences() {
  const of = [...bundled].sort().map(module => {
    const file = ['LICENSE', 'LICENSE.md', 'LICENSE.txt'].map(name => `${resolve(modules)}/${module}/${name}`).find(existsSync);
    if (!file) throw new Error(`${module} has no licence`);
    const { version } = JSON.parse(readFileSync(`${resolve(modules)}/${module}/package.json`, 'utf8'));
    return `${module} ${version}\n\n${readFileSync(file, 'utf8').trim()}\n`;
  });
  const own = readFileSync(`${here}/../LICENSE`, 'utf8');
  return escaped(['jvmlint\n', own, 'This page contains these modules of npm:\n', ...of, readFileSync(notices, 'utf8')].join('\n\n'));
}

const parts = {
  STYLE: readFileSync(`${here}/style.css`, 'utf8'),
  WORKER: await bundle('worker.js', 'iife'),
  WASM: readFileSync(wasm).toString('base64'),
  PAGE: await bundle('page.js', 'esm'),
};
parts.LICENCES = licences();
let page = readFileSync(`${here}/index.html`, 'utf8');
for (const [name, text] of Object.entries(parts)) page = page.replace(`/*${name}*/`, () => text);
writeFileSync(out, page);
