/**
 * One live call as a deterministic state machine: inputs with their times go in, outputs come out. It has no clock, no
 * I/O and no randomness, so any call can be replayed in milliseconds.
 *
 * It guarantees:
 * M1. Everything belongs to a generation; late output of an abandoned one is dropped, and its tools never run.
 * M2. The transcript holds what was played, never more (transcript-ledger.ts; ../utterance.ts keeps the ledger).
 * M3. Receipts that have arrived are applied before an interruption is judged (interruption.ts).
 * M4. Every wait has a deadline, checked on each tick (deadlines.ts): hold, words, turn, provider, receipt, silence,
 *     length, end. Sound without words cannot postpone one for ever (../wordless.ts).
 * M5. However it ends, its transcript is finalised: the heard part of every utterance is a turn, and so are the
 *     customer's words, whether they were answered or not. An utterance is booked once.
 *
 * Its memory is one record (state.ts); each module beside this file changes it for one concern. It does not know sockets,
 * providers or the journal; see ../live-session.ts.
 */
import { assertNever } from '../../schemas/assert.js';
import { totalMs } from '../speech/utterance.js';
import { onTick } from './deadlines.js';
import { onAnswererJudged } from './hearing/answerer.js';
import {
  onEngineFailed,
  onEngineLost,
  onEngineSpeech,
  onEngineSpoken,
  released,
  waitsForWords,
} from './hearing/engine-listening.js';
import { onAudio, onVoice } from './hearing/listening.js';
import { onKey } from './hearing/pressed-keys.js';
import { onRecognised } from './hearing/recognition.js';
import { onTurnJudged } from './hearing/turn-verdict.js';
import type { SessionBrief, SessionInput, SessionOutput } from './io.js';
import { onClosed, onClosing, onConnected, onDisconnected, onPhrases } from './lifecycle.js';
import {
  handBack,
  onAgentNote,
  onOperatorAudio,
  onOperatorRecognised,
  onOperatorWordsFinished,
  takeOver,
} from './operator/operator.js';
import { onEngineAudio } from './reply/engine.js';
import { onModelDone, onModelFailed, onModelText, onModelTool } from './reply/model.js';
import { deferOutput, updatePreemptive } from './reply/preemptive.js';
import { onModelSources } from './reply/sources.js';
import { onSpeechAudio, onSpeechDone, onSpeechFailed } from './reply/synthesis.js';
import { onToolDone } from './reply/tools.js';
import { newSessionState, type SessionState } from './state.js';
import { toolCallOf } from './tool-state.js';
import { releaseHold } from './turn/customer.js';
import { checkEnd } from './turn/ending.js';
import { settle } from './turn/settling.js';
import { placeWordsAhead } from './voice/place-ahead.js';
import { checkGreeting } from './voice/speaking.js';

export interface MediaSession {
  /** `atMs` never goes back. The outputs must be carried out in order. */
  step(input: SessionInput, atMs: number): readonly SessionOutput[];
  /**
   * Does a part of the work that a later step may wait for; no output depends on when. Call it once the outputs of a step
   * with the customer's audio were carried out.
   */
  workAhead(): void;
  /** The customer's words in the current turn, as far as they are understood by now. Changes nothing. */
  currentWords(): string;
}

/** `watch` observes the session's state after each step, and changes nothing. */
export const createMediaSession = (
  brief: SessionBrief,
  watch: (session: Readonly<SessionState>) => void = () => undefined,
): MediaSession => {
  const session = newSessionState(brief);
  return {
    step: (input, atMs) => {
      if (session.phase === 'closed') return [];
      session.now = Math.max(session.now, atMs);
      const out: SessionOutput[] = [];
      session.out = out;
      if (!deferOutput(session, input) && !waitsForWords(session, input)) take(session, input);
      for (const kept of released(session)) take(session, kept);
      updatePreemptive(session);
      for (const frame of session.speech.playout.played(session.now))
        out.push({ type: 'record', track: 'agent', atMs: frame.atMs, payload: frame.payload });
      watch(session);
      return out;
    },
    workAhead: () => placeWordsAhead(session),
    currentWords: () => currentWordsOf(session),
  };
};

const currentWordsOf = ({ customer, recognition }: SessionState): string =>
  [...customer.turnWords.map(({ text }) => text), recognition.partial?.text ?? '', customer.keys?.text ?? '']
    .filter((text) => text !== '')
    .join(' ');

const take = (session: SessionState, input: SessionInput): void => {
  switch (input.type) {
    case 'connected':
      return onConnected(session);
    case 'disconnected':
      return onDisconnected(session);
    case 'closing':
      return onClosing(session);
    case 'closed':
      return onClosed(session);
    case 'audio':
      return onAudio(session, input.timestampMs, input.payload, input.waitedMs ?? 0);
    case 'voice':
      return onVoice(session, input.sound, input.speech);
    case 'turn_judged':
      return onTurnJudged(session, input.pause, input.probability);
    case 'mark':
      return onMark(session, input.name);
    case 'dtmf':
      return onKey(session, input.digit);
    case 'tick':
      return onTick(session);
    case 'recognised':
      return onRecognised(session, input.event);
    case 'model_sources':
      return onModelSources(session, input.generation, input.sources);
    case 'model_text':
      return onModelText(session, input.generation, input.text);
    case 'model_tool':
      return onModelTool(session, input.generation, toolCallOf(input));
    case 'model_done':
      return onModelDone(session, input.generation, input.isDeliberate);
    case 'model_failed':
      return onModelFailed(session, input.generation);
    case 'tool_done':
      return onToolDone(session, input.use, input.outcome, input.result);
    case 'can_press_keys':
      session.tools.canPressKeys = true;
      return;
    case 'answerer_judged':
      return onAnswererJudged(session, input.question, input.verdict);
    case 'speech_audio':
      return onSpeechAudio(session, input.utterance, input.payload, input.words);
    case 'speech_done':
      return onSpeechDone(session, input.utterance);
    case 'speech_failed':
      return onSpeechFailed(session, input.utterance);
    case 'model_audio':
      return onEngineAudio(session, input.generation, input.payload);
    case 'engine_speech':
      return onEngineSpeech(session);
    case 'engine_spoken':
      return onEngineSpoken(session, input);
    case 'engine_lost':
      return onEngineLost(session);
    case 'engine_failed':
      return onEngineFailed(session, input.unheardMs);
    case 'take_over':
      return takeOver(session, input.line, input.by);
    case 'operator_audio':
      return onOperatorAudio(session, input.payload);
    case 'operator_recognised':
      return onOperatorRecognised(session, input.event);
    case 'operator_words_over':
      return onOperatorWordsFinished(session);
    case 'hand_back':
      return handBack(session, input.note, input.reason);
    case 'agent_note':
      return onAgentNote(session, input.id, input.text);
    case 'phrases':
      return onPhrases(session, input.language, input.phrases);
    default:
      assertNever(input);
  }
};

/** A receipt: this much of an utterance was played. */
const onMark = (session: SessionState, name: string): void => {
  const { speech, customer, now } = session;
  const utterance = speech.playout.receipt(name, now);
  if (utterance === null) return;
  speech.anyReceipt = true;
  if (
    utterance.kind === 'greeting' &&
    utterance.complete &&
    customer.hold.satisfied(utterance.ackedMs, totalMs(utterance))
  )
    releaseHold(session);
  checkGreeting(session);
  settle(session);
  checkEnd(session);
};
