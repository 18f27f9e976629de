// The runner keeps a worker that runs jvmlint, and starts another one where that fails or takes too long.

const mostSeconds = 20;
const overtaken = 3; // seconds after which a run is given up for a newer text

export class Runner {
  #code;
  #wasm;
  #worker;
  #waiting = new Map(); // what is called with the answer, by the number of the question
  #asked = 0;
  #limit;
  #since = 0;

  constructor(code, wasm) {
    this.#code = URL.createObjectURL(new Blob([code], { type: 'text/javascript' }));
    this.#wasm = wasm;
    this.#start();
  }

  #start() {
    this.#worker = new Worker(this.#code);
    this.#worker.onerror = fault => this.#fail(fault.message);
    this.#worker.onmessage = ({ data }) => {
      if (data.ended) {
        this.#fail(data.ended);
        return;
      }
      this.#waiting.get(data.id)?.(data);
      this.#waiting.delete(data.id);
      this.#watch();
    };
    this.#worker.postMessage({ wasm: this.#wasm });
  }

  // watch sets a limit to the run that is next.
  #watch() {
    clearTimeout(this.#limit);
    this.#since = performance.now();
    if (this.#waiting.size) this.#limit = setTimeout(() => this.#fail(`it takes longer than ${mostSeconds} seconds in a page`), mostSeconds * 1000);
  }

  // fail answers all that waits with a fault, and begins anew.
  #fail(why) {
    clearTimeout(this.#limit);
    this.#worker.terminate();
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    this.#start();
    for (const answered of waiting) answered({ code: 2, stdout: '', stderr: `jvmlint: ${why}\n` });
  }

  // overtake gives up a run that has taken long already.
  overtake() {
    if (this.#waiting.size && performance.now() - this.#since > overtaken * 1000) this.#fail('a newer text came');
  }

  // run runs a command line of jvmlint over a text, and gives {code, stdout, stderr}.
  run(args, text) {
    const id = ++this.#asked;
    this.#worker.postMessage({ id, args, text });
    return new Promise(resolve => {
      this.#waiting.set(id, resolve);
      if (this.#waiting.size === 1) this.#watch();
    });
  }
}
