/**
 * An operator speaks in place of the agent, and hands back.
 *
 * O1. While the operator has the line, and until their last words are understood, the agent requests, says, nudges and
 *     ends nothing (agentIsSilent); the customer's turns are recorded, and the maximum duration of a call applies.
 * O2. The agent's speech is cut as by an interruption: the part that was heard is its turn. A reply in the making is
 *     abandoned; a running tool runs to its end, and the agent gets its result later. An end that the agent had decided
 *     is revoked.
 * O3. The operator's voice leaves on the session's clock, 20 ms every 20 ms, and is recorded where it plays: on the
 *     agent's track.
 * O4. The operator's words are turns of a `human`, by a recogniser of their own. Speech that was not understood is a note
 *     (`operator_words_missing`), not a turn without words. While the disclosure is spoken their voice is held back, and
 *     is no turn.
 * O5. The operator hands back once: on request, when their line leaves, or with the session. Last words are awaited for
 *     {@link LAST_WORDS_MS}; then the agent answers the customer if the customer spoke last. Otherwise it speaks if a
 *     note instructs it, if the line left without a hand-back, or if the operator has been silent; else the customer has
 *     the floor.
 */
import type { HandBackReason, LineHolder } from '../../../actors/call/events.js';
import { COLLEAGUE_LEFT, HANDED_BACK } from '../../../providers/llm/language-model.js';
import type { RecognitionEvent } from '../../../providers/speech/recogniser.js';
import { assertNever } from '../../../schemas/assert.js';
import { createFrameBuffer } from '../../audio/frame-buffer.js';
import { FRAME_BYTES, FRAME_MS, SILENCE } from '../../audio/frames.js';
import { createPowerMeter } from '../../audio/voice-activity.js';
import { isDisclosing, occupiesLine, spokenDisclosure } from '../disclosure-state.js';
import { reportColleague } from '../engine/reports.js';
import { restartSilence } from '../hearing/listening.js';
import { listenAgain } from '../hearing/recognition.js';
import type { SessionState } from '../state.js';
import { customerSpeaks, isMachine } from '../turn/callee.js';
import { releaseHold } from '../turn/customer.js';
import { disclose } from '../turn/disclosure.js';
import { attempts } from '../turn/ending.js';
import { cancelWaitingActions } from '../turn/line-actions.js';
import { respond } from '../turn/replying.js';
import { cutAllBut, interruptOnce, yieldTurn } from '../voice/interruption.js';
import { note, recordHuman } from '../voice/transcript-ledger.js';
import type { OperatorSpeech } from './state.js';

/** Jitter buffer for audio from a network, frames. */
const CUSHION = 3;
const MOST_KEPT = 15;
/** After a longer stall, audio of the past is dropped, ms. */
const MOST_LATE_MS = 200;
/** Words end a turn once no more arrived for this long, ms. */
const TURN_MS = 1_000;
const LAST_WORDS_MS = 1_000;
/** Mean square of a voice at a microphone: -40 dBFS; and how much of it is no cough, ms. */
const LOUD = 327 * 327;
const SPEECH_MS = 400;

const QUIET = new Uint8Array(FRAME_BYTES).fill(SILENCE);

/** O2. Ignored if the call cannot be taken over: it has ended, or is being ended by another party than its agent. */
export const takeOver = (session: SessionState, line: string, by: LineHolder): void => {
  const { phase, ending, operator } = session;
  const isEnding = ending.type === 'hung_up' || (ending.type === 'last_words' && ending.by !== 'agent');
  if (phase !== 'open' || isEnding || operator.type === 'speaking') return;
  if (operator.type === 'leaving') closeOperator(session);
  session.ending = { type: 'none' };
  session.operator = { type: 'speaking', speech: newSpeech(session, line) };
  const { out, speech, silence, engine } = session;
  cutAgent(session);
  speech.repeat = null;
  silence.nudgeDue = null;
  engine.dueAnswer = null;
  cancelWaitingActions(session);
  if (!isDisclosing(session)) releaseHold(session);
  // A session that continues this call elsewhere must not greet in the middle of it.
  if (!speech.greetingBegan) out.push({ type: 'command', command: { type: 'begin_greeting' } });
  speech.greetingBegan = true;
  out.push({ type: 'command', command: { type: 'take_over', lineId: line, by } });
  out.push({ type: 'open_operator_recogniser', recogniser: 1 });
  out.push({ type: 'speaker', line });
};

/** O2, except for a disclosure, which is completed, or spoken now if it has not begun. */
const cutAgent = (session: SessionState): void => {
  const spoken = spokenDisclosure(session);
  if (spoken !== null && session.turn.type !== 'interrupted') return cutAllBut(session, spoken.act);
  interruptOnce(session);
  yieldTurn(session, '');
  if (session.line === 'up') disclose(session);
};

const newSpeech = ({ now }: SessionState, line: string): OperatorSpeech => ({
  line,
  frames: createFrameBuffer(CUSHION, MOST_KEPT),
  dueAt: now + FRAME_MS,
  zero: now,
  power: createPowerMeter(),
  loudMs: 0,
  understood: false,
  attempts: 1,
  turnWords: [],
  partial: null,
  turnDeadline: null,
});

export const onOperatorAudio = ({ operator }: SessionState, payload: Uint8Array): void => {
  if (operator.type === 'speaking') operator.speech.frames.push(payload);
};

/** On every tick. */
export const checkOperator = (session: SessionState): void => {
  const { operator, now } = session;
  if (operator.type === 'none') return;
  if (operator.type === 'speaking') sendDueFrames(session, operator.speech);
  checkWords(session, operator.speech);
  if (operator.type === 'leaving' && now >= operator.until) resumeAgent(session);
};

/** O3 */
const sendDueFrames = (session: SessionState, speech: OperatorSpeech): void => {
  const { now, out, line, speech: agent } = session;
  const past = now - MOST_LATE_MS - speech.dueAt;
  if (past > 0) {
    speech.dueAt += past;
    speech.zero += past;
  }
  for (; speech.dueAt <= now; speech.dueAt += FRAME_MS) {
    const taken = speech.frames.take();
    const frame = occupiesLine(session) ? null : taken;
    if (frame !== null && line === 'up') agent.playout.live(frame, now, out);
    if (frame !== null && speech.power(frame) > LOUD) speech.loudMs += FRAME_MS;
    out.push({ type: 'recognise_operator', payload: frame ?? QUIET });
  }
};

const checkWords = (session: SessionState, speech: OperatorSpeech): void => {
  const { now, brief } = session;
  const { partial, turnDeadline } = speech;
  if (partial !== null && now >= partial.reportedAt + brief.settings.stallMs) acceptPartial(speech);
  if (speech.partial === null && turnDeadline !== null && now >= turnDeadline) endTurn(session, speech);
};

export const onOperatorRecognised = (session: SessionState, event: RecognitionEvent): void => {
  const { operator } = session;
  if (operator.type === 'none') return;
  const { speech } = operator;
  switch (event.type) {
    case 'partial':
      if (event.text.trim() !== '')
        speech.partial = { ...heardOf(speech, event, false), reportedAt: session.now };
      return;
    case 'final':
      speech.partial = null;
      if (event.text.trim() === '') return;
      say(session, speech, heardOf(speech, event, event.endOfUtterance));
      return;
    case 'failed':
      return onFailed(session, speech);
    default:
      assertNever(event);
  }
};

const heardOf = (
  { zero }: OperatorSpeech,
  { text, startMs, endMs }: Extract<RecognitionEvent, { readonly text: string }>,
  endOfUtterance: boolean,
) => ({ text: text.trim(), startMs: zero + startMs, endMs: zero + endMs, endOfUtterance });

const say = (
  session: SessionState,
  speech: OperatorSpeech,
  heard: OperatorSpeech['turnWords'][number],
): void => {
  speech.turnWords.push(heard);
  speech.turnDeadline = session.now + TURN_MS;
  if (heard.endOfUtterance) endTurn(session, speech);
};

/** The partial will not become final any more: it counts as spoken. */
const acceptPartial = (speech: OperatorSpeech): void => {
  if (speech.partial === null) return;
  speech.turnWords.push(speech.partial);
  speech.turnDeadline ??= speech.partial.reportedAt;
  speech.partial = null;
};

/** O4 */
const endTurn = (session: SessionState, speech: OperatorSpeech): void => {
  const words = speech.turnWords;
  speech.turnWords = [];
  speech.turnDeadline = null;
  if (words.length === 0) return;
  speech.understood = true;
  reportColleague(session, recordHuman(session, words).text);
};

/** The next recogniser listens; after the last one none does. */
const onFailed = (session: SessionState, speech: OperatorSpeech): void => {
  const { brief, out, now, operator } = session;
  const { recognisers } = brief.providers;
  acceptPartial(speech);
  if (operator.type !== 'speaking' || speech.attempts >= attempts(recognisers)) return;
  note(session, 'recogniser_retried');
  speech.attempts += 1;
  speech.zero = now;
  out.push({ type: 'open_operator_recogniser', recogniser: ((speech.attempts - 1) % recognisers) + 1 });
};

/** O5 */
export const handBack = (session: SessionState, text: string, reason: HandBackReason): void => {
  const { operator, out, now } = session;
  if (operator.type !== 'speaking') return;
  const { speech } = operator;
  session.operator = { type: 'leaving', speech, reason, note: text, until: now + LAST_WORDS_MS };
  out.push({ type: 'speaker', line: null });
  out.push({ type: 'finish_operator_recogniser' });
  out.push({ type: 'command', command: { type: 'hand_back', lineId: speech.line, reason, note: text } });
};

/** The recogniser has reported everything that it received. */
export const onOperatorWordsFinished = (session: SessionState): void => {
  if (session.operator.type === 'leaving') resumeAgent(session);
};

/** Writes down the last words and the note of the operator who had the line. */
export const closeOperator = (session: SessionState): void => {
  const { operator, notes, brief, now } = session;
  if (operator.type !== 'leaving') return;
  const { speech, note: text } = operator;
  acceptPartial(speech);
  endTurn(session, speech);
  if (!speech.understood && speech.loudMs >= SPEECH_MS) note(session, 'operator_words_missing');
  if (text !== '')
    notes.received = [...notes.received, { noteId: null, text, at: Math.round(brief.epochMs + now) }];
  session.operator = { type: 'none' };
};

const resumeAgent = (session: SessionState): void => {
  const { operator } = session;
  if (operator.type !== 'leaving' || isDisclosing(session)) return;
  closeOperator(session);
  const { phase, ending, customer, recognition, silence, turns, now } = session;
  silence.nudges = 0;
  restartSilence(session);
  session.inbound.notUnderstood.restart();
  listenAgain(session);
  if (phase !== 'open' || ending.type !== 'none' || isMachine(session)) return;
  // Current words of the customer are answered once they are complete.
  if (customer.keys !== null) return;
  if (customer.turnWords.length > 0 || recognition.partial !== null || customerSpeaks(session)) return;
  const { reason, note: text, speech } = operator;
  if (reason === 'session_ended') return;
  const last = turns.at(-1)?.speaker;
  if (last === 'customer') return respond(session, now);
  if (reason === 'line_left') return respond(session, now, null, COLLEAGUE_LEFT);
  if (text !== '' || !(last === 'human' || speech.loudMs >= SPEECH_MS))
    respond(session, now, null, HANDED_BACK);
};

/** A note that the agent knows with its next answer. */
export const onAgentNote = ({ notes, brief, now }: SessionState, noteId: string, text: string): void => {
  if (notes.received.some((note) => note.noteId === noteId)) return;
  notes.received = [...notes.received, { noteId, text, at: Math.round(brief.epochMs + now) }];
};
