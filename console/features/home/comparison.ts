/** A figure of today beside the same hours a week before. Pure. */
import { HOME } from './messages.js';

type Direction = 'more' | 'less' | 'same' | 'unknown';

export interface Comparison {
  readonly direction: Direction;
  /** How much, with its unit; empty if it is the same or unknown. */
  readonly text: string;
}

const UNKNOWN: Comparison = { direction: 'unknown', text: '' };

const directionOf = (difference: number): Direction => {
  if (difference === 0) return 'same';
  return difference > 0 ? 'more' : 'less';
};

/** Relative, in whole per cent: for counts and amounts. Nothing compares with zero. */
export const relativeChange = (now: number | null, before: number | null): Comparison => {
  if (now === null || before === null || before === 0) return UNKNOWN;
  const percent = Math.round(((now - before) / before) * 100);
  const direction = directionOf(percent);
  return { direction, text: direction === 'same' ? '' : `${Math.abs(percent)} %` };
};

/** In points of percentage: for shares from 0 to 1. */
export const pointChange = (now: number | null, before: number | null): Comparison => {
  if (now === null || before === null) return UNKNOWN;
  const points = Math.round((now - before) * 100);
  const direction = directionOf(points);
  return { direction, text: direction === 'same' ? '' : HOME.points(Math.abs(points)) };
};

/** The points of a line in a box of 100 by 100, left to right, the highest value at the top. Gaps where a value is missing. */
export const pathOf = (values: readonly (number | null)[]): string => {
  const known = values.flatMap((value) => (value === null ? [] : [value]));
  const top = Math.max(...known, 0);
  if (known.length === 0 || top === 0) return '';
  const step = values.length > 1 ? 100 / (values.length - 1) : 0;
  let isDrawing = false;
  return values
    .flatMap((value, index) => {
      if (value === null) {
        isDrawing = false;
        return [];
      }
      const point = `${isDrawing ? 'L' : 'M'}${(index * step).toFixed(1)} ${(100 - (value / top) * 100).toFixed(1)}`;
      isDrawing = true;
      return [point];
    })
    .join(' ');
};
