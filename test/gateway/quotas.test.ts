/** Requests that store something are refused at a quota; what ends, protects or is paid for is let through. */
import t from 'tap';
import { quotaOf } from '../../gateway/route.js';
import { DomainError } from '../../schemas/errors.js';
import type { QuotaItem } from '../../schemas/quotas.js';
import { ask } from './asking.js';
import { BUSINESS } from './fakes/ids.js';
import { routesOf, startGateway } from './gateway-under-test.js';

/** Changes that a business without room may still make, and why. */
const LET_THROUGH: Readonly<Record<string, string>> = {
  actOnCampaign: 'it pauses and cancels',
  addSuppressions: 'it protects people',
  assignChannel: 'it hands a conversation to people',
  changeMember: 'it takes access away',
  changePassword: 'it protects an account',
  changeSettings: 'it says the whole of a few values',
  checkChannelAccount: 'it stores nothing',
  importSuppressions: 'it protects people',
  joinTeam: 'it lets in',
  noteToAgent: 'a live call takes 20 at the most',
  openLeg: 'it belongs to a call',
  rotateSubscriptionSecret: 'it protects a subscription',
  startSimulatedCall: 'calls are bounded by lines and credit',
  startTestCall: 'calls are bounded by lines and credit',
  startVoiceCall: 'calls are bounded by lines and credit',
  startVoiceCallBatch: 'calls are bounded by lines and credit',
  switchBusiness: 'it lets in',
  testCarriers: 'it stores nothing',
  testProviders: 'it stores nothing',
  updateSubscription: 'it pauses; a new host is looked at by itself',
};

t.test('every change names its quota, or is let through for a reason', async (t) => {
  const changes = routesOf().filter(({ method, public: open }) => method !== 'GET' && open !== true);
  const free = changes.filter((route) => quotaOf(route) === null && route.method !== 'DELETE');
  t.same(free.map(({ operationId }) => operationId).sort(), Object.keys(LET_THROUGH).sort());
  for (const route of changes.filter(({ method }) => method === 'DELETE'))
    t.equal(quotaOf(route), null, `${route.operationId} frees something`);
});

t.test('at the limit nothing is run, and what is let through is', async (t) => {
  const required: QuotaItem[] = [];
  const under = await startGateway(t, {
    quotas: {
      require: (_, item) => {
        required.push(item);
        throw new DomainError('quota_exceeded', undefined, [{ path: item, message: 'is 1 of 1' }]);
      },
      of: () => [],
    },
  });
  const key = { 'idempotency-key': 'k' };
  const agent = { businessId: BUSINESS, channel: 'voice', name: 'Ann', instructions: 'Be kind.' };
  const before = under.operations.done.length;
  t.match(await ask(under, 'POST', '/api/v1/agents', agent, key), {
    status: 409,
    body: { error: { code: 'quota_exceeded', retryable: false, details: [{ path: 'agents' }] } },
  });
  t.same(required, ['agents']);
  t.equal(under.operations.done.length, before, 'no operation ran');
  const call = { businessId: BUSINESS, agentId: BUSINESS, toNumber: '+14155550100' };
  t.match(await ask(under, 'POST', '/api/v1/voice/calls', call, { 'idempotency-key': 'c' }), { status: 202 });
  t.match(await ask(under, 'GET', `/api/v1/agents?businessId=${BUSINESS}`), { status: 200 });
  t.same(required, ['agents'], 'neither looks at a quota');
});
