/**
 * A whole campaign in a simulation: real actors and real effect handlers, whose steps interleave in any order and whose
 * processes crash. Each attempt dials at most once, no recipient is forgotten, and lines and credit are exact.
 */
import fc from 'fast-check';
import { DateTime } from 'luxon';
import t, { type Test } from 'tap';
import { blockId } from '../../../../actors/recipients/block.js';
import { recipients } from '../../../../actors/recipients/index.js';
import { blocksOf, STANDARD_PRICES } from '../../../../schemas/accounts/prices.js';
import { WEEKDAYS } from '../../../../schemas/campaigns/call-window.js';
import type { CallingHours } from '../../../../schemas/campaigns/calling-hours.js';
import { CREDIT, ITERATION, NOON, type Plan, play, recipientOf } from './campaign-simulation.js';

/** Checks what must hold for every run. */
const check = async (t: Test, plan: Plan): Promise<void> => {
  const { carrier, members, ledger, ended } = await play(plan);
  t.ok(ended, 'the campaign ends');
  t.equal(members.length, plan.size - 1, 'no recipient is forgotten');
  t.equal(
    new Set(carrier.placed.map(({ callId }) => callId)).size,
    carrier.placed.length,
    'no call is placed twice',
  );
  t.ok(carrier.most() <= plan.lines, `uses ${carrier.most()} of ${plan.lines} lines`);
  const tries = new Map<string, number>();
  for (const { to } of carrier.placed) tries.set(to, (tries.get(to) ?? 0) + 1);
  for (const { contactId, status, attempts } of members) {
    const dialled = tries.get(recipientOf(contactId).mobile) ?? 0;
    if (contactId === 'c3') t.match({ status, attempts }, { status: 'skipped', attempts: 0 });
    if (dialled > attempts || attempts > plan.maxRetries + 1)
      t.fail(`${contactId}: ${dialled} calls in ${attempts} attempts`);
    if (
      ['busy', 'no_answer', 'failed'].includes(status) &&
      attempts !== plan.maxRetries + 1 &&
      plan.acts.length === 0
    )
      t.fail(`${contactId} is ${status} after ${attempts} attempts`);
    if (['pending', 'claimed', 'active', 'retry_wait'].includes(status)) t.fail(`${contactId} is ${status}`);
  }
  const due = [...carrier.seconds.values()].reduce((sum, seconds) => sum + blocksOf(seconds), 0);
  t.equal(ledger?.chargedMicrocredits, due * STANDARD_PRICES.call_block, 'the bill is exact');
  t.equal(ledger?.leased, 0);
  t.equal((ledger?.availableMicrocredits ?? 0) + (ledger?.chargedMicrocredits ?? 0), CREDIT);
};

t.test('a campaign over several blocks reaches every recipient', async (t) =>
  check(t, { seed: 7, size: 1_203, lines: 90, maxRetries: 1, crashes: [], acts: [] }),
);

const moment = fc.integer({ min: 0, max: 200_000 });
t.test('the invariants hold for any order of steps, with crashes, pauses and cancellations', async (t) => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        seed: fc.integer({ min: 1 }),
        size: fc.integer({ min: 4, max: 40 }),
        lines: fc.integer({ min: 1, max: 12 }),
        maxRetries: fc.integer({ min: 0, max: 2 }),
        crashes: fc.array(moment, { maxLength: 6 }),
        acts: fc.array(
          fc.record({
            at: moment,
            action: fc.constantFrom('pause' as const, 'start' as const, 'cancel' as const),
          }),
          { maxLength: 4 },
        ),
      }),
      async (plan) => {
        // A campaign that stays paused never ends.
        const acts = [
          ...plan.acts,
          ...(plan.acts.length === 0 ? [] : [{ at: 400_000, action: 'start' as const }]),
        ];
        await t.test(JSON.stringify(plan), (t) => check(t, { ...plan, acts }));
      },
    ),
    { numRuns: 40 },
  );
});

const zonesOf =
  (...names: readonly string[]) =>
  (contactId: string): string | null =>
    names[Number(contactId.slice(1)) % names.length] ?? null;
const clockIn = (zone: string, at: number): string => DateTime.fromMillis(at, { zone }).toFormat('HH:mm');

t.test(
  'recipients are called in the window of their own time zone; waiting recipients do not delay others',
  async (t) => {
    const zones = ['Asia/Kolkata', 'Europe/Berlin', 'America/New_York', 'America/Los_Angeles'];
    const zoneOf = zonesOf(...zones);
    const window = {
      timezone: 'UTC',
      days: [...WEEKDAYS],
      start: '09:00',
      end: '17:00',
      recipientTimezone: true,
    };
    // It is 17:30 in Kolkata, 13:00 in Berlin, 7:00 in New York, and 4:00 in Los Angeles.
    const plan = { seed: 3, size: 81, lines: 5, maxRetries: 0, crashes: [700], acts: [], window, zoneOf };
    const { carrier, simulation, members } = await play(plan);
    await check(t, plan);
    const zoneOfNumber = new Map(
      members.map(({ contactId }) => [recipientOf(contactId).mobile, zoneOf(contactId)]),
    );
    for (const { to, at } of carrier.placed) {
      const clock = clockIn(zoneOfNumber.get(to) ?? 'UTC', at);
      if (clock < '09:00' || clock >= '17:00') t.fail(`${to} is called at ${clock}`);
    }
    const firstIn = (zone: string): number =>
      Math.min(...carrier.placed.filter(({ to }) => zoneOfNumber.get(to) === zone).map(({ at }) => at));
    const MINUTE = 60_000;
    const opens = [Date.UTC(2026, 0, 8, 3, 30), NOON, Date.UTC(2026, 0, 7, 14), Date.UTC(2026, 0, 7, 17)];
    for (const [index, zone] of zones.entries()) {
      const late = firstIn(zone) - (opens[index] ?? 0);
      t.ok(late >= 0 && late < MINUTE, `${zone}: called ${late} ms after the window opens`);
    }
    const steps = simulation.stateOf(recipients, blockId(ITERATION, 0))?.recipients ?? [];
    // One claim fails if it is dispatched too early, and one is for the call itself. A crash may cost more claims.
    t.ok(
      steps.every(({ revision }) => revision <= 4),
      `at most ${Math.max(...steps.map(({ revision }) => revision))} claims per recipient`,
    );
  },
);

t.test('quiet hours hold in every campaign, and recipients without any open time are skipped', async (t) => {
  const hours: CallingHours = {
    quietHours: [{ days: [...WEEKDAYS], start: '20:00', end: '15:00' }],
    attemptsPerDay: null,
  };
  const zoneOf = zonesOf('Europe/Berlin', 'Asia/Tokyo');
  const window = {
    timezone: 'UTC',
    days: [...WEEKDAYS],
    start: '12:00',
    end: '15:30',
    recipientTimezone: true,
  };
  const open = { seed: 5, size: 21, lines: 3, maxRetries: 0, crashes: [], acts: [], hours, window, zoneOf };
  const { carrier } = await play(open);
  await check(t, open);
  for (const { at } of carrier.placed) {
    const clocks = ['Europe/Berlin', 'Asia/Tokyo'].map((zone) => clockIn(zone, at));
    if (!clocks.some((clock) => clock >= '15:00' && clock < '15:30')) t.fail(`called at ${clocks.join()}`);
  }
  const never = { ...open, window: { ...window, end: '15:00' } };
  const { carrier: silent, members } = await play(never);
  t.same(silent.placed, []);
  t.ok(
    members.every(({ status }) => status === 'skipped'),
    'no recipient waits for an open time',
  );
});

t.test(
  'a number gets no more calls a day than the business allows; retries wait for its next day',
  async (t) => {
    const hours: CallingHours = { quietHours: null, attemptsPerDay: 1 };
    const zoneOf = zonesOf('Europe/Berlin', 'Asia/Tokyo');
    const plan = { seed: 11, size: 25, lines: 6, maxRetries: 2, crashes: [2_000], acts: [], hours, zoneOf };
    const { carrier, members } = await play(plan);
    await check(t, plan);
    const zoneOfNumber = new Map(
      members.map(({ contactId }) => [recipientOf(contactId).mobile, zoneOf(contactId)]),
    );
    const days = carrier.placed.map(
      ({ to, at }) => `${to} ${DateTime.fromMillis(at, { zone: zoneOfNumber.get(to) ?? 'UTC' }).toISODate()}`,
    );
    t.ok(days.length > plan.size, 'some numbers were called again');
    t.equal(new Set(days).size, days.length, 'each call falls on another local day');
  },
);
