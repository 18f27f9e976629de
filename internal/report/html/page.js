"use strict";
(() => {
  const list = document.getElementById("findings").parentElement;
  const all = [...list.querySelectorAll("article.finding")];
  const tools = document.getElementById("tools");
  if (!tools || all.length < 2) return;
  tools.hidden = false;
  const text = tools.querySelector("input[type=search]");
  const rule = tools.querySelector("select[name=rule]");
  const order = tools.querySelector("select[name=order]");
  const severities = [...tools.querySelectorAll("input[type=checkbox]")];
  const shown = tools.querySelector("output");
  for (const id of [...new Set(all.map(a => a.dataset.rule))].sort()) rule.add(new Option(id, id));
  const filter = () => {
    const words = text.value.toLowerCase();
    const of = severities.filter(s => s.checked).map(s => s.value);
    let n = 0;
    for (const a of all) {
      a.hidden = !of.includes(a.dataset.severity) || rule.value && a.dataset.rule !== rule.value || !a.textContent.toLowerCase().includes(words);
      if (!a.hidden) n++;
    }
    shown.textContent = n + " of " + all.length + " shown";
  };
  const sort = () => {
    const by = { rule: a => a.dataset.rule, file: a => a.dataset.where, severity: null }[order.value];
    const sorted = by ? [...all].sort((a, b) => by(a).localeCompare(by(b), "en", { numeric: true })) : all;
    sorted.forEach(a => list.append(a));
  };
  for (const f of [text, rule, ...severities]) f.addEventListener("input", filter);
  order.addEventListener("input", sort);
  for (const fix of document.querySelectorAll(".fixes li")) {
    const copy = document.createElement("button");
    const words = fix.textContent;
    copy.textContent = "copy";
    copy.addEventListener("click", () => navigator.clipboard.writeText(words).then(() => { copy.textContent = "copied"; }));
    fix.append(" ", copy);
  }
  filter();
})();
