/** When a call was last seen to be up, folded from its events: a session that dies with its process cannot say when it ended. */
import type { CallEvent } from './events.js';

/**
 * A call is looked up every 30 s while the service runs (checking.ts). After a gap that is longer than this, ms, the service was
 * down or the call was left alone.
 */
export const UNSEEN_MS = 45_000;

/** Events that only the carrier or a live session leads to. */
const SIGNS: ReadonlySet<CallEvent['type']> = new Set([
  'call.answered',
  'call.media_attached',
  'call.greeting_begun',
  'call.disclosed',
  'call.turn',
  'call.noted',
  'call.tool_begun',
  'call.line_joined',
  'call.taken_over',
  'call.handed_back',
]);

/** After an event that was committed at `at`, ms since the epoch; null before the call was answered. */
export const seenAfter = (seenAt: number | null, event: CallEvent, at: number): number | null => {
  if (SIGNS.has(event.type)) return at;
  if (event.type !== 'call.checked' || seenAt === null) return seenAt;
  switch (event.outcome) {
    case 'found':
      return at;
    case 'not_found':
      return seenAt;
    default:
      // The carrier could not say. The service runs, and so does the call's session unless it was left alone before.
      return at - seenAt > UNSEEN_MS ? seenAt : at;
  }
};
