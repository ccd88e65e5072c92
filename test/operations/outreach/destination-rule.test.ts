/** The destination rule: which calls are refused, which businesses get a seeded policy, and what is reported. */
import t from 'tap';
import { business } from '../../../actors/business/index.js';
import { callOperations } from '../../../operations/calls/calls.js';
import { isSimulatedCaller } from '../../../operations/calls/simulated-calls.js';
import { refusalOf } from '../../../operations/campaigns/contacting.js';
import type { OperationsDeps } from '../../../operations/deps.js';
import {
  ANY_DESTINATION,
  type DestinationDeps,
  destinationJudge,
  destinationRule,
  type InstalledDestinations,
} from '../../../operations/outreach/destination-rule.js';
import { createLimitAlarm, type LimitRule } from '../../../operations/outreach/limit-alarm.js';
import { createSealer } from '../../../operations/sealing.js';
import { type AgentToolsDeps, createAgentTools } from '../../../operations/tools/agent-tools.js';
import { STANDARD_PRICES } from '../../../schemas/accounts/prices.js';
import { DEFAULT_VOICEMAIL } from '../../../schemas/agents/voicemail.js';
import { ANY_CALLING_HOURS } from '../../../schemas/campaigns/calling-hours.js';
import { DomainError } from '../../../schemas/errors.js';
import { stub } from '../../../testkit/stub.js';
import type { ViewStore } from '../../../views/views.js';
import { foldedActors } from '../../support/actors/folded-actors.js';
import { readableLog } from '../../support/readable-log.js';
import { stubActors } from '../../support/stub-actors.js';
import { anyDestination } from '../../support/views/destinations.js';
import { agentOf } from '../../support/views/resources.js';

const B = 'b1';
const START = 1_000;

const createWorld = (views: Partial<ViewStore> = {}, destinations: Partial<InstalledDestinations> = {}) => {
  const { actors, foldOf } = foldedActors();
  const folded = foldOf(business, B);
  folded.apply({ type: 'create', name: 'B', lines: 9, prices: STANDARD_PRICES, microcredits: 1_000_000 }, 0);
  const alarms: LimitRule[] = [];
  const deps = stub<OperationsDeps>({
    actors,
    views: stub<ViewStore>({
      agent: () => agentOf(),
      contactOfMobile: () => null,
      agentVersionOf: () => 1,
      runningSplit: () => null,
      voicemailOf: () => DEFAULT_VOICEMAIL,
      timeZoneOf: () => null,
      callingHoursOf: () => ANY_CALLING_HOURS,
      ...anyDestination,
      ...views,
    }),
    sealer: createSealer('secret'),
    destinations: { ...ANY_DESTINATION, ...destinations },
    limitAlarm: (_, rule) => void alarms.push(rule),
    carrier: 'loopback',
    standInCarriers: [],
    accountCarriers: ['loopback'],
    onCarrierMissing: () => undefined,
  });
  const calls = callOperations(deps);
  let key = 0;
  return {
    deps,
    folded,
    foldOf,
    alarms,
    start: (toNumber: string) => {
      key += 1;
      const caller = { businessId: B, operationId: 'startVoiceCall', idempotencyKey: `k${key}`, at: START };
      return calls.start(caller, { businessId: B, agentId: 'a1', toNumber });
    },
  };
};

const outreachTo = (to: string, channel: 'voice' | 'whatsapp' = 'voice') => ({
  businessId: B,
  channel,
  to,
  contactId: null,
  purpose: 'service' as const,
  iterationId: null,
  at: START,
});

t.test(
  'a call to a premium rate or satellite number is refused, reserves nothing and is reported',
  async (t) => {
    const { start, folded, alarms } = createWorld();
    for (const number of [
      '+19005551234',
      '+449098790000',
      '+499001234567',
      '+870773111632',
      '+8816212345678',
      '+979123456789',
      '+882161234567',
    ])
      await t.rejects(
        start(number),
        { code: 'destination_not_allowed', message: /does not call .*numbers/ },
        number,
      );
    t.equal(folded.state.reservedMicrocredits, 0);
    t.equal(alarms.length, 7);
    t.match(await start('+14155550123'), { result: { status: 'queued' } });
    t.equal(folded.state.reservedMicrocredits, STANDARD_PRICES.call_block);
  },
);

t.test('a call to a country that is not allowed is refused, and the refusal names it', async (t) => {
  const { start, alarms } = createWorld({
    destinationsOf: () => ({ countries: ['US'], types: [], isSet: true }),
  });
  await t.rejects(start('+5355123456'), { code: 'destination_not_allowed', message: /Cuba \(CU\)/ });
  await t.rejects(start('+12423591234'), { message: /Bahamas/ });
  await start('+14155550123');
  t.same(alarms, ['country', 'country']);
});

t.test('a call reserves the price of its destination', async (t) => {
  const { start, folded } = createWorld();
  folded.apply({ type: 'set_call_prices', prices: { '1242': 70_000 } }, 1);
  await start('+12423591234');
  t.equal(folded.state.reservedMicrocredits, 70_000);
});

t.test('the spend limit and the call rate refuse a new call, and are reported', async (t) => {
  const { start, folded, alarms } = createWorld();
  folded.apply({ type: 'set_call_limits', callsPerMinute: 1 }, 1);
  await start('+14155550123');
  await t.rejects(start('+14155550123'), { code: 'call_rate_exceeded', retryAfterSeconds: 60 });
  folded.apply({ type: 'set_call_limits', callsPerMinute: null, spendPerDayMicrocredits: 1 }, 2);
  await t.rejects(start('+14155550123'), { code: 'spend_limit_reached' });
  t.same(alarms, ['rate', 'spend']);
});

t.test('a repeated request finds its call, even if its destination is refused by now', async (t) => {
  let countries: readonly string[] | null = null;
  const { deps } = createWorld({ destinationsOf: () => ({ countries, types: [], isSet: true }) });
  const calls = callOperations(deps);
  const caller = { businessId: B, operationId: 'o', idempotencyKey: 'k', at: START };
  const body = { businessId: B, agentId: 'a1', toNumber: '+14155550123' };
  const first = await calls.start(caller, body);
  countries = ['DE'];
  t.same((await calls.start(caller, body)).result, first.result);
});

t.test('the rule does not apply to messages, browsers and simulated callers', async (t) => {
  const { deps } = createWorld({}, { allowedCountries: ['DE'], isSimulated: isSimulatedCaller });
  const rule = destinationRule(deps);
  for (const [to, channel] of [
    ['+19005551234', 'whatsapp'],
    ['browser', 'voice'],
    ['+14155561234', 'voice'],
  ] as const)
    t.match(await rule(outreachTo(to, channel)), { result: 'not_applicable' }, to);
  t.match(await rule(outreachTo('+14155550123')), { result: 'refused', code: 'destination_not_allowed' });
});

t.test(
  'a business that called before is seeded with its countries, once, if the operator restricts them',
  async (t) => {
    const numbers = ['+4930123456', '+4930123457', '+14155550123', '+12423591234', '+19005551234', 'browser'];
    const pieces: (string | null)[] = [];
    const calledNumbers: DestinationDeps['views']['calledNumbers'] = (_, before, limit) => {
      pieces.push(before?.id ?? null);
      const from = before === null ? 0 : Number(before.id) + 1;
      return numbers
        .slice(from, from + limit)
        .map((number, index) => ({ number, id: String(from + index), createdAt: 0 }));
    };
    const own = { carriers: [], from: { twilio: '+33142685300' } };
    const { deps, folded } = createWorld(
      { calledNumbers, carriersOf: () => own },
      { allowedCountries: ['AT'] },
    );
    const judge = await destinationJudge(deps, B);
    t.same(folded.state.destinations.countries, ['BS', 'DE', 'FR', 'US']);
    t.equal(judge('+4930123456'), null);
    t.same(judge('+4312345678'), { because: 'country', country: 'AT' });
    await destinationJudge(deps, B);
    t.equal(folded.events.filter(({ type }) => type === 'destinations.seeded').length, 1);

    const fresh = createWorld({}, { allowedCountries: ['AT'] });
    const ofFresh = await destinationJudge(fresh.deps, B);
    t.equal(fresh.folded.state.destinations.countries, null, 'a new business uses the installation policy');
    t.same(ofFresh('+4930123456'), { because: 'country', country: 'DE' });

    const open = createWorld({ calledNumbers });
    await destinationJudge(open.deps, B);
    t.same(
      open.folded.events.filter(({ type }) => type === 'destinations.seeded'),
      [],
      'without a restriction, all are allowed',
    );
  },
);

t.test('a campaign skips refused destinations, and waits for spend and rate limits', (t) => {
  t.same(refusalOf(new DomainError('destination_not_allowed')), {
    type: 'skip',
    reason: 'destination_not_allowed',
  });
  t.same(refusalOf(new DomainError('contact_unconfirmed')), { type: 'skip', reason: 'contact_unconfirmed' });
  t.same(refusalOf(new DomainError('call_rate_exceeded', undefined, [], 12)), {
    type: 'hold',
    reason: 'limit',
    forMs: 12_000,
  });
  t.same(
    refusalOf(new DomainError('spend_limit_reached', undefined, [], 40_000)),
    { type: 'hold', reason: 'limit', forMs: 600_000 },
    'a limit raised in the meantime takes effect within ten minutes',
  );
  t.end();
});

t.test('limits are reported at once, refused destinations only after repeated attempts', async (t) => {
  const { logger, lines } = readableLog();
  const noted: { what: string; code: string }[] = [];
  const counted: LimitRule[] = [];
  let at = 0;
  const alarm = createLimitAlarm({
    logger,
    count: (rule) => void counted.push(rule),
    now: () => at,
    trouble: {
      note: async ({ kind, what, ref }, error) => {
        t.same([kind, ref?.business], ['limit', B]);
        noted.push({ what, code: error instanceof DomainError ? error.code : '' });
        return 'noted';
      },
    },
  });
  alarm(B, 'number_type');
  alarm(B, 'number_type');
  t.same(noted, [], 'a wrong number is no fraud');
  alarm(B, 'number_type');
  t.same(noted, [{ what: 'number_type', code: 'destination_not_allowed' }]);
  alarm(B, 'number_type');
  t.equal(noted.length, 1, 'once a minute');
  at += 60_000;
  alarm(B, 'number_type');
  t.equal(noted.length, 2);
  at += 20 * 60_000;
  alarm(B, 'number_type');
  t.equal(noted.length, 2, 'after a while, a single attempt is not reported');
  alarm(B, 'spend');
  alarm(B, 'spend');
  alarm(B, 'rate');
  t.same(
    noted.slice(2).map(({ code }) => code),
    ['spend_limit_reached', 'call_rate_exceeded'],
  );
  t.equal(counted.length, 9, 'every hit is counted');
  t.equal(lines.filter(({ event }) => event === 'business.limit_hit').length, 4);
});

t.test('a transfer to a number that the business may not call is refused', async (t) => {
  const transferred: string[] = [];
  const toolTo = (to: string) => ({
    name: 'to_support',
    description: '',
    parameters: {},
    timeoutMs: 1_000,
    agentIds: null,
    server: { type: 'built_in', action: { type: 'transfer', to } },
  });
  for (const [to, outcome] of [
    ['+19005551234', 'failed'],
    ['+870773111632', 'failed'],
    ['+14155550170', 'done'],
  ] as const) {
    const { deps, alarms } = createWorld();
    const tools = createAgentTools({
      actors: stubActors((kind, _id, command) => {
        if (kind === 'toolbox') return [toolTo(to)];
        if (kind === 'contact-point') return [];
        if (command.type === 'transfer') transferred.push(to);
        return { transfer: { useId: 'u1', outcome: 'accepted' } };
      }),
      sealer: deps.sealer,
      installationTimeZone: 'UTC',
      http: stub<AgentToolsDeps['http']>({}),
      views: deps.views,
      destinations: deps.destinations,
      ...(deps.limitAlarm === undefined ? {} : { limitAlarm: deps.limitAlarm }),
      callColleague: null,
      observe: () => undefined,
      observeToken: () => undefined,
      logger: readableLog().logger,
      now: () => START,
    });
    const context = { type: 'call', id: 'c1' } as const;
    const use = { businessId: B, agentId: 'a1', context, useId: 'c1-u1', name: 'to_support', arguments: {} };
    t.match(await tools.use(use), { outcome }, to);
    t.equal(alarms.length, outcome === 'failed' ? 1 : 0);
  }
  t.same(transferred, ['+14155550170']);
});
