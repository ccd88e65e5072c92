/** What the agent sets out to say: acts of utterances, which are synthesised and queued for the line. */
import { newSpeechAct, type SpeechAct } from '../../speech/act.js';
import { createSentences, type Sentences } from '../../speech/sentences.js';
import { type SpokenForm, spokenForms, spokenText } from '../../speech/spoken/spoken-forms.js';
import { newUtterance, sentMs, totalMs, type Utterance, type UtteranceKind } from '../../speech/utterance.js';
import { reportBegun } from '../engine/reports.js';
import { firstOf } from '../preference.js';
import type { SessionState } from '../state.js';
import { takeAhead } from './early-reply.js';

/** A greeting that plays for this long without a receipt counts as begun all the same, ms. */
const GREETING_BEGAN_MS = 1_000;

/** The first piece of a reply may end at a clause after this many letters: the customer waits for it. */
export const CLAUSE_LETTERS = 40;

/** Cuts a reply into the pieces that are spoken one by one. */
export const sentencesOf = ({ brief }: SessionState): Sentences =>
  createSentences({ language: brief.language, clauseLetters: CLAUSE_LETTERS });

/** What a voice says for each word of a text. */
export const formsOf = ({ brief }: SessionState, text: string): readonly SpokenForm[] =>
  spokenForms(text, brief.language, brief.pronunciations);

/** What a voice says for a text. */
export const spokenTextOf = (session: SessionState, text: string): string =>
  spokenText(formsOf(session, text));

/** Says one thing that is complete in itself: a greeting, a nudge, an apology, a farewell. */
export const speak = (session: SessionState, kind: UtteranceKind, text: string): Utterance => {
  const act = newSpeechAct(kind, session.speech.generation);
  act.complete = true;
  session.speech.acts.push(act);
  reportBegun(session, act, text);
  return say(session, act, text);
};

/** When everything sent so far has played, or will have, by our own estimate. */
export const lastSoundAt = ({ speech }: SessionState): number => {
  for (const { endsAt } of speech.playout.open())
    if (endsAt !== null) speech.lastSoundAt = Math.max(speech.lastSoundAt, endsAt);
  return speech.lastSoundAt;
};

/** How long a text takes at the agent's pace, ms. */
export const usualMs = ({ speech: { pace } }: SessionState, text: string): number =>
  (text.length * pace.ms) / pace.characters;

/** Says a sentence of an act. `forms`: of its words. */
export const say = (
  session: SessionState,
  act: SpeechAct,
  text: string,
  forms = formsOf(session, text),
): Utterance => {
  const { playout, synthesis } = session.speech;
  const ahead = takeAhead(session, text);
  const id = ahead?.utterance ?? nextUtteranceId(session);
  const utterance = newUtterance(id, act.generation, act.kind, text, usualMs(session, text), forms);
  act.open.push(utterance);
  playout.enqueue(utterance);
  if (ahead === null) synthesise(session, utterance, act);
  else {
    const { synthesiser, movedAt, firstAudioAt } = ahead;
    synthesis.set(id, { utterance, act, synthesiser, attempt: 1, requestedAt: session.now, movedAt });
    if (act.timing !== null) act.timing.firstAudioAt ??= firstAudioAt;
  }
  return utterance;
};

/** `expectedMs`: how long the text is expected to take. */
export const nextUtterance = (
  session: SessionState,
  act: SpeechAct,
  text: string,
  expectedMs: number,
): Utterance =>
  newUtterance(nextUtteranceId(session), act.generation, act.kind, text, expectedMs, formsOf(session, text));

/** What a synthesiser gets to know that sentences follow one another. */
export const replyIdOf = ({ brief }: SessionState, generation: number): string =>
  `${brief.attachmentId}g${generation}`;

/** The id of the next utterance. */
export const nextUtteranceId = ({ speech, brief }: SessionState): string => {
  speech.utterances += 1;
  return `${brief.attachmentId.slice(0, 8)}u${speech.utterances}`;
};

/** Its length if all of it is there, otherwise what is expected, ms. */
const lengthMs = (utterance: Utterance): number =>
  utterance.complete ? totalMs(utterance) : Math.max(utterance.expectedMs, totalMs(utterance));

/** How long the rest of the speech before it sounds, ms. */
export const beforeMs = ({ speech: { playout }, now }: SessionState, utterance: Utterance): number => {
  const queue = playout.open();
  const place = queue.indexOf(utterance);
  const unsent = queue
    .slice(0, Math.max(0, place))
    .reduce((ms, before) => ms + Math.max(0, lengthMs(before) - sentMs(before)), 0);
  return place < 0 ? 0 : Math.round(Math.max(0, playout.endsAt() - now) + unsent);
};

/** Has an utterance synthesised, for the first time. */
export const synthesise = (session: SessionState, utterance: Utterance, act: SpeechAct): void => {
  const { speech, out, now } = session;
  const synthesiser = firstOf(speech.synthesisers, now);
  speech.synthesis.set(utterance.id, {
    utterance,
    act,
    synthesiser,
    attempt: 1,
    requestedAt: now,
    movedAt: now,
  });
  const inMs = beforeMs(session, utterance);
  const waits = inMs > 0 ? { inMs } : {};
  const part = act.kind === 'reply' ? { reply: replyIdOf(session, act.generation) } : {};
  out.push({
    type: 'synthesise',
    utterance: utterance.id,
    synthesiser,
    text: utterance.text,
    ...part,
    ...waits,
  });
};

/** Whether a greeting that must not be interrupted is being spoken, or will be resumed. */
export const greetingIsHeld = ({ speech, turn, brief }: SessionState): boolean => {
  if (brief.settings.allowGreetingInterrupt) return false;
  const cut = turn.type === 'interrupted' ? turn.cut.map(({ act }) => act) : [];
  return [...speech.acts, ...cut].some(({ kind }) => kind === 'greeting');
};

/** A session that continues this call elsewhere must not greet again once the customer has heard us. */
export const checkGreeting = ({ speech, out, now }: SessionState): void => {
  if (speech.greetingBegan) return;
  const began = speech.acts
    .filter(({ kind }) => kind === 'greeting')
    .flatMap(({ open }) => open)
    .some(
      ({ ackedMs, startsAt }) => ackedMs > 0 || (startsAt !== null && now >= startsAt + GREETING_BEGAN_MS),
    );
  if (!began) return;
  speech.greetingBegan = true;
  out.push({ type: 'command', command: { type: 'begin_greeting' } });
};
