/** The page of results. */
import t from 'tap';
import { svgOf, ticksBetween } from '../../bench/report/chart.js';

t.test('ticks reach around what is drawn', async (t) => {
  t.same(ticksBetween(0.3, 12), [0.2, 0.5, 1, 2, 5, 10, 20]);
  t.same(ticksBetween(1, 1), [1, 2]);
});

t.test('a chart holds its points and says their values', async (t) => {
  const svg = svgOf({
    title: 'a < b',
    unit: 'ms',
    xs: ['p50', 'p99'],
    series: [
      { name: '1 call', ys: [1, null] },
      { name: 'budget', ys: [2, 5], isLimit: true },
    ],
  });
  t.match(svg, 'a &lt; b');
  t.match(svg, '<title>1 call, p50: 1 ms</title>');
  t.equal(svg.match(/<circle/g)?.length, 3, 'what is not there is not drawn');
  t.notMatch(svg, 'NaN');
});

t.test('a chart of nothing is none', async (t) => {
  t.equal(svgOf({ title: '', unit: '', xs: [], series: [] }), '');
});
