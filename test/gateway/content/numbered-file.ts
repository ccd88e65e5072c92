/** A recording whose bytes show their positions. */
import type { RecordingFile } from '../../../providers/recordings/recording-store.js';

/** Bytes read at a time. */
export const CHUNK = 16 * 1024;
/** Each byte is its position modulo this. */
const PERIOD = 251;
/** Contains a chunk that starts anywhere in a period. */
const NUMBERED = Uint8Array.from({ length: CHUNK + PERIOD }, (_, index) => index % PERIOD);

/** A file of `size` bytes; `onRead` is called for every chunk that is read. */
export const fileOf = (size: number, onRead: (bytes: number) => void = () => undefined): RecordingFile => ({
  size,
  filename: 'jose.opus',
  contentType: 'audio/ogg',
  read: async function* (start, end) {
    for (let at = start; at <= end; at += CHUNK) {
      const from = at % PERIOD;
      const chunk = NUMBERED.slice(from, from + Math.min(CHUNK, end - at + 1));
      onRead(chunk.length);
      yield chunk;
    }
  },
});
