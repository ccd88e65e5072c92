/** Values over time as lines or bars, each time under the pointer with its values, and the same numbers as a table. */
import { type ReactNode, useState } from 'react';
import { COMMON } from '../messages.js';
import { barsOf, type ChartTone, lineOf, type Series, topOf } from './shape.js';
import styles from './TimeChart.module.css';

interface TimeChartProps {
  readonly title: string;
  /** What each time is called, in order. */
  readonly times: readonly string[];
  readonly series: readonly Series[];
  /** `bars`: amounts, where a missing value is none; `lines`: measures, with a gap where a value is missing. */
  readonly kind: 'bars' | 'lines';
  /** The upper end of the scale; default: a round number above the highest value. */
  readonly top?: number;
  /** A value in words. */
  readonly format: (value: number) => string;
  /** Shown instead of a drawing if no time has a value. */
  readonly nothing: string;
}

export const TimeChart = (props: TimeChartProps): ReactNode => {
  const { title, times, series, format, nothing } = props;
  const hasValues = series.some(({ values }) => values.some((value) => value !== null && value > 0));
  return (
    <figure className={styles.chart}>
      <figcaption className={styles.head}>
        <h2>{title}</h2>
        <ul className={styles.legend}>
          {series.map(({ name, tone }) => (
            <li key={name}>
              <span className={classOf(tone)} aria-hidden="true" />
              {name}
            </li>
          ))}
        </ul>
      </figcaption>
      {hasValues ? <Drawing {...props} /> : <p className={styles.nothing}>{nothing}</p>}
      <details>
        <summary className="small">{COMMON.chart.table}</summary>
        <Table title={title} times={times} series={series} format={format} />
      </details>
    </figure>
  );
};

const classOf = (tone: ChartTone): string | undefined => {
  switch (tone) {
    case 'main':
      return styles.main;
    case 'second':
      return styles.second;
    case 'rest':
      return styles.rest;
    default:
      return tone satisfies never;
  }
};

/** The pointer chooses a time; the table has the values for everybody else. */
const Drawing = ({ times, series, kind, top, format }: TimeChartProps): ReactNode => {
  const [pointed, setPointed] = useState<number | null>(null);
  const highest = topOf(kind, series, top);
  const width = 100 / Math.max(1, times.length);
  return (
    <div className={styles.drawn} aria-hidden="true">
      <span className={styles.top}>{format(highest)}</span>
      <svg
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        aria-hidden="true"
        onPointerLeave={() => setPointed(null)}
      >
        <path className={styles.grid} d="M0 0H100M0 50H100M0 100H100" vectorEffect="non-scaling-stroke" />
        {kind === 'bars' &&
          barsOf(series, highest).map(({ tone, x, y, width: across, height, key }) => (
            <rect key={key} className={classOf(tone)} x={x} y={y} width={across} height={height} />
          ))}
        {kind === 'lines' &&
          series.map(({ name, tone, values }) => (
            <path
              key={name}
              className={`${styles.line} ${classOf(tone)}`}
              d={lineOf(values, highest)}
              vectorEffect="non-scaling-stroke"
            />
          ))}
        {times.map((time, index) => (
          <rect
            key={time}
            className={index === pointed ? styles.pointed : styles.time}
            x={index * width}
            y={0}
            width={width}
            height={100}
            onPointerEnter={() => setPointed(index)}
          />
        ))}
      </svg>
      <p className={styles.times}>
        {pointed === null ? (
          <>
            <span>{times[0]}</span>
            {times.length > 1 && <span>{times.at(-1)}</span>}
          </>
        ) : (
          <span>{[times[pointed], ...wordsAt(pointed, series, format)].join(' · ')}</span>
        )}
      </p>
    </div>
  );
};

const valueIn = (value: number | null | undefined, format: (value: number) => string): string =>
  value === null || value === undefined ? '–' : format(value);

const wordsAt = (
  index: number,
  series: readonly Series[],
  format: (value: number) => string,
): readonly string[] => series.map(({ name, values }) => `${name} ${valueIn(values[index], format)}`);

const Table = ({
  title,
  times,
  series,
  format,
}: Pick<TimeChartProps, 'title' | 'times' | 'series' | 'format'>): ReactNode => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: people without a mouse scroll it with the keys.
  <section className={`scrolls ${styles.table}`} tabIndex={0} aria-label={title}>
    <table className="figures">
      <caption className="hidden">{title}</caption>
      <thead>
        <tr>
          <th scope="col">{COMMON.chart.time}</th>
          {series.map(({ name }) => (
            <th key={name} scope="col" className="number">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {times.map((time, index) => (
          <tr key={time}>
            <th scope="row">{time}</th>
            {series.map(({ name, values }) => (
              <td key={name} className="number">
                {valueIn(values[index], format)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);
