/**
 * The sounds that a written word is spoken as, roughly: their kinds and usual lengths, by the letters of its script. Digits,
 * symbols and initials count as they are usually spoken (spoken-reading.ts), unless the spoken form is given. Pure.
 */
import type { SpokenWord } from '../../providers/speech/written-words.js';
import { readAloud } from './spoken-reading.js';

/** `any`: speech whose kind the script does not show. */
export type SoundKind = 'vowel' | 'sonorant' | 'fricative' | 'stop' | 'any';

export interface Sound {
  readonly kind: SoundKind;
  /** Usual length, ms. */
  readonly ms: number;
  /** How much the length varies, ms. */
  readonly spreadMs: number;
  /** How likely it is not spoken at all, 0 to 1. */
  readonly silent: number;
}

/** How likely a pause follows a word: `none` after usual words, `some` after a comma, `long` at the end of a sentence. */
export type PauseKind = 'none' | 'some' | 'long';

/** A word as it is spoken. */
export interface SpokenSounds {
  readonly sounds: readonly Sound[];
  readonly pause: PauseKind;
}

const VOWEL: Sound = { kind: 'vowel', ms: 90, spreadMs: 42, silent: 0.03 };
const LONG_VOWEL: Sound = { ...VOWEL, ms: 125, spreadMs: 45 };
const SONORANT: Sound = { kind: 'sonorant', ms: 66, spreadMs: 28, silent: 0.08 };
const FRICATIVE: Sound = { kind: 'fricative', ms: 92, spreadMs: 36, silent: 0.03 };
const STOP: Sound = { kind: 'stop', ms: 70, spreadMs: 28, silent: 0.08 };
const ANY: Sound = { kind: 'any', ms: 85, spreadMs: 50, silent: 0.1 };
const SYLLABLE: Sound = { kind: 'any', ms: 200, spreadMs: 70, silent: 0.01 };

/** A syllable of a script that does not show its sounds: a quieter beginning, which may be missing, and a vowel. */
const syllable = (ms: number, spreadMs: number): readonly Sound[] => [
  { kind: 'any', ms: ms * 0.3, spreadMs: spreadMs * 0.4, silent: 0.15 },
  { kind: 'vowel', ms: ms * 0.7, spreadMs: spreadMs * 0.9, silent: 0.01 },
];

/** The last sounds before a pause are longer. */
const BEFORE_PAUSE = 1.35;

const LONG_PAUSE = /[.!?…。！？।؟።\n][\p{Pe}\p{Pf}"'”’]*$/u;
const SOME_PAUSE = /[,;:–—)、，；：،]["'”’]*$/u;

/** Whether a text is Japanese, as far as its script shows. */
export const isJapanese = (text: string): boolean => /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text);

/** `japanese`: the word is part of a Japanese text. */
export const soundsOf = ({ text, spoken }: SpokenWord, japanese = false): SpokenSounds => {
  const pause = LONG_PAUSE.test(text) ? 'long' : SOME_PAUSE.test(text) ? 'some' : 'none';
  const sounds =
    japanese && spoken === undefined && BORROWED.test(text)
      ? soundsOfBorrowed(text)
      : (spoken ?? readAloud(text))
          .normalize('NFKC')
          .toLowerCase()
          .split(/[^\p{L}\p{M}\p{N}']+/u)
          .flatMap((word) => soundsOfWord(word));
  return {
    sounds: pause === 'none' ? sounds : lengthenEnd(sounds),
    pause,
  };
};

const BORROWED = /[\p{Script=Latin}\p{N}]/u;

/** Latin letters, digits and symbols in Japanese are read in syllables of kana: "com" is "komu", a dot is "dotto". */
const soundsOfBorrowed = (text: string): readonly Sound[] =>
  [...text.normalize('NFKC').replaceAll(/^[^\p{L}\p{N}@#+]+|[^\p{L}\p{N}%]+$/gu, '')].flatMap((letter) => {
    if (/\p{Script=Latin}/u.test(letter)) return [{ ...SYLLABLE, ms: 120, spreadMs: 60 }];
    if (/\p{N}/u.test(letter)) return [{ ...SYLLABLE, ms: 250, spreadMs: 100 }];
    return /[\p{L}\p{M}]/u.test(letter) ? soundsOfLetter(letter) : [{ ...SYLLABLE, ms: 330, spreadMs: 140 }];
  });

const lengthenEnd = (sounds: readonly Sound[]): readonly Sound[] =>
  sounds.map((sound, index) =>
    index < sounds.length - 3
      ? sound
      : { ...sound, ms: sound.ms * BEFORE_PAUSE, spreadMs: sound.spreadMs * BEFORE_PAUSE },
  );

const soundsOfWord = (word: string): readonly Sound[] => {
  if (/\p{Script=Latin}/u.test(word)) return soundsOfLatin(word);
  return [...word].flatMap((letter) => soundsOfLetter(letter));
};

const soundsOfLetter = (letter: string): readonly Sound[] => {
  // A Chinese syllable, or one to three short ones in Japanese.
  if (/\p{Script=Han}/u.test(letter)) return syllable(225, 80);
  if (/\p{Script=Hangul}/u.test(letter)) return [SYLLABLE];
  if (/[ゃゅょっャュョッー]/u.test(letter)) return [{ ...SYLLABLE, ms: 75, spreadMs: 35 }];
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(letter)) return syllable(125, 45);
  if (/\p{Script=Ethiopic}/u.test(letter)) return [{ ...SYLLABLE, ms: 140, spreadMs: 50 }];
  if (/[аеёиоуыэюяіїєαεηιουωάέήίόύώ]/u.test(letter)) return [VOWEL];
  if (/[сзшщжхфцчσςζξψφχθ]/u.test(letter)) return [FRICATIVE];
  if (/[пткбдгπτκβδγ]/u.test(letter)) return [STOP];
  if (/[ьъ]/u.test(letter)) return [];
  if (/[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(letter)) return [SONORANT];
  if (/\p{M}/u.test(letter)) return [{ ...ANY, ms: 55, silent: 0.3 }];
  if (/\p{N}/u.test(letter)) return [{ ...SYLLABLE, ms: 300, spreadMs: 130 }];
  if (/\p{L}/u.test(letter)) return [ANY];
  return [];
};

/** Spellings of Latin letters, longest first; an empty list: silent. */
const SPELLINGS: readonly (readonly [RegExp, readonly Sound[]])[] = [
  [/^(?:tion|sion|cion|ssion)/, [FRICATIVE, { ...VOWEL, ms: 60 }, SONORANT]],
  [/^(?:sch|tch|dge)/, [FRICATIVE]],
  [/^igh/, [LONG_VOWEL]],
  [/^(?:eigh|augh|ough)/, [LONG_VOWEL]],
  [/^(?:sh|ch|th|ph|ss|sc(?=[eiy])|zz|ff|ç|ß)/, [FRICATIVE]],
  [/^(?:ck|bb|cc|dd|gg|pp|tt|kk)/, [STOP]],
  [/^(?:ll|mm|nn|rr|wh|kn|wr|gn|ng)/, [SONORANT]],
  [/^qu/, [STOP, SONORANT]],
  [/^x/, [STOP, FRICATIVE]],
  [/^gh/, [{ ...STOP, silent: 0.6 }]],
  [/^c(?=[eiy])/, [FRICATIVE]],
  [/^(?:eau|[aeiouy]{2})/, [LONG_VOWEL]],
  [/^[aeiou]/, [VOWEL]],
  [/^y(?=[aeiou])/, [SONORANT]],
  [/^y/, [VOWEL]],
  [/^[szf]/, [FRICATIVE]],
  [/^j/, [FRICATIVE]],
  [/^h/, [{ ...FRICATIVE, ms: 55, silent: 0.2 }]],
  [/^v/, [{ ...SONORANT, ms: 60 }]],
  [/^[lmnrw]/, [SONORANT]],
  [/^[ptkbdgcq]/, [STOP]],
  [/^\p{N}/u, [{ ...SYLLABLE, ms: 300, spreadMs: 130 }]],
];

const SILENT_E: Sound = { ...VOWEL, ms: 60, silent: 0.7 };

const soundsOfLatin = (written: string): readonly Sound[] => {
  const word = written
    .normalize('NFD')
    .replaceAll(/[\p{M}']/gu, '')
    .replaceAll('ß', 'ss');
  const sounds: Sound[] = [];
  for (let at = 0; at < word.length; ) {
    const rest = word.slice(at);
    // A final e after a consonant, also before s and d, is often silent.
    if (
      at > 1 &&
      /^e[sd]?$/.test(rest) &&
      /[^aeiouy]/.test(word[at - 1] ?? '') &&
      /[aeiouy]/.test(word.slice(0, at - 1))
    ) {
      sounds.push(SILENT_E);
      at += 1;
      continue;
    }
    const [length, spelled] = spellingAt(rest);
    sounds.push(...spelled);
    at += length;
  }
  return sounds;
};

const spellingAt = (rest: string): readonly [number, readonly Sound[]] => {
  for (const [pattern, sounds] of SPELLINGS) {
    const found = pattern.exec(rest);
    if (found !== null) return [found[0].length, sounds];
  }
  return [1, /^\p{L}/u.test(rest) ? [ANY] : []];
};
