/**
 * Which provider listens, and what a speech-to-speech engine hears: it detects the end of speech before it knows the
 * words.
 *
 * E1. Once speech has ended, and after the longest pause after which this customer went on, the engine gets a request for
 *     a reply: it has heard the speech itself. The words arrive later, and are booked at the time of the speech.
 * E2. Words decide where they must: during a greeting that is held, for a possible backchannel, and where they are needed
 *     for a look-up. Words that arrive before the request are judged like a recogniser's.
 * E3. Answered speech is not answered again, whichever connection reports it.
 * E4. If the words are known to no provider, the agent asks the customer to repeat them.
 * E5. While a machine may have answered, nothing of such a reply is heard, and none of its tools runs, before the words
 *     have arrived, or are {@link MOST_KEPT_MS} late: a machine is not answered (voicemail.ts V2). Words that are
 *     suspicious delay it further (answerer.ts W2).
 * E6. An engine that has failed is followed by the next one, and then by the recognisers, which hear the audio for which
 *     it reported no words.
 */
import { NOT_UNDERSTOOD } from '../../../providers/llm/language-model.js';
import type { Heard } from '../../policies/greeting-hold.js';
import { messagesOf } from '../../speech/history.js';
import { usesEngine } from '../engine/request.js';
import type { SessionInput } from '../io.js';
import type { Reply, SessionState, Spoken } from '../state.js';
import { agentIsSilent, answerDelayedUntil, customerSpeaks, engineHears, isMachine } from '../turn/callee.js';
import { respond } from '../turn/replying.js';
import { abandon, yieldTurn } from '../voice/interruption.js';
import { note, recordCustomer } from '../voice/transcript-ledger.js';
import { restartSilence } from './listening.js';
import { timesOf } from './stream-times.js';
import { canDetectMachine } from './voicemail.js';

/** A backchannel is shorter, ms. */
const LISTENING_MS = 1_200;
/** How late the words that would reveal a machine may be, ms from the first sound of the reply. */
const MOST_KEPT_MS = 1_000;
/** How long the words are awaited if another provider must make the reply, ms. */
const WORDS_MS = 500;
/** How long it may take to recognise the same speech again, ms. */
const AGAIN_MS = 1_500;

type Times = Pick<Spoken, 'startMs' | 'endMs'>;

/** Starts to listen, at the call's beginning. */
export const listen = (session: SessionState): void => {
  if ((session.brief.providers.engines ?? 0) > 0) return openEngine(session, 1);
  session.out.push({ type: 'open_recogniser', recogniser: 1 });
};

const openEngine = (session: SessionState, number: number): void => {
  session.engine.listening = number;
  session.out.push({ type: 'open_engine', engine: number, messages: conversation(session) });
};

/** The conversation as heard so far, finished turns only. */
const conversation = ({ brief, turns, tools, notes }: SessionState) => {
  notes.engineKnows = notes.received.length;
  return messagesOf(brief, { turns, toolUses: tools.used, cutOff: null, notes: notes.received });
};

export const onEngineSpeech = (session: SessionState): void => {
  session.engine.speechSince = session.now;
  restartSilence(session);
};

/** Speech has ended. E1 */
export const onEngineSpoken = (session: SessionState, times: Times): void => {
  const { engine, customer, now } = session;
  const spoken = { ...timesOf(session, times), reply: null };
  engine.speechSince = null;
  restartSilence(session);
  // E3
  if (engine.spoken.some((earlier) => earlier.reply !== null && overlaps(earlier, spoken))) return;
  engine.spoken = [...engine.spoken.filter((earlier) => !overlaps(earlier, spoken)), spoken];
  if (!wordsDecide(session, spoken))
    engine.dueAnswer = {
      ...spoken,
      at: Math.max(now, spoken.endMs + customer.pauses.longestMs),
      asksToRepeat: false,
    };
  checkSpoken(session);
};

const overlaps = (a: Times, b: Times): boolean => a.startMs < b.endMs && b.startMs < a.endMs;

/** E2 */
const wordsDecide = (session: SessionState, { startMs, endMs }: Times): boolean => {
  const { brief, customer, turn, speech, now } = session;
  if (!usesEngine(session) || brief.awaitsWords === true || customer.hold.active) return true;
  if (turn.type !== 'interrupted') return speech.playout.speaking(now);
  return endMs - startMs < LISTENING_MS || brief.settings.repeatInterruptedSentence;
};

/** On every tick: answers finished speech that is due without its words. */
export const checkSpoken = (session: SessionState): void => {
  const { engine, phase, ending, line, now } = session;
  const { dueAnswer } = engine;
  if (dueAnswer === null) return;
  if (phase !== 'open' || ending.type !== 'none' || isMachine(session) || agentIsSilent(session)) {
    engine.dueAnswer = null;
    return;
  }
  const isDue = now >= dueAnswer.at && answerDelayedUntil(session) === null;
  if (isDue && line === 'up' && !customerSpeaks(session)) answer(session, dueAnswer);
};

const answer = (session: SessionState, dueAnswer: NonNullable<SessionState['engine']['dueAnswer']>): void => {
  const { engine, customer, inbound } = session;
  const before = customer.turnWords;
  engine.dueAnswer = null;
  customer.turnWords = [];
  customer.turnDeadline = null;
  inbound.voice.restart();
  inbound.notUnderstood.restart();
  yieldTurn(session, before.map(({ text }) => text).join(' '));
  recordCustomer(session, before);
  // E4
  if (dueAnswer.asksToRepeat || !usesEngine(session))
    return respond(session, dueAnswer.endMs, null, NOT_UNDERSTOOD);
  respond(session, dueAnswer.endMs);
  const { turn } = session;
  if (turn.type !== 'replying') return;
  turn.timing.finalAt = null;
  engine.spoken = engine.spoken.map((spoken) =>
    overlaps(spoken, dueAnswer) ? { ...spoken, reply: turn } : spoken,
  );
};

/** Takes words that have arrived. True: they were answered before, and are booked. */
export const takeWords = (session: SessionState, heard: Heard): boolean => {
  const found = settleSpoken(session, heard);
  if (found?.reply == null) return false;
  found.reply.timing.finalAt ??= session.now;
  recordCustomer(session, [heard]);
  // The reply may have been heard before they arrived.
  session.turns.sort((a, b) => a.at - b.at);
  return true;
};

/** None of it was understood. */
export const noteMissingWords = (session: SessionState, times: Times): void => {
  const found = settleSpoken(session, timesOf(session, times));
  if (found?.reply != null) note(session, 'words_missing');
};

const settleSpoken = ({ engine }: SessionState, times: Times): Spoken | undefined => {
  const found = engine.spoken.find((spoken) => overlaps(spoken, times));
  engine.spoken = engine.spoken.filter((spoken) => spoken !== found);
  if (engine.dueAnswer !== null && overlaps(engine.dueAnswer, times)) engine.dueAnswer = null;
  return found;
};

/** Whether words are pending that decide what becomes of an interruption. */
export const awaitsWords = (session: SessionState): boolean =>
  engineHears(session) || session.engine.spoken.some(({ reply }) => reply === null);

/** The transcript is finalised: notes speech that was answered and whose words never arrived. */
export const noteAllMissingWords = (session: SessionState): void => {
  for (const { reply } of session.engine.spoken) if (reply !== null) note(session, 'words_missing');
  session.engine.spoken = [];
};

/** Another provider must make a reply to words that are not known yet: it waits for them for a moment. E4 */
export const postpone = (session: SessionState, reply: Reply): boolean => {
  const { engine, now } = session;
  const pending = engine.spoken.findLast((spoken) => spoken.reply === reply);
  if (pending === undefined) return false;
  abandon(session);
  engine.spoken = engine.spoken.map((spoken) =>
    spoken.reply === reply ? { ...spoken, reply: null } : spoken,
  );
  engine.dueAnswer = { ...pending, at: now + WORDS_MS, asksToRepeat: true };
  return true;
};

/** E5: whether the input must wait for the customer's words. */
export const waitsForWords = (session: SessionState, input: SessionInput): boolean => {
  const { turn, now } = session;
  if (turn.type !== 'replying' || turn.engine === null || turn.voice.kept === null) return false;
  const isOutput =
    input.type === 'model_text' ||
    input.type === 'model_audio' ||
    input.type === 'model_tool' ||
    input.type === 'model_done';
  if (!isOutput || input.generation !== turn.generation || !mayBeMachine(session, turn)) return false;
  turn.movedAt = now;
  turn.began = true;
  turn.timing.firstTokenAt ??= now;
  if (input.type === 'model_audio') turn.timing.firstAudioAt ??= now;
  turn.voice.keptSince ??= now;
  turn.voice.kept.push(input);
  return true;
};

const mayBeMachine = (session: SessionState, reply: Reply): boolean =>
  canDetectMachine(session) &&
  (answerDelayedUntil(session) !== null || session.engine.spoken.some((spoken) => spoken.reply === reply));

/** Inputs that need not wait any longer. E5 */
export const released = (session: SessionState): readonly SessionInput[] => {
  const { turn, now } = session;
  if (turn.type !== 'replying' || turn.voice.kept === null || turn.voice.keptSince === null) return [];
  const { kept, keptSince } = turn.voice;
  if (answerDelayedUntil(session) !== null) {
    turn.movedAt = now;
    return [];
  }
  if (mayBeMachine(session, turn) && now < keptSince + MOST_KEPT_MS) return [];
  turn.voice.kept = null;
  return kept;
};

/** The engine reconnects, and gets the conversation that was heard. */
export const onEngineLost = (session: SessionState): void => {
  const { engine, speech, tools, turn, out, now } = session;
  if (engine.listening === null) return;
  note(session, 'engine_lost');
  engine.speechSince = null;
  // The connection was at fault, not the engine.
  engine.avoidedUntil = 0;
  // Speech that was not answered audibly reaches the engine again. E3
  engine.spoken = engine.spoken.filter(({ reply }) => reply?.spoke === true);
  if (engine.dueAnswer !== null)
    engine.dueAnswer = { ...engine.dueAnswer, at: now + AGAIN_MS, asksToRepeat: true };
  const cut = turn.type === 'interrupted' ? turn.cut.map(({ act }) => act) : [];
  // The engine now knows its own words only from us.
  for (const act of [...speech.acts, ...cut]) {
    act.parts = act.parts.map((part) => ({ ...part, response: null }));
    for (const utterance of act.open) utterance.response = null;
  }
  tools.open = tools.open.filter(({ use }) => use === null);
  out.push({ type: 'engine_converse', messages: conversation(session) });
  for (const { id, text } of engine.reportedSpeech.values()) out.push({ type: 'engine_say', id, text });
};

/** E6 */
export const onEngineFailed = (session: SessionState, unheardMs: number): void => {
  const { engine, recognition, inbound, brief, out, now } = session;
  const { listening } = engine;
  if (listening === null) return;
  engine.listening = null;
  engine.speechSince = null;
  engine.reportedSpeech.clear();
  if (session.phase !== 'open') return;
  note(session, 'engine_failed');
  if (engine.dueAnswer !== null)
    engine.dueAnswer = { ...engine.dueAnswer, at: now + AGAIN_MS, asksToRepeat: true };
  // The clock of the next listener starts with the audio for which the engine reported no words.
  recognition.fedMs = unheardMs;
  recognition.zeros = [{ fedMs: 0, zero: now - unheardMs }];
  inbound.streamZero = null;
  if (listening < (brief.providers.engines ?? 0)) return openEngine(session, listening + 1);
  out.push({ type: 'open_recogniser', recogniser: 1 });
};
