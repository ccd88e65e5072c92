/** Periods of time: presets that move with the clock, and days of one's choice. */
import { renderToStaticMarkup } from 'react-dom/server';
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

test('the choice marks the current preset, and offers dates only for days of one’s choice', () => {
  const draw = (search: string): string =>
    renderToStaticMarkup(<PeriodChoice filters={filtersOf(search)} fallback="all" />);
  expect(draw('period=7d')).toMatch(/aria-pressed="true">7 days</);
  expect(draw('period=7d')).not.toMatch(/type="date"/);
  expect(draw('from=2026-03-01')).toMatch(/type="date" value="2026-03-01"/);
});
