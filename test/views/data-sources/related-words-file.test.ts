/** The file of the table of related words. */
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import t from 'tap';
import { packWords, unpackWords } from '../../../views/data-sources/related-words-file.js';

const TABLE = new Map([
  ['carry', new Set(['transport', 'car'])],
  ['call off', new Set(['cancel'])],
  ['car', new Set(['vehicle'])],
  ['call', new Set(['phone', 'cancel', 'car'])],
]);

t.test('is read as a line for each key, sorted by bytes, with stems in their order', async (t) => {
  t.equal(
    unpackWords(packWords(TABLE)).toString(),
    [
      ['call', 'phone cancel car'],
      ['call off', 'cancel'],
      ['car', 'vehicle'],
      ['carry', 'transport car'],
    ]
      .map((line) => `${line.join('\t')}\n`)
      .join(''),
  );
  t.equal(unpackWords(packWords(new Map())).length, 0);
});

t.test('a damaged file is refused', async (t) => {
  const content = brotliDecompressSync(packWords(TABLE));
  t.throws(() => unpackWords(brotliCompressSync(content.subarray(0, -2))));
  content.writeUInt32LE(content.readUInt32LE(8) + 1, 8);
  t.throws(() => unpackWords(brotliCompressSync(content)), /damaged/);
});

t.test('refuses more words than it can number', async (t) => {
  const many = new Set(Array.from({ length: 65_535 }, (_, index) => `w${index}`));
  t.throws(() => packWords(new Map([['key', many]])), /too many/);
});
