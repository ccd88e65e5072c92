/** The filters of the list of contacts, from its address to requests. */
import { describe, expect, test } from 'vitest';
import { listQuery, selectionOf, sortOf } from './contact-query.js';

const TODAY = new Date(2026, 10, 28, 15, 30);
const CATEGORY = '11111111-1111-4111-8111-111111111111';

const query = (values: Readonly<Record<string, string>>) => listQuery((name) => values[name] ?? '', TODAY);

describe('the filters of the list of contacts', () => {
  test('are those of its address', () => {
    expect(
      query({
        search: ' ann ',
        category: CATEGORY,
        blocked: 'no',
        contact: 'never',
        field: 'city',
        value: 'a:b',
      }),
    ).toEqual({
      search: 'ann',
      categoryId: CATEGORY,
      communicationBlocked: false,
      contacted: false,
      field: 'city:a:b',
    });
  });

  test('count days from midnight, so that the same list is read all day', () => {
    expect(query({ contact: 'since-7' })).toEqual({
      contactedSince: new Date(2026, 10, 21).toISOString(),
    });
    expect(query({ contact: 'not-90' })).toEqual({
      notContactedSince: new Date(2026, 10, 28 - 90).toISOString(),
    });
  });

  test('ignore what is no filter', () => {
    expect(query({ search: 'a', blocked: 'maybe', contact: 'not-x', field: '1st', value: 'x' })).toEqual({});
    expect(query({ contact: 'later-3' })).toEqual({});
  });

  test('find contacts without a field by an empty value', () => {
    expect(query({ field: 'city' })).toEqual({ field: 'city:' });
  });

  test('order a search by creation', () => {
    expect(sortOf((name) => (name === 'sort' ? 'name' : ''))).toBe('name');
    expect(sortOf((name) => ({ sort: 'name', search: 'ann' })[String(name)] ?? '')).toBe('created');
    expect(sortOf((name) => (name === 'sort' ? 'age' : ''))).toBe('created');
  });
});

describe('a job', () => {
  test('selects what the list shows', () => {
    expect(selectionOf({ field: 'city:a:b', communicationBlocked: true })).toEqual({
      filter: { communicationBlocked: true, fields: { city: 'a:b' } },
    });
  });

  test('selects all contacts of a list without filters', () => {
    expect(selectionOf({})).toEqual({ all: true });
  });
});
