// A link holds the state of the page: text, name and facts, compressed in the fragment of its address.

export const longestLink = 32_000;
const mostBytes = 4_000_000; // of what a link comes to

export async function toFragment(state) {
  const packed = new Blob([JSON.stringify(state)]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  let text = '';
  for (const b of new Uint8Array(await new Response(packed).arrayBuffer())) text += String.fromCharCode(b);
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

// fromFragment fails where a fragment holds no state.
export async function fromFragment(fragment) {
  const bytes = Uint8Array.from(atob(fragment.replaceAll('-', '+').replaceAll('_', '/')), c => c.charCodeAt(0));
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    text += decoder.decode(part.value, { stream: true });
    if (text.length > mostBytes) throw new Error('too long');
  }
  return checked(JSON.parse(text + decoder.decode()));
}

function checked(state) {
  if (typeof state?.text !== 'string') throw new Error('no text');
  const facts = Object.entries(state.facts || {}).filter(([, value]) => typeof value === 'string');
  return { text: state.text, name: String(state.name ?? ''), facts: Object.fromEntries(facts) };
}
