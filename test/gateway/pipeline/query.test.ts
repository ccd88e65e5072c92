import fc from 'fast-check';
import t from 'tap';
import { parseQuery } from '../../../gateway/pipeline/query.js';

t.test('a query is parsed as a browser writes it', async (t) => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.tuple(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' })), {
        selector: ([name]) => name,
        maxLength: 100,
      }),
      (pairs) => {
        const query = new URLSearchParams(pairs).toString();
        t.strictSame(new Map(Object.entries(parseQuery(query))), new Map(pairs));
      },
    ),
    { numRuns: 100 },
  );
  t.same(parseQuery(''), {});
  t.same(parseQuery('a=1&&b&c=2=3&'), { a: '1', b: '', c: '2=3' });
});

t.test('a repeated parameter is a list; malformed and endless queries are refused', async (t) => {
  t.same(parseQuery('a=1&b=2&a=3'), { a: ['1', '3'], b: '2' });
  t.ok(Object.hasOwn(parseQuery('__proto__=1'), '__proto__'));
  for (const query of ['a=%ff', '%e0%a4%a=1', 'a=100%', 'a=%zz', 'a&'.repeat(101)])
    t.throws(() => parseQuery(query), { code: 'validation_failed', details: [{ path: 'query' }] }, query);
});
