/** The shapes of a chart in a box of 100 by 100, left to right, zero at the bottom. Pure. */

/** Colours of a chart: the first thing it shows, what is compared with it, and what is left of a whole. */
export type ChartTone = 'main' | 'second' | 'rest';

export interface Series {
  readonly name: string;
  readonly tone: ChartTone;
  /** One value for each time; null: there is none. */
  readonly values: readonly (number | null)[];
}

/** The next round number. */
const roundAbove = (highest: number): number => {
  const step = 10 ** Math.floor(Math.log10(highest));
  return (
    [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10].map((times) => times * step).find((round) => round >= highest) ??
    highest
  );
};

/** The upper end of the scale: `top`, or a round number above all values; bars stand on each other. */
export const topOf = (kind: 'bars' | 'lines', series: readonly Series[], top?: number): number => {
  if (top !== undefined) return top;
  const times = Math.max(0, ...series.map(({ values }) => values.length));
  const heights =
    kind === 'bars'
      ? Array.from({ length: times }, (_, index) =>
          series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0),
        )
      : series.flatMap(({ values }) => values.map((value) => value ?? 0));
  const highest = Math.max(0, ...heights);
  return highest === 0 ? 1 : roundAbove(highest);
};

const centreOf = (index: number, count: number): number => ((index + 0.5) * 100) / Math.max(1, count);

/** A path through the centre of each time; a value alone between two gaps is a short dash. */
export const lineOf = (values: readonly (number | null)[], top: number): string => {
  const y = (value: number): string => (100 - (value / top) * 100).toFixed(1);
  return values
    .flatMap((value, index) => {
      if (value === null) return [];
      const x = centreOf(index, values.length);
      if ((values[index - 1] ?? null) !== null) return [`L${x.toFixed(2)} ${y(value)}`];
      const isAlone = (values[index + 1] ?? null) === null;
      return isAlone
        ? [`M${(x - 0.6).toFixed(2)} ${y(value)}L${(x + 0.6).toFixed(2)} ${y(value)}`]
        : [`M${x.toFixed(2)} ${y(value)}`];
    })
    .join(' ');
};

interface Bar {
  readonly key: string;
  readonly tone: ChartTone;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Bars that stand on each other, the first series at the bottom. */
export const barsOf = (series: readonly Series[], top: number): readonly Bar[] => {
  const count = Math.max(0, ...series.map(({ values }) => values.length));
  const width = 70 / Math.max(1, count);
  return Array.from({ length: count }, (_, index) => index).flatMap((index) => {
    let below = 0;
    return series.flatMap(({ name, tone, values }) => {
      const value = values[index] ?? 0;
      if (value <= 0) return [];
      const height = (value / top) * 100;
      below += height;
      return [
        {
          key: `${name} ${index}`,
          tone,
          x: centreOf(index, count) - width / 2,
          y: 100 - below,
          width,
          height,
        },
      ];
    });
  });
};
