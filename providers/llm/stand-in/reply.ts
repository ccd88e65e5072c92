/**
 * A scripted stand-in for a model: conducts the conversation of a plan (plan.ts), from the words that were said so far. It keeps no
 * state of its own, invents no facts, and says so when it has no answer. Pure.
 */
import { assertNever } from '../../../schemas/assert.js';
import { bestAnswer, meaningOf } from './heard.js';
import type { Plan, Step } from './plan.js';

export interface Said {
  readonly speaker: 'agent' | 'customer';
  readonly text: string;
}

export interface StandInReply {
  readonly text: string;
  /** Whether the conversation is over. */
  readonly isLast: boolean;
}

export interface Situation {
  /** The conversation in order; the customer's last words are what is answered. */
  readonly said: readonly Said[];
  /** Everything that the customer said since the agent last spoke. */
  readonly heard: string;
  /** The best passage of the agent's sources; null if there is none. */
  readonly passage: string | null;
}

const GOODBYE = 'Goodbye!';
const ANYTHING_ELSE = 'Is there anything else I can do for you?';
const HOW_CAN_I_HELP = 'How can I help you?';
const DOES_NOT_KNOW = 'I am sorry, I do not know that.';
const REFUSED = 'I understand. I am sorry to have disturbed you. Goodbye!';
/** How often {@link ANYTHING_ELSE} is asked. */
const MAX_OFFERS = 3;
/** Words that identify a step among the words said. */
const KEY_WORDS = 6;

const plain = (text: string): string => (text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? []).join(' ');

const keyOf = (text: string): string => plain(text).split(' ').slice(0, KEY_WORDS).join(' ');

/** The next steps, up to and including a question. */
const upToQuestion = (steps: readonly Step[]): readonly Step[] => {
  const question = steps.findIndex(({ isQuestion }) => isQuestion);
  return question < 0 ? steps : steps.slice(0, question + 1);
};

const joined = (...parts: readonly (string | null)[]): string =>
  parts.filter((part) => part !== null && part !== '').join(' ');

/** `value` fills in the references of a text, so that it equals what was said. */
export const standInReply = (
  plan: Plan,
  { said, heard, passage }: Situation,
  value: (text: string) => string,
): StandInReply => {
  const spoken = said.filter(({ speaker }) => speaker === 'agent').map(({ text }) => plain(text));
  const wasSaid = (text: string): boolean => spoken.some((words) => words.includes(keyOf(value(text))));
  const timesSaid = (text: string): number => spoken.filter((words) => words.includes(keyOf(text))).length;
  const last = said.findLast(({ speaker }) => speaker === 'agent')?.text ?? '';
  const pending = plan.steps.filter(({ text }) => !wasSaid(text));
  const open = plan.steps.find(
    ({ text, isQuestion }) => isQuestion && plain(last).endsWith(keyOf(value(text))),
  );
  const isOffered = pending.length === 0 && open === undefined && timesSaid(ANYTHING_ELSE) > 0;
  const meaning = meaningOf(heard);
  const say = (...parts: readonly (string | null)[]): StandInReply => ({
    text: value(joined(...parts)),
    isLast: false,
  });
  const end = (text: string): StandInReply => ({ text, isLast: true });
  const introduction = introductionFor(plan, spoken.join(' '), value);
  /** Goes on with the plan. */
  const proceed = (before: string | null, first = introduction): StandInReply => {
    if (pending.length > 0) return say(first, before, ...textsOf(upToQuestion(pending)));
    if (timesSaid(ANYTHING_ELSE) >= MAX_OFFERS) return end(joined('Thank you.', GOODBYE));
    return say(first, before, spoken.length === 0 ? HOW_CAN_I_HELP : ANYTHING_ELSE);
  };
  const candidates = [
    ...plan.facts,
    ...plan.steps
      .filter(({ isQuestion }) => !isQuestion)
      .map(({ text, answer }) => ({ about: text, text: answer })),
  ].map(({ about, text }) => ({ about: value(about), text }));
  // The customer has not answered the open question yet, so it follows once more.
  const inform = (text: string): StandInReply => (open === undefined ? proceed(text) : say(text, open.text));
  const found = bestAnswer(heard, candidates);
  switch (meaning) {
    case 'goodbye':
      return end(joined('Thank you.', GOODBYE));
    case 'refusal':
      return end(REFUSED);
    case 'repeat':
      return last === '' ? proceed(null) : { text: last, isLast: false };
    case 'there':
      return say('Yes, I can hear you.', open?.text ?? null);
    case 'identity': {
      const name = plan.introduction ?? DOES_NOT_KNOW;
      return open === undefined ? proceed(name, null) : say(name, open.text);
    }
    case 'purpose':
      if (plan.steps.length === 0) return proceed(plan.facts[0]?.text ?? null);
      return say(introduction, ...textsOf(upToQuestion(pending.length > 0 ? pending : plan.steps)));
    case 'question':
      return inform(found ?? passage ?? DOES_NOT_KNOW);
    case 'no':
      if (isOffered) return end(joined('Thank you for your time.', GOODBYE));
      return proceed(open === undefined ? null : 'All right.');
    case 'yes':
      if (isOffered && plain(last).endsWith(plain(ANYTHING_ELSE))) return say('What can I do for you?');
      return proceed(open === undefined ? null : 'Very good.');
    case 'other':
      if (open === undefined && pending.length === 0 && found !== null) return proceed(found);
      return proceed(open === undefined ? null : 'Thank you.');
    default:
      return assertNever(meaning);
  }
};

const textsOf = (steps: readonly Step[]): readonly string[] => steps.map(({ text }) => text);

/** The introduction, unless the agent has named itself. */
const introductionFor = (
  { introduction }: Plan,
  spoken: string,
  value: (text: string) => string,
): string | null => {
  if (introduction === null) return null;
  const [, name = ''] =
    /^(?:This is|I am(?: calling for)?) (?:an? |the )?([^\s.,]+)/.exec(value(introduction)) ?? [];
  return name !== '' && spoken.split(' ').includes(name.toLowerCase()) ? null : introduction;
};
