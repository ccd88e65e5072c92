/**
 * The hearing of a simulated recogniser: words in audio of spoken.ts, however it was cut into messages. Times are ms of
 * its audio.
 */
import { wordOfByte } from './spoken.js';

export interface HeardWord {
  readonly text: string;
  readonly startMs: number;
  readonly endMs: number;
}

export type Hearing =
  /** The first sound of an utterance. */
  | { readonly type: 'speech'; readonly startMs: number }
  /** Another word is complete. `words`: those of the utterance so far. */
  | { readonly type: 'word'; readonly words: readonly HeardWord[]; readonly atMs: number }
  /** The silence since the last of its words is so long that the utterance may have ended. */
  | { readonly type: 'pause'; readonly words: readonly HeardWord[]; readonly atMs: number }
  /** The utterance has ended, or was ended. */
  | { readonly type: 'end'; readonly words: readonly HeardWord[]; readonly atMs: number }
  /** Another interval of silence has passed. */
  | { readonly type: 'quiet'; readonly atMs: number };

export interface WordDetector {
  hear(mulaw: Uint8Array): readonly Hearing[];
  /** Ends the current utterance; empty if there is none. */
  flush(): readonly Hearing[];
  heardMs(): number;
}

const BYTES_PER_MS = 8;
/** Silence that ends an utterance by default. */
const END_MS = 300;
/** Silence after which it may have ended. */
const PAUSE_MS = 150;
const QUIET_MS = 500;

export const createWordDetector = (vocabulary: readonly string[], endMs = END_MS): WordDetector => {
  let at = 0;
  let words: HeardWord[] = [];
  let sounding: { readonly word: number; readonly from: number } | null = null;
  let silentFrom = 0;
  let quietReportedAt = 0;
  const ms = (place: number): number => place / BYTES_PER_MS;
  const completed = (): Hearing => {
    if (sounding !== null) {
      const { word, from } = sounding;
      words = [...words, { text: vocabulary[word] ?? '', startMs: ms(from), endMs: ms(at) }];
    }
    sounding = null;
    silentFrom = at;
    return { type: 'word', words, atMs: ms(at) };
  };
  const ended = (): Hearing => {
    const utterance = words;
    words = [];
    quietReportedAt = at;
    return { type: 'end', words: utterance, atMs: ms(at) };
  };
  const byteHeard = (byte: number, hearings: Hearing[]): void => {
    const word = wordOfByte(byte);
    if (sounding !== null && word !== sounding.word) hearings.push(completed());
    if (word !== null && sounding === null) {
      if (words.length === 0) hearings.push({ type: 'speech', startMs: ms(at) });
      sounding = { word, from: at };
    }
    at += 1;
    if (sounding !== null) return;
    if (words.length > 0 && at - silentFrom === PAUSE_MS * BYTES_PER_MS)
      hearings.push({ type: 'pause', words, atMs: ms(at) });
    if (words.length > 0 && at - silentFrom >= endMs * BYTES_PER_MS) hearings.push(ended());
    else if (words.length === 0 && at - Math.max(silentFrom, quietReportedAt) >= QUIET_MS * BYTES_PER_MS) {
      quietReportedAt = at;
      hearings.push({ type: 'quiet', atMs: ms(at) });
    }
  };
  return {
    hear: (mulaw) => {
      const hearings: Hearing[] = [];
      for (const byte of mulaw) byteHeard(byte, hearings);
      return hearings;
    },
    flush: () => {
      const hearings: Hearing[] = sounding === null ? [] : [completed()];
      return words.length === 0 ? hearings : [...hearings, ended()];
    },
    heardMs: () => ms(at),
  };
};
