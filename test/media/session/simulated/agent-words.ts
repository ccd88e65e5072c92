/**
 * The words of the simulated agent: all are different, and most are as uneven as words of a model are. Their numbers are
 * written in letters, because digits are long words.
 */

const LETTERS = 'abcdefghij';

const lettersOf = (number: number): string =>
  [...String(number)].map((digit) => LETTERS[Number(digit)] ?? '').join('');

/** Ends of words: most are short, others are long, an address, a number, or digits. */
const TAILS = [
  '',
  'n',
  '-internationally',
  '',
  '-4,915,772',
  'm',
  '.example.com/track',
  '',
  'n-the',
  '-$1,299.00',
] as const;

/** The word with that number, from 1. */
const agentWord = (kind: string, number: number): string => `${kind}${lettersOf(number)}`;

/** The word of a reply with that number, from 1. */
export const replyWord = (reply: number, number: number): string =>
  `reply${lettersOf(reply)}w${lettersOf(number)}${TAILS[(reply + number) % TAILS.length] ?? ''}`;

/** The words of a text, with a full stop after the last one. */
export const agentWords = (kind: string, count: number, end: string): string =>
  Array.from({ length: count }, (_, index) => agentWord(kind, index + 1)).join(' ') + end;

export const isAgentWord = (word: string): boolean =>
  /^(?:greet|reply|nudge|close|sorry|wait|stale)[a-j]/.test(word);

/** Words of the greeting and of replies; phrases are repeated. */
export const isSpokenOnce = (word: string): boolean => /^(?:greet|reply)[a-j]/.test(word);

/** The number of the reply that a word belongs to; NaN: to none. */
export const replyOf = (word: string): number => {
  const letters = /^reply([a-j]+)w/.exec(word)?.[1];
  return letters === undefined
    ? Number.NaN
    : Number([...letters].map((letter) => LETTERS.indexOf(letter)).join(''));
};

/**
 * How much longer a word takes than the shortest kind of word. This is a rule of its own: a session that gives every word
 * the same length places them wrongly.
 */
export const lengthOf = (word: string): number => {
  const letters = word.match(/\p{L}/gu)?.length ?? 0;
  const digits = word.match(/\d/g)?.length ?? 0;
  const symbols = word.match(/[$/]|\.(?=\w)/g)?.length ?? 0;
  return (letters + 5 * digits + 4 * symbols) / 8;
};
