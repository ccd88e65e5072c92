/**
 * The file of the table of related words: a fifth of the table. All words stand once, sorted, each as the number of characters that
 * it shares with the one before and its rest; the stems of a word are numbers of words. Brotli compresses the whole.
 */
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';

/** Ends the stems of a word. */
const END = 0xffff;
const MAX_SHARED = 255;
const TAB = 0x09;
const NEWLINE = 0x0a;
const SPACE = 0x20;
/** Before the words: their number, the bytes of their rests, and those of the table. */
const HEAD = 12;

const compareBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

const sharedWith = (before: string, word: string): number => {
  let shared = 0;
  while (shared < MAX_SHARED && shared < word.length && before[shared] === word[shared]) shared += 1;
  return shared;
};

/** Key → stems. Words are ASCII. @throws RangeError if there are too many words */
export const packWords = (table: ReadonlyMap<string, ReadonlySet<string>>): Buffer => {
  const words = [...new Set([...table].flatMap(([key, stems]) => [key, ...stems]))].sort(compareBytes);
  if (words.length >= END)
    throw new RangeError(`${words.length} words are too many for numbers of two bytes`);
  const numbers = new Map(words.map((word, index) => [word, index]));
  const shared = words.map((word, index) => sharedWith(words[index - 1] ?? '', word));
  const rests = words.map((word, index) => word.slice(shared[index]));
  const stems = words.flatMap((word) => [
    ...[...(table.get(word) ?? [])].flatMap((stem) => numbers.get(stem) ?? []),
    END,
  ]);
  const parts = [
    Buffer.from(shared),
    Buffer.from(`${rests.join('\n')}\n`),
    Buffer.from(stems.flatMap((stem) => [stem >> 8, stem & 255])),
  ];
  const tableBytes = [...table].reduce(
    (sum, [key, of]) => sum + key.length + [...of].reduce((length, stem) => length + stem.length + 1, 1),
    0,
  );
  const sizes = Buffer.alloc(HEAD);
  sizes.writeUInt32LE(words.length, 0);
  sizes.writeUInt32LE(parts[1]?.length ?? 0, 4);
  sizes.writeUInt32LE(tableBytes, 8);
  const content = Buffer.concat([sizes, ...parts]);
  const params = {
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  return brotliCompressSync(content, { params });
};

/**
 * A line for each key, sorted by bytes: the key, a tab, and stems with spaces between them. It works on bytes, because the first
 * question waits for it. @throws Error if the file is damaged
 */
export const unpackWords = (file: Buffer): Buffer => {
  const content = brotliDecompressSync(file);
  const count = content.readUInt32LE(0);
  const listsAt = HEAD + count + content.readUInt32LE(4);
  const words = readWords(content.subarray(HEAD, HEAD + count), content.subarray(HEAD + count, listsAt));
  const table = Buffer.allocUnsafe(content.readUInt32LE(8));
  let length = 0;
  const write = (word: number, end: number): void => {
    const to = words.starts[word + 1] ?? 0;
    for (let from = words.starts[word] ?? 0; from < to; from += 1) table[length++] = words.bytes[from] ?? 0;
    table[length++] = end;
  };
  let at = listsAt;
  for (let word = 0; word < count; word += 1) {
    let stem = content.readUInt16BE(at);
    if (stem !== END) write(word, TAB);
    for (; stem !== END; stem = content.readUInt16BE(at)) {
      at += 2;
      write(stem, content.readUInt16BE(at) === END ? NEWLINE : SPACE);
    }
    at += 2;
  }
  if (length !== table.length) throw new Error('the file of related words is damaged');
  return table;
};

/** Words one after the other, and where each begins. */
interface Words {
  readonly bytes: Uint8Array;
  readonly starts: Uint32Array;
}

const readWords = (shared: Uint8Array, rests: Uint8Array): Words => {
  const longest = shared.reduce((sum, characters) => sum + characters, rests.length);
  const bytes = new Uint8Array(longest);
  const starts = new Uint32Array(shared.length + 1);
  let length = 0;
  let at = 0;
  for (let word = 0; word < shared.length; word += 1) {
    const before = starts[word - 1] ?? 0;
    starts[word] = length;
    for (let from = before; from < before + (shared[word] ?? 0); from += 1)
      bytes[length++] = bytes[from] ?? 0;
    for (; rests[at] !== NEWLINE && at < rests.length; at += 1) bytes[length++] = rests[at] ?? 0;
    at += 1;
  }
  starts[shared.length] = length;
  return { bytes, starts };
};
