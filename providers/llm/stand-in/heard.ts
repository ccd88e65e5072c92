/** What a customer's words mean, as far as a stand-in needs to know it. Pure; English only. */

const GOODBYE =
  /\b(?:good ?bye|bye|see you|talk to you later|have a (?:nice|good) (?:day|evening|weekend))\b/;
const REFUSES =
  /\b(?:not interested|stop calling|do not call|don't call|leave me alone|wrong number|call me back|call back later|no time)\b/;
const REPEAT =
  /\b(?:repeat|say (?:that|it) again|pardon|did not (?:hear|understand|catch)|didn't (?:hear|understand|catch)|do not understand|don't understand)\b/;
const THERE = /\b(?:are you (?:still )?there|can you hear me)\b/;
const NO =
  /^(?:(?:oh|well|hello|hi|sorry|okay|ok) )*(?:no|nope|not really|unfortunately|i cannot|i can't|nothing else|that is all|that's all)\b|\b(?:does not|doesn't) (?:suit|work|fit)\b|\bthat is all\b/;
const YES =
  /^(?:(?:oh|well|hello|hi|okay|ok) )*(?:yes|yeah|yep|sure|okay|ok|of course|certainly|fine|right|correct|that is (?:fine|right|correct)|mm hm|uh huh)\b/;
const QUESTION =
  /\?\s*$|^(?:(?:oh|well|hello|hi|okay|ok|and|so|yes|no|please|sorry|excuse me|good (?:morning|afternoon|evening)) )*(?:what|what's|when|where|who|who's|which|how|why|can|could|do|does|is|are|will|would|may)\b/;
/** What the agent wants, rather than a fact. */
const PURPOSE =
  /\b(?:what is (?:it|this) about|what's (?:it|this) about|why (?:are|do) you call|what (?:can|may) i do for you|how (?:can|may) i help|what do you want|what is the matter|tell me more)\b/;
const IDENTITY = /\bwho (?:is|are|am i)\b|\bwho's\b|\bwhat is your name\b|\bwhere are you calling from\b/;

export type Meaning =
  | 'goodbye'
  | 'refusal'
  | 'repeat'
  | 'there'
  | 'identity'
  | 'purpose'
  | 'question'
  | 'yes'
  | 'no'
  | 'other';

const MEANINGS: readonly (readonly [Meaning, RegExp])[] = [
  ['goodbye', GOODBYE],
  ['refusal', REFUSES],
  ['repeat', REPEAT],
  ['there', THERE],
  ['identity', IDENTITY],
  ['purpose', PURPOSE],
  ['question', QUESTION],
  ['no', NO],
  ['yes', YES],
];

/** The first meaning that applies. */
export const meaningOf = (words: string): Meaning => {
  const text = words
    .toLowerCase()
    .replaceAll(/[.,;:!]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return MEANINGS.find(([, pattern]) => pattern.test(text))?.[0] ?? 'other';
};

/** Kinds of questions, each with what an answer to it contains. */
const KINDS: readonly (readonly [asked: RegExp, answered: RegExp])[] = [
  [
    /\b(?:when|what (?:time|day|date)|which (?:day|date)|opening hours|open|day and time)\b/,
    /\b(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|today|tomorrow|tonight|noon|midnight|o['’]?clock|january|february|march|april|may|june|july|august|september|october|november|december|morning|afternoon|evening|\d{1,2}(?::\d\d)? ?(?:am|pm)|(?:at|from|until|till) (?:\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?= *(?:[.,;!?]|$|to\b|until\b|in\b|and\b|on\b)))(?![\p{L}\d])/iu,
  ],
  [
    /\b(?:where|address|location)\b/,
    /\b(?:street|road|avenue|square|lane|address|located|floor|building|centre|center|office is|is in|is next to)\b/i,
  ],
  [
    /\b(?:how much|costs?|price|pay|fee|charge)\b/,
    /(?:\b(?:costs?|price|dollars?|euros?|pounds?|free|fee|charge|pay)\b|[$€£])/i,
  ],
  [/\bhow long\b/, /\b(?:minutes?|hours?|days?|weeks?|takes|lasts)\b/i],
  [/\b(?:bring|prepare|need to)\b/, /\b(?:bring|needs?|prepare|required?)\b/i],
];

const COMMON = new Set(
  'the and for you your our are was were has have had will would could can may please what when where who which how why does that this with from about there here much long also any anything tell know want need'.split(
    ' ',
  ),
);

const contentOf = (text: string): readonly string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}']{3,}/gu) ?? []).filter((word) => !COMMON.has(word));

/** How many content words the two share; plurals count as their singulars. */
const shared = (a: string, b: string): number => {
  const stem = (word: string): string => word.replace(/(?:es|s)$/, '');
  const words = new Set(contentOf(a).map(stem));
  return contentOf(b).filter((word) => words.has(stem(word))).length;
};

/** The text that answers a question best; null if none is about it. The earlier one if equal. */
export const bestAnswer = (
  question: string,
  candidates: readonly { readonly about: string; readonly text: string }[],
): string | null => {
  const kind = KINDS.find(([asked]) => asked.test(question.toLowerCase()));
  let best: string | null = null;
  let bestScore = 0;
  for (const { about, text } of candidates) {
    const fits = kind?.[1].test(text) === true || kind?.[0].test(about.toLowerCase()) === true;
    // A question of a known kind is not answered by a sentence that merely shares a word with it.
    const score =
      kind === undefined ? shared(question, about) : (fits ? 10 : 0) + shared(question, about) / 10;
    if (score >= 1 && score > bestScore) [best, bestScore] = [text, score];
  }
  return best;
};
