// jvmlint counts bytes of UTF-8, the editor units of UTF-16.

// offsetsOf gives what turns the one into the other in a text.
export function offsetsOf(text) {
  const ascii = new TextEncoder().encode(text).length === text.length;
  if (ascii) return bytes => Math.min(bytes, text.length);
  const units = []; // by bytes
  let at = 0;
  for (const c of text) {
    const n = new TextEncoder().encode(c).length;
    for (let i = 0; i < n; i++) units.push(at);
    at += c.length;
  }
  return bytes => units[bytes] ?? text.length;
}

// changesOf are the edits of a fix, as the editor takes them.
export function changesOf(text, edits) {
  const offset = offsetsOf(text);
  return edits.map(e => ({ from: offset(e.start), to: offset(e.end), insert: e.new }));
}
