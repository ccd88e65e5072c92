/** Audio for a text: sound with the rhythm of speech, as long as its words take, with their times. */
import type { WordTiming } from '../../providers/speech/synthesiser.js';
import { syllables } from './speech-like.js';

/** Samples per ms. */
const SAMPLES = 8;
/** A letter of an ordinary voice, about 170 words per minute. */
const MS_PER_LETTER = 62;
/** A character of a script that writes syllables. */
const MS_PER_SYLLABLE = 190;
const LEAST_WORD_MS = 160;
const GAP_MS = 30;
const COMMA_MS = 150;
const SENTENCE_MS = 300;
const FADE = 40;
const POOL_S = 8;
/** Distinct voices; each is generated once. */
const VOICES = 4;
const NO_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

export interface SpokenAudio {
  /** 8,000 Hz. */
  readonly pcm: Int16Array;
  /** ms from its start. */
  readonly words: readonly WordTiming[];
}

export interface SpeakingVoice {
  /** Chooses the voice. */
  readonly seed: number;
  /** RMS in dBFS. */
  readonly dbfs: number;
  /** A factor of the ordinary speed. */
  readonly speed: number;
}

const pools = new Map<string, Int16Array>();

const poolOf = ({ seed, dbfs }: SpeakingVoice): Int16Array => {
  const voice = 1 + (seed % VOICES);
  const key = `${voice} ${Math.round(dbfs)}`;
  const known = pools.get(key);
  if (known !== undefined) return known;
  const pool = syllables(POOL_S, Math.round(dbfs), voice);
  pools.set(key, pool);
  return pool;
};

const msOfWord = (word: string, speed: number): number => {
  const written = word.match(NO_SPACES)?.length ?? 0;
  const letters = [...word].length - written;
  return Math.round(Math.max(LEAST_WORD_MS, letters * MS_PER_LETTER + written * MS_PER_SYLLABLE) / speed);
};

const pauseAfter = (word: string, speed: number): number => {
  if (/[.?!…。？！]["»”)]*$/u.test(word)) return SENTENCE_MS / speed;
  return (/[,;:、，]$/u.test(word) ? COMMA_MS : GAP_MS) / speed;
};

/** Words as they are written, without space. */
export const wordsIn = (text: string): readonly string[] => text.split(/\s+/u).filter((word) => word !== '');

/** The audio of a text. The same text in the same voice sounds the same. */
export const speakText = (text: string, voice: SpeakingVoice): SpokenAudio => {
  const words: WordTiming[] = [];
  let atMs = 0;
  for (const word of wordsIn(text)) {
    const endMs = atMs + msOfWord(word, voice.speed);
    words.push({ word, startMs: atMs, endMs });
    atMs = endMs + Math.round(pauseAfter(word, voice.speed));
  }
  const pcm = new Int16Array((words.at(-1)?.endMs ?? 0) * SAMPLES);
  const pool = poolOf(voice);
  for (const [index, { startMs, endMs }] of words.entries()) {
    const length = (endMs - startMs) * SAMPLES;
    const from = (index * 7_919) % pool.length;
    for (let at = 0; at < length; at += 1) {
      const fade = Math.min(1, at / FADE, (length - at) / FADE);
      pcm[startMs * SAMPLES + at] = (pool[(from + at) % pool.length] ?? 0) * fade;
    }
  }
  return { pcm, words };
};

/** A cough: a burst that dies away, and a shorter one. Always the same. */
export const cough = (dbfs: number): Int16Array => {
  let state = 4_711;
  const level = 32_768 * 10 ** (dbfs / 20) * 2;
  return Int16Array.from({ length: 600 * SAMPLES }, (_, index) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const ms = index / SAMPLES;
    const first = ms < 280 ? Math.exp(-ms / 90) : 0;
    const second = ms >= 400 ? 0.7 * Math.exp(-(ms - 400) / 70) : 0;
    return Math.max(-32_768, Math.min(32_767, level * (first + second) * (state / 2 ** 31 - 1)));
  });
};
