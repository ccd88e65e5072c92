/** The operations that a call needs, on a real service: which limits and rules refuse requests, and with which code. */
import { randomUUID } from 'node:crypto';
import t from 'tap';
import { contactsSourceId } from '../../../schemas/ids.js';
import { parley } from '../../../testkit/service/parley-process.js';
import { startWorld } from '../../../testkit/service/world.js';
import { createFixtures, UNKNOWN_ID } from './operation-cases.js';
import { type Answer, send } from './raw-request.js';

t.setTimeout(300_000);

const world = await startWorld(t);
const { businessId } = world;
const { agentId, categoryId, contactId } = await createFixtures(world);
const AGENT = { channel: 'voice', name: 'A', instructions: 'Help.' };
const post = (path: string, body: object): Promise<Answer> =>
  send(world, { method: 'POST', path, body: { businessId, ...body } });

t.test('limits hold at their edge and one past it: agents', async (t) => {
  const create = async (change: object): Promise<number> =>
    (await post('/api/v1/agents', { ...AGENT, ...change })).status;
  t.equal(await create({ instructions: 'w '.repeat(20_000) }), 201);
  t.equal(await create({ instructions: 'w '.repeat(20_001) }), 400);
  t.equal(await create({ voiceSettings: { firstGreeting: 'w '.repeat(30) } }), 201);
  t.equal(await create({ voiceSettings: { firstGreeting: 'w '.repeat(31) } }), 400);
  for (const [percent, status] of [
    [50, 201],
    [1_000, 201],
    [49, 400],
    [75, 400],
    [1_050, 400],
  ] as const) {
    t.equal(
      await create({ voiceSettings: { backgroundNoiseLevelPercent: percent } }),
      status,
      `${percent} %`,
    );
  }
  const renamed = await world.client().createAgent('Renamed', 'Help.', {});
  const update = async (name: string): Promise<number> =>
    (
      await send(world, {
        method: 'PATCH',
        path: '/api/v1/agents',
        body: { businessId, ...AGENT, agentId: renamed.id, name },
      })
    ).status;
  t.equal(await update('n'.repeat(120)), 200);
  t.equal(await update('n'.repeat(121)), 400);
});

t.test('limits hold at their edge and one past it: calls and batches', async (t) => {
  const start = (change: object): Promise<Answer> =>
    post('/api/v1/voice/calls', { agentId: UNKNOWN_ID, ...change });
  for (const toNumber of ['+12345678', '+123456789012345'])
    t.match(await start({ toNumber }), { code: 'agent_not_found' }, toNumber);
  for (const toNumber of ['+1234567', '+1234567890123456', '+02345678', '12345678'])
    t.match(await start({ toNumber }), { code: 'validation_failed' }, toNumber);
  t.match(await start({ toNumber: '+12345678', testVariables: { a: 'x'.repeat(500) } }), {
    code: 'agent_not_found',
  });
  t.match(await start({ toNumber: '+12345678', testVariables: { a: 'x'.repeat(501) } }), {
    code: 'validation_failed',
  });
  t.match(await start({ toNumber: '+12345678', contactId }), { code: 'validation_failed' }, 'both targets');
  t.match(await start({}), { code: 'validation_failed' }, 'no target');
  const batch = (contactIds: readonly string[]): Promise<Answer> =>
    post('/api/v1/voice/calls/batch', { agentId: UNKNOWN_ID, contactIds });
  t.match(await batch(Array.from({ length: 20 }, randomUUID)), { code: 'agent_not_found' });
  t.match(await batch(Array.from({ length: 21 }, randomUUID)), { code: 'validation_failed' });
  t.match(await batch([contactId, contactId]), { code: 'validation_failed' });
  t.match(await batch([]), { code: 'validation_failed' });
});

t.test('limits hold at their edge and one past it: lists', async (t) => {
  const list = async (query: string): Promise<Answer> =>
    send(world, { method: 'GET', path: `/api/v1/voice/calls?businessId=${businessId}&${query}` });
  t.match(await list('limit=200'), { status: 200 });
  for (const query of [
    'limit=0',
    'limit=201',
    'limit=ten',
    'status=lost',
    'from=yesterday',
    'limit=1&limit=2',
  ])
    t.match(await list(query), { status: 400 }, query);
  t.match(await list('cursor=abc'), { status: 400, code: 'cursor_invalid' });
});

t.test('an agent cannot refer to what does not exist', async (t) => {
  const source = contactsSourceId(businessId);
  t.match(await post('/api/v1/agents', { ...AGENT, instructions: 'Help {{unknown}}.' }), {
    code: 'variable_undeclared',
  });
  t.match(
    await post('/api/v1/agents', {
      ...AGENT,
      dataSourceVariables: [{ sourceId: UNKNOWN_ID, fieldKey: 'a', alias: 'a' }],
    }),
    { code: 'data_source_not_found' },
  );
  t.match(
    await post('/api/v1/agents', {
      ...AGENT,
      dataSourceVariables: [
        { sourceId: source, fieldKey: 'a', alias: 'a' },
        { sourceId: source, fieldKey: 'b', alias: 'a' },
      ],
    }),
    { code: 'validation_failed' },
  );
  t.match(await post('/api/v1/agents', { ...AGENT, contactCategoryIds: [UNKNOWN_ID] }), {
    code: 'category_not_found',
  });
  t.match(await post('/api/v1/agents', { ...AGENT, voiceSettings: { liveVoiceId: 'unknown' } }), {
    code: 'voice_unknown',
  });
  t.match(await post('/api/v1/agents', { ...AGENT, channel: 'sms', assignment: {} }), {
    status: 422,
    code: 'channel_assignment_not_supported',
  });
});

t.test('a contact has a unique number, and a category a unique name', async (t) => {
  t.match(await post('/api/v1/contacts', { name: 'B', mobile: '+14155552671', categoryIds: [categoryId] }), {
    status: 409,
    code: 'contact_exists',
    details: [{ message: new RegExp(contactId) }],
  });
  t.match(await post('/api/v1/contacts', { name: 'B', mobile: '0415', categoryIds: [categoryId] }), {
    code: 'validation_failed',
  });
  t.match(await post('/api/v1/contacts', { name: 'B', mobile: '+14155552673', categoryIds: [UNKNOWN_ID] }), {
    code: 'category_not_found',
  });
  t.match(await post('/api/v1/contacts/categories', { name: 'leads' }), { code: 'category_exists' });
});

t.test('a call is refused because of its agent, its contact or its number', async (t) => {
  const call = (body: object): Promise<Answer> => post('/api/v1/voice/calls', body);
  t.match(await call({ agentId, toNumber: '+14155550132' }), { code: 'contact_context_required' });
  t.match(await call({ agentId, contactId: UNKNOWN_ID }), { status: 404, code: 'contact_not_found' });
  const messenger: { data: { agent: { id: string } } } = JSON.parse(
    (await post('/api/v1/agents', { ...AGENT, channel: 'whatsapp' })).text,
  );
  t.match(await call({ agentId: messenger.data.agent.id, toNumber: '+14155550132' }), {
    status: 422,
    code: 'agent_not_voice',
  });
  const unscoped: { data: { agent: { id: string } } } = JSON.parse(
    (await post('/api/v1/agents', AGENT)).text,
  );
  t.match(await call({ agentId: unscoped.data.agent.id, contactId }), { code: 'contact_out_of_scope' });
  await send(world, {
    method: 'DELETE',
    path: '/api/v1/agents',
    body: { businessId, agentId: unscoped.data.agent.id },
  });
  t.match(await call({ agentId: unscoped.data.agent.id, toNumber: '+14155550132' }), {
    status: 422,
    code: 'agent_not_active',
  });
  t.match(
    await send(world, {
      method: 'PATCH',
      path: '/api/v1/agents',
      body: { businessId, ...AGENT, agentId: unscoped.data.agent.id },
    }),
    { status: 409, code: 'agent_archived' },
  );
  t.match(
    await send(world, { method: 'GET', path: `/api/v1/voice/calls/${UNKNOWN_ID}?businessId=${businessId}` }),
    { status: 404, code: 'call_not_found' },
  );
  t.match(
    await send(world, {
      method: 'DELETE',
      path: `/api/v1/voice/calls/${UNKNOWN_ID}?businessId=${businessId}`,
    }),
    { status: 404, code: 'call_not_found' },
  );
  const allFail = await post('/api/v1/voice/calls/batch', { agentId, contactIds: [UNKNOWN_ID] });
  t.equal(allFail.status, 404, 'a batch without an accepted call answers with its first failure');
});

t.test('an unknown route is refused, and a wrong method is refused with the allowed ones', async (t) => {
  const unknown = await send(world, { method: 'GET', path: '/api/v1/nothing' });
  t.match(unknown, { status: 404, code: 'route_not_found' });
  const wrongMethod = await send(world, { method: 'PUT', path: '/api/v1/agents' });
  t.match(wrongMethod, { status: 405, code: 'method_not_allowed' });
  t.equal(wrongMethod.headers.get('allow'), 'GET, POST, PATCH, DELETE');
});

t.test('concurrent requests under one key have one effect', async (t) => {
  const before = (await world.network.calls()).length;
  const agent = await world.client().createAgent('Once', 'Help.', {});
  const answers = await Promise.all(
    Array.from({ length: 8 }, () =>
      send(world, {
        method: 'POST',
        path: '/api/v1/voice/calls',
        body: { businessId, agentId: agent.id, toNumber: '+14155550133' },
        idempotencyKey: 'at-once',
      }),
    ),
  );
  t.same(new Set(answers.map(({ text }) => text)).size, 1);
  const { data }: { data: { callId: string } } = JSON.parse(answers[0]?.text ?? '');
  await world.client().callUntil(data.callId, ({ call }) => call.status !== 'queued', 60_000);
  t.equal((await world.network.callsOf(data.callId)).length, 1);
  t.equal((await world.network.calls()).length, before + 1);
});

t.test('a business without credit places no calls', async (t) => {
  const createdBusiness = await parley([
    'admin',
    'business',
    'create',
    '--name',
    'Poor',
    '--data-dir',
    world.dataDir,
  ]);
  const businessWithoutCredit = String(createdBusiness.businessId);
  const key = String(
    (
      await parley([
        'admin',
        'key',
        'create',
        '--business',
        businessWithoutCredit,
        '--data-dir',
        world.dataDir,
      ])
    ).apiKey,
  );
  const created = await send(world, {
    method: 'POST',
    path: '/api/v1/agents',
    key,
    body: { businessId: businessWithoutCredit, channel: 'voice', name: 'A', instructions: 'Help.' },
  });
  const { data }: { data: { agent: { id: string } } } = JSON.parse(created.text);
  const body = { businessId: businessWithoutCredit, agentId: data.agent.id, toNumber: '+14155550134' };
  t.match(await send(world, { method: 'POST', path: '/api/v1/voice/calls', key, body }), {
    status: 402,
    code: 'insufficient_credit',
  });
  t.match(
    await send(world, { method: 'GET', path: `/api/v1/agents?businessId=${businessWithoutCredit}` }),
    { status: 403, code: 'business_mismatch' },
    'another tenant sees nothing',
  );
});

t.test('a key that sends too many requests is throttled, and another is not', async (t) => {
  const world = await startWorld(t, { PARLEY_RATE_LIMIT: '5', PARLEY_RATE_BURST: '10' });
  const path = `/api/v1/agents?businessId=${world.businessId}`;
  const begunAt = performance.now();
  const answers = await Promise.all(Array.from({ length: 60 }, () => send(world, { method: 'GET', path })));
  const tookSeconds = (performance.now() - begunAt) / 1_000;
  const accepted = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status }) => status === 429);
  const summary = `${accepted.length} accepted and ${refused.length} refused in ${tookSeconds} s`;
  t.ok(accepted.length >= 10 && accepted.length <= 10 + 5 * tookSeconds + 1, summary);
  t.ok(refused.length > 0, summary);
  t.equal(accepted.length + refused.length, 60, summary);
  t.match(refused[0], { code: 'rate_limited' });
  t.match(Number(refused[0]?.headers.get('retry-after')), 1);
  t.equal(refused[0]?.headers.get('ratelimit-limit'), '10');
  const { apiKey } = await parley([
    'admin',
    'key',
    'create',
    '--business',
    world.businessId,
    '--data-dir',
    world.dataDir,
  ]);
  t.equal((await send(world, { method: 'GET', path, key: String(apiKey) })).status, 200);
});
