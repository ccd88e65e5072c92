/**
 * When each word of a reply is heard, proven by the voice's own times. The voice gets texts that may differ from the reply
 * in how numbers and marks are written, and in how it is split; both are aligned by their sounds.
 */

/** The smallest sound of a voice: a phone, or a character of a language without spaces. */
export interface Sound {
  readonly name: string;
  /** From the start of its text's audio, ms. */
  readonly endMs: number;
}

/** A word of the reply, and the sounds that it has on its own. */
export interface WordSounds {
  readonly text: string;
  readonly sounds: readonly string[];
}

/** A text that the voice was given. */
interface SpokenText {
  readonly utterance: string;
  readonly sounds: readonly Sound[];
}

/** Where a word ends. */
interface WordEnd {
  readonly text: string;
  readonly utterance: string;
  readonly endMs: number;
}

/** The end of each word, in order; words of which nothing was found end with the word before them. */
export const wordEnds = (words: readonly WordSounds[], spoken: readonly SpokenText[]): readonly WordEnd[] => {
  const heard = spoken.flatMap(({ utterance, sounds }) => sounds.map((sound) => ({ ...sound, utterance })));
  const wanted = words.flatMap(({ sounds }, word) => sounds.map((name) => ({ name, word })));
  const ends: (number | null)[] = words.map(() => null);
  for (const [want, have] of aligned(
    wanted.map(({ name }) => name),
    heard.map(({ name }) => name),
  )) {
    const word = wanted[want]?.word;
    if (word !== undefined) ends[word] = Math.max(ends[word] ?? 0, have);
  }
  let last = { utterance: heard[0]?.utterance ?? '', endMs: 0 };
  return words.map(({ text }, index) => {
    const sound = heard[ends[index] ?? -1];
    if (sound !== undefined) last = { utterance: sound.utterance, endMs: sound.endMs };
    return { text, ...last };
  });
};

/** Pairs of positions that belong together, by the least number of changes; equal entries are preferred. */
const aligned = (
  wanted: readonly string[],
  have: readonly string[],
): readonly (readonly [number, number])[] => {
  const width = have.length + 1;
  const costs = new Uint16Array((wanted.length + 1) * width);
  const costAt = (row: number, column: number): number => costs[row * width + column] ?? 0;
  const costOfPair = (row: number, column: number): number => (wanted[row - 1] === have[column - 1] ? 0 : 2);
  for (let row = 0; row <= wanted.length; row += 1)
    for (let column = 0; column <= have.length; column += 1) {
      const cost =
        row === 0 || column === 0
          ? row + column
          : Math.min(
              costAt(row - 1, column) + 1,
              costAt(row, column - 1) + 1,
              costAt(row - 1, column - 1) + costOfPair(row, column),
            );
      costs[row * width + column] = cost;
    }
  const pairs: (readonly [number, number])[] = [];
  let row = wanted.length;
  let column = have.length;
  while (row > 0 && column > 0) {
    if (costAt(row, column) === costAt(row - 1, column - 1) + costOfPair(row, column)) {
      pairs.push([row - 1, column - 1]);
      row -= 1;
      column -= 1;
    } else if (costAt(row, column) === costAt(row - 1, column) + 1) row -= 1;
    else column -= 1;
  }
  return pairs;
};

/** How many words from the beginning were played, given how much of each text's audio was; `marginMs` more count as played. */
export const playedWords = (
  ends: readonly WordEnd[],
  playedMs: ReadonlyMap<string, number>,
  marginMs: number,
): number => {
  const first = ends.findIndex(({ utterance, endMs }) => {
    const played = playedMs.get(utterance);
    return played === undefined || endMs > played + marginMs;
  });
  return first === -1 ? ends.length : first;
};

/**
 * How many words of the reply a transcript claims; a word that it claims in part counts. Null: it is not the beginning of
 * the reply.
 */
export const claimedWords = (words: readonly string[], claim: string): number | null => {
  const claimed = bare(claim);
  let text = '';
  for (const [index, word] of words.entries()) {
    if (text.length >= claimed.length) return text.startsWith(claimed) ? index : null;
    text += bare(word);
  }
  return text.startsWith(claimed) ? words.length : null;
};

const bare = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '');
