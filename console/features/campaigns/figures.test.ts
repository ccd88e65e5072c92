import { describe, expect, test } from 'vitest';
import { costOf, endOfPeriod, funnelOf, percentOf, startOfPeriod } from './figures.js';

const counts = {
  total: 100,
  pending: 20,
  claimed: 1,
  active: 4,
  retry_wait: 10,
  completed: 30,
  voicemail: 12,
  no_answer: 8,
  busy: 3,
  failed: 2,
  cancelled: 4,
  skipped: 6,
};

describe('the funnel', () => {
  test('counts people who were tried, whatever became of them', () => {
    expect(funnelOf(counts, 9)).toEqual([
      { key: 'audience', people: 100, share: 1 },
      { key: 'contacted', people: 69, share: 0.69 },
      { key: 'answered', people: 30, share: 0.3 },
      { key: 'success', people: 9, share: 0.09 },
    ]);
  });

  test('has no success where none is judged, and no shares of an empty audience', () => {
    const empty = Object.fromEntries(Object.keys(counts).map((key) => [key, 0]));
    expect(funnelOf(counts, null).map(({ key }) => key)).toEqual(['audience', 'contacted', 'answered']);
    expect(funnelOf({ ...counts, ...empty }, null)[0]?.share).toBeNull();
  });
});

test('the cost includes analyses, and is shared by what was reached', () => {
  const figures = { chargedMicrocredits: 900, analysisCostMicrocredits: 100, answered: 10, succeeded: 4 };
  expect(costOf(figures)).toEqual({ total: 1_000, perAnswered: 100, perSuccess: 250 });
  expect(costOf({ ...figures, answered: 0, succeeded: 0 })).toMatchObject({
    perAnswered: null,
    perSuccess: null,
  });
});

test('a share is a percentage, or unknown', () => {
  expect([percentOf(0.625), percentOf(0), percentOf(null)]).toEqual(['63%', '0%', '–']);
});

test('the period covers the whole campaign, within what figures reach', () => {
  const now = new Date('2026-03-02T10:20:30.000Z');
  expect(endOfPeriod(now)).toBe('2026-03-03T00:00:00.000Z');
  expect(startOfPeriod('2026-02-01T08:00:00.000Z', now)).toBe('2026-02-01T08:00:00.000Z');
  const [from, to] = [startOfPeriod('2020-01-01T00:00:00.000Z', now), endOfPeriod(now)];
  expect(Date.parse(to) - Date.parse(from)).toBeLessThanOrEqual(366 * 86_400_000);
});
