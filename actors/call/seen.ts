/** When a call was last seen live, folded from its events: a session that dies with its process cannot report its end. */
import type { CallEvent } from './events.js';

/**
 * A call is looked up every 30 s while the service runs (checking.ts). A gap longer than this, ms, means that the service
 * was down or the call was unattended.
 */
export const UNSEEN_MS = 45_000;

/** Events that only the carrier or a live session causes. */
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

/** The last sign of life after an event committed at `at`, ms since the epoch; null before the call is answered. */
export const seenAfter = (seenAt: number | null, event: CallEvent, at: number): number | null => {
  if (SIGNS.has(event.type)) return at;
  if (event.type !== 'call.checked' || seenAt === null) return seenAt;
  switch (event.outcome) {
    case 'found':
      return at;
    case 'not_found':
      return seenAt;
    default:
      // The look-up was inconclusive. The service runs, and so does the session, unless the call was unattended before.
      return at - seenAt > UNSEEN_MS ? seenAt : at;
  }
};
