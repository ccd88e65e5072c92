import { expect, test } from 'vitest';
import { creditsOf, relativeTime } from './format.js';

const NOON = new Date(2026, 10, 30, 12, 0, 0).getTime();
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

test.each([
  ['moments ago', -2_000, '2 sec. ago'],
  ['moments ahead: clocks differ', 2_000, 'now'],
  ['minutes ago', -5 * MINUTE, '5 min. ago'],
  ['minutes ahead', 5 * MINUTE, 'in 5 min.'],
  ['hours ago', -3 * HOUR, '09:00'],
  ['later today', 3 * HOUR, '15:00'],
  ['the evening before', -16 * HOUR, '20:00'],
  ['tomorrow morning', 20 * HOUR, 'Dec 1, 08:00'],
  ['days ago', -48 * HOUR, 'Nov 28, 12:00'],
])('a time %s', (_name, ahead, expected) => {
  expect(relativeTime(NOON + ahead, NOON)).toBe(expected);
});

test.each([
  [12_345_678, '12.35'],
  [1_000_000_000, '1,000.00'],
  [10_000, '0.01'],
  [2_000, '0.002'],
  [-25, '-0.000025'],
  [0, '0.00'],
])('%i microcredits', (microcredits, expected) => {
  expect(creditsOf(microcredits)).toBe(expected);
});
