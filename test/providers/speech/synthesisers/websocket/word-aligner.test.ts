import fc from 'fast-check';
import t from 'tap';
import { createWordAligner } from '../../../../../providers/speech/synthesisers/websocket/word-aligner.js';

/** Each spoken word lasts 100 ms. */
const spoken = (text: string) =>
  text.split(' ').map((word, at) => ({ word, startMs: at * 100, endMs: (at + 1) * 100 }));

const aligned = (text: string, heard: string, lengthMs = 1_000) => {
  const aligner = createWordAligner(text);
  return [...aligner.take(spoken(heard)), ...aligner.end(lengthMs)].map(({ word, startMs, endMs }) => [
    word,
    startMs,
    endMs,
  ]);
};

t.test('words that match the text keep their times', async (t) => {
  t.same(aligned('Hello, big world.', 'Hello, big world.'), [
    ['Hello,', 0, 100],
    ['big', 100, 200],
    ['world.', 200, 300],
  ]);
});

t.test('matches words without punctuation, or split differently, to the text', async (t) => {
  const expected = [
    ["Don't", 0, 200],
    ['panic!', 200, 300],
  ];
  t.same(aligned("Don't panic!", "don 't panic"), expected);
  t.same(aligned('A - b', 'a b'), [
    ['A', 0, 100],
    ['-', 100, 100],
    ['b', 100, 200],
  ]);
  t.same(aligned('one two', 'onetwo'), [
    ['one', 0, 100],
    ['two', 100, 100],
  ]);
});

t.test('a word that is read out as several lasts until the next word of the text', async (t) => {
  t.same(aligned('It is 499 dollars', 'It is four hundred ninety nine dollars'), [
    ['It', 0, 100],
    ['is', 100, 200],
    ['499', 200, 600],
    ['dollars', 600, 700],
  ]);
  t.same(aligned('It is 499', 'It is four hundred', 450).at(-1), ['499', 200, 450]);
});

t.test('returns no words without any times', async (t) => {
  t.same(createWordAligner('a b').end(1_000), []);
});

t.test(
  'each word comes once, in order, or none does, and times never go back, whatever a provider sends',
  async (t) => {
    const word = fc.constantFrom('a', 'an', 'and', 'B!', '…', '42', 'é', 'so');
    const words = fc.array(word, { maxLength: 12 });
    t.doesNotThrow(() =>
      fc.assert(
        fc.property(words, words, (text, heard) => {
          const aligner = createWordAligner(text.join(' '));
          const all = [...aligner.take(spoken(heard.join(' '))), ...aligner.end(5_000)];
          const times = all.flatMap(({ startMs, endMs }) => [startMs, endMs]);
          return (
            [text.join(' '), ''].includes(all.map((each) => each.word).join(' ')) &&
            times.every((time, at) => at === 0 || time >= (times[at - 1] ?? 0))
          );
        }),
      ),
    );
  },
);
