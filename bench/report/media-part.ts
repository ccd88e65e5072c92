/** The comparison of media servers on the page. */
import type { MediaResults } from '../compare/media.js';
import { machineLine } from '../gauges/machine.js';
import { escaped, legendOf, svgOf } from './chart.js';

/** One section of the page. */
export const mediaPart = ({ options, rows: all, machine, at }: MediaResults): string => {
  // A row without a turn that counts has no figures.
  const rows = all.filter(({ turns }) => turns > 0);
  const base = rows[0]?.serving.median ?? Number.NaN;
  const cells = rows.map(
    ({ subject, serving, process, p99, underruns }) =>
      `<tr><td>${escaped(subject)}</td><td>${serving.median.toFixed(3)}</td><td>${(serving.median / base).toFixed(2)}</td><td>${process.median.toFixed(3)}</td><td>${p99.median.toFixed(1)}</td><td>${underruns}</td></tr>`,
  );
  const series = rows.map(({ subject, p50, p99, p999 }) => ({
    name: subject,
    ys: [p50.median, p99.median, p999.median],
  }));
  const lateness = { title: 'lateness at the client', unit: 'ms', xs: ['p50', 'p99', 'p99.9'], series };
  return `<h3>Media streams compared with bare servers</h3>
<p class="soft">${options.streams} streams of 50 frames a second both ways, ${options.rounds} rounds in turns, medians; ${escaped(at)}, ${escaped(machineLine(machine))}</p>
<div class="scroll"><table><tr><th></th><th>serving threads, % of a core a stream</th><th>× the first</th><th>whole process, %</th><th>lateness p99, ms</th><th>underruns</th></tr>${cells.join('')}</table></div>
${legendOf(series)}<div class="charts">${svgOf(lateness)}</div>`;
};
