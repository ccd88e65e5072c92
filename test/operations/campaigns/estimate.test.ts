/** The estimate of a campaign: how often recipients are called, and when the campaign ends. */
import t from 'tap';
import { attemptsFor, campaignPlanOperations, endOf } from '../../../operations/campaigns/estimate.js';
import type { OperationsDeps } from '../../../operations/deps.js';
import { ANY_DESTINATION } from '../../../operations/outreach/destination-rule.js';
import type { AgentResource } from '../../../schemas/agents/agent.js';
import { stub } from '../../../testkit/stub.js';
import type { ViewStore } from '../../../views/views.js';
import { stubActors } from '../../support/stub-actors.js';
import { anyDestination } from '../../support/views/destinations.js';
import { contactOf } from '../../support/views/resources.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const window = {
  timezone: 'Europe/Berlin',
  days: ['mon' as const, 'tue' as const],
  start: '09:00',
  end: '17:00',
};
/** A Monday in winter: Berlin is an hour ahead. */
const at = (time: string): number => Date.parse(`2026-01-05T${time}:00Z`);

t.test('a recipient is called until reached, but at most as often as allowed', (t) => {
  t.equal(attemptsFor(1, 3), 1);
  t.equal(attemptsFor(0, 3), 4);
  t.equal(attemptsFor(0.5, 1), 1.5);
  t.equal(attemptsFor(0.5, 0), 1);
  t.end();
});

t.test('the end of a campaign respects its window', (t) => {
  const end = (from: string, work: number): string | null => {
    const found = endOf(window, at(from), work);
    return found === null ? null : new Date(found).toISOString();
  };
  t.equal(endOf(null, 5, 7), 12, 'without a window there is no pause');
  t.equal(end('10:00', HOUR), '2026-01-05T11:00:00.000Z');
  t.equal(end('05:00', HOUR), '2026-01-05T09:00:00.000Z', 'not before it opens');
  t.equal(end('15:30', HOUR), '2026-01-06T08:30:00.000Z', 'across a night');
  t.equal(end('15:00', 10 * HOUR), '2026-01-12T09:00:00.000Z', 'across a week');
  t.equal(end('15:00', 5_000 * HOUR), null, 'too far ahead');
  t.end();
});

const caller = { businessId: 'b1', operationId: 'estimateCampaign', idempotencyKey: 'k', at: at('10:00') };
const agent = stub<AgentResource>({
  id: 'a1',
  status: 'active',
  channel: 'voice',
  contactCategoryIds: ['c1'],
  dataSourceVariables: [],
  voiceSettings: { firstGreeting: 'Hello.', maxCallDurationSeconds: 100 },
});

/** The first of every ten people is blocked. */
const estimateFor = (
  people: number,
  calls: number,
  more: Partial<ViewStore> = {},
  mobileOf: (id: string) => string = () => '+14155550100',
  settings: { readonly maxRetries: number; readonly retryVoicemail?: boolean } = { maxRetries: 1 },
) => {
  let examined = 0;
  const views = stub<ViewStore>({
    agent: () => agent,
    currentContactId: (id) => id,
    contact: (_, id) => {
      examined += 1;
      return contactOf({
        id,
        name: id,
        mobile: mobileOf(id),
        communicationBlocked: id.endsWith('0'),
        categories: [{ id: 'c1', name: 'Customers' }],
      });
    },
    lengthOfCalls: () => ({ calls, seconds: 25, blocks: 1, reached: 0.5, people: 0.25 }),
    dataSource: () => null,
    ...anyDestination,
    callPriceOf: () => ({ microcredits: 100, byPrefix: false }),
    ...more,
  });
  const deps = stub<OperationsDeps>({
    views,
    destinations: ANY_DESTINATION,
    actors: stubActors(() => ({ lines: 5, prices: { call_block: 100 }, availableMicrocredits: 7 })),
  });
  const contactIds = Array.from({ length: people }, (_, index) => `p${index}`);
  const body = {
    businessId: 'b1',
    channel: 'voice' as const,
    agentId: 'a1',
    audience: { contactIds },
    settings,
  };
  return campaignPlanOperations(deps)
    .estimate(caller, body)
    .then((estimate) => ({ ...estimate, examined }));
};

t.test('a campaign is estimated by the last calls of its agent', async (t) => {
  t.match(await estimateFor(20, 100), {
    people: 20,
    complete: true,
    eligible: 18,
    skipped: [{ reason: 'contact_blocked', people: 2 }],
    basis: 'history',
    callSeconds: 40,
    attempts: 1.5,
    // 18 people, one and a half attempts of 40 seconds, on five lines.
    durationSeconds: 216,
    endsAt: '2026-01-05T10:03:36.000Z',
    expectedMicrocredits: 2_700,
    // Two attempts of five blocks.
    mostMicrocredits: 18_000,
    preview: { contactId: 'p1', text: 'Hello.' },
  });
  t.match(await estimateFor(20, 4), { basis: 'assumed', callSeconds: 75, attempts: 1 }, 'too few calls');
  const retried = await estimateFor(20, 100, {}, undefined, { maxRetries: 1, retryVoicemail: true });
  // A person answers every fourth call.
  t.match(retried, { attempts: 1.75, expectedMicrocredits: 3_150, mostMicrocredits: 18_000 });
});

t.test('only the first contacts of a large audience are checked', async (t) => {
  const { examined, ...estimate } = await estimateFor(9_000, 100);
  t.match(estimate, { people: 9_000, complete: false, skipped: [{ people: 500 }], eligible: 8_500 });
  t.ok(examined <= 5_003, `${examined} were checked`);
});

t.test('refused numbers are skipped in the estimate, others cost the price of their prefix', async (t) => {
  const mobileOf = (id: string): string =>
    id === 'p1'
      ? '+19005551234'
      : id === 'p2'
        ? '+12423591234'
        : id === 'p3'
          ? '+442071838750'
          : '+14155550100';
  const views = {
    destinationsOf: () => ({ countries: ['US', 'BS'], types: [], isSet: true }),
    callPriceOf: (_: string, number: string) =>
      number.startsWith('+1242')
        ? { microcredits: 900, byPrefix: true }
        : { microcredits: 100, byPrefix: false },
  };
  const estimate = await estimateFor(10, 100, views, mobileOf);
  t.match(estimate, {
    people: 10,
    eligible: 7,
    skipped: [
      { reason: 'contact_blocked', people: 1 },
      { reason: 'destination_not_allowed', people: 2 },
    ],
    // Six at 100 and one at 900, one and a half attempts of one block.
    expectedMicrocredits: 2_250,
    mostMicrocredits: 15_000,
  });
});

t.test('a contact whose number a customer gave to an agent is skipped until it is confirmed', async (t) => {
  const contact = { id: 'p1', name: 'P', mobile: '+14155550100', communicationBlocked: false };
  const views = (mobileUnconfirmed?: true): Partial<ViewStore> => ({
    contact: () =>
      contactOf({
        ...contact,
        categories: [{ id: 'c1', name: 'Customers' }],
        ...(mobileUnconfirmed === undefined ? {} : { mobileUnconfirmed }),
      }),
  });
  t.match(await estimateFor(2, 100, views(true)), {
    eligible: 0,
    skipped: [{ reason: 'contact_unconfirmed', people: 2 }],
  });
  t.match(await estimateFor(2, 100, views()), { eligible: 2, skipped: [] });
});
