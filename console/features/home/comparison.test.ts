/** How figures of today are compared and drawn. */
import { describe, expect, test } from 'vitest';
import { pathOf, pointChange, relativeChange } from './comparison.js';

describe('a count', () => {
  test.each([
    [108, 100, { direction: 'more', text: '8 %' }],
    [50, 100, { direction: 'less', text: '50 %' }],
    [1_001, 1_000, { direction: 'same', text: '' }],
    [0, 100, { direction: 'less', text: '100 %' }],
  ])('of %d after %d', (now, before, expected) => {
    expect(relativeChange(now, before)).toEqual(expected);
  });

  test.each([
    [5, 0],
    [5, null],
    [null, 5],
  ])('of %j after %j compares with nothing', (now, before) => {
    expect(relativeChange(now, before)).toEqual({ direction: 'unknown', text: '' });
  });
});

test('shares differ by points', () => {
  expect(pointChange(0.38, 0.35)).toEqual({ direction: 'more', text: '3 points' });
  expect(pointChange(0, 0.25)).toEqual({ direction: 'less', text: '25 points' });
  expect(pointChange(0.5, 0.501)).toEqual({ direction: 'same', text: '' });
  expect(pointChange(null, 0.5).direction).toBe('unknown');
});

describe('the line of the last days', () => {
  test('goes from left to right, the highest value at the top', () => {
    expect(pathOf([0, 5, 10])).toBe('M0.0 100.0 L50.0 50.0 L100.0 0.0');
  });

  test('has a gap where a value is missing', () => {
    expect(pathOf([10, null, 10])).toBe('M0.0 0.0 M100.0 0.0');
  });

  test.each([[[]], [[null, null]], [[0, 0]]])('is empty for %j', (values) => {
    expect(pathOf(values)).toBe('');
  });
});
