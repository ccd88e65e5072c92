import { expect, test } from 'vitest';
import { creditsOf, freshFor, relativeTime, secondsOf } from './format.js';

const NOON = new Date(2026, 10, 30, 12, 0, 0).getTime();
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

test.each([
  ['moments ago', -2_000, '2 sec. ago'],
  ['moments ahead: clocks differ', 2_000, 'now'],
  ['half a minute ahead', 30_000, 'in 30 sec.'],
  ['minutes ago', -5 * MINUTE, '5 min. ago'],
  ['minutes ahead', 5 * MINUTE, 'in 5 min.'],
  ['hours ago', -3 * HOUR, '3 hr. ago'],
  ['later today', 3 * HOUR, 'in 3 hr.'],
  ['the evening before', -16 * HOUR, '16 hr. ago'],
  ['tomorrow morning', 20 * HOUR, 'in 20 hr.'],
  ['nearly an hour ahead', HOUR - 20_000, 'in 1 hr.'],
  ['nearly a day ago', -24 * HOUR + MINUTE, 'yesterday'],
  ['days ago', -48 * HOUR, '2 days ago'],
  ['days ahead, as an invitation ends', 72 * HOUR, 'in 3 days'],
  ['weeks ago', -14 * 24 * HOUR, 'Nov 16, 12:00'],
  ['weeks ahead, in another year', 40 * 24 * HOUR, 'Jan 9, 2027'],
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

test('a text changes no earlier than it is looked at again', () => {
  expect(freshFor(NOON - 10_000, NOON)).toBe(1_000);
  expect(freshFor(NOON - 5 * MINUTE, NOON)).toBe(10_000);
  expect(freshFor(NOON + 3 * 24 * HOUR, NOON)).toBe(MINUTE);
});

test('latencies are shown in tenths of a second', () => {
  expect(secondsOf(949)).toBe('0.9 s');
});
