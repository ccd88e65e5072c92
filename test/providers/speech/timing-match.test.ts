import fc from 'fast-check';
import t from 'tap';
import type { WordTiming } from '../../../providers/speech/synthesiser.js';
import { matchTimings } from '../../../providers/speech/timing-match.js';
import { writtenWords } from '../../../providers/speech/written-words.js';

/** Each reported word takes 100 ms. */
const reported = (words: readonly string[]): readonly WordTiming[] =>
  words.map((word, index) => ({ word, startMs: index * 100, endMs: (index + 1) * 100 }));

/** The ends of the words of a text; null: not known. */
const ends = (text: string, words: readonly string[], isWhole = false) =>
  matchTimings(writtenWords(text), reported(words), isWhole)?.map((time) => time?.endMs ?? null) ?? null;

const unknown = (count: number): readonly null[] => Array.from({ length: count }, () => null);

t.test('words of the text keep their times', async (t) => {
  t.same(ends('Hello, big world.', ['Hello,', 'big', 'world.']), [100, 200, 300]);
  t.same(ends('Hello, big world.', ['hello', 'big']), [100, 200, null]);
});

t.test('normalised words claim the word that they are, and not the rest of the sentence', async (t) => {
  const text = 'The total is 1,200 dollars, payable to one of us by Friday.';
  const spoken = ['The', 'total', 'is', 'one', 'thousand', 'two', 'hundred'];
  t.same(ends(text, spoken), [100, 200, 300, ...unknown(9)]);
  t.same(ends(text, [...spoken, 'dollars']), [100, 200, 300, 700, 800, ...unknown(7)]);
  t.same(ends(text, spoken.slice(0, 4))?.slice(3), unknown(9), '"one" is not yet that of "one of us"');
});

t.test('symbols and addresses are matched by what is around them', async (t) => {
  t.same(
    ends('Go to www.example.com/track now.', [
      'go',
      'to',
      'double',
      'u',
      'double',
      'u',
      'double',
      'u',
      'dot',
      'example',
      'dot',
      'com',
      'slash',
      'track',
      'now',
    ]),
    [100, 200, 1_400, 1_500],
  );
  t.same(
    ends('It costs $5 - or less.', ['it', 'costs', 'five', 'dollars', 'or', 'less'], true),
    [100, 200, 400, 400, 500, 600],
  );
});

t.test('single characters are matched, with spaces and without', async (t) => {
  t.same(ends('Hi you.', [...'Hiyou.'], true), [200, 500]);
  t.same(ends('您好，您的订单。', ['您', '好', '您', '的', '订'])?.slice(0, 4), [200, 300, 400, null]);
});

t.test('a word that was left out ends when the next one begins', async (t) => {
  t.same(
    ends('You should really pay now.', ['you', 'should', 'pay', 'now'], true),
    [100, 200, 200, 300, 400],
  );
});

t.test('times of another text are no times', async (t) => {
  t.equal(ends('Hello there, how are you?', ['zwölf', 'boxkämpfer', 'jagen', 'viktor'], true), null);
});

t.test('never claims more letters than were reported, for any way to split them', async () => {
  const word = fc.constantFrom('a', 'one', 'of', 'to', 'dollars', 'Friday,', 'is');
  const lettersOf = (texts: readonly string[]): string =>
    texts
      .join('')
      .toLowerCase()
      .replaceAll(/[^a-z]/g, '');
  fc.assert(
    fc.property(
      fc.array(word, { minLength: 1, maxLength: 12 }),
      fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 20 }),
      (words, sizes) => {
        const letters = lettersOf(words);
        let at = 0;
        const pieces = sizes.map((size) => {
          at += size;
          return letters.slice(at - size, at);
        });
        const found = ends(words.join(' '), pieces) ?? [];
        const claimed = words.filter((_, index) => (found[index] ?? null) !== null);
        return lettersOf(claimed).length <= lettersOf(pieces).length;
      },
    ),
  );
});
