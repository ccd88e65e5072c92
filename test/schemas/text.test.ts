/** Texts that somebody sent: what is counted and found in them, and that their shape does not make it slow. */
import fc from 'fast-check';
import t from 'tap';
import { countPlaceholders, countWords, fillPlaceholders, placeholdersOf } from '../../schemas/text.js';

t.test('words are counted as by white space', async (t) => {
  const anything = fc.string({
    unit: fc.constantFrom('a', 'é', '語', ' ', '\t', '\n', '\u00a0', '\u2003', '\ufeff', '-'),
  });
  fc.assert(
    fc.property(anything, (text) => {
      t.equal(countWords(text), (text.match(/\S+/g) ?? []).length, JSON.stringify(text));
    }),
  );
});

t.test('placeholders: names, white space around them, what is none', async (t) => {
  t.same(placeholdersOf('{{a}} {{ b }} {{a}} {c} {{d} {{}} {{ e f }}'), ['a', 'b', '', 'e f']);
  t.equal(countPlaceholders('{{a}} {{ b }} {{a}}', 10), 3);
  t.equal(countPlaceholders('{{a}}'.repeat(50), 10), 11, 'no further than it must');
  t.equal(fillPlaceholders('{{a}} {{ a }} {{b}}', { a: '1' }), '1 1 {{b}}');
  t.equal(fillPlaceholders('{{constructor}}', {}), '{{constructor}}', 'only values that were given');
});

t.test('a text of 1 MiB is read in one pass, whatever it is made of', async (t) => {
  const size = 1024 * 1024;
  for (const piece of ['{{ ', ' ', '{{', '{', '}}', '{{a', '{{a}}', 'a ', '\n']) {
    for (const text of [`{{${piece.repeat(size / piece.length)}`, piece.repeat(size / piece.length)]) {
      // A pattern with a square in it takes a quarter of an hour for this, one with a cube a lifetime.
      const before = process.cpuUsage();
      countWords(text);
      placeholdersOf(text);
      fillPlaceholders(text, {});
      const { user } = process.cpuUsage(before);
      t.ok(user < 5_000_000, `${JSON.stringify(piece)} took ${user / 1_000} ms`);
    }
  }
});
