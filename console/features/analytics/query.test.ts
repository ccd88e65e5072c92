/** The period and the filters of the page of figures. */
import { expect, test } from 'vitest';
import { groupingOf, periodQuery, stepOf } from './query.js';

const NOW = new Date(2026, 2, 10, 15, 33);
const filtersOf = (search: string) => {
  const params = new URLSearchParams(search);
  return { filterOf: (name: string) => params.get(name) ?? '' };
};
const queryOf = (search: string) =>
  periodQuery({ businessId: 'b1', filters: filtersOf(search), now: NOW, timeZone: 'Europe/Berlin' });
const local = (day: number, hour = 0, minute = 0): string =>
  new Date(2026, 2, day, hour, minute).toISOString();

test('shows the last seven days up to the quarter of an hour that runs', () => {
  expect(queryOf('')).toEqual({
    businessId: 'b1',
    from: local(4),
    to: local(10, 15, 45),
    timeZone: 'Europe/Berlin',
  });
  expect(stepOf(queryOf(''))).toBe('day');
});

test('shows today by the hour', () => {
  expect(queryOf('period=today')).toMatchObject({ from: local(10), to: local(10, 15, 45) });
  expect(stepOf(queryOf('period=today'))).toBe('hour');
});

test('a chosen period includes its last day', () => {
  expect(queryOf('period=custom&from=2026-03-01&to=2026-03-02')).toMatchObject({
    from: local(1),
    to: local(3),
  });
});

test('a period has a bound, a beginning and an end', () => {
  const { from, to } = queryOf('period=custom&from=2020-01-01');
  expect(Date.parse(to) - Date.parse(from)).toBe(366 * 86_400_000);
  expect(Date.parse(queryOf('period=custom').from)).toBeLessThan(NOW.getTime());
  const ahead = queryOf('period=custom&from=2027-01-01');
  expect(Date.parse(ahead.from)).toBeLessThan(Date.parse(ahead.to));
});

test('filters by agent and campaign', () => {
  expect(queryOf('agent=a1&campaign=c1')).toMatchObject({ agentId: 'a1', campaignId: 'c1' });
});

test('an unknown grouping is that by agent', () => {
  expect(groupingOf(filtersOf('by=outcome'))).toBe('outcome');
  expect(groupingOf(filtersOf('by=weather'))).toBe('agent');
});
