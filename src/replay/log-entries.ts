/** Reads a session log piece by piece, however long it is. */
import { type LogEntry, logEntryOf } from '../../media/session/log.js';
import { ConfigError } from '../config/error.js';

const MIB = 1024 * 1024;
/** The longest line is a brief with its instructions, or audio of a synthesiser that sends a reply in one piece. */
const MAX_LINE_BYTES = 32 * MIB;
/** Several hours of a call. */
const MAX_BYTES = 1_024 * MIB;
const LINE_FEED = 0x0a;

/** The entries in order; a line that is too long counts as torn. @throws ConfigError if the whole is too large */
export async function* logEntries(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<LogEntry> {
  let bytes = 0;
  let pieces: Uint8Array[] = [];
  let length = 0;
  const takeLine = (): LogEntry | null => {
    const entry: LogEntry | null =
      length > MAX_LINE_BYTES
        ? { type: 'torn' }
        : length === 0
          ? null
          : logEntryOf(Buffer.concat(pieces).toString('utf8'));
    pieces = [];
    length = 0;
    return entry;
  };
  const add = (piece: Uint8Array): void => {
    length += piece.length;
    if (length <= MAX_LINE_BYTES) pieces.push(piece);
    else pieces = [];
  };
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw new ConfigError(`it is larger than ${MAX_BYTES / MIB} MiB`);
    let from = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, from)) {
      add(chunk.subarray(from, end));
      from = end + 1;
      const entry = takeLine();
      if (entry !== null) yield entry;
    }
    add(chunk.subarray(from));
  }
  const last = takeLine();
  if (last !== null) yield last;
}
