/**
 * Reads ordinary instructions as a plan: what the agent says and asks, in order, and the facts that it may repeat. It recognises
 * the common forms of English instructions (`Remind the customer of …`, `Ask whether …`, `If they ask about …, say that …`) and
 * skips every other sentence. Pure, and linear in the length of the text.
 */
import { addressed, CUSTOMER, sentence, whether } from './wording.js';

/** Something that the agent says of its own accord. */
export interface Step {
  readonly text: string;
  /** Whether it waits for an answer. */
  readonly isQuestion: boolean;
  /** The same as the answer to a question about it. */
  readonly answer: string;
}

/** Something that the agent says if the customer's question is about it. */
interface Fact {
  /** The words of the condition, for facts that have one; otherwise the fact itself. */
  readonly about: string;
  readonly text: string;
}

export interface Plan {
  /** Introduces the agent, like `This is Ann from Acme Dental.`; null if the instructions do not name it. */
  readonly introduction: string | null;
  readonly steps: readonly Step[];
  readonly facts: readonly Fact[];
}

/** Instructions beyond this are not read, characters. */
const MAX_READ = 20_000;
const MAX_STEPS = 20;

const LEAD =
  /^(?:(?:please|then|first|second|next|finally|afterwards|also|and|now|always|you (?:should|must|will|need to|have to)|your (?:task|job|goal|purpose) is to)\b\s*,?\s*)+/i;
const VERBS =
  'remind|ask|tell|inform|notify|say|let|offer|confirm|invite|thank|apologi[sz]e|wish|explain|mention|greet|introduce|end|hang|close|answer|repeat|find out|check';
/** Between two orders of one sentence. */
const BETWEEN = new RegExp(
  String.raw`(?:,|;)?\s+(?:and then|and|then)\s+(?=(?:${VERBS})\b)|[,;]\s+(?=(?:${VERBS})\b)`,
  'i',
);
const TO = String.raw`(?:\s+(?:to\s+)?${CUSTOMER})?`;

/** `answer`: the same as an answer; absent: what is said. */
type Form = readonly [pattern: RegExp, said: (words: string) => string, answer?: (words: string) => string];

const order = (pattern: string): RegExp => new RegExp(`^${pattern}$`, 'is');

const asAnswer = (words: string): string => sentence(addressed(words));

/** What the agent says for an order; the group of each pattern is the words that matter. */
const STATEMENTS: readonly Form[] = [
  [
    order(String.raw`(?:say|ask|tell|explain|mention)${TO}\s*[:,]?\s*["“]([^"“”]+)["”]`),
    (words) => words.trim(),
  ],
  [
    order(String.raw`remind\s+${CUSTOMER}\s+(?:of|about)\s+(.+)`),
    (words) => sentence(`I would like to remind you of ${addressed(words)}`),
    asAnswer,
  ],
  [
    order(String.raw`remind\s+${CUSTOMER}\s+(?:that|to)\s+(.+)`),
    (words) => sentence(`please remember: ${addressed(words)}`),
    asAnswer,
  ],
  [
    order(String.raw`(?:tell|inform|notify|say|explain|mention|let)${TO}\s+(?:know\s+)?that\s+(.+)`),
    (words) => sentence(addressed(words)),
  ],
  [
    order(String.raw`(?:tell|inform|notify|let)${TO}\s+(?:know\s+)?(?:about|of)\s+(.+)`),
    (words) => sentence(`I am calling about ${addressed(words)}`),
    asAnswer,
  ],
  [order(String.raw`offer${TO}\s+to\s+(.+)`), (words) => sentence(`I can ${addressed(words)}`)],
  [
    order(String.raw`offer(?:\s+${CUSTOMER})?\s+(.+)`),
    (words) => sentence(`I can offer you ${addressed(words)}`),
  ],
  [
    order(String.raw`confirm${TO}\s+(.+)`),
    (words) => sentence(`I would like to confirm ${addressed(words)}`),
    asAnswer,
  ],
  [
    order(String.raw`invite\s+${CUSTOMER}\s+(?:to|for)\s+(.+)`),
    (words) => sentence(`I would like to invite you to ${addressed(words)}`),
  ],
  [
    order(String.raw`thank\s+${CUSTOMER}\s+for\s+(.+)`),
    (words) => sentence(`thank you for ${addressed(words)}`),
  ],
  [
    order(String.raw`apologi[sz]e${TO}\s+(?:for|that)\s+(.+)`),
    (words) => sentence(`I apologise for ${addressed(words)}`),
  ],
  [order(String.raw`wish\s+${CUSTOMER}\s+(.+)`), (words) => sentence(`I wish you ${addressed(words)}`)],
];

const ASK = `(?:ask|check|find out)${TO}`;
const QUESTIONS: readonly Form[] = [
  [order(String.raw`${ASK}\s+(?:with\s+${CUSTOMER}\s+)?(?:whether|if)\s+(.+)`), whether],
  [
    order(String.raw`${ASK}\s+((?:what|when|where|who|which|how|why)\b.+)`),
    (words) => sentence(`could you tell me ${addressed(words)}`, '?'),
  ],
  [
    order(String.raw`${ASK}\s+(?:for|about)\s+(.+)`),
    (words) => sentence(`could you tell me ${addressed(words)}`, '?'),
  ],
  [order(String.raw`${ASK}\s+to\s+(.+)`), (words) => sentence(`could you please ${addressed(words)}`, '?')],
];

const stepIn = (forms: readonly Form[], clause: string): Step | null => {
  for (const [pattern, said, answer = said] of forms) {
    const words = pattern.exec(clause)?.[1];
    if (words === undefined) continue;
    const text = said(words);
    return { text, isQuestion: text.endsWith('?'), answer: answer(words) };
  }
  return null;
};

/** What the agent says for one order; null if it is none that is known. */
const stepOf = (clause: string): Step | null => stepIn(QUESTIONS, clause) ?? stepIn(STATEMENTS, clause);

const IDENTITY = /^you are (?:called )?(.+)$/is;
const NAMED = /^(?:a |an |the )/i;
const WORKS_FOR = /^you (?:work|speak|call|answer(?: the phone)?) (?:for|at) (.+)$/is;
const DOES =
  /^you ((?:take|book|sell|arrange|schedule|handle|answer|help|assist|support|collect|offer|manage)\b.+)$/is;
const CONDITION = new RegExp(
  String.raw`^(?:if|when|whenever) (?:${CUSTOMER} )?(?:asks?|wants?|says?|mentions?|needs?)\b(?: (?:you|about|for|to know))*\s+(.+?),\s*(?:then\s+)?(.+)$`,
  'is',
);
/** Directions for the agent's manner, which are never said. */
const MANNER =
  /^(?:if|when|whenever|otherwise|be|do not|don['’]t|never|keep|speak|use|avoid|stay|write|respond|reply|remember|only|make sure|try|wait|act|pretend|at the end|after)\b/i;
const STATES =
  /\b(?:is|are|was|were|has|have|costs?|takes?|opens?|closes?|begins?|starts?|ends?|lasts?|includes?|can|will|needs?)\b/i;

const introductionOf = (text: string): string | null => {
  const identity = IDENTITY.exec(text)?.[1];
  if (identity !== undefined) {
    const name = addressed(identity);
    return NAMED.test(name) ? sentence(`I am ${name}`) : sentence(`this is ${name}`);
  }
  const employer = WORKS_FOR.exec(text)?.[1];
  return employer === undefined ? null : sentence(`I am calling for ${addressed(employer)}`);
};

const conditionalOf = (text: string): Fact | null => {
  const [, about = '', then = ''] = CONDITION.exec(text) ?? [];
  const step = then === '' ? null : stepOf(then.replace(LEAD, ''));
  return step === null ? null : { about: addressed(about), text: step.text };
};

/** The end of a sentence; not that of an abbreviation, an initial or a number. */
const SENTENCE_END = /(?<=[^\s.][^\s.][.!?]["”]?)\s+(?=[\p{Lu}"“«])|\n+/u;

/** Null if the text is no plan: it neither names the agent nor has an order that is known. */
export const planOf = (instructions: string): Plan | null => {
  let introduction: string | null = null;
  const steps: Step[] = [];
  const facts: Fact[] = [];
  for (const part of instructions.slice(0, MAX_READ).split(SENTENCE_END)) {
    const text = part.replace(/^[\s\-*•\d.)]+(?=\p{L}|«)/u, '').trim();
    if (text === '') continue;
    const named = introductionOf(text.replace(/[\s.!]+$/, ''));
    if (named !== null) {
      introduction ??= named;
      continue;
    }
    const conditional = conditionalOf(text.replace(/[\s.!]+$/, ''));
    if (conditional !== null) {
      facts.push(conditional);
      continue;
    }
    const does = DOES.exec(text)?.[1];
    if (does !== undefined) {
      facts.push({ about: `about help ${does}`, text: sentence(`I ${addressed(does)}`) });
      continue;
    }
    const clauses = text.replace(LEAD, '').split(BETWEEN);
    const found = clauses.flatMap((clause) => stepOf(clause.replace(LEAD, '').replace(/[\s.!]+$/, '')) ?? []);
    if (found.length > 0) steps.push(...found);
    else if (
      !MANNER.test(text) &&
      !/^(?:you|your)\b.*\b(?:should|must|task|job)\b/i.test(text) &&
      STATES.test(text)
    )
      facts.push({ about: addressed(text), text: sentence(addressed(text)) });
  }
  if (introduction === null && steps.length === 0) return null;
  return { introduction, steps: steps.slice(0, MAX_STEPS), facts };
};
