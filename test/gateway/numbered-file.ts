/** A recording whose bytes tell their places. */
import type { RecordingFile } from '../../providers/recordings/recording-store.js';

/** Bytes that are read at a time. */
export const CHUNK = 16 * 1024;

/** A file of `size` bytes; `onRead` hears of every piece that is read. */
export const fileOf = (size: number, onRead: (bytes: number) => void = () => undefined): RecordingFile => ({
  size,
  filename: 'jose.opus',
  contentType: 'audio/ogg',
  read: async function* (start, end) {
    for (let at = start; at <= end; at += CHUNK) {
      const chunk = Uint8Array.from(
        { length: Math.min(CHUNK, end - at + 1) },
        (_, index) => (at + index) % 251,
      );
      onRead(chunk.length);
      yield chunk;
    }
  },
});
