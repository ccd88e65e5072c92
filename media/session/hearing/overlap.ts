/**
 * The customer while the agent speaks: their sounds lower the agent's voice, their words stop it, and signs of listening do
 * neither for long.
 *
 * A1. Sound of `bargeInMs` lowers the voice at once. `confirmMs` of it, not counting what was recognised as a backchannel,
 *     stops the agent, and so does any word that is no backchannel.
 * A2. For agents without `duck`, sound of `bargeInMs` stops the voice.
 * A3. After {@link MOST_WORDLESS} interruptions without a word, sound alone stops nothing any more: the line has an echo, or
 *     a noise like a voice.
 * A4. The voice rises again once the customer has been silent for {@link QUIET_MS}.
 * A5. Words of which no sound was louder than the expected echo, and that the agent has just said, are its echo.
 * A6. Listening words are a backchannel only while the agent speaks and goes on. Over the last words of its question, or of
 *     all that it says, they are an answer.
 */
import { asks, isBackchannel } from '../../policies/backchannel.js';
import type { Heard } from '../../policies/greeting-hold.js';
import { plainWords } from '../../speech/plain-words.js';
import { sentMs, totalMs, type Utterance } from '../../speech/utterance.js';
import type { SessionState } from '../state.js';
import { customerSpeaks, isMachine } from '../turn/callee.js';
import { interrupt } from '../voice/interruption.js';

const MOST_WORDLESS = 2;
const QUIET_MS = 400;
/** Words that begin this long before the end of a question answer it, ms: people need not hear its last word. */
const QUESTION_MS = 800;
/** The same before the end of all that the agent says. */
const TALK_MS = 500;
/** Words that begin this long after a question still answer it although the agent went on, ms. */
const ANSWERS_MS = 700;
/** The agent pauses between sentences, ms. */
const PAUSE_MS = 400;
/** Share of the words of an echo that are recognised as they were said. */
const SAME_WORDS = 0.6;

/** A sound alone does not cut a filler: the reply that is being made would be lost with it. */
export const canInterrupt = (session: SessionState): boolean => {
  const { customer, turn, ending, speech, now } = session;
  return (
    !isMachine(session) &&
    !customer.hold.active &&
    turn.type !== 'interrupted' &&
    ending.type === 'none' &&
    speech.playout.speaking(now) &&
    sounding(session)?.kind !== 'filler'
  );
};

const sounding = ({ speech, now }: SessionState): Utterance | undefined =>
  speech.playout.open().find(({ endsAt }) => endsAt !== null && endsAt > now);

/** The customer makes a sound of at least `bargeInMs`, which may interrupt. A1, A2, A3 */
export const onSoundOver = (session: SessionState): void => {
  const { brief, customer, inbound, speech, line, out, now } = session;
  const { duck, confirmMs } = brief.settings;
  if (inbound.speaker.isOther(inbound.loudest)) return;
  const speechMs = inbound.voice.speechMs();
  const unexplainedMs = speechMs - (customer.listenedMs > speechMs ? 0 : customer.listenedMs);
  const suffices = customer.wordlessCuts < MOST_WORDLESS && (!duck || unexplainedMs > confirmMs);
  if (suffices) return interrupt(session);
  const utterance = sounding(session);
  // Keys that are sent again in part are other keys.
  if (!duck || line !== 'up' || utterance === undefined || utterance.kind === 'keys') return;
  speech.playout.lower(now, out);
};

/** The customer has said listening words, as far as they are recognised. */
export const onListeningWords = ({ customer, inbound }: SessionState): void => {
  customer.listenedMs = inbound.voice.speechMs();
};

/** On every tick. A4 */
export const checkLowered = (session: SessionState): void => {
  const { customer, inbound, speech, now } = session;
  const { voice } = inbound;
  if (voice.loud() && customerSpeaks(session)) inbound.loudAt = now;
  if (!voice.speaking()) {
    customer.listenedMs = 0;
    inbound.loudest = 0;
  }
  const { playout } = speech;
  const isQuiet = now >= inbound.loudAt + QUIET_MS;
  if (playout.isLowered() && (isQuiet || !playout.speaking(now))) playout.raise();
};

/** Whether a recogniser has heard the agent. A5 */
export const isEchoOfAgent = (
  { engine, inbound, speech, turns }: SessionState,
  { text, startMs }: Pick<Heard, 'text' | 'startMs'>,
): boolean => {
  if (engine.listening !== null || inbound.echo.path() === null || inbound.loudAt >= startMs) return false;
  const last = turns.findLast(({ speaker }) => speaker === 'assistant');
  const texts = speech.acts.flatMap(({ open, parts }) => [...parts, ...open].map((part) => part.text));
  const said = new Set(plainWords([last?.text ?? '', ...texts].join(' ')).split(' '));
  const words = plainWords(text).split(' ');
  return words.filter((word) => said.has(word)).length >= words.length * SAME_WORDS;
};

/** Whether words only show that the customer listens. A6 */
export const isListening = (
  session: SessionState,
  { text, startMs, endMs }: Pick<Heard, 'text' | 'startMs' | 'endMs'>,
): boolean => {
  const { brief, speech, turn, now } = session;
  if (!isBackchannel(text, brief.language, brief.settings.backchannels)) return false;
  if (answersQuestion(session, startMs)) return false;
  // The sound of these words has stopped the voice.
  if (turn.type === 'interrupted') return true;
  const { playout } = speech;
  const isOver = [startMs - PAUSE_MS, startMs, endMs].some((atMs) => playout.voicedAt(atMs));
  const goesOn = playout.voicedAt(startMs + TALK_MS) || playout.speaking(now) || turn.type === 'replying';
  return isOver && goesOn;
};

const answersQuestion = (session: SessionState, startMs: number): boolean => {
  const latest = Math.max(...questionEnds(session).filter((endsAt) => endsAt - QUESTION_MS <= startMs));
  return Number.isFinite(latest) && startMs <= latest + ANSWERS_MS;
};

/** When the agent's latest questions end, or would have ended, by our own estimate. */
const questionEnds = ({ speech, turn, turns, brief }: SessionState): readonly number[] => {
  const acts = [...speech.acts, ...(turn.type === 'interrupted' ? turn.cut.map(({ act }) => act) : [])];
  const isAsked = ({ text }: { readonly text: string }): boolean => asks(text, brief.language);
  const last = turns.findLast(({ speaker }) => speaker === 'assistant');
  return [
    ...acts.flatMap(({ open }) => open.filter(isAsked).map(endOf)),
    ...acts.flatMap(({ parts }) => parts.filter(isAsked).map(({ endsAt }) => endsAt)),
    ...(last !== undefined && isAsked(last) ? [last.audioEndOffsetMs ?? 0] : []),
  ];
};

/** When all of an utterance has played; never if none of it was sent. */
const endOf = (utterance: Utterance): number => {
  const length = utterance.complete ? totalMs(utterance) : Math.max(totalMs(utterance), utterance.expectedMs);
  return (utterance.endsAt ?? Number.POSITIVE_INFINITY) + Math.max(0, length - sentMs(utterance));
};
