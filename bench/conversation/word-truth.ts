/**
 * When Flite speaks each word of a text: by the phones that it reports, matched to those of each word on its own. A phone
 * that differs in the sentence, such as that of a weak form, costs a little.
 */
import type { FliteEngine } from '../../providers/speech/offline/flite/engine.js';
import { writtenWords } from '../../providers/speech/written-words.js';

/** Speech, and the ends of the words of its text, ms. */
export interface TrueSpeech {
  readonly text: string;
  readonly pcm: Int16Array;
  readonly ends: readonly number[];
}

const PAUSE = 'pau';
const DIFFERS = 1;
const DIFFERS_IN_KIND = 1.5;
const isVowel = (phone: string): boolean => /^[aeiou]/.test(phone);

/** `engineName`: Flite's own name of the voice. Keeps the phones of words, which are the same in all voices. */
export const createTruth = (engine: FliteEngine) => {
  const known = new Map<string, readonly string[]>();
  const phonesOf = async (word: string): Promise<readonly string[]> => {
    const found = known.get(word);
    if (found !== undefined) return found;
    const spoken = await engine.speakWithPhones('kal16', word).catch(() => null);
    const phones = (spoken?.phones ?? []).map(({ phone }) => phone).filter((phone) => phone !== PAUSE);
    known.set(word, phones);
    return phones;
  };
  return async (engineName: string, text: string): Promise<TrueSpeech> => {
    const { pcm, phones } = await engine.speakWithPhones(engineName, text);
    const spoken = phones.filter(({ phone }) => phone !== PAUSE);
    const words = writtenWords(text);
    const expected: { readonly phone: string; readonly word: number }[] = [];
    for (const [word, { text: written }] of words.entries())
      for (const phone of await phonesOf(written)) expected.push({ phone, word });
    const owners = ownersOf(
      expected,
      spoken.map(({ phone }) => phone),
    );
    let endMs = 0;
    const ends = words.map((_, word) => {
      // A word that is not spoken ends with the word before it.
      endMs = Math.max(endMs, spoken[owners.lastIndexOf(word)]?.endMs ?? 0);
      return endMs;
    });
    return { text, pcm, ends };
  };
};

/** The word of each spoken phone, by the match with the least differences. */
const ownersOf = (
  expected: readonly { readonly phone: string; readonly word: number }[],
  spoken: readonly string[],
): readonly number[] => {
  const width = spoken.length + 1;
  const costs = new Float64Array((expected.length + 1) * width);
  const steps = new Uint8Array(costs.length);
  for (let row = 0; row <= expected.length; row += 1)
    for (let column = 0; column < width; column += 1) {
      const at = row * width + column;
      if (at === 0) continue;
      const [a = '', b = ''] = [expected[row - 1]?.phone, spoken[column - 1]];
      const change = a === b ? 0 : isVowel(a) === isVowel(b) ? DIFFERS : DIFFERS_IN_KIND;
      const both = row > 0 && column > 0 ? (costs[at - width - 1] ?? 0) + change : Number.POSITIVE_INFINITY;
      const missing = row > 0 ? (costs[at - width] ?? 0) + 1 : Number.POSITIVE_INFINITY;
      const extra = column > 0 ? (costs[at - 1] ?? 0) + 1 : Number.POSITIVE_INFINITY;
      costs[at] = Math.min(both, missing, extra);
      steps[at] = costs[at] === both ? 0 : costs[at] === missing ? 1 : 2;
    }
  const owners = new Array<number>(spoken.length).fill(0);
  let [row, column] = [expected.length, spoken.length];
  while (row > 0 || column > 0) {
    const step = steps[row * width + column];
    if (step !== 1 && column > 0) owners[column - 1] = expected[Math.max(0, row - 1)]?.word ?? 0;
    if (step !== 2) row -= 1;
    if (step !== 1) column -= 1;
  }
  return owners;
};
