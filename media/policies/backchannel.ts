/**
 * Backchannels, which are no interruption (docs/explanation/media.md "Barge-in").
 *
 * B1. Any sequence of listening words and hums is one, with or without hyphens, punctuation and repetitions. One other
 *     word makes it speech.
 * B2. A question is none, except one of surprise ("Really?").
 * B3. Hums are understood in any language.
 */
import { plainWords } from '../speech/plain-words.js';
import { LISTENING_WORDS, type ListeningWords, WORDS_OF_ALL } from './listening-words.js';

/** Longer texts say more than that their speaker listens, in characters. */
const MOST_CHARACTERS = 120;
/** Words of the longest phrase in the lists. */
const MOST_WORDS = 4;

/** "mm", "hmm", "mhm", "uh", "huh", "ah", "aha", "oh", "wow", laughter, and the like. */
const HUM =
  /^(?:m+|h+m+|m+h+m*|a+h*|a+h+a+|o+h*|o+h+o+|u+h+|u+h+u+|h+u+h+|h+u+m+|e+h+|h+ı+|w+o+w+|a+w+|(?:h+a+){2,}h*|(?:h+e+){2,})$/u;
/** Scripts without spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const QUESTION = /[?？؟]/u;

/** Listening words of one language, by their plain text. */
interface Lexicon {
  readonly words: ReadonlySet<string>;
  readonly surprised: ReadonlySet<string>;
}

/** The bare words, with any apostrophe as `'` and drawn-out letters once: "Yeaaah…" is "yeah". */
const bare = (text: string): string =>
  plainWords(text.normalize('NFKC').replaceAll(/[’‘ʼ`]/gu, "'"))
    // The small letter of the Turkish İ.
    .replaceAll('i\u0307', 'i')
    .replaceAll(/(\p{L})\1{2,}/gu, '$1');

const NO_WORDS: ListeningWords = { words: [] };
const lexicons = new Map<string, Lexicon>();

const lexiconOf = (language: string): Lexicon => {
  const code = language.split('-')[0]?.toLowerCase() ?? '';
  // Norwegian has two codes of its own, and one for both.
  const key = code === 'no' || code === 'nn' ? 'nb' : code;
  const known = lexicons.get(key);
  if (known !== undefined) return known;
  const listed = Object.hasOwn(LISTENING_WORDS, key) ? LISTENING_WORDS[key] : undefined;
  const { words, surprised = [] } = listed ?? NO_WORDS;
  const lexicon = {
    words: new Set([...WORDS_OF_ALL, ...words, ...surprised].map(bare)),
    surprised: new Set(surprised.map(bare)),
  };
  // Only listed languages are kept: there are few.
  if (listed !== undefined) lexicons.set(key, lexicon);
  return lexicon;
};

/** Whether all of it is a sequence of parts for which `isPart` holds, each of at most `longest` items. */
const isSequence = (
  items: readonly string[],
  longest: number,
  joint: string,
  isPart: (part: string) => boolean,
): boolean => {
  const reached = new Set([0]);
  for (let from = 0; from < items.length; from += 1) {
    if (!reached.has(from)) continue;
    for (let to = from + 1; to <= Math.min(items.length, from + longest); to += 1)
      if (isPart(items.slice(from, to).join(joint))) reached.add(to);
  }
  return items.length > 0 && reached.has(items.length);
};

/**
 * Whether these words only signal listening. `language` is BCP 47, and languages without a list have hums alone;
 * `additional`: further listening words of the agent.
 */
export const isBackchannel = (
  text: string,
  language: string,
  additional: readonly string[] = [],
): boolean => {
  if (text.length > MOST_CHARACTERS) return false;
  const { words, surprised } = lexiconOf(language);
  const own = new Set(additional.map(bare));
  const longest = Math.max(MOST_WORDS, ...[...own].map((phrase) => phrase.split(' ').length));
  const isPhrase = (part: string): boolean => words.has(part) || own.has(part);
  const isPart = (part: string): boolean =>
    HUM.test(part) ||
    isPhrase(part) ||
    (UNSPACED.test(part) && isSequence([...part], MOST_CHARACTERS, '', isPhrase));
  const tokens = bare(text)
    .split(' ')
    .filter((token) => token !== '');
  if (!isSequence(tokens, longest, ' ', isPart)) return false;
  return !QUESTION.test(text) || holdsPhrase(tokens, surprised); // B2
};

const holdsPhrase = (tokens: readonly string[], phrases: ReadonlySet<string>): boolean =>
  tokens.some((_, from) =>
    tokens.some((__, to) => to >= from && phrases.has(tokens.slice(from, to + 1).join(' '))),
  );

const QUESTION_WORDS: Readonly<Record<string, RegExp>> = {
  en: /^(what|when|where|who|why|how|which|can|could|do|does|is|are|will|would|should)\b/,
  de: /^(was|wann|wo|wer|warum|wie|welche|kann|können|ist|sind|wird)\b/,
  es: /^(qué|cuándo|dónde|quién|por qué|cómo|cuál|puede|es|son)\b/,
  fr: /^(que|quand|où|qui|pourquoi|comment|quel|quelle|est-ce|peut|pouvez)\b/,
};

/** Whether the customer asked a question of their own, so that repeating our sentence would talk past them. */
export const isQuestion = (text: string, language: string): boolean =>
  text.trim().endsWith('?') ||
  (QUESTION_WORDS[language.split('-')[0]?.toLowerCase() ?? '']?.test(plainWords(text)) ?? false);

/** Signs that end a question, in the scripts that agents speak. The Greek one is a semicolon. */
const ASKS = /[?？؟;]["'“”’»)\]\s]*$/u;

/** Whether a sentence of the agent asks something. `language` is BCP 47. */
export const asks = (text: string, language: string): boolean =>
  ASKS.test(text) && (!text.trimEnd().endsWith(';') || /^el\b/i.test(language));
