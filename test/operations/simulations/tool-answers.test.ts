/** Answers in place of tools: by patterns, or as recorded. */
import t from 'tap';
import { argumentsMatch, toolAnswers } from '../../../operations/simulations/tool-answers.js';

t.test('the first mocked answer whose tool and arguments match is given', async (t) => {
  const answer = toolAnswers({
    mode: 'mocked',
    offered: [],
    answers: [
      { tool: 'book', arguments: { people: '^[1-6]$' }, result: 'Booked' },
      { tool: 'book', result: 'Too many', outcome: 'failed', ms: 50 },
      { tool: 'find', arguments: { tags: '"late"' }, result: 'Found' },
    ],
  });
  t.same(answer('book', { people: 4 }), { outcome: 'done', result: 'Booked', ms: 300 });
  t.same(answer('book', { people: 40 }), { outcome: 'failed', result: 'Too many', ms: 50 });
  t.match(answer('find', { tags: ['late'] }), { result: 'Found' });
  t.match(answer('find', {}), { outcome: 'failed' });
  t.match(answer('refund', {}), { outcome: 'failed', result: /Nothing was done/ });
});

t.test('recorded uses are given once each, then the last one again', async (t) => {
  const answer = toolAnswers({
    mode: 'recorded',
    offered: [],
    uses: [
      { tool: 'stock', arguments: { item: 'a', place: { city: 'x', shop: 1 } }, result: '3 left' },
      { tool: 'stock', arguments: { place: { shop: 1, city: 'x' }, item: 'a' }, result: '2 left', ms: 10 },
    ],
  });
  const args = { item: 'a', place: { shop: 1, city: 'x' } };
  t.same(
    [answer('stock', args), answer('stock', args), answer('stock', args)].map(({ result }) => result),
    ['3 left', '2 left', '2 left'],
  );
  t.match(answer('stock', { ...args, item: 'b' }), { outcome: 'failed', result: /no recorded answer/ });
});

t.test('a pattern that backtracks without end is given up, and the others are not affected', async (t) => {
  const endless = { people: '^(a+)+$' };
  const answer = toolAnswers({
    mode: 'mocked',
    offered: [],
    answers: [
      { tool: 'book', arguments: endless, result: 'Endless' },
      { tool: 'find', arguments: { people: '^a' }, result: 'Found' },
    ],
  });
  const people = `${'a'.repeat(60)}!`;
  t.match(answer('book', { people }), { outcome: 'failed', result: /took too long/ });
  t.match(answer('book', { people: 'aaa' }), { outcome: 'done', result: 'Endless' });
  t.match(answer('find', { people }), { outcome: 'done', result: 'Found' });
  t.throws(() => argumentsMatch(endless, { people }));
});
