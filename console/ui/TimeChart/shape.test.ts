/** The shapes of charts over time. */
import { expect, test } from 'vitest';
import { barsOf, lineOf, type Series, topOf } from './shape.js';

const series = (values: readonly (number | null)[], tone: Series['tone'] = 'main'): Series => ({
  name: tone,
  tone,
  values,
});

test('a scale ends at a round number above all values, and bars add up', () => {
  expect(topOf('lines', [series([3, null, 7]), series([9.2], 'second')])).toBe(10);
  expect(topOf('bars', [series([30, 60]), series([10, 61], 'rest')])).toBe(150);
  expect(topOf('lines', [series([0.2])], 1)).toBe(1);
  expect(topOf('lines', [series([null])])).toBe(1);
  expect(topOf('lines', [series([640])])).toBe(800);
});

test('a line has gaps where values are missing', () => {
  expect(lineOf([0, 5, null, 10, 10], 10)).toBe('M10.00 100.0 L30.00 50.0 M70.00 0.0 L90.00 0.0');
});

test('a value between two gaps is drawn', () => {
  expect(lineOf([null, 5, null], 10)).toBe('M49.40 50.0L50.60 50.0');
});

test('bars stand on each other', () => {
  const bars = barsOf([series([4, 0]), series([1, 2], 'rest')], 10);
  expect(bars.map(({ tone, y, height }) => [tone, y, height])).toEqual([
    ['main', 60, 40],
    ['rest', 50, 10],
    ['rest', 80, 20],
  ]);
});
