/** Line charts as self-contained SVG text. Colours and type come from the page's style. */

import { COLOURS } from './style.js';

/** One line; a `y` that is null or not above 0 is left out. */
export interface Series {
  readonly name: string;
  /** One value for each of the chart's `xs`. */
  readonly ys: readonly (number | null)[];
  /** A limit is dashed, with smaller points. */
  readonly isLimit?: boolean;
}

/** A chart to draw. */
export interface Chart {
  readonly title: string;
  /** Unit of the vertical axis. */
  readonly unit: string;
  readonly xs: readonly string[];
  readonly series: readonly Series[];
}

const WIDTH = 420;
const HEIGHT = 250;
const LEFT = 52;
const RIGHT = 12;
const TOP = 30;
const BOTTOM = 28;
export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const isDrawn = (value: number | null): value is number =>
  value !== null && value > 0 && Number.isFinite(value);

/** 1, 2 and 5 of each power of ten from below `least` to above `greatest`. */
export const ticksBetween = (least: number, greatest: number): readonly number[] => {
  const from = Math.floor(Math.log10(least));
  const to = Math.ceil(Math.log10(greatest));
  const all = Array.from({ length: Math.max(1, to - from) + 1 }, (_, index) => from + index).flatMap(
    (power) => [1, 2, 5].map((digit) => Number((digit * 10 ** power).toPrecision(1))),
  );
  const first = all.findLastIndex((tick) => tick <= least);
  const last = all.findIndex((tick) => tick >= greatest);
  return all.slice(Math.max(0, first), Math.max(last, first + 1) + 1);
};

/** The vertical axis is logarithmic, so that a tail's distance above a median shows their ratio. */
export const svgOf = ({ title, unit, xs, series }: Chart): string => {
  const values = series.flatMap(({ ys }) => ys.filter(isDrawn));
  if (values.length === 0) return '';
  const ticks = ticksBetween(Math.min(...values), Math.max(...values));
  const [low = 1] = ticks;
  const high = ticks.at(-1) ?? 10;
  const x = (index: number): number =>
    LEFT + ((index + 0.5) * (WIDTH - LEFT - RIGHT)) / Math.max(1, xs.length);
  const y = (value: number): number =>
    HEIGHT - BOTTOM - ((HEIGHT - TOP - BOTTOM) * Math.log(value / low)) / Math.log(high / low);
  const at = (value: number): string => value.toFixed(1);
  const grid = ticks.map(
    (tick) =>
      `<line class="grid" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${at(y(tick))}" y2="${at(y(tick))}"/>` +
      `<text class="tick" x="${LEFT - 6}" y="${at(y(tick) + 4)}" text-anchor="end">${tick}</text>`,
  );
  const names = xs.map(
    (name, index) =>
      `<text class="tick" x="${at(x(index))}" y="${HEIGHT - 8}" text-anchor="middle">${escaped(name)}</text>`,
  );
  let colour = -1;
  const lines = series.map(({ name, ys, isLimit = false }) => {
    if (!isLimit) colour += 1;
    const points = ys.flatMap((value, index) => (isDrawn(value) ? [{ index, value }] : []));
    const path = points.map(({ index, value }) => `${at(x(index))},${at(y(value))}`).join(' ');
    const style = isLimit ? 'limit' : `line c${colour % COLOURS}`;
    const marks = points.map(
      ({ index, value }) =>
        `<circle class="${style}" cx="${at(x(index))}" cy="${at(y(value))}" r="${isLimit ? 2 : 3.5}"><title>${escaped(`${name}, ${xs[index]}: ${Number(value.toPrecision(3))} ${unit}`)}</title></circle>`,
    );
    return `<polyline class="${style}" points="${path}"/>${marks.join('')}`;
  });
  return (
    `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escaped(title)}">` +
    `<text class="title" x="${LEFT}" y="18">${escaped(title)}</text><text class="tick" x="${LEFT - 6}" y="18" text-anchor="end">${escaped(unit)}</text>` +
    `${grid.join('')}${names.join('')}${lines.join('')}</svg>`
  );
};

/** Legend of the colours of some names, in their order. */
export const namesLegend = (names: readonly string[]): string =>
  `<p class="legend">${names.map((name, index) => `<span><i class="c${index % COLOURS}"></i>${escaped(name)}</span>`).join(' ')}</p>`;

/** Legend of the colours of a chart. */
export const legendOf = (series: readonly Series[]): string => {
  let colour = -1;
  const keys = series.map(({ name, isLimit = false }) => {
    if (!isLimit) colour += 1;
    return `<span><i class="${isLimit ? 'limit' : `c${colour % COLOURS}`}"></i>${escaped(name)}</span>`;
  });
  return `<p class="legend">${keys.join(' ')}</p>`;
};
