/** The speech of the simulated providers: a tone for each word, whose frequency and length depend on the word. Pure. */

interface ToneWord {
  readonly word: string;
  /** Ms from the start of the text. */
  readonly startMs: number;
  readonly endMs: number;
  readonly hertz: number;
}

const AMPLITUDE = 8_000;
const MS_PER_LETTER = 30;
const GAP_MS = 20;

/** Between 300 and 1,299 Hz. */
const hertzOf = (word: string): number => {
  let hash = 7;
  for (const letter of word) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 1_000;
  return 300 + hash;
};

/** The words of a text with their times. */
export const toneWords = (text: string): readonly ToneWord[] => {
  let startMs = 0;
  return text
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => {
      const endMs = startMs + MS_PER_LETTER * word.length;
      const tone = { word, startMs, endMs, hertz: hertzOf(word) };
      startMs = endMs + GAP_MS;
      return tone;
    });
};

/** 16-bit samples of the whole text. */
export const toneSamples = (text: string, rate: number): Int16Array => {
  const words = toneWords(text);
  const perMs = rate / 1_000;
  const samples = new Int16Array(Math.round((words.at(-1)?.endMs ?? 0) * perMs));
  for (const { startMs, endMs, hertz } of words)
    for (let at = Math.round(startMs * perMs); at < Math.round(endMs * perMs); at += 1)
      samples[at] = Math.round(AMPLITUDE * Math.sin((2 * Math.PI * hertz * at) / rate));
  return samples;
};
