"use strict";
for (const fix of navigator.clipboard ? document.querySelectorAll(".fixes li") : []) {
  const copy = document.createElement("button");
  const words = fix.dataset.lines || fix.textContent;
  copy.type = "button";
  copy.textContent = "copy";
  copy.setAttribute("aria-label", "copy: " + words);
  copy.addEventListener("click", () => navigator.clipboard.writeText(words).then(() => { copy.textContent = "copied"; }, () => { copy.textContent = "not copied"; }));
  fix.append(" ", copy);
}
(() => {
  const list = document.getElementById("findings").parentElement;
  const tools = document.getElementById("tools");
  const all = [...list.querySelectorAll("article.finding")];
  if (all.length < 2) return;
  tools.hidden = false;
  const text = tools.querySelector("input[type=search]");
  const rule = tools.querySelector("select[name=rule]");
  const order = tools.querySelector("select[name=order]");
  const severities = [...tools.querySelectorAll("input[type=checkbox]")];
  const shown = tools.querySelector("output");
  const content = new Map(all.map(a => [a, a.textContent.toLowerCase()]));
  for (const id of [...new Set(all.map(a => a.dataset.rule))].sort()) rule.add(new Option(id, id));
  const filter = () => {
    const words = text.value.toLowerCase();
    const wanted = severities.filter(s => s.checked).map(s => s.value);
    let n = 0;
    for (const a of all) {
      a.hidden = !wanted.includes(a.dataset.severity) || (rule.value !== "" && a.dataset.rule !== rule.value) || !content.get(a).includes(words);
      if (!a.hidden) n++;
    }
    shown.textContent = n + " of " + all.length + " shown";
    head();
  };
  const sort = () => {
    const key = { rule: "rule", file: "where", jvm: "jvm" }[order.value];
    const sorted = key ? [...all].sort((a, b) => a.dataset[key].localeCompare(b.dataset[key], "en", { numeric: true })) : all;
    list.querySelectorAll(".group").forEach(group => group.remove());
    list.append(...sorted);
    let last;
    for (const a of key === "jvm" ? sorted : []) {
      if (a.dataset.jvm === last) continue;
      const group = document.createElement("p");
      group.className = "group";
      group.textContent = last = a.dataset.jvm;
      a.before(group);
    }
    head();
  };
  const head = () => {
    for (const group of list.querySelectorAll(".group")) {
      group.hidden = !all.some(a => !a.hidden && a.dataset.jvm === group.textContent);
    }
  };
  for (const field of [text, rule, ...severities]) field.addEventListener("input", filter);
  order.addEventListener("input", sort);
  tools.addEventListener("submit", event => event.preventDefault());
  filter();
})();
