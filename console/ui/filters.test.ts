/** Filters of a list in its address, and the days between which it shows entries. */
import { createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Router } from 'wouter';
import { type Filters, startOfDay, useFilters } from './filters.js';

interface Visit {
  readonly to: string;
  readonly options: unknown;
}

/** The filters of a list at this address, and the addresses that they lead to. */
const open = (search: string, replace = true): Filters & { readonly visits: readonly Visit[] } => {
  const visits: Visit[] = [];
  const opened: Filters[] = [];
  const List = (): null => {
    opened.push(useFilters({ replace }));
    return null;
  };
  const Page = (): ReactNode =>
    Router({
      hook: () => [
        '/calls',
        (to: string, options: unknown) => {
          visits.push({ to, options });
        },
      ],
      searchHook: () => search,
      children: createElement(List),
    });
  renderToStaticMarkup(createElement(Page));
  const [filters] = opened;
  if (filters === undefined) throw new Error('the list was not rendered');
  return { ...filters, visits };
};

describe('the filters of a list', () => {
  test('are read from its address', () => {
    const { filterOf } = open('status=answered&q=caf%C3%A9+bar');
    expect(filterOf('status')).toBe('answered');
    expect(filterOf('q')).toBe('café bar');
  });

  test('that are not set are empty', () => {
    expect(open('').filterOf('status')).toBe('');
    expect(open('status=').filterOf('status')).toBe('');
  });

  test('are changed in its address, next to the others', () => {
    const { setFilter, visits } = open('status=answered&page=2');
    setFilter('status', 'no_answer');
    expect(visits).toEqual([{ to: '/calls?status=no_answer&page=2', options: { replace: true } }]);
  });

  test('are removed by an empty value', () => {
    const { setFilter, visits } = open('status=answered');
    setFilter('status', '');
    expect(visits).toEqual([{ to: '/calls', options: { replace: true } }]);
  });

  test('can be set one after the other before the page is drawn', () => {
    const { setFilter, visits } = open('');
    setFilter('from', '2026-03-01');
    setFilter('q', 'a & b');
    expect(visits.map(({ to }) => to)).toEqual([
      '/calls?from=2026-03-01',
      '/calls?from=2026-03-01&q=a+%26+b',
    ]);
  });

  test('can add entries to the history', () => {
    const { setFilter, visits } = open('', false);
    setFilter('status', 'answered');
    expect(visits).toEqual([{ to: '/calls?status=answered', options: { replace: false } }]);
  });
});

describe('the start of a day', () => {
  beforeEach(() => {
    vi.stubEnv('TZ', 'America/New_York');
  });
  afterEach(() => {
    vi.stubEnv('TZ', undefined);
  });

  test('is the midnight in the zone of the viewer', () => {
    expect(startOfDay('2026-01-15', 0)).toBe('2026-01-15T05:00:00.000Z');
    expect(startOfDay('2026-07-15', 0)).toBe('2026-07-15T04:00:00.000Z');
    vi.stubEnv('TZ', 'Asia/Tokyo');
    expect(startOfDay('2026-03-02', 0)).toBe('2026-03-01T15:00:00.000Z');
  });

  test('a day later ends a range with its last day, across months and years', () => {
    expect(startOfDay('2026-12-31', 1)).toBe('2027-01-01T05:00:00.000Z');
    expect(startOfDay('2028-02-28', 1)).toBe('2028-02-29T05:00:00.000Z');
  });

  test('a day later is 23 or 25 hours later when clocks change', () => {
    expect(startOfDay('2026-03-08', 0)).toBe('2026-03-08T05:00:00.000Z');
    expect(startOfDay('2026-03-08', 1)).toBe('2026-03-09T04:00:00.000Z');
    expect(startOfDay('2026-11-01', 1)).toBe('2026-11-02T05:00:00.000Z');
  });

  test('is 01:00 on a day without a midnight, because clocks change then', () => {
    vi.stubEnv('TZ', 'America/Havana');
    expect(startOfDay('2024-03-10', 0)).toBe('2024-03-10T05:00:00.000Z');
    expect(startOfDay('2024-03-09', 1)).toBe('2024-03-10T05:00:00.000Z');
  });

  test('a day after one without a midnight is midnight again', () => {
    vi.stubEnv('TZ', 'America/Havana');
    expect(startOfDay('2024-03-10', 1)).toBe('2024-03-11T04:00:00.000Z');
  });

  test('needs a date', () => {
    const texts = ['', '2026-3-2', '02.03.2026', '2026-03-02T10:00', 'today', '2026-13-01'];
    expect([null, ...texts].map((day) => startOfDay(day, 0))).toEqual([null, ...texts].map(() => null));
  });

  test('needs a date that exists', () => {
    expect(startOfDay('2026-02-31', 0)).toBeNull();
  });
});
