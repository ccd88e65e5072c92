/** The limits of a business as lines of a table. */
import { expect, test } from 'vitest';
import { callLimits, storageLimits } from './limits.js';

const SETTINGS = {
  lines: 10,
  concurrentCalls: null,
  callLimits: { spendPerDayMicrocredits: 50_000_000, callsPerMinute: 60 },
  attemptsPerDay: 3,
  spend: { microcredits: 50_000_000, endsAt: '2026-03-11T00:00:00.000Z' },
};
const OVERVIEW = { leasedLines: 4, availableMicrocredits: 0, reservedMicrocredits: 2_000_000 };
const lineOf = (name: string) => callLimits(SETTINGS, OVERVIEW).find((limit) => limit.name === name);

test('each limit says what is used of it', () => {
  expect(lineOf('Lines in use')).toMatchObject({ used: '4', max: '10', share: 0.4 });
  expect(lineOf('Spend on calls today, credits')).toMatchObject({ used: '50.00', max: '50.00', share: 1 });
});

test('a spend limit resets when the day of the business ends', () => {
  expect(lineOf('Spend on calls today, credits')?.resets).toMatch(/Mar 1[01], 2026/);
});

test('a limit that is not set has no share', () => {
  expect(lineOf('Calls at a time')).toMatchObject({ max: 'No limit', share: null });
});

test('without credit the limit is reached', () => {
  expect(lineOf('Credits')).toMatchObject({ max: '0.00 left', share: 1 });
});

test('every limit says when it resets and what happens', () => {
  const limits = [
    ...callLimits(SETTINGS, OVERVIEW),
    ...storageLimits([
      { item: 'stored_bytes', used: 1_048_576, limit: 10_485_760 },
      { item: 'agents', used: 1_000, limit: 1_000 },
    ]),
  ];
  expect(limits.every(({ resets, atLimit }) => resets !== '' && atLimit !== '')).toBe(true);
  expect(limits.at(-2)).toMatchObject({ used: '1 MiB', max: '10 MiB', share: 0.1 });
  expect(limits.at(-1)).toMatchObject({ used: '1,000', share: 1 });
});
