/** The results page. */
import t from 'tap';
import { ratioBars, stackedBars } from '../../../bench/report/bars.js';
import { svgOf, ticksBetween } from '../../../bench/report/chart.js';
import { pageOf } from '../../../bench/report/page.js';

t.test('ticks enclose the drawn values', async (t) => {
  t.same(ticksBetween(0.3, 12), [0.2, 0.5, 1, 2, 5, 10, 20]);
  t.same(ticksBetween(1, 1), [1, 2]);
});

t.test('a chart draws its points and labels their values', async (t) => {
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
  t.equal(svg.match(/<circle/g)?.length, 3, 'missing values are not drawn');
  t.notMatch(svg, 'NaN');
});

t.test('a chart without data is empty', async (t) => {
  t.equal(svgOf({ title: '', unit: '', xs: [], series: [] }), '');
});

t.test('ratios are labelled and marked as good or bad', async (t) => {
  const svg = ratioBars('parley by <other>', [
    { name: 'twice as fast', median: 2, least: 1.5, greatest: 3, moreIsBetter: true },
    { name: 'half the time', median: 0.5, least: 0.5, greatest: 0.5, moreIsBetter: false },
    { name: 'slower', median: 0.8, least: 0.7, greatest: 0.9, moreIsBetter: true },
    { name: 'nothing came of it', median: Number.NaN, least: 0, greatest: 0, moreIsBetter: true },
  ]);
  t.match(svg, 'parley by &lt;other&gt;');
  t.match(svg, '<title>twice as fast: 2.00 (1.50 to 3.00)</title>');
  t.equal(svg.match(/class="good"/g)?.length, 2);
  t.equal(svg.match(/class="bad"/g)?.length, 1);
  t.notMatch(svg, 'NaN');
  t.equal(ratioBars('', []), '');
});

t.test('shares add up, and small ones are combined', async (t) => {
  const parts = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`part ${index}`, 12 - index]));
  const svg = stackedBars('shares', '%', [{ name: '100 calls', parts }]);
  t.match(svg, '<title>100 calls, part 0: 12.0 %</title>');
  t.match(svg, '<title>100 calls, others: 15.0 %</title>');
  t.match(svg, '>78.0 %</text>');
  t.equal(stackedBars('', '%', []), '');
});

t.test('the page shows the results passed to it and loads no resources', async (t) => {
  const turn = { perSecond: 100, p50: 1_000, p99: 2_000, cost: 50 };
  const page = pageOf({
    latency: [],
    media: [],
    comparisons: [
      {
        version: 1,
        name: 'reads',
        title: 'Reads',
        at: '2026-01-01T00:00:00.000Z',
        machine: { cpu: '', cores: 2, memoryGiB: 24, node: 'v20' },
        versions: { parley: 'abc' },
        rounds: 1,
        ms: 1_000,
        pairs: [['parley', 'other']],
        works: [{ work: 'a read', turns: { parley: [{ ...turn, perSecond: 150 }], other: [turn] } }],
      },
    ],
  });
  t.match(page, 'a read: 1.50 (1.50 to 1.50)');
  t.notMatch(page, /<script|<link|src=|@import|url\(/);
});
