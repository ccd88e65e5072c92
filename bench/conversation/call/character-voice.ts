/**
 * A voice for Chinese and Japanese, for which no engine is included: each character has a length of its own, with pauses
 * at punctuation. Its sounds are the characters.
 */
import { seeded } from '../../../testkit/seeded.js';
import type { Sound } from './word-times.js';

/** Samples per ms. */
const SAMPLES = 8;
const LEAD_MS = 120;
const PEAK = 9_000;

/** Lengths, ms; each character varies by a fifth around them. */
const HAN_MS = 230;
const KANA_MS = 125;
const SMALL_KANA_MS = 70;
const DIGIT_MS = 240;
const LETTER_MS = 110;
const CLAUSE_MS = 220;
const SENTENCE_MS = 420;

const SMALL_KANA = /[ゃゅょっャュョッー]/u;
const CLAUSE = /[,，、：:；;]/u;
const SENTENCE = /[.。!！?？…]/u;

interface CharacterSpeech {
  /** 8,000 Hz. */
  readonly pcm: Int16Array;
  readonly sounds: readonly Sound[];
}

/** How long a character sounds, ms; 0: it does not. */
const soundMs = (character: string): number => {
  if (/\p{Script=Han}/u.test(character)) return HAN_MS;
  if (SMALL_KANA.test(character)) return SMALL_KANA_MS;
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(character)) return KANA_MS;
  if (/\p{N}/u.test(character)) return DIGIT_MS;
  return /\p{L}/u.test(character) ? LETTER_MS : 0;
};

const pauseMs = (character: string): number => {
  if (CLAUSE.test(character)) return CLAUSE_MS;
  return SENTENCE.test(character) ? SENTENCE_MS : 0;
};

/** Marks inside a clock time, a version or an address are read, and are no pause. */
const INSIDE = /(?<=[\p{N}\p{Script=Latin}])[.:/-](?=[\p{N}\p{Script=Latin}])/gu;
const NUMBER = /\p{N}{1,3}(?:,\p{N}{3})+|\p{N}+/gu;
const UNITS = ['', '十', '百', '千', '万', '十', '百', '千'];
/** Longer numbers are read digit by digit. */
const LONGEST_NUMBER = UNITS.length;

/** A whole number as it is read: "1,299" is "1千2百9十9". */
const numberRead = (written: string): string => {
  const digits = written.replaceAll(',', '');
  if (digits.length > LONGEST_NUMBER || digits.startsWith('0')) return digits;
  return [...digits]
    .map((digit, index) => {
      const unit = UNITS[digits.length - 1 - index] ?? '';
      if (digit === '0')
        return /[1-9]/.test(digits.slice(index + 1)) && digits[index - 1] !== '0' ? '零' : '';
      return digit + unit;
    })
    .join('');
};

/** The characters that are spoken for a text: numbers with their units, and the marks inside numbers and addresses. */
const spokenCharacters = (text: string): string =>
  text
    .replaceAll(/(?<=\p{N})\.(\p{N}+)/gu, (_, decimals: string) => `点${[...decimals].join('\u2060')}`)
    .replaceAll(NUMBER, numberRead)
    .replaceAll(INSIDE, (mark) => (mark === '/' ? '斜杠' : mark === '-' ? '杠' : '点'))
    .replaceAll('\u2060', '');

/** The same for the same text. */
export const speakCharacters = (text: string): CharacterSpeech => {
  const random = seeded([...text].reduce((sum, character) => sum * 31 + (character.codePointAt(0) ?? 0), 7));
  const pieces: Int16Array[] = [new Int16Array(LEAD_MS * SAMPLES)];
  const sounds: Sound[] = [];
  let atMs = LEAD_MS;
  for (const character of spokenCharacters(text)) {
    const usual = soundMs(character);
    const lengthMs = usual === 0 ? pauseMs(character) : Math.round(usual * (0.8 + 0.4 * random()));
    if (lengthMs === 0) continue;
    atMs += lengthMs;
    if (usual > 0) sounds.push({ name: character.toLowerCase(), endMs: atMs });
    pieces.push(usual > 0 ? syllable(lengthMs, random) : new Int16Array(lengthMs * SAMPLES));
  }
  const pcm = new Int16Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let from = 0;
  for (const piece of pieces) {
    pcm.set(piece, from);
    from += piece.length;
  }
  return { pcm, sounds };
};

/** A swelling sound with the overtones of a voice. */
const syllable = (ms: number, random: () => number): Int16Array => {
  const hz = 110 + 60 * random();
  return Int16Array.from({ length: ms * SAMPLES }, (_, at) => {
    const share = at / (ms * SAMPLES);
    const phase = (2 * Math.PI * hz * at) / (SAMPLES * 1_000);
    const voiced = Math.sin(phase) + 0.6 * Math.sin(2 * phase) + 0.4 * Math.sin(5 * phase);
    return Math.round(PEAK * Math.sin(Math.PI * share) * (voiced / 2 + 0.2 * (random() - 0.5)));
  });
};
