/** Every wait has a deadline, and each is checked here, on every tick (M4). */
import { NOT_UNDERSTOOD } from '../../providers/llm/language-model.js';
import { silenceAction } from '../policies/silence.js';
import { owesDisclosure } from './disclosure-state.js';
import { checkAnswerer } from './hearing/answerer.js';
import { awaitsWords, checkSpoken } from './hearing/engine-listening.js';
import { checkLowered } from './hearing/overlap.js';
import { checkKeys } from './hearing/pressed-keys.js';
import { acceptPartial } from './hearing/recognition.js';
import { checkPause } from './hearing/turn-verdict.js';
import { checkVoicemail } from './hearing/voicemail.js';
import { checkOperator, closeOperator, handBack } from './operator/operator.js';
import { retryDisclosure } from './reply/disclosure-failing.js';
import { onModelFailed } from './reply/model.js';
import { onSpeechFailed } from './reply/synthesis.js';
import { checkTools } from './reply/tools.js';
import { checkWaiting } from './reply/waiting.js';
import type { SessionState } from './state.js';
import { agentIsSilent, customerSpeaks, isMachine } from './turn/callee.js';
import { endTurn } from './turn/customer.js';
import { checkEnd, end } from './turn/ending.js';
import { checkMenu, hearsMenu } from './turn/phone-menu.js';
import { respond } from './turn/replying.js';
import { resumeSpeech } from './turn/resume-speech.js';
import { pump } from './turn/settling.js';
import { interruptOnce, yieldTurn } from './voice/interruption.js';
import { beforeMs, checkGreeting, speak } from './voice/speaking.js';
import { note } from './voice/transcript-ledger.js';

export const onTick = (session: SessionState): void => {
  retryDisclosure(session);
  checkLowered(session);
  pump(session);
  checkOperator(session);
  checkKeys(session);
  checkPause(session);
  checkAnswerer(session);
  checkWords(session);
  checkProviders(session);
  checkTools(session);
  checkMenu(session);
  checkVoicemail(session);
  checkWaiting(session);
  checkGreeting(session);
  checkLength(session);
  checkSilence(session);
  checkEnd(session);
};

/** Checks an interruption without words, a partial that does not become final, and a turn that does not end. */
const checkWords = (session: SessionState): void => {
  const { turn, recognition, customer, now, brief } = session;
  const { wordlessMs, stallMs } = brief.settings;
  if (
    turn.type === 'interrupted' &&
    session.line === 'up' &&
    now >= turn.atMs + wordlessMs &&
    !customerSpeaks(session) &&
    customer.turnWords.length === 0 &&
    !awaitsWords(session)
  ) {
    customer.wordlessCuts += 1;
    resumeSpeech(session);
  }
  const { partial } = recognition;
  if (partial !== null && now >= partial.reportedAt + stallMs && !customerSpeaks(session))
    acceptPartial(session);
  const { turnDeadline } = customer;
  // A turn goes on while its words are still being recognised.
  const silent = recognition.partial === null && !customerSpeaks(session);
  if (turnDeadline !== null && now >= turnDeadline && silent) endTurn(session);
  else if (silent) askToRepeat(session);
  checkSpoken(session);
};

/** Asks the customer to repeat a voice of which no word was understood, once no one is speaking. */
const askToRepeat = (session: SessionState): void => {
  const { line, phase, ending, turn, customer, speech, inbound, now } = session;
  if (line !== 'up' || phase !== 'open' || ending.type !== 'none' || turn.type !== 'open') return;
  if (agentIsSilent(session)) return;
  if (isMachine(session) || customer.hold.active || customer.turnWords.length > 0 || speech.acts.length > 0)
    return;
  if (customer.keys !== null) return;
  const lost = inbound.notUnderstood.lost(now);
  if (lost === null) return;
  inbound.notUnderstood.repeatRequested();
  note(session, 'not_understood', lost);
  respond(session, lost.endMs, null, NOT_UNDERSTOOD);
};

/** Detects a model or a synthesiser that does not begin, or does not continue. */
const checkProviders = (session: SessionState): void => {
  const { turn, speech, out, now, brief } = session;
  const { stallMs, fallbackAfterMs, chunkStallMs } = brief.settings;
  /** `others`: whether another provider is available. W2 */
  const stalled = (movedAt: number, began: boolean, others: boolean): boolean =>
    now >= movedAt + (began ? chunkStallMs : others ? fallbackAfterMs : stallMs);
  const { models, synthesisers, speechQueues = false } = brief.providers;
  const awaitsModel = turn.type === 'replying' && turn.round === null;
  if (awaitsModel && stalled(turn.movedAt, turn.began, turn.engine !== null || turn.attempt < models)) {
    out.push({ type: 'cancel_response', generation: turn.generation });
    onModelFailed(session, turn.generation);
  }
  for (const [id, { movedAt, utterance, attempt }] of speech.synthesis) {
    const began = utterance.bytes > 0;
    // It waits its turn. W3 says for how long.
    if (!began && speechQueues && attempt >= synthesisers) continue;
    if (!stalled(movedAt, began, attempt < synthesisers)) continue;
    // Audio that is heard later is made later: it is late only when no time for a second attempt would be left.
    if (!began && beforeMs(session, utterance) > stallMs) continue;
    out.push({ type: 'cancel_synthesis', utterance: id });
    onSpeechFailed(session, id);
  }
};

const checkLength = (session: SessionState): void => {
  const { turn, speech, now, brief } = session;
  if (now < brief.settings.maxDurationMs || session.ending.type !== 'none') return;
  handBack(session, '', 'session_ended');
  closeOperator(session);
  if (speech.playout.speaking(now) || turn.type === 'replying') interruptOnce(session);
  yieldTurn(session, '');
  if (!owesDisclosure(session)) speak(session, 'closing', brief.phrases.closing);
  end(session, 'system', 'max_duration');
};

const checkSilence = (session: SessionState): void => {
  const { line, ending, turn, customer, speech, silence, brief, now } = session;
  if (line !== 'up' || ending.type !== 'none' || turn.type !== 'open' || agentIsSilent(session)) return;
  if (customer.keys !== null || customer.turnWords.length > 0) return;
  if (speech.acts.length > 0 || customerSpeaks(session)) return;
  if (silence.lossNudgeAt !== null && now >= silence.lossNudgeAt) {
    silence.lossNudgeAt = null;
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
  // Phone menus, and the music after them, are waited for.
  if (hearsMenu(session)) return;
  silence.nudges += 1;
  silence.nudgeDue = { utterance: speak(session, 'nudge', brief.phrases.nudge).id, dueAt: action.dueAt };
};
