/**
 * What a carrier's socket may send: messages of its dialect, of its one stream, and no more of them than a call has.
 * Bounds only; attachment.ts gives the messages their meaning.
 */
import type { MediaMessage } from '../../providers/carriers/media-dialect.js';
import { msOf } from '../audio/frames.js';
import { MAX_GAP_MS } from '../audio/jitter.js';

/** Most messages outside the dialect, or outside this stream, before the socket is closed. */
export const MAX_BAD_MESSAGES = 20;
/** Messages a second that a carrier may send; a call has some 60. */
const MAX_MESSAGES_PER_SECOND = 400;
/** Audio that a carrier may send within a second, filled gaps included, ms: a stall of ten seconds, twice. */
const MAX_AUDIO_MS_PER_SECOND = 20_000;

export interface SocketGuard {
  /** Counts a message that arrived at `atMs`; true if it exceeds a limit, and the socket must be closed. */
  flooded(message: MediaMessage, atMs: number): boolean;
  /** Counts an unusable message. `tooMany`: the socket must be closed. */
  bad(): { readonly count: number; readonly tooMany: boolean };
}

export const createSocketGuard = (): SocketGuard => {
  let since = Number.NEGATIVE_INFINITY;
  let messages = 0;
  let audioMs = 0;
  let streamEndMs: number | null = null;
  let bad = 0;
  return {
    flooded: (message, atMs) => {
      if (atMs - since > 1_000) {
        since = atMs;
        messages = 0;
        audioMs = 0;
      }
      messages += 1;
      if (message.type === 'media') {
        const gapMs = Math.max(0, message.timestampMs - (streamEndMs ?? message.timestampMs));
        streamEndMs = message.timestampMs + msOf(message.payload.length);
        audioMs += msOf(message.payload.length) + (gapMs <= MAX_GAP_MS ? gapMs : 0);
      }
      return messages > MAX_MESSAGES_PER_SECOND || audioMs > MAX_AUDIO_MS_PER_SECOND;
    },
    bad: () => {
      bad += 1;
      return { count: bad, tooMany: bad >= MAX_BAD_MESSAGES };
    },
  };
};
