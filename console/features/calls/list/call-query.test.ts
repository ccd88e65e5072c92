/** The filters of the list of calls in its address. */
import { describe, expect, test } from 'vitest';
import {
  callQueryOf,
  callsWith,
  isFiltered,
  listAddress,
  pageAddress,
  periodOf,
  setFilters,
  viewQueryOf,
} from './call-query.js';
import { paramsOfView } from './view-address.js';

const NOW = new Date(2026, 2, 10, 15, 30);
const queryOf = (search: string) => callQueryOf('b1', new URLSearchParams(search), NOW);

describe('the query of a list', () => {
  test('has the filters of the address', () => {
    expect(queryOf('status=busy&slow=true&agentId=a1&tag=refund&minScore=4&agentVersion=3')).toEqual({
      businessId: 'b1',
      status: 'busy',
      slow: 'true',
      agentId: 'a1',
      tag: 'refund',
      minScore: 4,
      agentVersion: 3,
    });
  });

  test('leaves out what the API would refuse', () => {
    expect(queryOf('status=happy&slow=maybe&minScore=9&agentVersion=x&other=1')).toEqual({
      businessId: 'b1',
    });
  });

  test('begins with the first day of its period, in the time zone of the viewer', () => {
    expect(queryOf('period=today').from).toBe(new Date(2026, 2, 10).toISOString());
    expect(queryOf('period=7d').from).toBe(new Date(2026, 2, 4).toISOString());
    expect(queryOf('period=30d').from).toBe(new Date(2026, 1, 9).toISOString());
    expect(queryOf('period=30d').to).toBeUndefined();
  });

  test('includes the last day of a period of one’s own', () => {
    const { from, to } = queryOf('from=2026-03-01&to=2026-03-02');
    expect([from, to]).toEqual([new Date(2026, 2, 1).toISOString(), new Date(2026, 2, 3).toISOString()]);
    expect(periodOf(new URLSearchParams('from=2026-03-01'))).toBe('custom');
  });
});

test('an open call is no filter', () => {
  expect(isFiltered(new URLSearchParams('call=c1&view=v1'))).toBe(false);
  expect(isFiltered(new URLSearchParams('text=refund'))).toBe(true);
  expect(setFilters(new URLSearchParams('tag=vip&status=busy&period=7d'))).toEqual(['status', 'tag']);
});

test('a link to calls sets filters that the list has', () => {
  const params = new URLSearchParams(callsWith({ request: 'human' }).split('?')[1]);
  expect(setFilters(params)).toEqual(['request']);
});

test('addresses of a call remember the list', () => {
  const params = new URLSearchParams('status=busy&call=c1');
  expect(listAddress(params, 'c2')).toBe('/calls?status=busy&call=c2');
  expect(listAddress(params, null)).toBe('/calls?status=busy');
  expect(pageAddress(params, 'c2')).toBe('/calls/c2?status=busy');
  expect(pageAddress(new URLSearchParams('call=c1'), 'c2')).toBe('/calls/c2');
});

test('a saved view keeps filters and words, and not the period', () => {
  const calls = viewQueryOf(new URLSearchParams('text=refund&success=false&maxScore=2&period=today&call=c1'));
  expect(calls).toEqual({ text: 'refund', success: 'false', maxScore: 2 });
  const params = paramsOfView({ viewId: 'v1', name: 'Poor refunds', calls });
  expect(Object.fromEntries(params)).toEqual({
    view: 'v1',
    text: 'refund',
    success: 'false',
    maxScore: '2',
  });
  expect(viewQueryOf(params)).toEqual(calls);
});
