/** Every wait has a deadline, and each is checked here, on every tick (M4). */
import { NOT_UNDERSTOOD } from '../../providers/llm/language-model.js';
import { silenceAction } from '../silence.js';
import { note } from './books.js';
import { agentIsSilent, customerSpeaks, isMachine } from './callee.js';
import { endTurn } from './customer-turn.js';
import { retryDisclosure } from './disclosure-failing.js';
import { owesDisclosure } from './disclosure-state.js';
import { end, lookAtEnd } from './ending.js';
import { awaitsWords, lookAtSpoken } from './engine-ears.js';
import { interruptOnce, yieldTurn } from './interruption.js';
import { onModelFailed } from './model.js';
import { closeOperator, handBack, lookAtOperator } from './operator.js';
import { believeGuess } from './recognition.js';
import { respond } from './replying.js';
import { goOn } from './resuming.js';
import { pump } from './settling.js';
import { beforeMs, lookAtGreeting, speak } from './speaking.js';
import type { SessionState } from './state.js';
import { onSpeechFailed } from './synthesis.js';
import { lookAtTools } from './tools.js';
import { lookAtVoicemail } from './voicemail.js';
import { lookAtWaiting } from './waiting.js';

export const onTick = (session: SessionState): void => {
  retryDisclosure(session);
  pump(session);
  lookAtOperator(session);
  lookAtWords(session);
  lookAtProviders(session);
  lookAtTools(session);
  lookAtVoicemail(session);
  lookAtWaiting(session);
  lookAtGreeting(session);
  lookAtLength(session);
  lookAtSilence(session);
  lookAtEnd(session);
};

/** Checks an interruption without words, a partial that does not become final, and a turn that does not end. */
const lookAtWords = (session: SessionState): void => {
  const { turn, recognition, customer, now, brief } = session;
  const { wordlessMs, stallMs } = brief.settings;
  if (
    turn.type === 'interrupted' &&
    session.line === 'up' &&
    now >= turn.atMs + wordlessMs &&
    !customerSpeaks(session) &&
    customer.saying.length === 0 &&
    !awaitsWords(session)
  )
    goOn(session);
  const { guess } = recognition;
  if (guess !== null && now >= guess.toldAt + stallMs && !customerSpeaks(session)) believeGuess(session);
  const { turnDeadline } = customer;
  // A turn goes on while its words are still being recognised.
  const silent = recognition.guess === null && !customerSpeaks(session);
  if (turnDeadline !== null && now >= turnDeadline && silent) endTurn(session);
  else if (silent) askAgain(session);
  lookAtSpoken(session);
};

/** Asks the customer to repeat a voice of which no word was understood, once nobody is speaking. */
const askAgain = (session: SessionState): void => {
  const { line, books, ending, turn, customer, speech, inbound, now } = session;
  if (line !== 'up' || books !== 'open' || ending.type !== 'none' || turn.type !== 'open') return;
  if (agentIsSilent(session)) return;
  if (isMachine(session) || customer.hold.active || customer.saying.length > 0 || speech.acts.length > 0)
    return;
  const endedAt = inbound.notUnderstood.endedAt(now);
  if (endedAt === null) return;
  inbound.notUnderstood.asked();
  note(session, 'not_understood');
  respond(session, endedAt, null, NOT_UNDERSTOOD);
};

/** Detects a model or a synthesiser that does not begin, or does not continue. */
const lookAtProviders = (session: SessionState): void => {
  const { turn, speech, out, now, brief } = session;
  const { stallMs, fallbackAfterMs, chunkStallMs } = brief.settings;
  /** `others`: whether another provider is available. W2 */
  const stalled = (movedAt: number, began: boolean, others: boolean): boolean =>
    now >= movedAt + (began ? chunkStallMs : others ? fallbackAfterMs : stallMs);
  const { models, synthesisers } = brief.providers;
  const asksModel = turn.type === 'replying' && turn.round === null;
  if (asksModel && stalled(turn.movedAt, turn.began, turn.engine !== null || turn.attempt < models)) {
    out.push({ type: 'cancel_response', generation: turn.generation });
    onModelFailed(session, turn.generation);
  }
  for (const [id, { movedAt, utterance, attempt }] of speech.synthesis) {
    const began = utterance.bytes > 0;
    if (!stalled(movedAt, began, attempt < synthesisers)) continue;
    // Audio that is heard later is made later: it is late only when no time for a second attempt would be left.
    if (!began && beforeMs(session, utterance) > stallMs) continue;
    out.push({ type: 'cancel_synthesis', utterance: id });
    onSpeechFailed(session, id);
  }
};

const lookAtLength = (session: SessionState): void => {
  const { turn, speech, now, brief } = session;
  if (now < brief.settings.maxDurationMs || session.ending.type !== 'none') return;
  handBack(session, '', 'session_ended');
  closeOperator(session);
  if (speech.playout.speaking(now) || turn.type === 'replying') interruptOnce(session);
  yieldTurn(session, '');
  if (!owesDisclosure(session)) speak(session, 'closing', brief.phrases.closing);
  end(session, 'system', 'max_duration');
};

const lookAtSilence = (session: SessionState): void => {
  const { line, ending, turn, customer, speech, silence, brief, now } = session;
  if (line !== 'up' || ending.type !== 'none' || turn.type !== 'open' || agentIsSilent(session)) return;
  if (customer.saying.length > 0 || speech.acts.length > 0 || customerSpeaks(session)) return;
  if (silence.askOnAt !== null && now >= silence.askOnAt) {
    silence.askOnAt = null;
    speak(session, 'nudge', brief.phrases.nudge);
    return;
  }
  const { quietSince: since, idleSince, nudges } = silence;
  const action = silenceAction({ since, idleSince, nudges }, brief.settings, now);
  if (action === null) return;
  if (action.type === 'disconnect') {
    end(session, 'system', 'silence');
    return;
  }
  silence.nudges += 1;
  silence.nudgeDue = { utterance: speak(session, 'nudge', brief.phrases.nudge).id, dueAt: action.dueAt };
};
