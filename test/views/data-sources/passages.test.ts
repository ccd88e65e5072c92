/** How a text is cut into passages, and which heading each stands under. */
import t from 'tap';
import { passagesOf } from '../../../views/data-sources/passages.js';

const texts = (text: string): readonly string[] => passagesOf(text).map((passage) => passage.text);

t.test('joins short paragraphs and cuts long ones, and nothing is lost', async (t) => {
  t.same(texts('One.\n\nTwo.'), ['One.\nTwo.']);
  t.same(texts('  \n\n '), []);
  const long = 'A sentence of some words that goes on. '.repeat(100);
  const passages = texts(`Short.\n\n${long}`);
  t.ok(passages.every((passage) => passage.length <= 950));
  t.equal(passages.join('').replaceAll(/\s/g, ''), `Short.${long}`.replaceAll(/\s/g, ''));
  t.ok(
    texts('x'.repeat(5_000)).every((passage) => passage.length <= 950),
    'a single endless word',
  );
  const chinese = `${'这是一个很长的句子，没有空格。'.repeat(100)}...`;
  t.ok(texts(chinese).every((passage) => passage.endsWith('。') || passage.endsWith('.')));
  t.equal(texts(chinese).join(''), chinese);
});

t.test('passages carry the heading that they stand under', async (t) => {
  const prices = 'A night costs 90 euros. '.repeat(60);
  const passages = passagesOf(`Welcome to us.\n\nPrices\n\n${prices}\n\n## How do I get there?\n\nBy bus.`);
  t.same(
    passages.map(({ heading, text }) => [heading, text.slice(0, 10)]),
    [
      ['', 'Welcome to'],
      ['Prices', 'A night co'],
      ['Prices', 'A night co'],
      ['How do I get there?', 'By bus.'],
    ],
  );
});

t.test('the lines of a list, of a table and at the end are text', async (t) => {
  t.same(passagesOf('Drinks\n\nWater\n\nTea\n\nThe bar is open.\n\nThe end'), [
    { heading: 'Drinks', text: 'Water\nTea\nThe bar is open.' },
    { heading: '', text: 'The end' },
  ]);
  for (const line of ['- Water', '1. Water', 'Water | 2', 'Water:', 'Water, tea,', 'Water is free.'])
    t.same(texts(`${line}\n\nTea is free.`), [`${line}\nTea is free.`], line);
  t.same(passagesOf('Only a heading'), [{ heading: '', text: 'Only a heading' }]);
});
