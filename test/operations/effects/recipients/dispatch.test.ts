/**
 * A whole campaign in a simulation: real actors and real effect handlers, whose steps interleave in any order and whose
 * processes crash. Each attempt dials at most once, no recipient is forgotten, and lines and credit are exact.
 */
import fc from 'fast-check';
import { DateTime } from 'luxon';
import { pino } from 'pino';
import t, { type Test } from 'tap';
import { business } from '../../../../actors/business/index.js';
import type { CallCommand, CallEffect, CallProgress } from '../../../../actors/call/commands.js';
import { call } from '../../../../actors/call/index.js';
import { contactPoint } from '../../../../actors/contact-point/index.js';
import { iteration } from '../../../../actors/iteration/index.js';
import { BLOCK_SIZE, blockId } from '../../../../actors/recipients/block.js';
import { recipients } from '../../../../actors/recipients/index.js';
import type { EffectHandlers } from '../../../../actors/runtime/actor.js';
import { businessEffects } from '../../../../operations/effects/business.js';
import { callBillingEffects } from '../../../../operations/effects/call/billing.js';
import { clearingEffects } from '../../../../operations/effects/call/clearing.js';
import { contactPointEffects } from '../../../../operations/effects/contact-point.js';
import { iterationEffects } from '../../../../operations/effects/iteration.js';
import { recipientsEffects } from '../../../../operations/effects/recipients/index.js';
import { ANY_DESTINATION } from '../../../../operations/outreach/destination-rule.js';
import { createSealer } from '../../../../operations/sealing.js';
import { blocksOf, STANDARD_PRICES } from '../../../../schemas/accounts/prices.js';
import { ANY_CALLING_HOURS, type CallingHours } from '../../../../schemas/campaigns/calling-hours.js';
import { type CallWindow, settledSettings, WEEKDAYS } from '../../../../schemas/campaigns/campaign.js';
import type { ContactResource } from '../../../../schemas/contacts/contact.js';
import { seeded } from '../../../../testkit/seeded.js';
import { stub } from '../../../../testkit/stub.js';
import type { ViewStore } from '../../../../views/views.js';
import { createSimulation, type Simulation } from '../../../support/actors/simulation.js';
import { anyDestination } from '../../../support/views/destinations.js';
import { agentOf, contactOf } from '../../../support/views/resources.js';

const BUSINESS = 'b';
const ITERATION = 'i';
const CATEGORY = 'k';
const NOON = Date.UTC(2026, 0, 7, 12);
const CREDIT = 1_000_000_000;

const agent = agentOf({ id: 'a', contactCategoryIds: [CATEGORY] });
const recipientOf = (id: string): ContactResource =>
  contactOf({
    id,
    name: id,
    mobile: `+1415555${id.slice(1).padStart(4, '0')}`,
    communicationBlocked: id === 'c3',
    categories: [{ id: CATEGORY, name: 'Leads' }],
  });

/** The views that the operations read here. */
const viewsOf = ({ size, hours = ANY_CALLING_HOURS, window = null, zoneOf = () => null }: Plan): ViewStore =>
  stub<ViewStore>({
    agent: () => agent,
    agentVersionOf: () => 3,
    voicemailOf: () => ({ type: 'hang_up' }),
    timeZoneOf: () => null,
    ...anyDestination,
    carriersOf: () => null,
    callingHoursOf: () => hours,
    iterationSettings: () => ({ ...settledSettings(), window }),
    currentContactId: (id) => id,
    isDuplicateMember: () => false,
    currentContact: (_, id) => ({ ...recipientOf(id), timeZone: zoneOf(id) }),
    contact: (_, id) => ({ ...recipientOf(id), timeZone: zoneOf(id) }),
    instagramIdentities: () => [],
    whatsAppNumbers: () => [],
    catchUp: async () => undefined,
    contactsInCategories: (_b, _c, after, limit) =>
      Array.from({ length: Math.max(0, Math.min(limit, size - after)) }, (_, index) => ({
        row: after + index + 1,
        contactId: `c${after + index}`,
      })),
  });

interface Placed {
  readonly to: string;
  readonly callId: string;
  /** ms since the epoch */
  readonly at: number;
}

/** A carrier whose calls end at random. The same request may reach it more than once. */
const carrierOf = (simulation: Simulation, random: () => number) => {
  const placed: Placed[] = [];
  let up = 0;
  let peak = 0;
  const seconds = new Map<string, number>();
  const handlers: Pick<
    EffectHandlers<CallEffect, CallCommand>,
    'place' | 'hang_up' | 'transfer' | 'check' | 'finish_recording'
  > = {
    place: async ({ ref, effect, resumed }) => {
      const isPlaced = placed.some(({ callId }) => callId === ref.id);
      if (resumed) {
        if (isPlaced)
          return { type: 'placement_result', result: { outcome: 'placed', carrierCallId: ref.id } };
        // The node crashed before it sent the request: no call was placed, and a later check finds none.
        return { type: 'placement_result', result: { outcome: 'unknown' } };
      }
      placed.push({ to: effect.to, callId: ref.id, at: simulation.now() });
      up += 1;
      peak = Math.max(peak, up);
      void live(ref.id);
      await simulation.sleep(5);
      return { type: 'placement_result', result: { outcome: 'placed', carrierCallId: ref.id } };
    },
    hang_up: async ({ effect }) => ({ type: 'hangup_result', attempt: effect.attempt, outcome: 'accepted' }),
    transfer: async () => null,
    check: async ({ ref, effect: { check } }) => {
      const isPlaced = placed.some(({ callId }) => callId === ref.id);
      const report = { carrierCallId: ref.id, progress: 'ringing' } as const;
      return {
        type: 'check_result',
        check,
        result: isPlaced ? { outcome: 'found', report } : { outcome: 'not_found' },
      };
    },
    finish_recording: async () => ({ type: 'recording_result', recording: null }),
  };
  const live = async (callId: string): Promise<void> => {
    await simulation.sleep(1_000 + random() * 20_000);
    up -= 1;
    const luck = random();
    const progress: CallProgress =
      luck < 0.2 ? 'busy' : luck < 0.35 ? 'no_answer' : luck < 0.4 ? 'failed' : 'completed';
    const durationSeconds = progress === 'completed' ? 1 + Math.floor(random() * 60) : undefined;
    seconds.set(callId, durationSeconds ?? 0);
    const report = {
      carrierCallId: callId,
      progress,
      ...(durationSeconds === undefined ? {} : { durationSeconds }),
    };
    await simulation.ask(call, { business: BUSINESS, id: callId }, { type: 'carrier_report', report });
  };
  return { placed, handlers, most: () => peak, seconds };
};

interface Plan {
  readonly seed: number;
  readonly size: number;
  readonly lines: number;
  readonly maxRetries: number;
  /** Calling hours of the business; absent: any time. */
  readonly hours?: CallingHours;
  readonly window?: CallWindow | null;
  /** Time zone of a contact; null or absent: that of its number. */
  readonly zoneOf?: (contactId: string) => string | null;
  readonly crashes: readonly number[];
  readonly acts: readonly { readonly at: number; readonly action: 'pause' | 'start' | 'cancel' }[];
}

const play = async (plan: Plan) => {
  const random = seeded(plan.seed);
  const simulation = createSimulation({ random, nodes: 2, startAt: NOON });
  const carrier = carrierOf(simulation, random);
  const deps = {
    actors: simulation,
    views: viewsOf(plan),
    sealer: createSealer('secret'),
    installationTimeZone: 'UTC',
    carrier: 'loopback',
    destinations: ANY_DESTINATION,
    now: simulation.now,
    observe: () => undefined,
    logger: pino({ level: 'silent' }),
  };
  simulation.register(business, businessEffects(simulation));
  simulation.register(iteration, iterationEffects(deps));
  simulation.register(recipients, recipientsEffects(deps));
  simulation.register(contactPoint, contactPointEffects(simulation, simulation.now));
  simulation.register(call, {
    ...callBillingEffects(deps),
    ...clearingEffects(deps),
    ...carrier.handlers,
  });
  const ask = (command: Parameters<typeof iteration.decide>[1]['command']): void => {
    if (command.type === 'timer_due') return;
    void simulation.ask(iteration, { business: BUSINESS, id: ITERATION }, command).catch(() => undefined);
  };
  void simulation.ask(
    business,
    { business: BUSINESS, id: BUSINESS },
    {
      type: 'create',
      name: 'B',
      lines: plan.lines,
      microcredits: CREDIT,
      prices: STANDARD_PRICES,
    },
  );
  ask({
    type: 'create',
    campaignId: 'k',
    campaignName: 'K',
    ordinal: 1,
    channel: 'voice',
    agentId: 'a',
    settings: {
      ...settledSettings({ maxRetries: plan.maxRetries, retryDelayMinutes: 1 }),
      window: plan.window ?? null,
    },
    audience: {
      contactIds: [],
      categoryIds: [CATEGORY],
      excludeContactIds: ['c1'],
      fromIterationIds: [],
      outcomes: [],
      recommendedBySummaryRunId: null,
    },
    startAt: NOON,
  });
  for (const [index, at] of plan.crashes.entries())
    void simulation.sleep(at).then(() => simulation.crash(index % 2));
  for (const { at, action } of plan.acts) void simulation.sleep(at).then(() => ask({ type: 'act', action }));
  const hasEnded = (): boolean => {
    const status = simulation.stateOf(iteration, ITERATION)?.status;
    const free = simulation.stateOf(business, BUSINESS)?.reservedMicrocredits === 0;
    return (status === 'completed' || status === 'cancelled') && free;
  };
  await simulation.run(hasEnded);
  const blocks = Math.ceil(plan.size / BLOCK_SIZE);
  const members = Array.from({ length: blocks }, (_, block) =>
    simulation.stateOf(recipients, blockId(ITERATION, block)),
  ).flatMap((state) => state?.recipients ?? []);
  const ledger = simulation.stateOf(business, BUSINESS);
  return { simulation, carrier, members, ledger, ended: hasEnded() };
};

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
