/**
 * Amounts over time as stacked areas, with a line above them on its own axis. uPlot draws the chart; the same numbers
 * are available as a table for people who cannot see it.
 */
import { type ReactNode, useEffect, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import styles from './chart.module.css';
import { type ColourRole, useColours } from './colours.js';
import { formatNumber, language } from './i18n/language.js';
import { COMMON } from './messages.js';

/** Opacity of an area, percent: it should read as a shape, not as a wall. */
const FILL_PERCENT = 70;
/** Height of the drawing, px. */
const HEIGHT_PX = 220;

export interface Amounts {
  readonly name: string;
  readonly role: ColourRole;
  /** One value for each time. */
  readonly values: readonly number[];
}

interface ChartProps {
  readonly title: string;
  /** Seconds since the epoch, ascending. */
  readonly times: readonly number[];
  /** From the lowest area upwards. */
  readonly areas: readonly Amounts[];
  readonly line: Amounts;
}

/** Each area added to all areas below it. */
const stacked = (areas: readonly Amounts[]): readonly number[][] => {
  const sums: number[][] = [];
  for (const { values } of areas)
    sums.push(values.map((value, index) => value + (sums.at(-1)?.[index] ?? 0)));
  return sums;
};

/** The next round number. */
const roundAbove = (highest: number): number => {
  const step = 10 ** Math.floor(Math.log10(Math.max(1, highest)));
  return (
    [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10]
      .map((times) => Math.ceil(times * step))
      .find((round) => round >= highest) ?? highest
  );
};

const DAY_S = 86_400;
/** Possible intervals between two labelled times, s. */
const TIMES = [60, 120, 300, 600, 1_800, 3_600, 10_800, 21_600, 43_200, DAY_S] as const;
const hour = new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit', hour12: false });
const day = new Intl.DateTimeFormat(language, {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
});

/** Includes the day if the chart covers several. */
const tickOf = (seconds: number, times: readonly number[]): string =>
  ((times.at(-1) ?? 0) - (times[0] ?? 0) < DAY_S ? hour : day).format(seconds * 1_000);

/** uPlot itself writes numbers in the language of the browser. */
const amountsOf = (_: uPlot, ticks: readonly number[]): string[] => ticks.map((tick) => formatNumber(tick));

export const Chart = ({ title, times, areas, line }: ChartProps): ReactNode => {
  const container = useRef<HTMLDivElement>(null);
  const colours = useColours();
  const sums = stacked(areas);
  const top = roundAbove(Math.max(1, ...(sums.at(-1) ?? [])));
  const lineTop = roundAbove(Math.max(1, ...line.values));
  useEffect(() => {
    const { current: element } = container;
    if (element === null) return;
    const stackedAreas = stacked(areas);
    const drawn = stackedAreas.toReversed();
    const roles = areas.toReversed();
    const grid = { stroke: colours('line'), width: 1 };
    const axis = { stroke: colours('text-3'), font: '12px system-ui', ticks: { show: false } };
    const chart = new uPlot(
      {
        width: element.clientWidth,
        height: HEIGHT_PX,
        legend: { show: false },
        cursor: { show: false },
        scales: {
          x: { time: true },
          y: { range: [0, top] },
          lines: { range: [0, lineTop] },
        },
        // Each area is filled down to the one below it.
        bands: roles.slice(1).map((_, below) => ({ series: [below + 1, below + 2] })),
        padding: [8, 12, 0, 12],
        axes: [
          {
            ...axis,
            grid: { show: false },
            size: 28,
            space: 76,
            incrs: [...TIMES],
            values: (_, ticks) => ticks.map((tick) => tickOf(tick, times)),
          },
          {
            ...axis,
            grid,
            size: 44,
            values: amountsOf,
            incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 5_000, 10_000, 50_000],
          },
          {
            ...axis,
            scale: 'lines',
            side: 1,
            size: 36,
            grid: { show: false },
            values: amountsOf,
            incrs: [1, 2, 5, 10, 20, 50, 100],
          },
        ],
        series: [
          {},
          ...roles.map(({ role }) => ({
            fill: colours(role, FILL_PERCENT),
            stroke: colours(role),
            width: 1,
            points: { show: false },
          })),
          {
            scale: 'lines',
            stroke: colours(line.role),
            width: 2,
            points: { show: false },
          },
        ],
      },
      [[...times], ...drawn, [...line.values]],
      element,
    );
    const watcher = new ResizeObserver(() =>
      chart.setSize({ width: element.clientWidth, height: HEIGHT_PX }),
    );
    watcher.observe(element);
    return () => {
      watcher.disconnect();
      chart.destroy();
    };
  }, [times, areas, line, top, lineTop, colours]);
  return (
    <figure className={styles.chart}>
      <div ref={container} className={styles.drawn} data-drawn data-top={top} aria-hidden="true" />
      <ul className={styles.amounts} aria-hidden="true">
        {[...areas, line].map(({ name, role, values }) => (
          <li key={name}>
            <Colour role={role} />
            {name} <span className="figure">{formatNumber(values.at(-1) ?? 0)}</span>
          </li>
        ))}
      </ul>
      <details>
        <summary className="small">{COMMON.chart.table}</summary>
        <Table title={title} times={times} areas={areas} line={line} />
      </details>
    </figure>
  );
};

/** The policy of the page forbids styles in attributes, so it is set by script. */
const Colour = ({ role }: { readonly role: ColourRole }): ReactNode => (
  <span
    className={styles.colour}
    ref={(element) => {
      if (element !== null) element.style.background = `var(--${role})`;
    }}
  />
);

const clock = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });

const Table = ({ title, times, areas, line }: ChartProps): ReactNode => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: people without a mouse scroll it with the keys.
  <section className={`scrolls ${styles.table}`} tabIndex={0} aria-label={title}>
    <table className="figures">
      <caption className="hidden">{title}</caption>
      <thead>
        <tr>
          <th scope="col">{COMMON.chart.time}</th>
          {[...areas, line].map(({ name }) => (
            <th key={name} scope="col" className="number">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {times.map((time, index) => (
          <tr key={time}>
            <th scope="row">{clock.format(time * 1_000)}</th>
            {[...areas, line].map(({ name, values }) => (
              <td key={name} className="number">
                {formatNumber(values[index] ?? 0)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);
