// The page: an editor, the findings of its text, what the JVM will do, and advice. All that jvmlint says comes from
// the worker, which runs it with the arguments that a user would write.
import { basicSetup } from 'codemirror';
import { Compartment } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { lintGutter, setDiagnostics } from '@codemirror/lint';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { yaml } from '@codemirror/lang-yaml';
import { tags } from '@lezer/highlight';
import { examples } from './examples.js';
import { fromFragment, longestLink, toFragment } from './link.js';
import { changesOf, offsetsOf } from './offsets.js';
import { Runner } from './runner.js';

const byId = id => document.getElementById(id);

// make makes an element; text and elements are its content.
function make(tag, attributes = {}, ...content) {
  const e = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) e.addEventListener(name.slice(2), value);
    else if (value !== undefined) e.setAttribute(name, value);
  }
  e.append(...content.filter(c => c !== undefined));
  return e;
}

const runner = new Runner(byId('worker').textContent, byId('wasm').textContent);
byId('wasm').remove();
const run = (args, text) => runner.run(args, text);

// opened are the parts that a reader has opened, by their keys: they stay so when what they show comes anew.
const opened = new Set();

// unfolding is a button that shows and hides a part. The part is filled when it is shown.
function unfolding(key, label, part, fill, attributes = {}) {
  const show = async () => {
    part.hidden = !opened.has(key);
    button.setAttribute('aria-expanded', String(!part.hidden));
    if (!part.hidden && !part.childNodes.length) part.append(...await fill());
  };
  const button = make('button', { type: 'button', 'data-key': key, ...attributes, onclick: () => {
    if (!opened.delete(key)) opened.add(key);
    show();
  } }, label);
  part.hidden = true;
  show();
  return button;
}

// details are a part with a summary, which stays open as well.
function details(key, summary, fill) {
  const part = make('details', { ontoggle: async () => {
    if (part.open) opened.add(key); else opened.delete(key);
    if (part.open && part.childNodes.length === 1) part.append(...await fill());
  } }, make('summary', { 'data-key': key }, summary));
  part.open = opened.has(key);
  return part;
}

// replace puts new parts into an element, and leaves the focus where it was.
function replace(element, ...parts) {
  const focused = element.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
  element.replaceChildren(...parts);
  if (focused) element.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
}

// --- the state: text, name, facts

const names = [
  ['', 'detect'], ['values.yaml', 'chart values'], ['deployment.yaml', 'a Kubernetes manifest'],
  ['docker-compose.yaml', 'a Compose file'], ['Dockerfile', 'a Dockerfile'], ['jvm.options', 'a file of JVM options'],
  ['hazelcast.yaml', 'hazelcast.yaml'], ['hazelcast.xml', 'hazelcast.xml'], ['start.sh', 'a start script'], ['gc.log', 'a GC log'],
];
const mebi = 1024 * 1024;
const sizes = [0, 256, 512, 768, 1024, 1536, 2048, 3072, 4096, 6144, 8192, 12288, 16384, 24576, 32768, 49152, 65536, 98304, 131072];
const sizeText = n => (n % 1024 ? `${n}Mi` : `${n / 1024}Gi`);
const facts = [
  { name: 'jdk', label: 'JDK', choices: ['', '8', '11', '17', '21', '25', '26', '27'] },
  { name: 'cpus', label: 'CPUs', values: [0, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128], text: String },
  { name: 'memory', label: 'Memory', values: sizes, text: sizeText },
  { name: 'live', label: 'Live data', values: sizes, text: sizeText },
  { name: 'members', label: 'Members', values: [0, 1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 32], text: String },
];
const unsaid = 'as the text says';

const colours = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName), tags.labelName], color: 'var(--info)' },
  { tag: [tags.string, tags.special(tags.string), tags.attributeValue], color: 'var(--good)' },
  { tag: [tags.comment, tags.lineComment, tags.meta], color: 'var(--soft)' },
  { tag: [tags.keyword, tags.typeName, tags.separator, tags.punctuation], color: 'var(--warning)' },
]);
const language = new Compartment();
const view = new EditorView({
  parent: byId('editor'),
  extensions: [
    syntaxHighlighting(colours), basicSetup, lintGutter(), language.of([]), EditorView.lineWrapping,
    EditorView.contentAttributes.of({ 'aria-label': 'Text to check' }),
    EditorView.updateListener.of(update => update.docChanged && changed()),
  ],
});

for (const fact of facts) {
  const id = `fact-${fact.name}`;
  if (fact.choices) {
    fact.input = make('select', { id, onchange: changed }, ...fact.choices.map(c => make('option', { value: c }, c || unsaid)));
    byId('facts').append(make('label', { for: id }, fact.label, make('span'), fact.input));
    continue;
  }
  fact.output = make('output', { for: id }, unsaid);
  fact.input = make('input', { id, type: 'range', min: 0, max: fact.values.length - 1, value: 0, oninput: () => { fact.stated = ''; say(fact); changed(); } });
  byId('facts').append(make('label', { for: id }, fact.label, fact.output, fact.input));
}

function say(fact) {
  if (!fact.output) return;
  fact.output.value = factOf(fact) || unsaid;
  fact.input.setAttribute('aria-valuetext', fact.output.value);
}

function factOf(fact) {
  if (fact.choices) return fact.input.value;
  const value = fact.values[fact.input.value];
  return fact.stated || (value ? fact.text(value) : '');
}

function setFact(fact, text = '') {
  if (fact.choices) {
    fact.input.value = fact.choices.includes(text) ? text : '';
    return;
  }
  const at = fact.values.findIndex(v => v && fact.text(v) === text);
  fact.input.value = Math.max(at, 0);
  fact.stated = at < 0 ? text : ''; // between two steps
  say(fact);
}

byId('name').append(...names.map(([name, title]) => make('option', { value: name }, title)));
byId('example').append(...examples.map((e, i) => make('option', { value: i }, e.title)));
byId('name').addEventListener('change', changed);
byId('example').addEventListener('change', () => set(examples[byId('example').value]));

function set(state) {
  byId('name').value = names.some(([n]) => n === state.name) ? state.name : '';
  for (const fact of facts) setFact(fact, (state.facts || {})[fact.name]);
  view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: state.text }, selection: { anchor: 0 } });
  changed();
}

const state = () => ({
  text: view.state.doc.toString(), name: byId('name').value,
  facts: Object.fromEntries(facts.map(f => [f.name, factOf(f)]).filter(([, value]) => value)),
});

// options are those that the facts stand for, and the name of the text.
function options({ name, facts }) {
  const all = Object.entries(facts).map(([fact, value]) => `--${fact}=${value}`);
  if (name) all.push('--stdin-filename', name);
  return ['--no-config', '--no-env', '--color', 'never', ...all];
}

// --- what follows from a change

let wanted = false, busy = false;
function changed() {
  wanted = true;
  remember();
  if (busy) runner.overtake(); else refresh();
}

async function refresh() {
  busy = true;
  document.body.dataset.state = 'busy';
  const slow = setTimeout(() => { byId('status').textContent = 'Checking …'; }, 500);
  try {
    while (wanted) {
      wanted = false;
      const s = state();
      const began = performance.now();
      const answer = await run(['check', '--verbose', '--format', 'json', ...options(s), '-'], s.text);
      if (s.text !== view.state.doc.toString()) continue; // its places are of another text
      clearTimeout(slow);
      showFindings(s, answer);
      document.body.dataset.took = Math.round(performance.now() - began);
      document.body.dataset.first ??= Math.round(performance.now());
      if (!wanted) await showOpenTab(s);
    }
  } finally {
    clearTimeout(slow);
    busy = false;
    document.body.dataset.state = 'idle';
  }
  if (wanted) refresh();
}

// spoken are the lines of the error stream, when there is no document.
function spoken(answer) {
  const lines = answer.stderr.split('\n').filter(Boolean);
  const meant = lines.filter(line => /^(jvmlint|note): /.test(line));
  return (meant.length ? meant : lines.slice(0, 3)).map(line => line.replace(/^(jvmlint|note): /, ''));
}

const mostListed = 200;

function showFindings(s, answer) {
  let report;
  try {
    report = JSON.parse(answer.stdout);
  } catch {
    const said = spoken(answer);
    report = { findings: [], problems: (said.length ? said : ['jvmlint gave no answer']).map(message => ({ message })), notes: [], not_judged: [] };
  }
  const offset = offsetsOf(s.text);
  const file = s.name || '<stdin>';
  const diagnostics = [];
  const items = [];
  for (const p of report.problems) {
    items.push(item('error', 'not read', p.message, p.location && offset(p.location.start.offset)));
    if (p.location) diagnostics.push({ from: offset(p.location.start.offset), to: offset(p.location.end.offset), severity: 'error', message: p.message });
  }
  const order = ['error', 'warning', 'info'];
  const findings = [...report.findings].sort((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity));
  for (const f of findings.slice(0, mostListed)) {
    const here = f.location.file === file;
    const [from, to] = here ? [offset(f.location.start.offset), offset(f.location.end.offset)] : [];
    const fixes = f.fixes.filter(fix => fix.edits.length && fix.edits.every(e => e.file === file));
    if (here) {
      diagnostics.push({
        from, to, severity: f.severity, source: f.rule, message: f.message,
        actions: fixes.map(fix => ({ name: fix.title, apply: () => applyFix(s, offset, fix) })),
      });
    }
    items.push(findingItem(s, offset, f, from, fixes));
  }
  if (findings.length > mostListed) items.push(item('info', 'and', `${findings.length - mostListed} more findings`));
  for (const n of report.notes) items.push(item('info', 'note', n.message, n.location && offset(n.location.start.offset)));
  const needs = [...new Set(report.not_judged.flatMap(n => n.needs))];
  if (needs.length) {
    const rules = [...new Set(report.not_judged.map(n => n.rule))].join(', ');
    items.push(item('info', 'not judged', `${rules}: for want of ${needs.join(', ')}, which can be set above as far as it is a fact of this list`));
  }
  view.dispatch(setDiagnostics(view.state, diagnostics));
  const counts = order.map(o => [findings.filter(f => f.severity === o).length, o]).filter(([n]) => n).map(([n, o]) => `${n} ${o}${n > 1 && o !== 'info' ? 's' : ''}`);
  const [checked, ...more] = answer.stderr.trim().split('\n').pop().split('; ');
  const verdict = counts.join(', ') || (report.problems.length ? 'not judged' : 'no findings');
  byId('status').textContent = [verdict, report.summary && [checked.split(':')[0], ...more].join('; ')].filter(Boolean).join(' · ');
  replace(byId('findings'), make('ol', { class: 'findings' }, ...items));
}

function item(severity, lead, message, from) {
  return make('li', { class: severity }, make('span', { class: 'severity' }, lead), ' ', at(from), message);
}

// at is a button that leads to a place of the text.
function at(from) {
  if (from === undefined) return '';
  const line = view.state.doc.lineAt(Math.min(from, view.state.doc.length));
  return make('button', { type: 'button', 'aria-label': `Line ${line.number}`, onclick: () => {
    view.dispatch({ selection: { anchor: from }, scrollIntoView: true });
    view.focus();
  } }, `line ${line.number}`);
}

function findingItem(s, offset, f, from, fixes) {
  const key = `${f.rule}@${f.location.start.line}`;
  const li = item(f.severity, f.severity, f.message, from);
  const explained = make('div', {});
  li.append(' ', unfolding(`${key}/why`, f.rule, explained, async () => [make('pre', {}, (await run(['explain', f.rule, '--color', 'never'], '')).stdout)]));
  const related = f.related.filter(r => r.location.file === f.location.file).map(r => make('p', {}, at(offset(r.location.start.offset)), r.message));
  const releases = f.jdk.length ? [make('p', {}, `JDK ${f.jdk.join(', ')}`)] : [];
  li.append(make('div', { class: 'notes' }, ...related, ...f.notes.map(n => make('p', {}, n)), ...releases));
  f.fixes.forEach((fix, i) => {
    if (!fixes.includes(fix)) {
      li.append(make('p', {}, `fix (${fix.safety}): ${fix.title}`));
      return;
    }
    const shown = make('div', {});
    const apply = make('button', { type: 'button', class: 'apply', onclick: () => applyFix(s, offset, fix) }, 'Apply');
    li.append(make('p', {}, unfolding(`${key}/fix${i}`, `fix (${fix.safety}): ${fix.title}`, shown, () => [diff(s, offset, fix), apply], { class: 'fix' })), shown);
  });
  li.append(explained);
  return li;
}

function applyFix(s, offset, fix) {
  if (s.text !== view.state.doc.toString()) return; // the list is about to come anew
  view.dispatch({ changes: changesOf(offset, fix.edits), userEvent: 'input.fix' });
  view.focus();
}

// diff shows the lines that a fix changes, before and after.
function diff(s, offset, fix) {
  const changes = changesOf(offset, fix.edits).sort((a, b) => a.from - b.from);
  const from = s.text.lastIndexOf('\n', changes[0].from - 1) + 1;
  const last = changes.at(-1).to;
  const end = s.text.indexOf('\n', last) < 0 ? s.text.length : s.text.indexOf('\n', last);
  let after = '', done = from;
  for (const c of changes) {
    after += s.text.slice(done, c.from) + c.insert;
    done = c.to;
  }
  after += s.text.slice(done, end);
  const was = s.text.slice(from, end).split('\n'), now = after.split('\n');
  while (was.length && now.length && was[0] === now[0]) { was.shift(); now.shift(); }
  while (was.length && now.length && was.at(-1) === now.at(-1)) { was.pop(); now.pop(); }
  return make('pre', { class: 'diff' }, ...was.map(l => make('del', {}, `- ${l}`)), ...now.map(l => make('ins', {}, `+ ${l}`)));
}

// --- prediction and advice

const tabs = ['findings', 'prediction', 'advice'];
let open = 'findings';
for (const name of tabs) {
  const tab = byId(`tab-${name}`);
  tab.addEventListener('click', () => openTab(name));
  tab.addEventListener('keydown', event => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const next = tabs[(tabs.indexOf(name) + step + tabs.length) % tabs.length];
    openTab(next);
    byId(`tab-${next}`).focus();
  });
}

function openTab(name) {
  open = name;
  for (const other of tabs) {
    byId(other).hidden = other !== name;
    byId(`tab-${other}`).setAttribute('aria-selected', String(other === name));
    byId(`tab-${other}`).tabIndex = other === name ? 0 : -1;
  }
  if (!busy) showAlone();
}

// showAlone shows a view when nothing else has changed.
async function showAlone() {
  busy = true;
  document.body.dataset.state = 'busy';
  try {
    await showOpenTab(state());
  } finally {
    busy = false;
    document.body.dataset.state = 'idle';
  }
  if (wanted) refresh();
}

async function showOpenTab(s) {
  if (open === 'prediction') {
    const answer = await run(['predict', '--format', 'json', ...options(s), '-'], s.text);
    showPrediction(s, answer);
  } else if (open === 'advice') {
    const answer = await run(['advise', ...options(s), '-'], s.text);
    replace(byId('advice'), make('pre', {}, answer.stdout || spoken(answer).join('\n')));
  }
}

const size = n => (n === undefined || n === null ? 'not known' : `${Math.ceil(n / mebi)} MiB`); // as jvmlint writes it

const mostPredicted = 12;

function showPrediction(s, answer) {
  let workloads = [];
  try {
    workloads = JSON.parse(answer.stdout).workloads;
  } catch {}
  if (!workloads.length) {
    replace(byId('prediction'), make('p', {}, spoken(answer).join(' ') || 'Nothing shows how a JVM is started.'));
    return;
  }
  const more = workloads.length - mostPredicted;
  replace(byId('prediction'), ...workloads.slice(0, mostPredicted).flatMap(w => predicted(w)), more > 0 ? make('p', {}, `and ${more} more`) : '', curves(s));
}

function predicted(w) {
  const rows = [];
  const row = (what, value) => rows.push(make('tr', {}, make('th', { scope: 'row' }, what), make('td', {}, value)));
  const head = make('h2', {}, `${w.name || 'the JVM'} on JDK ${w.jdk}${w.facts_of_jdk && w.facts_of_jdk !== w.jdk ? ` (by the facts of ${w.facts_of_jdk})` : ''}`);
  const parts = [head];
  if (!w.start.ok) parts.push(make('p', { class: 'lacks' }, 'does not start'));
  if (w.start.messages.length) parts.push(make('pre', {}, w.start.messages.join('\n')));
  if (!w.start.ok) return parts;
  if (w.gc) row('collector', w.gc);
  const heap = (w.flags || {}).MaxHeapSize;
  if (heap?.value) row('heap', `${size(heap.value)} (${heap.origin})`);
  if (w.g1?.regions) row('G1 regions', `${w.g1.regions} of ${size(w.g1.region_size)}; humongous over ${size(w.g1.humongous_over)}`);
  if (w.full_gc) {
    const { low, expected, high } = w.full_gc.pause_ms;
    row('full GC', `${expected} ms expected, ${low} to ${high} ms; GC workers: ${w.full_gc.workers}`);
    if (w.full_gc.heartbeats_allow_ms !== undefined) {
      const allowed = w.full_gc.heartbeats_allow_ms;
      row('heartbeats allow', make('span', { class: high > allowed ? 'lacks' : undefined }, `a pause of ${allowed} ms, of one full GC or of several in a row`));
    }
  }
  if (w.memory) {
    const { limit, planned, pools } = w.memory;
    const scale = Math.max(limit || 0, planned) || 1;
    const bar = make('div', { class: 'memory', role: 'img', 'aria-label': `planned ${size(planned)}${limit ? ` of ${size(limit)}` : ''}` });
    pools.forEach((p, i) => {
      if (p.planned / scale < 0.004) return;
      bar.append(make('span', { title: `${p.name}: ${size(p.planned)} (${p.kind})`, style: `width:${100 * p.planned / scale}%;background:hsl(${210 + 47 * i} 55% 55%)` }));
    });
    if (limit) bar.append(make('span', { class: 'limit', title: `limit ${size(limit)}`, style: `left:calc(${100 * limit / scale}% - 3px)` }));
    const fits = limit ? make('span', { class: planned <= limit ? 'fits' : 'lacks' }, planned <= limit ? `${size(limit - planned)} to spare` : `${size(planned - limit)} too little`) : 'no limit is known';
    parts.push(bar, make('p', {}, `planned ${size(planned)}${limit ? `, limit ${size(limit)}: ` : ': '}`, fits));
    const pool = p => make('tr', {}, make('th', { scope: 'row' }, p.name), make('td', { class: 'size' }, size(p.planned)), make('td', { class: 'notes' }, `${p.kind}: ${p.why}`));
    parts.push(details(`${w.name}/${w.jdk}/pools`, 'Memory pools', () => [make('table', {}, ...pools.map(pool))]));
  }
  parts.splice(1, 0, make('table', {}, ...rows));
  return parts;
}

// curves are what the report of predict draws along the CPUs.
function curves(s) {
  return details('curves', 'Along 1 to 64 CPUs', async () => {
    const facts = Object.fromEntries(Object.entries(s.facts).filter(([name]) => name !== 'cpus'));
    const answer = await run(['predict', '--cpus', '1-64', '--format', 'html', ...options({ ...s, facts }), '-'], s.text);
    return [make('iframe', { title: 'Memory and full GC along the CPUs', sandbox: '', srcdoc: answer.stdout })];
  });
}

// --- links

// remember keeps the text for when the page is loaded again, in this tab alone.
let remembering;
function remember() {
  clearTimeout(remembering);
  remembering = setTimeout(() => {
    try {
      sessionStorage.setItem('state', JSON.stringify(state()));
    } catch {} // a browser may keep nothing of files, or not so much
  }, 500);
}

function notice(text) { byId('notice').textContent = text; }

byId('share').addEventListener('click', async () => {
  const fragment = `#${await toFragment(state())}`;
  if (fragment.length > longestLink) {
    notice('This text is too long for a link.');
    return;
  }
  history.replaceState(null, '', fragment);
  const file = location.protocol === 'file:';
  const where = file ? 'It ends the address of this page, wherever the page lies: others append it to theirs.' : 'It holds the text.';
  try {
    await navigator.clipboard.writeText(file ? fragment : location.href);
    notice(`The link is copied. ${where}`);
  } catch {
    notice(`The link is in the address bar. ${where}`);
  }
});

// follow shows what the address holds.
async function follow() {
  try {
    set(await fromFragment(location.hash.slice(1)));
    notice('');
    return true;
  } catch {
    notice('The link cannot be read.');
    return false;
  }
}
addEventListener('hashchange', follow);

async function begin() {
  if (location.hash.length > 1 && await follow()) return;
  try {
    const kept = JSON.parse(sessionStorage.getItem('state'));
    if (kept && location.hash.length < 2) {
      set(kept);
      return;
    }
  } catch {}
  set(examples[0]);
}
begin();
view.dispatch({ effects: language.reconfigure(yaml()) });
run(['version'], '').then(v => { byId('version').textContent = v.stdout.split('\n')[0].replace(/^jvmlint /, ''); });

// for the console, and for tests
globalThis.playground = { run, set, text: () => view.state.doc.toString() };
