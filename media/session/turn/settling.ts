/** Sends what is due, and books what has been played. */
import { isFinished } from '../../speech/act.js';
import { fullyPlayed, totalMs } from '../../speech/utterance.js';
import { isDisclosing } from '../disclosure-state.js';
import type { SessionState } from '../state.js';
import { greetingIsHeld } from '../voice/speaking.js';
import { bookUtterance, finish, isOverdue, noteMissingReceipts } from '../voice/transcript-ledger.js';
import { releaseHold } from './customer.js';
import { proveDisclosure } from './disclosure.js';

/** Sends what the lead allows now. */
export const pump = (session: SessionState): void => {
  if (session.line !== 'up') return;
  const { markEveryMs, markNearCutMs = markEveryMs } = session.brief.settings;
  session.speech.playout.markEvery(session.inbound.voice.speaking() ? markNearCutMs : markEveryMs);
  session.speech.playout.pump(session.now, session.out);
  settle(session);
};

/** Books utterances whose end is proven, or will not be; those that were cut are not among them. */
export const settle = (session: SessionState): void => {
  const { speech, customer } = session;
  proveDisclosure(session);
  // Booking replaces these lists instead of changing them.
  for (const act of speech.acts) {
    for (const utterance of act.open) {
      const late = isOverdue(session, utterance);
      const empty = utterance.complete && utterance.bytes === 0;
      const played = fullyPlayed(utterance);
      if (!empty && !late && !played) continue;
      if (late && !played) noteMissingReceipts(session);
      speech.playout.settle(utterance);
      bookUtterance(session, act, utterance, totalMs(utterance), played ? 'acked' : 'estimated');
    }
    if (isFinished(act)) finish(session, act, false);
  }
  if (customer.hold.active && !isDisclosing(session) && !greetingIsHeld(session)) releaseHold(session);
};
