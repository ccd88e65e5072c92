/** The results of the benches as one page that needs nothing else. */
import { callCounts, counted, type Results, verdictsOf } from '../calls/results.js';
import type { MediaResults } from '../compare/media.js';
import { machineLine } from '../gauges/machine.js';
import { median, type Quantiles } from '../gauges/quantiles.js';
import { escaped, legendOf, type Series, svgOf } from './chart.js';

const STYLE = `
:root { color-scheme: light dark; --ink: #1b1f24; --paper: #fff; --faint: #d9dde2; --soft: #5b6570;
  --c0: #1667b7; --c1: #c2410c; --c2: #15803d; --c3: #7c3aed; --c4: #b45309; --c5: #0f766e; --limit: #b91c1c; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e9ed; --paper: #14171b; --faint: #333a42; --soft: #9aa4af;
  --c0: #6cb2ff; --c1: #ff9863; --c2: #5fd38a; --c3: #bda2ff; --c4: #f3b45b; --c5: #52d3c6; --limit: #ff7b7b; } }
body { margin: 2rem auto; max-width: 70rem; padding: 0 1rem; color: var(--ink); background: var(--paper);
  font: 16px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.2rem; margin-top: 2.5rem; }
p { max-width: 48rem; } .soft { color: var(--soft); }
.charts { display: grid; grid-template-columns: repeat(auto-fill, minmax(20rem, 1fr)); gap: 1rem; }
svg { width: 100%; height: auto; } .title { font-weight: 600; font-size: 14px; fill: var(--ink); }
.tick { font-size: 11px; fill: var(--soft); } .grid { stroke: var(--faint); }
polyline { fill: none; stroke-width: 2; } polyline.limit { stroke: var(--limit); stroke-dasharray: 5 4; }
circle.limit { fill: var(--limit); }
${[0, 1, 2, 3, 4, 5].map((n) => `polyline.c${n} { stroke: var(--c${n}); } circle.c${n}, i.c${n} { fill: var(--c${n}); background: var(--c${n}); }`).join('\n')}
.legend span { margin-right: 1.2rem; } .legend i { display: inline-block; width: 1.2rem; height: 3px; margin-right: .4rem;
  vertical-align: middle; } i.limit { border-top: 2px dashed var(--limit); height: 0; }
table { border-collapse: collapse; } th, td { padding: .25rem .8rem .25rem 0; border-bottom: 1px solid var(--faint);
  text-align: right; font-variant-numeric: tabular-nums; } th:first-child, td:first-child { text-align: left; }
`;

const PERCENTILES = ['p50', 'p90', 'p99', 'p99.9'];

const curve = (
  name: string,
  of: { p50: number; p90?: number; p99: number; p999: number } | null,
): Series => ({
  name,
  ys: of === null ? [] : [of.p50, of.p90 ?? null, of.p99, of.p999],
});

/** A chart a measure: a line for each number of calls, and the budget. */
const latencies = (results: Results): string => {
  const counts = callCounts(results).filter((calls) => counted(results, calls).length > 0);
  const measures = [
    ...new Set(counts.flatMap((calls) => verdictsOf(results, calls).map(({ measure }) => measure))),
  ];
  const charts = measures.map((measure) => {
    const budget = results.budgets[measure];
    const series = counts.map((calls) =>
      curve(
        `${calls} calls`,
        verdictsOf(results, calls).find((verdict) => verdict.measure === measure)?.measured ?? null,
      ),
    );
    const limit: readonly Series[] =
      budget === undefined
        ? []
        : [{ name: 'budget', ys: [budget.p50, null, budget.p99, budget.p999 ?? null], isLimit: true }];
    return svgOf({ title: measure, unit: 'ms', xs: PERCENTILES, series: [...series, ...limit] });
  });
  const others = [
    { title: 'a process that only sleeps', pick: (run: Results['runs'][number]) => run.machine },
    { title: 'simulated network, due to sent', pick: (run: Results['runs'][number]) => run.simulator },
  ].map(({ title, pick }) =>
    svgOf({
      title,
      unit: 'ms',
      xs: PERCENTILES,
      series: counts.map((calls) => curve(`${calls} calls`, medians(counted(results, calls).map(pick)))),
    }),
  );
  const legend = legendOf([
    ...counts.map((calls) => ({ name: `${calls} calls`, ys: [] })),
    { name: 'budget', ys: [], isLimit: true },
  ]);
  return `<h2>Latencies</h2><p>Medians of the runs that count. What goes up is logarithmic; a point says its value.</p>
${legend}<div class="charts">${[...charts, ...others].join('\n')}</div>`;
};

const medians = (each: readonly Pick<Quantiles, 'p50' | 'p99' | 'p999'>[]) => ({
  p50: median(each.map(({ p50 }) => p50)),
  p99: median(each.map(({ p99 }) => p99)),
  p999: median(each.map(({ p999 }) => p999)),
});

/** What a call takes of a core, by the number of calls. */
const costs = (results: Results): string => {
  const counts = callCounts(results).filter((calls) => counted(results, calls).length > 0);
  const of = (name: string, pick: (run: Results['runs'][number]) => number): Series => ({
    name,
    ys: counts.map((calls) => median(counted(results, calls).map(pick))),
  });
  const series = [
    of('a call while it is up, all threads', ({ processor }) => processor.aCall * 100),
    of('the thread that paces, all calls', ({ processor }) => (processor.threads.main ?? 0) * 100),
    of('the service, all calls', ({ processor }) => processor.service * 100),
    of('nats-server', ({ processor }) => processor.nats * 100),
    of('simulated network', ({ processor }) => processor.network * 100),
  ];
  const xs = counts.map((calls) => `${calls} calls`);
  return `<h2>Cost by number of calls</h2>${legendOf(series)}<div class="charts">${svgOf({ title: 'share of a core', unit: '%', xs, series })}</div>`;
};

const media = ({ options, rows: all, machine, at }: MediaResults): string => {
  // One without a turn that counts has no figures.
  const rows = all.filter(({ turns }) => turns > 0);
  const cells = rows.map(
    ({ subject, serving, process, p99, underruns }) =>
      `<tr><td>${escaped(subject)}</td><td>${serving.median.toFixed(3)}</td><td>${process.median.toFixed(3)}</td><td>${(serving.median / (rows[0]?.serving.median ?? Number.NaN)).toFixed(2)}</td><td>${p99.median.toFixed(1)}</td><td>${underruns}</td></tr>`,
  );
  const series = rows.map(({ subject, p50, p99, p999 }) => ({
    name: subject,
    ys: [p50.median, p99.median, p999.median],
  }));
  return `<h2>Media streams beside bare servers</h2>
<p>${options.streams} streams of 50 frames a second both ways, ${options.rounds} rounds in turns; medians. <span class="soft">${escaped(at)}, ${escaped(machineLine(machine))}</span></p>
<table><tr><th></th><th>serving threads, % of a core a stream</th><th>whole process, %</th><th>× the first</th><th>lateness p99, ms</th><th>underruns</th></tr>${cells.join('')}</table>
${legendOf(series)}<div class="charts">${svgOf({ title: 'lateness at the client', unit: 'ms', xs: ['p50', 'p99', 'p99.9'], series })}</div>`;
};

/** One page. */
export const pageOf = (results: Results | null, mediaResults: MediaResults | null): string => {
  const versions = Object.entries(results?.versions ?? {}).map(([name, version]) => `${name} ${version}`);
  const about =
    results === null
      ? ''
      : `<p class="soft">${escaped(results.at)}; ${escaped(machineLine(results.machine))}; ${escaped(versions.join(', '))}${results.pinned ? '; the service on a processor of its own' : ''}</p>`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Parley: performance</title><style>${STYLE}</style></head><body>
<h1>Parley: performance</h1>${about}
${results === null ? '' : latencies(results) + costs(results)}
${mediaResults === null ? '' : media(mediaResults)}
</body></html>
`;
};
