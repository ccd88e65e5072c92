/** Session logs in memory, for `parley replay`. */
import type { LogSource } from '../../../src/replay/sources.js';

/** A log that arrives in pieces of this many bytes. */
export const inMemory = (text: string, name = 'log', pieceBytes = 64 * 1024): LogSource => ({
  name,
  open: async function* () {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
  },
});
