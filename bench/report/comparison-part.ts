/** Comparisons on the page: ratios as bars, and all figures in a table. */
import { type Comparison, type Figure, figures, type MEASURES, ratios } from '../compare/turns.js';
import { machineLine } from '../gauges/machine.js';
import { ratioBars } from './bars.js';
import { escaped } from './chart.js';

const TITLES = {
  perSecond: { title: 'answers per second', moreIsBetter: true },
  p50: { title: 'latency, p50', moreIsBetter: false },
  p99: { title: 'latency, p99', moreIsBetter: false },
  cost: { title: 'processor time per answer', moreIsBetter: false },
} as const;

const inMs = ({ median }: Figure): string => (median / 1_000).toFixed(2);

const table = ({ works }: Comparison): string => {
  const rows = works.flatMap((work) =>
    Object.keys(work.turns).map((subject) => {
      const figureFor = (measure: (typeof MEASURES)[number]): Figure => figures(work, subject, measure);
      const cells = [
        figureFor('perSecond').median.toFixed(0),
        inMs(figureFor('p50')),
        inMs(figureFor('p99')),
        figureFor('cost').median.toFixed(0),
      ];
      return `<tr><td>${escaped(work.work)}</td><td class="text">${escaped(subject)}</td>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
    }),
  );
  const head = ['work', 'subject', 'a second', 'p50, ms', 'p99, ms', 'processor, µs'];
  return `<details><summary>Figures</summary><div class="scroll"><table><tr>${head.map((name) => `<th>${name}</th>`).join('')}</tr>${rows.join('')}</table></div></details>`;
};

/** One section of the page. */
export const comparisonPart = (comparison: Comparison): string => {
  const { title, at, machine, versions, rounds, ms, pairs, works } = comparison;
  const bars = pairs.flatMap((pair) =>
    (['perSecond', 'p50', 'cost'] as const).map((measure) => {
      const { title: what, moreIsBetter } = TITLES[measure];
      const rows = works.map((work) => ({
        name: work.work,
        ...ratios(work, pair, measure),
        moreIsBetter,
      }));
      return ratioBars(`${what}: ${pair[0]} / ${pair[1]}`, rows);
    }),
  );
  const versionTexts = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  return `<h3>${escaped(title)}</h3>
<p class="soft">${escaped(`${rounds} turns of ${ms} ms each, ratios within a round; ${at}, ${machineLine(machine)}, ${versionTexts.join(', ')}`)}</p>
<div class="wide">${bars.join('')}</div>${table(comparison)}`;
};
