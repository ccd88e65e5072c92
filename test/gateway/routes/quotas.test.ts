/** Requests that store something are refused at a quota; those that end, protect or are paid for are exempt. */

import t from 'tap';
import { quotaOf } from '../../../gateway/route.js';
import type { QuotaItem } from '../../../schemas/accounts/quotas.js';
import { DomainError } from '../../../schemas/errors.js';
import { routesWithoutService } from '../../../scripts/generated/routes.js';
import { BUSINESS, CATEGORY, SOURCE } from '../fakes/ids.js';
import { startGateway } from '../gateway-under-test.js';
import { ask } from '../requests.js';

/** Changes that a business may still make at its quota, and why. */
const ALLOWED_AT_QUOTA: Readonly<Record<string, string>> = {
  actOnCampaign: 'it pauses and cancels',
  addSuppressions: 'it protects people',
  assignChannel: 'it hands a conversation to humans',
  cancelSimulation: 'it stops what costs',
  changeMember: 'it removes access',
  changePassword: 'it protects an account',
  changeSettings: 'it replaces a few values',
  checkChannelAccount: 'it stores nothing',
  createPasswordReset: 'it protects an account',
  endSplit: 'it ends a comparison',
  importSuppressions: 'it protects people',
  importTools: 'a business has 32 tools at most',
  joinTeam: 'it signs in',
  markMessagesRead: 'it stores nothing',
  noteToAgent: 'a live call accepts 50 at most',
  openLeg: 'it belongs to a call',
  previewContactImport: 'it stores nothing',
  rotateSubscriptionSecret: 'it protects a subscription',
  setAnalysisSettings: 'it replaces a value',
  setMemorySettings: 'it replaces a value',
  setTool: 'a business has 32 tools at most',
  setVoicemail: 'it replaces a value',
  speakAgentTest: 'it stores nothing',
  startSimulatedCall: 'calls are bounded by lines and credit',
  startTestCall: 'calls are bounded by lines and credit',
  startVoiceCall: 'calls are bounded by lines and credit',
  startVoiceCallBatch: 'calls are bounded by lines and credit',
  switchBusiness: 'it signs in',
  testAlertRule: 'it stores nothing',
  testCarriers: 'it stores nothing',
  testProviders: 'it stores nothing',
  testSubscription: 'it stores nothing',
  tryTool: 'it stores nothing',
  updateSubscription: 'it pauses; a new host is checked separately',
};

t.test('every change names its quota, or is exempt for a reason', async (t) => {
  const changes = routesWithoutService().filter(
    ({ method, public: open }) => method !== 'GET' && open !== true,
  );
  const free = changes.filter((route) => quotaOf(route) === null && route.method !== 'DELETE');
  t.same(free.map(({ operationId }) => operationId).sort(), Object.keys(ALLOWED_AT_QUOTA).sort());
  for (const route of changes.filter(({ method }) => method === 'DELETE'))
    t.equal(quotaOf(route), null, `${route.operationId} frees something`);
});

t.test('at the limit no operation runs, unless it is exempt', async (t) => {
  const required: QuotaItem[] = [];
  const under = await startGateway(t, {
    quotas: {
      require: (_, item) => {
        required.push(item);
        throw new DomainError('quota_exceeded', undefined, [{ path: item, message: 'is 1 of 1' }]);
      },
      usageOf: () => [],
    },
  });
  const key = { 'idempotency-key': 'k' };
  const agent = { businessId: BUSINESS, channel: 'voice', name: 'Ann', instructions: 'Be kind.' };
  const before = under.operations.performed.length;
  t.match(await ask(under, 'POST', '/api/v1/agents', agent, key), {
    status: 409,
    body: { error: { code: 'quota_exceeded', retryable: false, details: [{ path: 'agents' }] } },
  });
  t.same(required, ['agents']);
  t.equal(under.operations.performed.length, before, 'no operation ran');
  const call = { businessId: BUSINESS, agentId: BUSINESS, toNumber: '+14155550100' };
  t.match(await ask(under, 'POST', '/api/v1/voice/calls', call, { 'idempotency-key': 'c' }), { status: 202 });
  t.match(await ask(under, 'GET', `/api/v1/agents?businessId=${BUSINESS}`), { status: 200 });
  t.same(required, ['agents'], 'neither checks a quota');
});

t.test('an upload needs quota for its file before anything is done with it', async (t) => {
  const required: (readonly [item: QuotaItem, fileBytes: number | undefined])[] = [];
  const under = await startGateway(t, {
    quotas: {
      require: (_, item, fileBytes) => {
        required.push([item, fileBytes]);
        if (fileBytes !== undefined && fileBytes > 8) throw new DomainError('quota_exceeded');
      },
      usageOf: () => [],
    },
  });
  const upload = (key: string, path: string, content: string, more: object) =>
    ask(
      under,
      'POST',
      path,
      {
        businessId: BUSINESS,
        fileName: 'a.csv',
        contentBase64: Buffer.from(content).toString('base64'),
        ...more,
      },
      { 'idempotency-key': key },
    );
  const imports = '/api/v1/contacts/imports';
  const before = under.operations.performed.length;
  t.match(await upload('large', imports, 'name,mobile\n', { categoryIds: [CATEGORY] }), {
    status: 409,
    body: { error: { code: 'quota_exceeded' } },
  });
  t.equal(under.operations.performed.length, before, 'no operation ran, so nothing is stored');
  t.match(await upload('small', imports, 'a,b\nc,d', { categoryIds: [CATEGORY] }), { status: 202 });
  t.match(await upload('source', '/api/v1/data-sources/upload', 'a,b,c\n1,2', { sourceId: SOURCE }), {
    status: 409,
  });
  const rows = [{ mobile: '+14155550100' }];
  const source = { businessId: BUSINESS, class: 'structured', name: 'Orders', rows };
  t.match(await ask(under, 'POST', '/api/v1/data-sources', source, { 'idempotency-key': 'rows' }), {
    status: 409,
  });
  t.same(required, [
    ['contacts', 12],
    ['contacts', 7],
    ['stored_bytes', 9],
    ['data_sources', JSON.stringify(rows).length],
  ]);
});

t.test('an image that is only passed on needs no quota', async (t) => {
  const sizes: (number | undefined)[] = [];
  const under = await startGateway(t, {
    quotas: { require: (_, __, fileBytes) => void sizes.push(fileBytes), usageOf: () => [] },
  });
  const image = {
    businessId: BUSINESS,
    phoneNumberId: '106540352242922',
    mediaType: 'image',
    mimeType: 'image/png',
    fileName: 'a.png',
    contentBase64: 'aGVsbG8=',
  };
  t.match(await ask(under, 'POST', '/api/v1/media', image, { 'idempotency-key': 'm' }), { status: 201 });
  t.same(sizes, [0]);
});
