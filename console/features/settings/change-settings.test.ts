/** Settings of a page with several forms, some of which somebody else changes at the same time. */
import { expect, test, vi } from 'vitest';
import { stubService } from '../../testing/service.js';
import { isUnchanged, sendChange } from './change-settings.js';
import type { Settings } from './setting.js';

const SETTINGS: Settings = {
  name: 'Bella Vista',
  lines: 5,
  concurrentCalls: null,
  timeZone: null,
  carriers: null,
  quietHours: null,
  attemptsPerDay: null,
  destinations: { countries: null, types: [] },
  callLimits: { spendPerDayMicrocredits: null, callsPerMinute: null },
  callAnalysis: { enabled: false, priceMicrocredits: 2_000 },
  conversationAnalysis: { enabled: false, silenceMinutes: 120, priceMicrocredits: 2_000 },
  spend: { microcredits: 0, endsAt: null },
  callPrices: { flatMicrocredits: 10_000, byPrefix: [] },
  installation: {
    timeZone: 'UTC',
    allowedCountries: null,
    carrierOrder: [],
    carrierAccounts: [],
    providers: [],
  },
  tag: 'before',
};

/** A service whose settings were changed since. */
const changedTo = (now: Settings) =>
  stubService(({ method, headers }) => {
    if (method === 'GET') return { data: { settings: now } };
    return headers.get('if-match') === `"${now.tag}"`
      ? { data: { settings: { ...now, tag: 'after' } } }
      : { code: 'resource_changed' };
  });

test('a change of another setting is no reason to ask', async () => {
  const requests = changedTo({ ...SETTINGS, timeZone: 'Europe/Rome', tag: 'now' });
  const onChanged = vi.fn();
  const answer = await sendChange({ attemptsPerDay: 3 }, { businessId: 'b1', base: SETTINGS, onChanged });
  expect(answer.settings.tag).toBe('after');
  expect(requests.map(({ method, headers }) => [method, headers.get('if-match')])).toEqual([
    ['PATCH', '"before"'],
    ['GET', null],
    ['PATCH', '"now"'],
  ]);
  expect(onChanged).not.toHaveBeenCalled();
});

test('a change of the same setting is not overwritten', async () => {
  const now = { ...SETTINGS, attemptsPerDay: 7, tag: 'now' };
  const requests = changedTo(now);
  const onChanged = vi.fn();
  const sending = { businessId: 'b1', base: SETTINGS, onChanged };
  await expect(sendChange({ attemptsPerDay: 3 }, sending)).rejects.toMatchObject({ code: 'setting_changed' });
  expect(onChanged).toHaveBeenCalledWith(now);
  expect(requests.filter(({ method }) => method === 'PATCH').length).toBe(1);
  await sendChange({ attemptsPerDay: 3 }, { ...sending, base: now });
  expect(requests.at(-1)?.body).toEqual({ businessId: 'b1', attemptsPerDay: 3 });
});

test('settings are compared by what they contain', () => {
  const now = { ...SETTINGS, destinations: { countries: ['IT'], types: [] } };
  expect(isUnchanged({ destinations: { countries: [], types: [] } }, SETTINGS, now)).toBe(false);
  expect(isUnchanged({ callLimits: SETTINGS.callLimits }, SETTINGS, structuredClone(now))).toBe(true);
});
