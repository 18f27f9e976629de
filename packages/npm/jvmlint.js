#!/usr/bin/env node
// Starts the program in the package of this platform, which npm installs beside this one.
const { spawnSync } = require("child_process");
const { signals } = require("os").constants;

const name = `@jvmlint/${process.platform}-${process.arch}`;
let program;
try {
  program = require.resolve(`${name}/jvmlint${process.platform === "win32" ? ".exe" : ""}`);
} catch {
  console.error(`jvmlint: the package ${name} is missing: there is none for this platform, or npm left out optional ones`);
  process.exit(2);
}
const ended = spawnSync(program, process.argv.slice(2), { stdio: "inherit" });
if (ended.error) {
  console.error(`jvmlint: ${ended.error.message}`);
  process.exit(2);
}
if (ended.signal) {
  process.kill(process.pid, ended.signal);
}
process.exit(ended.status ?? 128 + signals[ended.signal]); // Node.js itself ignores some
