/** Periods of time: presets that move with the clock, and days of one's choice. */
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { boundsOf, type Period, periodOf } from './bounds.js';
import { PeriodChoice } from './Period.js';

const filtersOf = (search: string) => {
  const params = new URLSearchParams(search);
  return { filterOf: (name: string) => params.get(name) ?? '', setFilter: () => undefined };
};
const readFrom = (search: string): Period => periodOf(filtersOf(search), 'all');

describe('the period in the address', () => {
  test.each([
    ['', { type: 'all' }],
    ['period=7d', { type: 'preset', preset: '7d' }],
    ['period=decade', { type: 'all' }],
    ['from=2026-03-01', { type: 'custom', from: '2026-03-01', to: '' }],
    ['period=custom', { type: 'custom', from: '', to: '' }],
    ['period=today&from=2026-03-01', { type: 'preset', preset: 'today' }],
  ])('%s', (search, expected) => {
    expect(readFrom(search)).toEqual(expected);
  });

  test('is the page’s own where the address has none', () => {
    expect(periodOf(filtersOf(''), '7d')).toEqual({ type: 'preset', preset: '7d' });
  });
});

describe('the bounds of a period', () => {
  beforeEach(() => {
    vi.stubEnv('TZ', 'America/New_York');
  });
  afterEach(() => {
    vi.stubEnv('TZ', undefined);
  });
  const now = new Date('2026-03-10T15:00:00.000Z');

  test('a preset begins at a midnight of the viewer, also across a change of the clocks', () => {
    expect(boundsOf({ type: 'preset', preset: 'today' }, now)).toEqual({
      from: '2026-03-10T04:00:00.000Z',
      to: null,
    });
    expect(boundsOf({ type: 'preset', preset: '7d' }, now).from).toBe('2026-03-04T05:00:00.000Z');
    expect(boundsOf({ type: 'preset', preset: '30d' }, now).from).toBe('2026-02-09T05:00:00.000Z');
  });

  test('days of one’s choice include the last', () => {
    expect(boundsOf({ type: 'custom', from: '2026-03-01', to: '2026-03-02' }, now)).toEqual({
      from: '2026-03-01T05:00:00.000Z',
      to: '2026-03-03T05:00:00.000Z',
    });
    expect(boundsOf({ type: 'custom', from: '', to: '' }, now)).toEqual({ from: null, to: null });
  });
});

const show = (search: string) => {
  const setFilter = vi.fn<(name: string, value: string) => void>();
  const { container } = render(<PeriodChoice filters={{ ...filtersOf(search), setFilter }} fallback="all" />);
  return { setFilter, days: [...container.querySelectorAll('input')].map(({ value }) => value) };
};
const pressed = (): readonly (string | null)[] =>
  screen
    .getAllByRole('button')
    .filter((button) => button.getAttribute('aria-pressed') === 'true')
    .map(({ textContent }) => textContent);

test('the choice marks the current preset, and offers no dates with it', () => {
  expect(show('period=7d').days).toEqual([]);
  expect(pressed()).toEqual(['7 days']);
});

test('days of one’s choice are in the address', () => {
  expect(show('from=2026-03-01').days).toEqual(['2026-03-01', '']);
});

test('a preset, chosen by keyboard, replaces days of one’s choice', async () => {
  const user = userEvent.setup();
  const { setFilter } = show('from=2026-03-01&to=2026-03-02');
  screen.getByRole('button', { name: '7 days' }).focus();
  await user.keyboard('{Enter}');
  expect(setFilter.mock.calls).toEqual([
    ['period', '7d'],
    ['from', ''],
    ['to', ''],
  ]);
});
