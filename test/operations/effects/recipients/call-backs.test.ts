/**
 * Call-backs in a whole simulated campaign: a recipient who requests one is called again at that time, once for each request, whatever
 * crashes; the campaign waits for it, and ends afterwards.
 */
import { DateTime } from 'luxon';
import t from 'tap';
import type { Findings } from '../../../../schemas/analysis/call-analysis.js';
import { WEEKDAYS } from '../../../../schemas/campaigns/call-window.js';
import { NOON, type Plan, play, recipientOf } from './campaign-simulation.js';

const ZONE = 'America/Los_Angeles';
const HOUR_MS = 3_600_000;
/** Tomorrow at ten, where the recipients are. */
const TOMORROW_AT_TEN = DateTime.fromMillis(NOON, { zone: ZONE })
  .plus({ days: 1 })
  .set({ hour: 10, minute: 0 })
  .toMillis();
const callBack = (at: number): Findings['requests'] => [
  { request: 'call_back', at: new Date(at).toISOString(), evidence: [{ turn: 1, atMs: 900 }] },
];
const noContact: Findings['requests'] = [{ request: 'no_contact', at: null, evidence: [] }];
const base: Omit<Plan, 'callBacks'> = { seed: 5, size: 12, lines: 4, maxRetries: 0, crashes: [], acts: [] };
const WINDOW = { timezone: ZONE, days: [...WEEKDAYS], start: '04:00', end: '17:00', recipientTimezone: true };

/** The times at which each of the contacts was called, ms after noon. */
const timesOf = ({ carrier }: Awaited<ReturnType<typeof play>>, contactId: string): readonly number[] =>
  carrier.placed.filter(({ to }) => to === recipientOf(contactId).mobile).map(({ at }) => at - NOON);

t.test('a customer who requests a call back tomorrow at ten is called then, once', async (t) => {
  const asked = new Set<string>();
  const played = await play({
    ...base,
    window: WINDOW,
    zoneOf: () => ZONE,
    callBacks: {
      limits: { maxPerContact: 1, withinDays: 3 },
      // Each requests it in every call: the second request is one too many.
      requestsOf: (contactId) => {
        asked.add(contactId);
        return callBack(TOMORROW_AT_TEN);
      },
    },
  });
  t.ok(played.ended, 'the campaign waits for the call-backs, and ends');
  t.ok(asked.size > 3, `${asked.size} were reached`);
  for (const { contactId, status, callBacks } of played.members) {
    const [, second, ...others] = timesOf(played, contactId);
    t.same(others, [], `${contactId} is called twice at most`);
    t.equal(callBacks, asked.has(contactId) ? 1 : 0);
    if (!asked.has(contactId)) {
      t.equal(second, undefined, `${contactId} did not request a call`);
      continue;
    }
    const late = (second ?? 0) + NOON - TOMORROW_AT_TEN;
    t.ok(late >= 0 && late < 5 * 60_000, `${contactId} is called ${late} ms after ten`);
    t.ok(['completed', 'busy', 'no_answer', 'failed'].includes(status), status);
  }
});

t.test('crashes neither lose a call-back nor make it twice', async (t) => {
  for (const seed of [1, 2, 3, 4, 5, 6, 7, 8]) {
    const at = NOON + HOUR_MS;
    const first = new Set<string>();
    const played = await play({
      ...base,
      seed,
      crashes: [1_000, 9_000, 15_000, 22_000, 30_000, HOUR_MS + 5, HOUR_MS + 900, HOUR_MS + 4_000],
      callBacks: {
        limits: { maxPerContact: 5, withinDays: 1 },
        requestsOf: (contactId, now) => {
          if (now >= at) return [];
          first.add(contactId);
          return callBack(at);
        },
      },
    });
    t.ok(played.ended, `seed ${seed}: the campaign ends`);
    const ids = played.carrier.placed.map(({ callId }) => callId);
    t.equal(new Set(ids).size, ids.length, `seed ${seed}: no call is placed twice`);
    for (const { contactId, callBacks, attempts } of played.members) {
      const made = timesOf(played, contactId);
      t.equal(callBacks, first.has(contactId) ? 1 : 0, `seed ${seed}: ${contactId}`);
      t.ok(made.length <= attempts, `seed ${seed}: ${contactId} has ${made.length} calls`);
      if (first.has(contactId)) t.equal(attempts, 2, `seed ${seed}: the call-back of ${contactId} is made`);
    }
  }
});

t.test('a call-back outside the hours waits for the next open hour of the recipient', async (t) => {
  const midnight = DateTime.fromMillis(NOON, { zone: ZONE }).plus({ days: 1 }).startOf('day').toMillis();
  const played = await play({
    ...base,
    window: WINDOW,
    zoneOf: () => ZONE,
    callBacks: {
      limits: { maxPerContact: 1, withinDays: 3 },
      requestsOf: (_, now) => (now < midnight ? callBack(midnight) : []),
    },
  });
  const seconds = played.members.flatMap(({ contactId }) => timesOf(played, contactId).slice(1));
  t.ok(seconds.length > 3);
  for (const second of seconds) {
    const clock = DateTime.fromMillis(NOON + second, { zone: ZONE }).toFormat('HH:mm');
    t.ok(clock >= '04:00' && clock < '04:10', `called at ${clock}`);
  }
});

t.test('nobody is called back who does not want to be contacted, or after the last day for it', async (t) => {
  for (const requests of [[...callBack(NOON + HOUR_MS), ...noContact], callBack(NOON + 30 * 24 * HOUR_MS)]) {
    const played = await play({
      ...base,
      callBacks: { limits: { maxPerContact: 2, withinDays: 14 }, requestsOf: () => requests },
    });
    t.ok(played.ended);
    t.ok(played.members.every(({ attempts }) => attempts <= 1));
  }
});

t.test('a cancelled campaign makes no call-back, and keeps the outcome of the calls', async (t) => {
  const played = await play({
    ...base,
    acts: [{ at: 10 * 60_000, action: 'cancel' }],
    callBacks: {
      limits: { maxPerContact: 1, withinDays: 3 },
      requestsOf: () => callBack(TOMORROW_AT_TEN),
    },
  });
  t.ok(played.ended);
  const waited = played.members.filter(({ callBacks }) => callBacks === 1);
  t.ok(waited.length > 3);
  t.ok(waited.every(({ status, attempts }) => status === 'completed' && attempts === 1));
});
