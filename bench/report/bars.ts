/** Horizontal bars as SVG text: ratios around 1, and shares that add up. Colours and type come from the page's style. */
import { escaped } from './chart.js';
import { COLOURS } from './style.js';

const WIDTH = 760;
const LEFT = 250;
const RIGHT = 60;
const ROW = 26;
const BAR = 15;
const TOP = 30;
const BOTTOM = 22;

/** One value divided by another. */
export interface RatioRow {
  readonly name: string;
  readonly median: number;
  readonly least: number;
  readonly greatest: number;
  /** Whether more than 1 is better. */
  readonly moreIsBetter: boolean;
}

const at = (value: number): string => value.toFixed(1);
const short = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toFixed(2));

const frame = (title: string, rows: number, content: string, below = BOTTOM): string => {
  const height = TOP + rows * ROW + below;
  return `<svg viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escaped(title)}"><text class="title" x="0" y="16">${escaped(title)}</text>${content}</svg>`;
};

const nameOf = (name: string, row: number): string =>
  `<text class="name" x="${LEFT - 10}" y="${TOP + row * ROW + 12}" text-anchor="end">${escaped(name)}</text>`;

const verticalLine = (x: number, rows: number, style: string, label: string): string =>
  `<line class="${style}" x1="${at(x)}" x2="${at(x)}" y1="${TOP - 4}" y2="${TOP + rows * ROW}"/>` +
  `<text class="tick" x="${at(x)}" y="${TOP + rows * ROW + 15}" text-anchor="middle">${escaped(label)}</text>`;

/** Bars from 1 to each ratio on a logarithmic scale; a thin line runs from the least to the greatest. */
export const ratioBars = (title: string, all: readonly RatioRow[]): string => {
  const rows = all.filter(({ median }) => Number.isFinite(median) && median > 0);
  if (rows.length === 0) return '';
  const far = Math.max(2, ...rows.flatMap(({ least, greatest }) => [greatest, 1 / least]));
  const reach = Math.log(2 ** Math.ceil(Math.log2(far)));
  const middle = (LEFT + WIDTH - RIGHT) / 2;
  const x = (ratio: number): number => middle + (Math.log(ratio) / reach) * ((WIDTH - RIGHT - LEFT) / 2);
  const powers = Math.round(reach / Math.LN2);
  const step = Math.ceil(powers / 4);
  const marks: string[] = [];
  for (let power = step; power <= powers; power += step) {
    marks.push(verticalLine(x(2 ** power), rows.length, 'grid', `${2 ** power} ×`));
    marks.push(verticalLine(x(2 ** -power), rows.length, 'grid', `1/${2 ** power}`));
  }
  const bars = rows.map(({ name, median, least, greatest, moreIsBetter }, row) => {
    const y = TOP + row * ROW;
    const [from, to] = [Math.min(x(median), middle), Math.max(x(median), middle)];
    const style = median >= 1 === moreIsBetter ? 'good' : 'bad';
    const label = `${name}: ${short(median)} (${short(least)} to ${short(greatest)})`;
    return (
      `${nameOf(name, row)}<rect class="${style}" x="${at(from)}" y="${y}" width="${at(Math.max(1, to - from))}" height="${BAR}"><title>${escaped(label)}</title></rect>` +
      `<line class="range" x1="${at(x(least))}" x2="${at(x(greatest))}" y1="${y + BAR / 2}" y2="${y + BAR / 2}"/>` +
      `<text class="name" x="${WIDTH}" y="${y + 12}" text-anchor="end">${short(median)}</text>`
    );
  });
  return frame(
    title,
    rows.length,
    `${marks.join('')}${verticalLine(middle, rows.length, 'axis', '1')}${bars.join('')}`,
  );
};

/** Parts that add up, by name. */
export interface StackRow {
  readonly name: string;
  readonly parts: Readonly<Record<string, number>>;
}

/** The parts that get their own colour, the greatest first; the last colour is for all others together. */
export const partsOf = (rows: readonly StackRow[]): readonly string[] => {
  const sums = new Map<string, number>();
  for (const { parts } of rows)
    for (const [name, value] of Object.entries(parts)) sums.set(name, (sums.get(name) ?? 0) + value);
  return [...sums]
    .sort(([, a], [, b]) => b - a)
    .slice(0, COLOURS - 1)
    .map(([name]) => name);
};

export const OTHERS = 'others';

/** One bar per row, in `unit`. */
export const stackedBars = (title: string, unit: string, rows: readonly StackRow[]): string => {
  const names = partsOf(rows);
  const sumOf = ({ parts }: StackRow): number => Object.values(parts).reduce((sum, value) => sum + value, 0);
  const maxSum = Math.max(...rows.map(sumOf));
  if (!(maxSum > 0)) return '';
  const scale = (WIDTH - LEFT - RIGHT) / maxSum;
  const bars = rows.map((row, index) => {
    let from = LEFT;
    const known = names.map((name) => ({ name, value: row.parts[name] ?? 0 }));
    const rest = sumOf(row) - known.reduce((sum, { value }) => sum + value, 0);
    const pieces = [...known, { name: OTHERS, value: Math.max(0, rest) }].map(({ name, value }, colour) => {
      const width = value * scale;
      const piece = `<rect class="c${colour < names.length ? colour : COLOURS - 1}" x="${at(from)}" y="${TOP + index * ROW}" width="${at(width)}" height="${BAR}"><title>${escaped(`${row.name}, ${name}: ${value.toFixed(1)} ${unit}`)}</title></rect>`;
      from += width;
      return value > 0 ? piece : '';
    });
    const sum = `<text class="name" x="${at(from + 6)}" y="${TOP + index * ROW + 12}">${sumOf(row).toFixed(1)} ${escaped(unit)}</text>`;
    return nameOf(row.name, index) + pieces.join('') + sum;
  });
  return frame(title, rows.length, bars.join(''), 0);
};
