/** Parses Server-Sent Events (WHATWG HTML, section 9.2) from pieces of bytes. */

/** What a stream has said so far, apart from its events. */
export interface Message {
  /** The id that is current after the message; null: none was sent yet. */
  readonly id: string | null;
  /** JSON; null: the block had no event, like a heartbeat. */
  readonly data: string | null;
  /** The delay before the next connection that the block requests, ms; null: none. */
  readonly retryMs: number | null;
}

/** Longer than any event. */
const MAX_BLOCK_CHARACTERS = 4 * 1024 * 1024;

const fieldOf = (line: string): readonly [string, string] => {
  const colon = line.indexOf(':');
  if (colon === -1) return [line, ''];
  const value = line.slice(colon + 1);
  return [line.slice(0, colon), value.startsWith(' ') ? value.slice(1) : value];
};

const messageOf = (block: string, lastId: string | null): Message => {
  const data: string[] = [];
  let id = lastId;
  let retryMs: number | null = null;
  for (const line of block.split('\n')) {
    const [name, value] = fieldOf(line);
    if (name === 'data') data.push(value);
    // A header cannot carry NUL.
    else if (name === 'id' && !value.includes('\0')) id = value;
    else if (name === 'retry' && /^\d{1,9}$/.test(value)) retryMs = Number(value);
  }
  return { id, data: data.length === 0 ? null : data.join('\n'), retryMs };
};

/** The complete messages of a body; one that the end cuts off is dropped, as the standard says. @throws RangeError if one is too long */
export const messagesIn = async function* (
  body: AsyncIterable<Uint8Array>,
  lastId: string | null,
): AsyncGenerator<Message> {
  const decoder = new TextDecoder();
  let rest = '';
  let id = lastId;
  for await (const bytes of body) {
    const text = rest + decoder.decode(bytes, { stream: true });
    // A carriage return at the end may be half of a line break.
    const held = text.endsWith('\r') ? 1 : 0;
    const blocks = text
      .slice(0, text.length - held)
      .replaceAll(/\r\n?/g, '\n')
      .split('\n\n');
    rest = (blocks.pop() ?? '') + (held === 1 ? '\r' : '');
    if (rest.length > MAX_BLOCK_CHARACTERS)
      throw new RangeError('an event is longer than any of the service');
    for (const block of blocks) {
      const message = messageOf(block.replace(/^\n+/, ''), id);
      ({ id } = message);
      yield message;
    }
  }
};

/** The pieces of a stream. Not every platform can iterate over a ReadableStream itself. Leaving the loop cancels the stream. */
export const piecesOf = async function* (stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
};
