/** A recording whose bytes tell their places. */
import type { RecordingFile } from '../../providers/recordings/recording-store.js';

/** Bytes that are read at a time. */
export const CHUNK = 16 * 1024;
/** Of the bytes, which are numbered from 0 again and again. */
const PERIOD = 251;
/** A piece that begins at any place of a period is a part of this. */
const NUMBERED = Uint8Array.from({ length: CHUNK + PERIOD }, (_, index) => index % PERIOD);

/** A file of `size` bytes; `onRead` hears of every piece that is read. */
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
