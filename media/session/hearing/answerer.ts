/**
 * Judges the answering party by its words, before and while it is answered.
 *
 * W1. Only whole phrases are judged: final words, and partial ones to which {@link WHOLE_MS} have added nothing.
 * W2. In the first {@link SUSPECT_MS}, words that are typical for machines, or {@link MONOLOGUE_MS} of speech without a
 *     pause, delay the answer until nothing was heard for {@link SUSPECT_QUIET_MS}: the next phrase, or the beep, decides.
 *     An announcement that is the last that is heard for {@link PRESUMED_QUIET_MS} counts.
 * W3. Where words are not enough, the agent's model is asked, at most {@link MOST_QUESTIONS} times, each for
 *     {@link QUESTION_MS}. It is not asked about words that are clear, and without its verdict W2 holds.
 * W4. A screener is answered. What it says afterwards is judged by itself.
 * W5. Words count in the first 45 s, until more than two replies were heard to their end (voicemail.ts V1).
 */

import {
  type Answerer,
  answererOf,
  knowsPhrases,
  type MachineReason,
} from '../../policies/answering-machine.js';
import type { CalleeVerdict } from '../../policies/callee-question.js';
import { firstOf } from '../preference.js';
import type { SessionState } from '../state.js';
import { customerSpeaks } from '../turn/callee.js';
import { menuSilenceMs } from '../turn/phone-menu.js';
import { note } from '../voice/transcript-ledger.js';
import { canDetectMachine, foundMachine } from './voicemail.js';

/** ms since the session's clock started */
const SUSPECT_MS = 20_000;
const WHOLE_MS = 700;
const MONOLOGUE_MS = 4_000;
const SUSPECT_QUIET_MS = 1_800;
const PRESUMED_QUIET_MS = 2_500;
const QUESTION_MS = 1_500;
const MOST_QUESTIONS = 3;
/** Characters of the words that are kept. */
const MOST_CHARACTERS = 500;
/** Openers of people are shorter, in characters: longer ones are judged by the model if a language has no phrases. */
const LONG_OPENER = 40;

type Undecided = Extract<SessionState['voicemail'], { readonly type: 'undecided' }>;

/** Null: it is decided, or must not be judged any more. */
const undecided = (session: SessionState): Undecided | null =>
  session.voicemail.type === 'undecided' && canDetectMachine(session) ? session.voicemail : null;

/** A partial result. `lengthMs`: of the speech since the last final words. */
export const onPartialWords = (session: SessionState, text: string, lengthMs: number): void => {
  const voicemail = undecided(session);
  if (voicemail === null || voicemail.partial === text) return;
  voicemail.partial = text;
  voicemail.newWordsSince = session.now;
  if (voicemail.suspicion !== null) suspect(session, voicemail, voicemail.suspicion.presumed);
  else if (isMonologue(session, text, lengthMs)) suspect(session, voicemail, null);
};

/** Final words, or partial ones that count as final. W1 */
export const onFinalWords = (session: SessionState, text: string, lengthMs: number): void => {
  const voicemail = undecided(session);
  if (voicemail === null) return;
  // The same words were judged as partial ones.
  const isJudged = voicemail.partial === text && voicemail.newWordsSince === null;
  voicemail.words = `${voicemail.words} ${text}`.slice(-MOST_CHARACTERS);
  voicemail.partial = '';
  if (!isJudged) judge(session, voicemail, text, isMonologue(session, text, lengthMs));
};

/** On every tick. */
export const checkAnswerer = (session: SessionState): void => {
  const { voicemail, now, out } = session;
  if (voicemail.type !== 'undecided') return;
  const { question, newWordsSince } = voicemail;
  if (question !== null && now >= question.deadlineAt) {
    voicemail.question = null;
    out.push({ type: 'cancel_question', question: question.id });
  }
  if (!canDetectMachine(session)) {
    voicemail.suspicion = null;
    return;
  }
  if (newWordsSince !== null && now >= newWordsSince + WHOLE_MS)
    judge(session, voicemail, voicemail.partial, false);
  checkSuspicion(session);
};

/** W2 */
const checkSuspicion = (session: SessionState): void => {
  const { voicemail, now } = session;
  if (voicemail.type !== 'undecided' || voicemail.suspicion === null) return;
  const { presumed, until } = voicemail.suspicion;
  if (now < until || customerSpeaks(session)) return;
  voicemail.suspicion = null;
  if (presumed !== null) onReason(session, voicemail, presumed);
};

/** The model's verdict on the callee; null: it has none. W3 */
export const onAnswererJudged = (
  session: SessionState,
  question: number,
  verdict: CalleeVerdict | null,
): void => {
  const voicemail = undecided(session);
  if (voicemail === null || voicemail.question?.id !== question) return;
  voicemail.question = null;
  if (verdict === 'person') onPerson(session, voicemail);
  else if (verdict === 'screener') onScreener(session, voicemail);
  else if (verdict === 'unavailable') suspect(session, voicemail, verdict);
  else if (verdict !== null) onReason(session, voicemail, verdict);
};

/** `phrase`: the latest words. */
const judge = (session: SessionState, voicemail: Undecided, phrase: string, isLong: boolean): void => {
  const { brief, now } = session;
  voicemail.newWordsSince = null;
  const text = `${voicemail.words} ${voicemail.partial}`.trim();
  // A menu may offer to leave a message, and an agent with a goal chooses something else.
  if (menuSilenceMs(session, text) > 0) return onPerson(session, voicemail);
  const answerer = answererOf(text, brief.language);
  switch (answerer.type) {
    case 'machine':
      return onReason(session, voicemail, answerer.reason);
    case 'screener':
      return onScreener(session, voicemail);
    case 'person':
      return onPerson(session, voicemail);
    case 'presumed':
    case 'suspect':
    case 'unknown': {
      if (now >= SUSPECT_MS || !isSuspicious(session, voicemail, answerer, phrase, isLong)) return;
      suspect(session, voicemail, answerer.type === 'presumed' ? answerer.reason : null);
      ask(session, voicemail, text);
    }
  }
};

/** Words that were suspicious before and have been answered do not make the next phrase suspicious. */
const isSuspicious = (
  { brief }: SessionState,
  { words, screened, suspicion }: Undecided,
  answerer: Answerer,
  phrase: string,
  isLong: boolean,
): boolean => {
  // That the callee is out of reach is the screener's own message, and not its last one.
  if (screened) return answerer.type === 'presumed' && answerer.reason !== 'unavailable';
  if (suspicion !== null || isLong) return true;
  if (answerer.type === 'unknown') return !knowsPhrases(brief.language) && words.length >= LONG_OPENER;
  return answererOf(phrase, brief.language).type !== 'unknown';
};

/** A question is one to the caller, however long it is. */
const isMonologue = ({ now }: SessionState, text: string, lengthMs: number): boolean =>
  now < SUSPECT_MS && lengthMs >= MONOLOGUE_MS && !/[?？؟]\s*$/u.test(text);

const suspect = ({ now }: SessionState, voicemail: Undecided, presumed: MachineReason | null): void => {
  if (now >= SUSPECT_MS) return;
  const quietMs = presumed === null ? SUSPECT_QUIET_MS : PRESUMED_QUIET_MS;
  voicemail.suspicion = { presumed, until: now + quietMs };
  voicemail.suspected = true;
};

/** W3. A question about fewer words is withdrawn. */
const ask = (session: SessionState, voicemail: Undecided, text: string): void => {
  const { out, speech, now } = session;
  if (voicemail.questions >= MOST_QUESTIONS) return;
  withdrawQuestion(session, voicemail);
  voicemail.questions += 1;
  voicemail.question = { id: voicemail.questions, deadlineAt: now + QUESTION_MS };
  out.push({
    type: 'ask_answerer',
    question: voicemail.questions,
    model: firstOf(speech.models, now),
    words: text,
  });
};

const withdrawQuestion = ({ out }: SessionState, voicemail: Undecided): void => {
  if (voicemail.question !== null) out.push({ type: 'cancel_question', question: voicemail.question.id });
  voicemail.question = null;
};

const onPerson = (session: SessionState, voicemail: Undecided): void => {
  voicemail.suspicion = null;
  withdrawQuestion(session, voicemail);
};

/** W4 */
const onScreener = (session: SessionState, voicemail: Undecided): void => {
  voicemail.words = '';
  voicemail.partial = '';
  onPerson(session, voicemail);
  if (voicemail.screened) return;
  voicemail.screened = true;
  note(session, 'call_screened');
};

/** An agent that can press keys talks to menus. */
const onReason = (session: SessionState, voicemail: Undecided, reason: MachineReason): void => {
  if (reason !== 'ivr_menu' || !session.tools.canPressKeys) return foundMachine(session, reason);
  voicemail.suspicion = null;
  if (voicemail.menu) return;
  voicemail.menu = true;
  note(session, 'ivr_menu');
};
