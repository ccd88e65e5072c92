/**
 * The customer's words, as the recogniser reports them.
 *
 * R1. A partial that never becomes final counts as spoken; words that a later result repeats, in whatever spelling, are not
 *     booked twice (../../policies/repeated-words.ts).
 * R2. The recogniser's clock counts the audio it received, over all streams; its times are put on the recording's clock
 *     by the stream that they fell into.
 */
import type { RecognitionEvent } from '../../../providers/speech/recogniser.js';
import { assertNever } from '../../../schemas/assert.js';
import { isBackchannel, mayBecomeBackchannel } from '../../policies/backchannel.js';
import { pausesWith } from '../../policies/end-of-turn.js';
import type { Heard } from '../../policies/greeting-hold.js';
import {
  addedToFinal,
  compareWithGuesses,
  type SaidWords,
  withGuess,
} from '../../policies/repeated-words.js';
import type { SessionState } from '../state.js';
import { isMachine } from '../turn/callee.js';
import { endTurn } from '../turn/customer.js';
import { attempts, end } from '../turn/ending.js';
import { menuSilenceMs } from '../turn/phone-menu.js';
import { resumeSpeech } from '../turn/resume-speech.js';
import { turnEndOf } from '../turn/turn-end.js';
import { interrupt, yieldTurn } from '../voice/interruption.js';
import { speak } from '../voice/speaking.js';
import { note, recordCustomer } from '../voice/transcript-ledger.js';
import { onFinalWords, onPartialWords } from './answerer.js';
import { noteMissingWords, takeWords } from './engine-listening.js';
import { restartSilence } from './listening.js';
import { canInterrupt, isEchoOfAgent, isListening, onListeningWords } from './overlap.js';
import { reopenRecogniser } from './recogniser-clock.js';
import { timesOf } from './stream-times.js';

/** A recogniser that fails again within this time has failed twice in a row, ms. */
const RECOGNISER_MEMORY_MS = 60_000;

export const onRecognised = (session: SessionState, event: RecognitionEvent): void => {
  switch (event.type) {
    case 'partial':
      onPartial(session, event);
      return;
    case 'final':
      onFinal(session, event);
      return;
    case 'failed':
      onRecogniserFailed(session);
      return;
    default:
      assertNever(event);
  }
};

type EventOf<T extends RecognitionEvent['type']> = Extract<RecognitionEvent, { readonly type: T }>;

const onPartial = (session: SessionState, event: EventOf<'partial'>): void => {
  const { inbound, recognition, brief, now } = session;
  const text = event.text.trim();
  if (text === '') return;
  const { startMs, endMs } = timesOf(session, event);
  if (isEchoOfAgent(session, { text, startMs })) return;
  inbound.wordless.word();
  inbound.notUnderstood.word();
  restartSilence(session);
  const added = newWordsOf(session, { text, startMs, endMs });
  if (added === null) return;
  onPartialWords(session, text, endMs - startMs);
  recognition.partial = {
    text,
    startMs,
    endMs,
    endOfUtterance: true,
    reportedAt: now,
    end: event.end ?? null,
  };
  const { language, settings } = brief;
  if (isBackchannel(added.text, language, settings.backchannels)) return onListeningWords(session);
  if (mayBecomeBackchannel(added.text, language, settings.backchannels)) return;
  if (canInterrupt(session) && !inbound.speaker.isOtherSpeech({ startMs, endMs })) interrupt(session);
};

const onFinal = (session: SessionState, event: EventOf<'final'>): void => {
  session.recognition.partial = null;
  const text = event.text.trim();
  if (text === '') {
    noteMissingWords(session, event);
    return session.inbound.notUnderstood.noWords();
  }
  const { startMs, endMs } = timesOf(session, event);
  if (isEchoOfAgent(session, { text, startMs })) return note(session, 'echo');
  session.inbound.wordless.word();
  session.inbound.notUnderstood.word();
  const heard = takeFinal(session, { text, startMs, endMs, endOfUtterance: event.endOfUtterance });
  if (heard === null) return;
  onFinalWords(session, heard.text, endMs - startMs);
  onHeard(session, heard);
};

const onHeard = (session: SessionState, heard: Heard): void => {
  const { customer, inbound, silence, ending, speech, now, brief } = session;
  restartSilence(session);
  silence.nudges = 0;
  const { mostMs } = brief.settings.endOfTurn;
  customer.pauses = pausesWith(customer.pauses, customer.last, heard, mostMs);
  customer.last = heard;
  customer.reportedAt = now;
  if (takeWords(session, heard)) return;
  if (isMachine(session)) return recordCustomer(session, [heard]);
  if (customer.hold.active) {
    customer.hold.hold(heard);
    return;
  }
  // In the middle of the customer's speech it is one of their words.
  const isFirst = customer.turnWords.length === 0;
  if (inbound.speaker.judge(heard) && isFirst && session.turn.type !== 'interrupted') {
    note(session, 'second_speaker');
    return recordCustomer(session, [heard]);
  }
  const listening = isFirst && isListening(session, heard);
  const speaks = speech.playout.speaking(now) || session.turn.type === 'replying';
  if (session.turn.type !== 'interrupted' && ending.type === 'none') {
    if (listening) return recordCustomer(session, [heard]);
    if (speaks) interrupt(session);
  }
  if (session.turn.type === 'interrupted' && listening && session.phase === 'open') {
    recordCustomer(session, [heard]);
    resumeSpeech(session);
    return;
  }
  yieldTurn(session, heard.text);
  customer.turnWords.push(heard);
  // A recogniser takes a menu's pause between two options for its end.
  if (heard.endOfUtterance && menuSilenceMs(session, heard.text) === 0) endTurn(session);
  // The turn goes on, until a silence that fits its words.
  else customer.turnDeadline = turnEndOf(session);
};

/** The partial will not become final, or not soon: it counts as spoken. R1. */
export const acceptPartial = (session: SessionState): void => {
  const { recognition } = session;
  if (recognition.partial === null) return;
  const { text, startMs, endMs } = recognition.partial;
  recognition.partial = null;
  const added = newWordsOf(session, { text, startMs, endMs });
  recognition.guesses = withGuess(recognition.guesses, { text, startMs, endMs });
  if (added === null) return;
  onFinalWords(session, added.text, added.endMs - added.startMs);
  onHeard(session, { ...added, endOfUtterance: false });
};

/** The words beyond those that were booked before; null if there are none. R1. */
const newWordsOf = ({ recognition }: SessionState, said: SaidWords): SaidWords | null =>
  compareWithGuesses(recognition.guesses, said).added;

/** What is new in a final result; null: nothing. R1. */
const takeFinal = ({ recognition }: SessionState, final: Heard): Heard | null => {
  const { guesses, lastFinal } = recognition;
  recognition.lastFinal = final;
  const said = lastFinal === null ? final : addedToFinal(lastFinal, final);
  if (said === null) return null;
  const compared = compareWithGuesses(guesses, said);
  recognition.guesses = compared.guesses;
  return compared.added === null ? null : { ...final, ...compared.added };
};

/** Opens a recogniser again if none listens. */
export const listenAgain = (session: SessionState): void => {
  const { recognition } = session;
  if (!recognition.deaf) return;
  recognition.deaf = false;
  recognition.attempts = 1;
  reopenRecogniser(session);
};

const onRecogniserFailed = (session: SessionState): void => {
  acceptPartial(session);
  if (session.phase !== 'open') return;
  const { recognition, now, brief } = session;
  const again = now - recognition.failedAt <= RECOGNISER_MEMORY_MS;
  recognition.attempts = again ? recognition.attempts + 1 : 2;
  recognition.failedAt = now;
  if (recognition.attempts <= attempts(brief.providers.recognisers)) {
    note(session, 'recogniser_retried');
    reopenRecogniser(session);
    return;
  }
  note(session, 'speech_provider_failed');
  // An operator is talking to the customer: recognition starts again when that has ended.
  if (session.operator.type !== 'none') {
    recognition.deaf = true;
    return;
  }
  if (session.ending.type === 'none') speak(session, 'apology', brief.phrases.apology);
  end(session, 'provider', 'speech_provider_failed');
};
