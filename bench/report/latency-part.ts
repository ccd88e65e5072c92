/** The latency bench on the page: percentile curves with their budgets, and the cost of a call by the number of calls. */
import { callCounts, type Results, type Verdict, validRuns, verdictsOf } from '../calls/results.js';
import { machineLine } from '../gauges/machine.js';
import { median, type Quantiles } from '../gauges/quantiles.js';
import { OTHERS, partsOf, type StackRow, stackedBars } from './bars.js';
import { escaped, legendOf, namesLegend, type Series, svgOf } from './chart.js';

/** One number of calls in a file of the bench. */
interface Played {
  readonly calls: number;
  readonly name: string;
  readonly results: Results;
}

const PERCENTILES = ['p50', 'p90', 'p99', 'p99.9'];

const played = (all: readonly Results[]): readonly Played[] =>
  all
    .flatMap((results) =>
      callCounts(results).map((calls) => {
        const name = `${calls} ${calls === 1 ? 'call' : 'calls'}${results.pinned ? ', on one core' : ''}`;
        return { calls, name, results };
      }),
    )
    .sort((a, b) => a.calls - b.calls);

type Curved = Pick<Quantiles, 'p50' | 'p99' | 'p999'> & { readonly p90?: number };

const curve = (name: string, quantiles: Curved | null): Series => ({
  name,
  ys: quantiles === null ? [] : [quantiles.p50, quantiles.p90 ?? null, quantiles.p99, quantiles.p999],
});

const medians = (each: readonly Pick<Quantiles, 'p50' | 'p99' | 'p999'>[]): Curved => ({
  p50: median(each.map(({ p50 }) => p50)),
  p99: median(each.map(({ p99 }) => p99)),
  p999: median(each.map(({ p999 }) => p999)),
});

const runsOf = ({ results, calls }: Played): Results['runs'] => {
  const counting = validRuns(results, calls);
  return counting.length > 0 ? counting : results.runs.filter((run) => run.calls === calls);
};

const captionOf = (verdicts: readonly (readonly [string, Verdict | undefined])[]): string =>
  verdicts
    .flatMap(([name, verdict]) => {
      if (verdict === undefined || verdict.measured === null) return [];
      const outcome = { kept: ', budget kept', broken: ', budget broken', open: '' }[verdict.outcome];
      return [`${name}: ${verdict.measured.count} in a run${outcome}`];
    })
    .join('; ');

const charts = (all: readonly Played[]): readonly string[] => {
  const verdicts = all.map(({ results, calls }) => verdictsOf(results, calls));
  const measures = [...new Set(verdicts.flatMap((each) => each.map(({ measure }) => measure)))];
  const ours = measures.map((measure) => {
    const own = all.map(
      ({ name }, index) => [name, verdicts[index]?.find((verdict) => verdict.measure === measure)] as const,
    );
    const budget = own.find(([, verdict]) => verdict?.budget != null)?.[1]?.budget ?? null;
    const limit: readonly Series[] =
      budget === null
        ? []
        : [{ name: 'budget', ys: [budget.p50, null, budget.p99, budget.p999 ?? null], isLimit: true }];
    const series = own.map(([name, verdict]) => curve(name, verdict?.measured ?? null));
    const svg = svgOf({ title: measure, unit: 'ms', xs: PERCENTILES, series: [...series, ...limit] });
    return svg === '' ? '' : `<figure>${svg}<figcaption>${escaped(captionOf(own))}</figcaption></figure>`;
  });
  const references = [
    { title: 'a process that only sleeps', pick: (run: Results['runs'][number]) => run.machine },
    { title: 'simulated network, due to sent', pick: (run: Results['runs'][number]) => run.simulator },
    {
      title: 'recogniser, end of speech to transcript',
      pick: (run: Results['runs'][number]) => run.recogniser,
    },
  ].map(({ title, pick }) => {
    const series = all.map((entry) => curve(entry.name, medians(runsOf(entry).map(pick))));
    return `<figure>${svgOf({ title, unit: 'ms', xs: PERCENTILES, series })}</figure>`;
  });
  return [...ours, ...references];
};

/** Numbers of calls without a run that counts, and why. */
const notices = (all: readonly Played[]): string =>
  all
    .filter(({ results, calls }) => validRuns(results, calls).length === 0)
    .map((entry) => {
      const reasons = [...new Set(runsOf(entry).flatMap(({ invalid }) => invalid))];
      return `<p class="notice">${escaped(entry.name)}: no run counts, and no budget is judged: ${escaped(reasons.join('; '))}.</p>`;
    })
    .join('');

const about = (all: readonly Played[]): string =>
  all
    .map(({ name, results, calls }) => {
      const runs = results.runs.filter((run) => run.calls === calls);
      const versions = Object.entries(results.versions).map(([what, version]) => `${what} ${version}`);
      return `${name}: ${validRuns(results, calls).length} of ${runs.length} runs count, ${results.at}, ${machineLine(results.machine)}, ${versions.join(', ')}`;
    })
    .map((line) => `<p class="soft">${escaped(line)}</p>`)
    .join('');

const average = (each: readonly Readonly<Record<string, number>>[]): Readonly<Record<string, number>> => {
  const names = [...new Set(each.flatMap((shares) => Object.keys(shares)))];
  return Object.fromEntries(
    names.map((name) => [name, median(each.map((shares) => shares[name] ?? 0)) * 100]),
  );
};

const stack = (title: string, rows: readonly StackRow[]): string => {
  const filled = rows.filter(({ parts }) => Object.keys(parts).length > 0);
  if (filled.length === 0) return '';
  return `<h3>${escaped(title)}</h3>${namesLegend([...partsOf(filled), OTHERS])}<div class="wide">${stackedBars('% of a core, all calls together', '%', filled)}</div>`;
};

/** What a call uses of a core, by the number of calls. */
const costs = (all: readonly Played[]): string => {
  const seriesOf = (name: string, pick: (run: Results['runs'][number]) => number): Series => ({
    name,
    ys: all.map((entry) => median(runsOf(entry).map(pick))),
  });
  const total = [
    seriesOf('the service', ({ processor }) => processor.service * 100),
    seriesOf('its main thread', ({ processor }) => (processor.threads.main ?? 0) * 100),
    seriesOf('nats-server', ({ processor }) => processor.nats * 100),
    seriesOf('simulated network', ({ processor }) => processor.network * 100),
  ];
  const each = [seriesOf('one live call', ({ processor }) => processor.aCall * 100)];
  const xs = all.map(({ name }) => name);
  const rows = (
    pick: (run: Results['runs'][number]) => Readonly<Record<string, number>>,
  ): readonly StackRow[] =>
    all.map((entry) => ({ name: entry.name, parts: average(runsOf(entry).map(pick)) }));
  return `<h2 id="cost">Cost by number of calls</h2>
<p>Processor time while the calls were played, medians of the runs. The share of a call includes all threads of the service, also those for recognition, speech and recording.</p>
${legendOf(total)}<div class="charts">${svgOf({ title: 'all calls together', unit: '%', xs, series: total })}${svgOf({ title: 'one live call', unit: '%', xs, series: each })}</div>
${stack(
  'By thread of the service',
  rows(({ processor }) => processor.threads),
)}
${stack(
  'By kind of work on its main thread',
  rows(({ processor }) => processor.work ?? {}),
)}`;
};

/** Both sections; nothing if there are no results. */
export const latencyPart = (files: readonly Results[]): string => {
  const all = played(files);
  if (all.length === 0) return '';
  const legend = legendOf([
    ...all.map(({ name }) => ({ name, ys: [] })),
    { name: 'budget', ys: [], isLimit: true },
  ]);
  return `<h2 id="latency">Latencies</h2><p>Medians of the runs that count. The vertical axis is logarithmic; point at a dot for its value. A curve below the dashed line keeps its budget.</p>
${about(all)}${notices(all)}${legend}<div class="charts">${charts(all).join('\n')}</div>
${costs(all)}`;
};
