// jvmlint counts bytes of UTF-8, the editor units of UTF-16.

// offsetsOf gives what turns the one into the other in a text.
export function offsetsOf(text) {
  if (/^[\x00-\x7f]*$/.test(text)) return bytes => Math.min(bytes, text.length);
  const units = new Uint32Array(3 * text.length); // by bytes
  let bytes = 0;
  for (let at = 0; at < text.length; ) {
    const c = text.codePointAt(at);
    for (let n = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4; n > 0; n--) units[bytes++] = at;
    at += c < 0x10000 ? 1 : 2;
  }
  return n => (n < bytes ? units[n] : text.length);
}

// changesOf are the edits of a fix, as the editor takes them.
export function changesOf(offset, edits) {
  return edits.map(e => ({ from: offset(e.start), to: offset(e.end), insert: e.new }));
}
