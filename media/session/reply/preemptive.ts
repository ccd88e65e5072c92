/**
 * Preemptive replies: a reply is requested already at the likely end of the customer's turn, with the words understood so
 * far. The model's output is kept, and spoken once the turn has ended (docs/explanation/media.md "Turns"). Off unless configured.
 *
 * Y1. Nothing of it is spoken, booked, noted or done before the turn has ended; a tool starts as if the model requested it
 *     then. Only its first sentence is synthesised ahead.
 * Y2. It is used if the model's prompt would be the same now, the customer's words compared without case and punctuation:
 *     anything else heard, cut, used or written down meanwhile makes it another question.
 * Y3. Otherwise it is discarded: its generation is cancelled, and later output of it is dropped (M1).
 * Y4. The same words lead to one early request, and a turn to at most {@link MOST_EARLY_A_TURN}; at most
 *     {@link MOST_CHARACTERS} are kept, for {@link MOST_MS} (M4).
 * Y5. An early request needs a quiet state: no cut is still being judged, nothing is being spoken, held, run, or ended,
 *     and no machine listens, or may be speaking.
 */

import { hasWords } from '../../../providers/speech/written-words.js';
import { BYTES_PER_MS } from '../../audio/frames.js';
import { likelyEndAt } from '../../policies/end-of-turn.js';
import { plainWords } from '../../speech/plain-words.js';
import type { EarlyReply, ModelInput, SentenceAhead, SpeechInput } from '../early.js';
import { usesEngine } from '../engine/request.js';
import type { SessionInput } from '../io.js';
import { avoid, firstOf } from '../preference.js';
import type { SessionState } from '../state.js';
import { toolCallOf } from '../tool-state.js';
import { agentIsSilent, answerDelayedUntil, isMachine, voiceOf } from '../turn/callee.js';
import { conversationOf } from '../turn/replying.js';
import { turnContextOf } from '../turn/turn-end.js';
import { cancelAhead, discard, newGeneration, promptKeyOf } from '../voice/early-reply.js';
import { nextUtteranceId, replyIdOf, sentencesOf, spokenTextOf } from '../voice/speaking.js';
import { customerTurn } from '../voice/transcript-ledger.js';
import { onModelDone, onModelText, onModelTool } from './model.js';
import { announceQuestion } from './question-ahead.js';
import { onSpeechAudio, onSpeechDone } from './synthesis.js';

/** Most replies that are requested early in one turn. */
export const MOST_EARLY_A_TURN = 4;
/** Characters of text and arguments: two minutes of speech. */
const MOST_CHARACTERS = 4_000;
/** A longer first sentence is not synthesised ahead, and at most a minute of its audio is kept, in bytes. */
const MOST_AHEAD_CHARACTERS = 300;
const MOST_AHEAD_BYTES = 60_000 * BYTES_PER_MS;
/** A turn that has not ended this long after its likely end goes on. */
const MOST_MS = 10_000;

/** Keeps output for a reply that is not spoken yet; returns whether it did. */
export const deferOutput = (session: SessionState, input: SessionInput): boolean => {
  const { early } = session.preemptive;
  if (early === null) return false;
  switch (input.type) {
    case 'model_text':
    case 'model_tool':
    case 'model_done':
      if (input.generation !== early.generation) return false;
      keep(session, early, input);
      return true;
    case 'model_failed':
      if (input.generation !== early.generation) return false;
      giveUp(session, early);
      return true;
    case 'speech_audio':
    case 'speech_done':
      if (input.utterance !== early.ahead?.utterance) return false;
      keepSpeech(session, early, early.ahead, input);
      return true;
    case 'speech_failed':
      if (input.utterance !== early.ahead?.utterance) return false;
      avoid(session.speech.synthesisers, early.ahead.synthesiser, synthesisersOf(session), session.now);
      early.ahead = null;
      return true;
    default:
      return false;
  }
};

const synthesisersOf = ({ brief }: SessionState): number => brief.providers.synthesisers;

/** Y4 */
const keep = (session: SessionState, early: EarlyReply, input: ModelInput): void => {
  const { now } = session;
  early.movedAt = now;
  if (input.type !== 'model_done') early.firstTokenAt ??= now;
  early.characters += lengthOf(input);
  early.output.push(input);
  if (early.characters > MOST_CHARACTERS) discard(session, early, 'failed');
  else synthesiseAhead(session, early, input);
};

/** Has the first sentence synthesised once it is whole. */
const synthesiseAhead = (session: SessionState, early: EarlyReply, input: ModelInput): void => {
  const { speech, now, out } = session;
  if (early.hasFirstSentence) return;
  const pieces = input.type === 'model_text' ? early.sentences.push(input.text) : [];
  const whole = pieces.find((piece) => hasWords(spokenTextOf(session, piece)));
  const text = whole ?? (input.type === 'model_done' ? early.sentences.rest() : '');
  if (text === '') return;
  early.hasFirstSentence = true;
  if (text.length > MOST_AHEAD_CHARACTERS) return;
  const utterance = nextUtteranceId(session);
  const synthesiser = firstOf(speech.synthesisers, now);
  early.ahead = { utterance, text, synthesiser, movedAt: now, firstAudioAt: null, output: [], bytes: 0 };
  const reply = replyIdOf(session, early.generation);
  out.push({ type: 'synthesise', utterance, synthesiser, text, reply });
};

const keepSpeech = (
  session: SessionState,
  early: EarlyReply,
  ahead: SentenceAhead,
  input: SpeechInput,
): void => {
  ahead.movedAt = session.now;
  ahead.output.push(input);
  if (input.type !== 'speech_audio') return;
  ahead.firstAudioAt ??= session.now;
  ahead.bytes += input.payload.length;
  if (ahead.bytes > MOST_AHEAD_BYTES) cancelAhead(session, early);
};

/** A piece without a character takes room, too. */
const lengthOf = (input: ModelInput): number => {
  if (input.type === 'model_done') return 0;
  return 1 + (input.type === 'model_text' ? input.text.length : JSON.stringify(input.arguments).length);
};

/** The model that did not deliver it is not the first choice when the turn has ended. */
const giveUp = (session: SessionState, early: EarlyReply): void => {
  const { speech, brief, now } = session;
  avoid(speech.models, early.model, brief.providers.models, now);
  discard(session, early, 'failed');
};

/** Runs when everything that an input leads to is done. */
export const updatePreemptive = (session: SessionState): void => {
  const { preemptive, brief } = session;
  if (!brief.settings.preemptive && brief.awaitsWords !== true) return;
  if (brief.settings.preemptive) speakUsed(session);
  const turnText = turnTextOf(session);
  announceQuestion(session, turnText, () => isLikelyOver(session, turnText));
  if (!brief.settings.preemptive) return;
  if (turnText === '') preemptive.requestedWords = [];
  const { early } = preemptive;
  if (early !== null) checkEarly(session, early, plainWords(turnText));
  if (preemptive.early === null && turnText !== '') checkLikelyEnd(session, turnText);
};

/** The turn has ended, and this is its reply. */
const speakUsed = (session: SessionState): void => {
  const { preemptive } = session;
  const { used } = preemptive;
  if (used === null) return;
  const { generation, ahead } = used;
  for (const input of used.output) {
    if (input.type === 'model_text') onModelText(session, generation, input.text);
    else if (input.type === 'model_done') onModelDone(session, generation, input.isDeliberate);
    else onModelTool(session, generation, toolCallOf(input));
  }
  preemptive.used = null;
  // A sentence that is still there was not the next one after all.
  if (used.ahead !== null) cancelAhead(session, used);
  else for (const input of ahead?.output ?? []) hearAhead(session, input);
};

const hearAhead = (session: SessionState, input: SpeechInput): void => {
  if (input.type === 'speech_audio') onSpeechAudio(session, input.utterance, input.payload, input.words);
  else onSpeechDone(session, input.utterance);
};

/** The words of the current turn, final or not; empty if there are none. */
const turnTextOf = ({ customer, recognition }: SessionState): string => {
  const { partial } = recognition;
  if (partial === null && customer.turnWords.length === 0) return '';
  return [...customer.turnWords, ...(partial === null ? [] : [partial])].map(({ text }) => text).join(' ');
};

/** Y2 Y3 Y4 */
const checkEarly = (session: SessionState, early: EarlyReply, words: string): void => {
  const { now, brief, recognition } = session;
  const { requestedAt, movedAt, firstTokenAt, output } = early;
  if (recognition.partial?.end === 'withdrawn') {
    // The same words may turn out to be the end a moment later.
    session.preemptive.requestedWords = session.preemptive.requestedWords.filter(
      (requested) => requested !== early.words,
    );
    return discard(session, early, 'changed');
  }
  if (words !== early.words) return discard(session, early, 'changed');
  if (!isQuiet(session) || now >= requestedAt + MOST_MS) return discard(session, early, 'overtaken');
  const { stallMs, chunkStallMs } = brief.settings;
  const isDone = output.at(-1)?.type === 'model_done';
  if (!isDone && now >= movedAt + (firstTokenAt === null ? stallMs : chunkStallMs)) giveUp(session, early);
};

/** Y4 */
const checkLikelyEnd = (session: SessionState, turnText: string): void => {
  const { preemptive } = session;
  const words = plainWords(turnText);
  if (
    words === '' ||
    preemptive.requestedWords.length >= MOST_EARLY_A_TURN ||
    preemptive.requestedWords.includes(words)
  )
    return;
  if (isLikelyOver(session, turnText)) requestEarly(session, words);
};

const isLikelyOver = (session: SessionState, turnText: string): boolean => {
  const endsAt = isQuiet(session) ? likelyEndOf(session, turnText) : null;
  return endsAt !== null && session.now >= endsAt;
};

/** Y5 */
const isQuiet = (session: SessionState): boolean => {
  const { phase, ending, line, turn, customer, speech, tools } = session;
  const isOpen = phase === 'open' && ending.type === 'none' && line === 'up' && turn.type === 'open';
  // A speech-to-speech engine has heard the customer itself, and gets its request just as early (engine-listening.ts).
  if (!isOpen || agentIsSilent(session) || isMachine(session) || customer.hold.active || usesEngine(session))
    return false;
  if (customer.keys !== null || answerDelayedUntil(session) !== null) return false;
  return speech.acts.length === 0 && tools.open.every(({ use }) => use !== null);
};

/** When the turn is likely to be over, by the recogniser's report or by the silence so far; null while it is not. */
const likelyEndOf = (session: SessionState, turnText: string): number | null => {
  const { customer, recognition, brief } = session;
  const { partial } = recognition;
  if (partial?.end === 'likely') return partial.reportedAt;
  if (partial?.end === 'withdrawn') return null;
  const last = partial ?? customer.last;
  if (last === null) return null;
  const isFinal = partial === null;
  const reportedAt = partial?.reportedAt ?? customer.reportedAt;
  return likelyEndAt(
    { text: turnText, endMs: last.endMs, reportedAt, isFinal, voice: voiceOf(session) },
    turnContextOf(session),
    brief.settings.endOfTurn,
  );
};

const requestEarly = (session: SessionState, words: string): void => {
  const { customer, recognition, preemptive, speech, out, now } = session;
  const { partial } = recognition;
  const heard = [...customer.turnWords, ...(partial === null ? [] : [partial])];
  const messages = conversationOf(session, [...session.turns, customerTurn(session, heard, 'early')]);
  const early: EarlyReply = {
    generation: newGeneration(session),
    model: firstOf(speech.models, now),
    words,
    promptKey: promptKeyOf(messages),
    requestedAt: now,
    movedAt: now,
    firstTokenAt: null,
    output: [],
    characters: 0,
    sentences: sentencesOf(session),
    hasFirstSentence: false,
    ahead: null,
  };
  preemptive.early = early;
  preemptive.requestedWords = [...preemptive.requestedWords, words];
  const { generation, model } = early;
  out.push({ type: 'respond', generation, model, messages, early: true });
  out.push({ type: 'preemptive', what: 'begun' });
};
