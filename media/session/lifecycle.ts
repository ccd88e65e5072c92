/** A session's beginning, the streams that come and go, and its end. */
import { COLLEAGUE_LEFT, IS_BACK } from '../../providers/llm/language-model.js';
import { recordCustomer } from './books.js';
import { listen, missAllWords } from './engine-ears.js';
import { abandon, interruptOnce, yieldTurn } from './interruption.js';
import { active, listenAnew } from './listening.js';
import { closeOperator, handBack } from './operator.js';
import { believeGuess } from './recognition.js';
import { respond } from './replying.js';
import { goOn } from './resuming.js';
import { pump } from './settling.js';
import { speak } from './speaking.js';
import { greets, type SessionState } from './state.js';
import { closeTools } from './tools.js';

/** A carrier's stream is there. One that takes over ends the one before it. */
export const onConnected = (session: SessionState): void => {
  if (session.line === 'up') onDisconnected(session);
  const first = session.line === 'awaited';
  session.line = 'up';
  // Nobody waited who was not there.
  session.speech.soundedAt = Math.max(session.speech.soundedAt, session.now);
  listenAnew(session);
  if (first) begin(session);
  else goOn(session);
  pump(session);
};

const begin = (session: SessionState): void => {
  const { out, brief } = session;
  const { nudge, apology, closing, filler } = brief.phrases;
  active(session);
  listen(session);
  if (greets(brief)) speak(session, 'greeting', brief.greeting);
  for (const text of [filler, apology, nudge, closing]) out.push({ type: 'prepare', text });
  if (brief.resumed) takeOver(session);
};

/** Goes on where an earlier session was cut off: the line is not left silent in the middle of an answer. */
const takeOver = (session: SessionState): void => {
  const { turns, brief, now } = session;
  const last = turns.at(-1);
  if (brief.isBack) return respond(session, now, null, IS_BACK);
  if (last?.speaker === 'customer') return respond(session, now);
  // Whoever spoke had the line of another session.
  if (last?.speaker === 'human') return respond(session, now, null, COLLEAGUE_LEFT);
  const cutOff = last === undefined ? brief.greeting !== '' : last.interrupted;
  if (!cutOff) return;
  const asked = turns.some(({ speaker }) => speaker === 'customer');
  if (last === undefined || !asked) speak(session, 'nudge', brief.phrases.nudge);
  else respond(session, now, last);
};

/** The stream is gone, with all that was queued in it. */
export const onDisconnected = (session: SessionState): void => {
  if (session.line === 'awaited') return;
  session.line = 'down';
  interruptOnce(session);
};

/** Nothing is said or asked any more; the recogniser may still bring what was said. */
export const onClosing = (session: SessionState): void => {
  session.books = 'closing';
  handBack(session, '', 'session_ended');
  abandon(session);
};

/** M5. */
export const onClosed = (session: SessionState): void => {
  const { customer } = session;
  interruptOnce(session);
  yieldTurn(session, '');
  session.books = 'closing';
  believeGuess(session);
  recordCustomer(session, [...customer.hold.release(), ...customer.saying]);
  missAllWords(session);
  closeOperator(session);
  closeTools(session);
  session.books = 'closed';
};
