/** The start page: today against the week before, what waits, what does not work, credit in days, and the set-up. */
import t from 'tap';
import type { BusinessEvent } from '../../../actors/business/events.js';
import type { Trouble } from '../../../actors/runtime/trouble/trouble.js';
import type { OperationsDeps } from '../../../operations/deps.js';
import { creditOf } from '../../../operations/home/credit.js';
import { homeOperations } from '../../../operations/home/home.js';
import { setupStepsOf } from '../../../operations/home/setup.js';
import { troubleReader } from '../../../operations/home/trouble.js';
import type { LedgerDay } from '../../../schemas/accounts/ledger.js';
import type { Lifetime } from '../../../testkit/lifetime.js';
import { stub } from '../../../testkit/stub.js';
import { registry } from '../../../views/registry.js';
import type { ViewStore } from '../../../views/views.js';
import { stubActors } from '../../support/stub-actors.js';
import {
  ANSWERED,
  acceptedBy,
  type Commit,
  counted,
  HOUR,
  NOON,
  settled,
} from '../../views/analytics/counted.js';
import { created, ended, turn } from '../../views/journal.js';

const DAY = 24 * HOUR;
const call = (id: string, at: number, ...events: Commit['events']): Commit => ({
  kind: 'call',
  id,
  at,
  events: [acceptedBy('a1'), ...events],
});
const heardAfter = (ms: number) =>
  turn('answer', {
    speaker: 'assistant',
    latencies: {
      finalTranscriptMs: 1,
      firstTokenMs: 2,
      firstAudioMs: 3,
      firstFrameMs: ms,
      firstPlayedMs: null,
    },
  });

const NO_TEAM = { members: {}, revision: 0, invitations: {}, invited: [] };
const actors = stubActors((kind) => (kind === 'console-team' ? NO_TEAM : []));
const trouble = { list: async () => [], clear: async () => undefined };

const homeWith = (t: Lifetime, commits: readonly Commit[]) => {
  const { db } = counted(t, commits);
  const queries = registry.queries(db);
  const operations = homeOperations(
    stub<OperationsDeps>({
      // The store is its queries; freshness is not used.
      views: stub<ViewStore>(queries),
      installationTimeZone: 'Etc/UTC',
      actors,
      trouble,
      simulatedCallers: { prepare: async () => undefined },
      installationFacts: {
        timeZone: 'Etc/UTC',
        allowedCountries: null,
        accounts: new Map(),
        providers: () => [{ role: 'model', inUse: ['scripted'], available: [] }],
      },
    }),
  );
  return { db, read: (at = NOON) => operations.read('b1', at) };
};

t.test('today is compared with as long a part of the same day of the week before', async (t) => {
  const { read } = homeWith(t, [
    call('early', NOON - 7 * DAY - HOUR, ended('busy'), settled(5)),
    call('later that day', NOON - 7 * DAY + HOUR, ended('busy'), settled(7)),
    call('yesterday', NOON - DAY, ended('busy'), settled(3)),
    call('c1', NOON - 2 * HOUR, ANSWERED, heardAfter(800), ended('completed'), settled(10)),
    call('c2', NOON - HOUR, ended('busy'), settled(20)),
    call('live', NOON - 1, { type: 'call.ringing' }),
  ]);
  const home = await read();
  t.match(home.today, {
    from: '2026-03-02T00:00:00.000Z',
    to: '2026-03-02T12:00:00.000Z',
    calls: 2,
    answered: 1,
    answerRate: 0.5,
    successRate: null,
    costMicrocredits: 30,
  });
  t.ok(
    Math.abs((home.today.heardMs.p50 ?? 0) - 800) <= 40,
    'where the carrier does not report what was played',
  );
  t.match(home.weekBefore, {
    from: '2026-02-23T00:00:00.000Z',
    to: '2026-02-23T12:00:00.000Z',
    calls: 1,
    costMicrocredits: 5,
  });
  t.equal(home.days.length, 14);
  t.same(
    home.days.filter(({ calls }) => calls > 0).map(({ day, calls }) => [day, calls]),
    [
      ['2026-02-23', 2],
      ['2026-03-01', 1],
      ['2026-03-02', 2],
    ],
  );
  t.equal(home.liveCalls, 1);
});

const IN_NEW_YORK: BusinessEvent = { type: 'time_zone.changed', timeZone: 'America/New_York' };

t.test('days begin at midnight of the business, also when the clocks change', async (t) => {
  const { read } = homeWith(t, [
    {
      kind: 'business',
      id: 'b1',
      at: 1,
      events: [created('Acme'), IN_NEW_YORK],
    },
  ]);
  // Clocks went forward on 8 March 2026.
  const home = await read(Date.UTC(2026, 2, 10, 16));
  t.equal(home.timeZone, 'America/New_York');
  t.equal(home.today.from, '2026-03-10T04:00:00.000Z');
  t.equal(home.weekBefore.from, '2026-03-03T05:00:00.000Z');
  t.equal(home.weekBefore.to, '2026-03-03T17:00:00.000Z');
  const midnight = await read(Date.UTC(2026, 2, 10, 4));
  t.equal(midnight.today.calls, 0, 'at midnight nothing has happened yet');
});

t.test('faults end up in what does not work, ends by the customer do not', async (t) => {
  const fault = (endedBy: 'provider' | 'system' | 'customer', endReason: string) => ({
    ...ended('completed'),
    endedBy,
    endReason,
  });
  const { read } = homeWith(t, [
    call('old', NOON - 2 * DAY, fault('provider', 'model_failed')),
    call('c1', NOON - 3 * HOUR, fault('provider', 'model_failed')),
    call('c2', NOON - 2 * HOUR, fault('provider', 'model_failed')),
    call('c3', NOON - HOUR, fault('system', 'internal')),
    call('c4', NOON - HOUR, fault('system', 'silence')),
    call('c5', NOON - HOUR, fault('provider', 'invalid_number')),
    call('c6', NOON - HOUR, fault('customer', 'customer_hangup')),
  ]);
  const { broken } = await read();
  t.same(broken.failedCalls, [
    { endReason: 'model_failed', calls: 2, latestCallId: 'c2', latestAt: '2026-03-02T10:00:00.000Z' },
    { endReason: 'internal', calls: 1, latestCallId: 'c3', latestAt: '2026-03-02T11:00:00.000Z' },
  ]);
  t.match(broken, { pausedWebhooks: 0, deadLetters: 0, stuckWork: 0, limitsReached: 0 });
});

const kept = (eventId: string) => ({
  type: 'delivery.dead_lettered',
  attempts: 3,
  letter: { eventId, eventType: 'voice.call.ended', occurredAt: '2026-03-02T10:00:00.000Z', payload: {} },
});

t.test('dead letters wait until they are resent or their subscription is revoked', async (t) => {
  const subscription = {
    type: 'subscription.created',
    channel: 'voice',
    accountId: null,
    callbackUrl: 'https://example.org',
    events: ['voice.call.ended'],
    secretLast4: 'abcd',
  };
  const of = (id: string, ...events: Commit['events']): Commit => ({
    kind: 'subscription',
    id,
    at: NOON - HOUR,
    events: [subscription, ...events],
  });
  const resent = { type: 'dead_letter.resent', eventId: 'e1' };
  const { read } = homeWith(t, [
    of('s1', kept('e1'), kept('e2'), resent),
    of('s2', kept('e3'), { type: 'subscription.revoked' }),
  ]);
  const home = await read();
  t.equal(home.broken.deadLetters, 1);
  t.same(
    home.setup.filter(({ done }) => done).map(({ step }) => step),
    ['webhook'],
  );
});

t.test('credit lasts as long as at the mean of the days before today', (t) => {
  const day = (name: string, callMicrocredits: number): LedgerDay => ({
    day: name,
    grantedMicrocredits: 0,
    callMicrocredits,
    summaryMicrocredits: 0,
    analysisMicrocredits: 0,
    simulationMicrocredits: 0,
  });
  const credit = (days: LedgerDay[], availableMicrocredits: number) =>
    creditOf(
      stub<ViewStore>({
        ledgerDays: () => days,
        business: () => ({ ...NOTHING, availableMicrocredits }),
      }),
      'b1',
      NOON,
    );
  t.same(credit([day('2026-02-23', 700), day('2026-02-27', 700), day('2026-03-02', 9_999)], 1_000), {
    availableMicrocredits: 1_000,
    spentPerDayMicrocredits: 200,
    daysLeft: 5,
  });
  t.equal(credit([day('2026-03-01', 300)], 300).daysLeft, 1, 'a business of one day has spent for one day');
  t.equal(credit([day('2026-03-02', 300)], 300).daysLeft, null, 'today is not over');
  t.equal(credit([day('2026-03-01', 300)], -5).daysLeft, 0, 'what is overdrawn does not last');
  t.end();
});

const NOTHING = {
  businessId: 'b1',
  name: '',
  lines: 0,
  leasedLines: 0,
  reservedMicrocredits: 0,
  chargedMicrocredits: 0,
};

t.test('steps are done by facts, and say where simulations stand in', async (t) => {
  const steps = await setupStepsOf(
    stub<OperationsDeps>({
      actors: stubActors((kind) =>
        kind === 'console-team'
          ? {
              ...NO_TEAM,
              invitations: {
                i1: { email: 'a@b.c', role: 'viewer', by: 'u', secretHash: '', madeAt: 1, expiresAt: 9 },
              },
            }
          : [{ role: 'model', agentId: null, choices: [], standIn: 'none' }],
      ),
      views: stub<ViewStore>({
        setupFacts: () => ({
          activeAgent: true,
          completedCall: false,
          contact: true,
          campaign: false,
          colleague: false,
          webhook: false,
        }),
      }),
      simulatedCallers: { prepare: async () => undefined },
      installationFacts: {
        timeZone: 'UTC',
        allowedCountries: null,
        accounts: new Map(),
        providers: () => [{ role: 'model', inUse: ['scripted'], available: [] }],
      },
    }),
    'b1',
    5,
  );
  t.same(
    steps.map(({ step, done, simulated }) => [step, done, simulated]),
    [
      ['provider', true, false],
      ['phone', false, true],
      ['agent', true, false],
      ['first_call', false, false],
      ['contacts', true, false],
      ['campaign', false, false],
      ['colleague', true, false],
      ['webhook', false, false],
    ],
  );
});

t.test('trouble is counted for its business, read at most twice a minute, and not waited for', async (t) => {
  const entry = (kind: Trouble['kind'], business: string): Trouble => ({
    id: 'i',
    kind,
    what: 'w',
    key: 'k',
    ref: { kind: 'call', business, id: 'c1' },
    since: 1,
    lastAt: 1,
    attempts: 1,
    code: 'internal',
    message: '',
    nextTryAt: null,
  });
  let reads = 0;
  const book = {
    list: async () => {
      reads += 1;
      return [entry('effect', 'b1'), entry('wake', 'b1'), entry('limit', 'b1'), entry('effect', 'b2')];
    },
  };
  const read = troubleReader(book);
  t.same(await read('b1', 0), { stuckWork: 2, limitsReached: 1 });
  t.same(await read('b2', 29_999), { stuckWork: 1, limitsReached: 0 });
  t.equal(reads, 1);
  await read('b2', 30_000);
  t.equal(reads, 2);
  const unknown = { stuckWork: null, limitsReached: null };
  t.same(await troubleReader({ list: () => new Promise(() => undefined) }, 5)('b1', 0), unknown);
  t.same(await troubleReader({ list: () => Promise.reject(new Error('no server')) })('b1', 0), unknown);
});
