/**
 * Backchannels, which are no interruption (docs/explanation/media.md "Barge-in").
 *
 * B1. Any sequence of listening words and hums is one, with or without hyphens, punctuation and repetitions. One other
 *     word makes it speech.
 * B2. A question is none, except one of surprise ("Really?").
 * B3. Hums are understood in any language.
 * B4. The beginning of a phrase ("got" of "got it") may become one, until the next word shows it.
 */
import { languageOf } from '../../schemas/language-tag.js';
import { plainWords } from '../speech/plain-words.js';
import { LISTENING_WORDS, type ListeningWords, WORDS_OF_ALL } from './listening-words.js';

/** Longer texts say more than that their speaker listens, in characters. */
const MOST_CHARACTERS = 120;
/** Words of the longest phrase in the lists. */
const MOST_WORDS = 4;

/** "mm", "hmm", "mhm", "uh", "huh", "ah", "oh", "wow", laughter, and the like. */
const HUM =
  /^(?:m+|h+m+|m+h+m*|a+h*|o+h*|u+h+|h+u+h+|h+u+m+|e+h+|h+ı+|w+o+w+|a+w+|(?:h+a+){2,}h*|(?:h+e+){2,})$/u;
/** A hum of two syllables with one vowel, as languages write it: "aha", "oho", "uh-hum" in one word. */
const DOUBLE_HUM = /^(?:a+n?h+[aã]+|e+h+e+|o+h+o+|u+n?h+u+|ä+h+ä+|ö+h+ö+|ü+h+ü+|ı+h+ı+|î+h+î+)[mn]*$/u;
/** Scripts without spaces between words. */
const CONTINUOUS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const QUESTION = /[?？؟]/u;

/** Listening words of one language, by their plain text. */
interface Lexicon {
  readonly words: ReadonlySet<string>;
  readonly surprised: ReadonlySet<string>;
  /** The first words of phrases, without their last. */
  readonly beginnings: ReadonlySet<string>;
}

/** The bare words, with any apostrophe as `'` and drawn-out letters once. */
const bare = (text: string): string =>
  plainWords(text.normalize('NFKC').replaceAll(/[’‘ʼ`]/gu, "'"))
    // The small letter of the Turkish İ.
    .replaceAll('i\u0307', 'i')
    .replaceAll(/(\p{L})\1{2,}/gu, '$1');

const NO_WORDS: ListeningWords = { words: [] };
const lexicons = new Map<string, Lexicon>();

const lexiconOf = (language: string): Lexicon => {
  const code = languageOf(language);
  // Norwegian has two codes of its own, and one for both.
  const key = code === 'no' || code === 'nn' ? 'nb' : code;
  const known = lexicons.get(key);
  if (known !== undefined) return known;
  const listed = Object.hasOwn(LISTENING_WORDS, key) ? LISTENING_WORDS[key] : undefined;
  const { words, surprised = [] } = listed ?? NO_WORDS;
  const phrases = [...WORDS_OF_ALL, ...words, ...surprised].map(bare);
  const lexicon = {
    words: new Set(phrases),
    surprised: new Set(surprised.map(bare)),
    beginnings: new Set(phrases.flatMap(beginningsOf)),
  };
  // Only listed languages are kept: there are few.
  if (listed !== undefined) lexicons.set(key, lexicon);
  return lexicon;
};

const beginningsOf = (phrase: string): readonly string[] => {
  const words = phrase.split(' ');
  return words.slice(1).map((_, index) => words.slice(0, index + 1).join(' '));
};

/** How many items from the first on can be a sequence of parts for which `isPart` holds, each of at most `longest` items. */
const sequencesOf = (
  items: readonly string[],
  longest: number,
  joint: string,
  isPart: (part: string) => boolean,
): ReadonlySet<number> => {
  const reached = new Set([0]);
  for (let from = 0; from < items.length; from += 1) {
    if (!reached.has(from)) continue;
    for (let to = from + 1; to <= Math.min(items.length, from + longest); to += 1)
      if (isPart(items.slice(from, to).join(joint))) reached.add(to);
  }
  return reached;
};

/** A text, its words, and how many of them from the first on only signal listening. */
const listeningIn = (text: string, language: string, additional: readonly string[]) => {
  const lexicon = lexiconOf(language);
  const own = additional.map(bare);
  const isPhrase = (part: string): boolean => lexicon.words.has(part) || own.includes(part);
  const isPart = (part: string): boolean => {
    if (HUM.test(part) || DOUBLE_HUM.test(part) || isPhrase(part)) return true;
    const letters = [...part];
    return CONTINUOUS.test(part) && sequencesOf(letters, MOST_CHARACTERS, '', isPhrase).has(letters.length);
  };
  const tokens = bare(text)
    .split(' ')
    .filter((token) => token !== '');
  const longest = Math.max(MOST_WORDS, ...own.map((phrase) => phrase.split(' ').length));
  return { lexicon, own, tokens, reached: sequencesOf(tokens, longest, ' ', isPart) };
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
  const { lexicon, tokens, reached } = listeningIn(text, language, additional);
  if (tokens.length === 0 || !reached.has(tokens.length)) return false;
  return !QUESTION.test(text) || holdsPhrase(tokens, lexicon.surprised); // B2
};

/** Whether words that are still being recognised may become a backchannel. Parameters as of {@link isBackchannel}. B4 */
export const mayBecomeBackchannel = (
  text: string,
  language: string,
  additional: readonly string[] = [],
): boolean => {
  if (text.length > MOST_CHARACTERS || QUESTION.test(text)) return false;
  const { lexicon, own, tokens, reached } = listeningIn(text, language, additional);
  const beginnings = new Set(own.flatMap(beginningsOf));
  return [...reached].some((count) => {
    const rest = tokens.slice(count).join(' ');
    return lexicon.beginnings.has(rest) || beginnings.has(rest);
  });
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
  text.trim().endsWith('?') || (QUESTION_WORDS[languageOf(language)]?.test(plainWords(text)) ?? false);

/** Signs that end a question, in the scripts that agents speak. The Greek one is a semicolon. */
const ASKS = /[?？؟;]["'“”’»)\]\s]*$/u;

/** Whether a sentence of the agent asks something. `language` is BCP 47. */
export const asks = (text: string, language: string): boolean =>
  ASKS.test(text) && (!text.trimEnd().endsWith(';') || /^el\b/i.test(language));
