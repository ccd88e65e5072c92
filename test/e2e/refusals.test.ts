/**
 * What a call needs, on a real service: what each operation gives is what the OpenAPI document publishes, and what
 * it must refuse it refuses with the settled code, before anything happened. (test/gateway/contract.test.ts has a
 * case for every operation, control-plane.test.ts what stands around a call.)
 */
import { randomUUID } from 'node:crypto';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import t from 'tap';
import { contactsSourceId } from '../../schemas/ids.js';
import { SCOPES } from '../../schemas/scopes.js';
import { parley } from '../../testkit/parley-process.js';
import { startWorld, type World } from '../../testkit/world.js';

interface Operation {
  readonly operationId: string;
  readonly 'x-scopes'?: readonly string[];
  readonly parameters: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: {
    readonly content: {
      readonly 'application/json': {
        readonly schema: { readonly properties: Readonly<Record<string, object>> };
      };
    };
  };
  readonly responses: Readonly<
    Record<string, { readonly content: Readonly<Record<string, { readonly schema: object }>> }>
  >;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly code: string;
  readonly details: readonly { readonly path: string; readonly message: string }[];
}

interface Request {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly rawBody?: string;
  readonly key?: string | null;
  readonly idempotencyKey?: string | null;
  readonly contentType?: string;
}

/** A request that succeeds. */
interface Case {
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly status: number;
}

const OTHER_BUSINESS = '11111111-1111-4111-8111-111111111111';
const NOBODY = '22222222-2222-4222-8222-222222222222';

t.setTimeout(150_000);

const send = async (world: World, request: Request): Promise<Answer> => {
  const { method, path, body, rawBody } = request;
  const key = request.key === undefined ? world.apiKey : request.key;
  const idempotencyKey = request.idempotencyKey === undefined ? randomUUID() : request.idempotencyKey;
  const content = rawBody ?? (body === undefined ? undefined : JSON.stringify(body));
  const response = await fetch(`${world.service().url}${path}`, {
    method,
    headers: {
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      ...(method === 'GET' || idempotencyKey === null ? {} : { 'idempotency-key': idempotencyKey }),
      ...(content === undefined ? {} : { 'content-type': request.contentType ?? 'application/json' }),
    },
    body: content ?? null,
  });
  const text = await response.text();
  const parsed: { error?: { code: string; details?: Answer['details'] } } = response.headers
    .get('content-type')
    ?.startsWith('application/json')
    ? JSON.parse(text)
    : {};
  return {
    status: response.status,
    headers: response.headers,
    text,
    code: parsed.error?.code ?? '',
    details: parsed.error?.details ?? [],
  };
};

/** A case for every operation, and the things they need. */
const prepare = async (
  world: World,
): Promise<{
  cases: Readonly<Record<string, Case>>;
  agentId: string;
  contactId: string;
  categoryId: string;
}> => {
  const client = world.client();
  const { businessId } = world;
  const { category } = await client.request<{ category: { id: string } }>(
    'POST',
    '/api/v1/contacts/categories',
    { businessId, name: 'Leads' },
  );
  const { contact } = await client.request<{ contact: { id: string } }>('POST', '/api/v1/contacts', {
    businessId,
    name: 'José Núñez',
    mobile: '+14155552671',
    categoryIds: [category.id],
    fields: { city: 'Lima' },
  });
  const { agent } = await client.request<{ agent: { id: string } }>('POST', '/api/v1/agents', {
    businessId,
    channel: 'voice',
    name: 'Ann',
    instructions: 'Help {{who}}.',
    contactCategoryIds: [category.id],
    dataSourceVariables: [{ sourceId: contactsSourceId(businessId), fieldKey: 'name', alias: 'who' }],
    voiceSettings: { firstGreeting: 'Hello {{who}}' },
  });
  const plain = await client.createAgent('Plain', 'Otherwise, say "Hello.".', { firstGreeting: 'Hello.' });
  const archived = await client.createAgent('Old', 'Help.', {});
  await world.network.callee('+14155552671', { ringMs: 60_000 });
  const callId = await client.startCall(plain.id, '+14155550130');
  await client.callUntil(callId, ({ transcript }) => transcript.length > 0, 20_000);
  const ringing = await client.request<{ callId: string }>('POST', '/api/v1/voice/calls', {
    businessId,
    agentId: agent.id,
    contactId: contact.id,
  });
  const q = `businessId=${businessId}`;
  const profile = { businessId, channel: 'voice', name: 'Ann', instructions: 'Help.' };
  return {
    agentId: agent.id,
    contactId: contact.id,
    categoryId: category.id,
    cases: {
      listAgents: { path: `/api/v1/agents?${q}`, status: 200 },
      createAgent: { path: '/api/v1/agents', body: profile, status: 201 },
      updateAgent: { path: '/api/v1/agents', body: { ...profile, agentId: plain.id }, status: 200 },
      archiveAgent: { path: '/api/v1/agents', body: { businessId, agentId: archived.id }, status: 200 },
      listContacts: { path: `/api/v1/contacts?${q}&search=jos`, status: 200 },
      createContact: {
        path: '/api/v1/contacts',
        body: { businessId, name: 'Ada', mobile: '+14155552672', categoryIds: [category.id] },
        status: 201,
      },
      listContactCategories: { path: `/api/v1/contacts/categories?${q}`, status: 200 },
      createContactCategory: {
        path: '/api/v1/contacts/categories',
        body: { businessId, name: 'Customers' },
        status: 201,
      },
      readContact: { path: `/api/v1/contacts/${contact.id}?${q}`, status: 200 },
      listVoiceCalls: { path: `/api/v1/voice/calls?${q}&limit=1`, status: 200 },
      startVoiceCall: {
        path: '/api/v1/voice/calls',
        body: { businessId, agentId: plain.id, toNumber: '+14155550131', testVariables: { order: '17' } },
        status: 202,
      },
      startVoiceCallBatch: {
        path: '/api/v1/voice/calls/batch',
        body: { businessId, agentId: agent.id, contactIds: [contact.id, NOBODY] },
        status: 202,
      },
      resolveVoiceCall: {
        path: `/api/v1/voice/calls/resolve?${q}&agentId=${agent.id}&contactId=${contact.id}`,
        status: 200,
      },
      readVoiceCall: { path: `/api/v1/voice/calls/${callId}?${q}`, status: 200 },
      downloadVoiceCallTranscript: { path: `/api/v1/voice/calls/${callId}/transcript?${q}`, status: 200 },
      cancelVoiceCall: { path: `/api/v1/voice/calls/${ringing.callId}?${q}`, status: 202 },
    },
  };
};

t.test('refusals', async (t) => {
  t.setTimeout(140_000);
  const world = await startWorld(t);
  const { businessId } = world;
  const document: Document = JSON.parse(
    await (await fetch(`${world.service().url}/api/v1/openapi.json`)).text(),
  );
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const { cases, agentId, contactId, categoryId } = await prepare(world);
  const ajv = new Ajv({ strict: false });
  addFormats.default(ajv);
  const keyWithout = async (scope: string): Promise<string> => {
    const scopes = SCOPES.filter((one) => one !== scope).join(',');
    const { apiKey } = await parley([
      'admin',
      'key',
      'create',
      '--business',
      businessId,
      '--scopes',
      scopes,
      '--data-dir',
      world.dataDir,
    ]);
    return String(apiKey);
  };
  const needed = [...new Set(operations.flatMap(({ operation }) => operation['x-scopes'] ?? []))];
  const keys = new Map(
    await Promise.all(needed.map(async (scope) => [scope, await keyWithout(scope)] as const)),
  );

  const published = new Set(operations.map(({ operation }) => operation.operationId));
  t.same(
    Object.keys(cases).filter((operationId) => !published.has(operationId)),
    [],
    'every case is of an operation that there is',
  );

  for (const { method, operation } of operations) {
    const { operationId } = operation;
    const known = cases[operationId];
    if (known === undefined) continue;
    await t.test(operationId, async (t) => {
      const idempotent = operation.parameters.some(({ name }) => name === 'Idempotency-Key');
      const request: Request = {
        method,
        path: known.path,
        ...(known.body === undefined ? {} : { body: known.body }),
      };
      const refused = async (
        what: string,
        changed: Partial<Request>,
        status: number,
        code: string,
      ): Promise<Answer> => {
        const answer = await send(world, { ...request, ...changed });
        t.match(answer, { status, code }, what);
        return answer;
      };
      const withQuery = (extra: string): string =>
        `${known.path}${known.path.includes('?') ? '&' : '?'}${extra}`;

      await refused('no key', { key: null }, 401, 'api_key_missing');
      await refused('another key', { key: `pk_${'a'.repeat(32)}_${'b'.repeat(64)}` }, 401, 'api_key_invalid');
      await refused('a damaged key', { key: `${world.apiKey.slice(0, -1)}` }, 401, 'api_key_invalid');
      for (const scope of operation['x-scopes'] ?? []) {
        const answer = await refused(
          `without ${scope}`,
          { key: keys.get(scope) ?? '' },
          403,
          'scope_missing',
        );
        t.match(answer.text, scope, 'it names the scope');
      }
      const unknownQuery = await refused(
        'an unknown query field',
        { path: withQuery('colour=red') },
        400,
        'validation_failed',
      );
      t.same(
        unknownQuery.details.map(({ path }) => path),
        ['colour'],
      );
      if (known.path.includes(businessId))
        await refused(
          'a foreign business',
          { path: known.path.replace(businessId, OTHER_BUSINESS) },
          403,
          'business_mismatch',
        );
      if (known.body !== undefined) {
        const { body } = known;
        await refused(
          'a foreign business',
          { body: { ...body, businessId: OTHER_BUSINESS } },
          403,
          'business_mismatch',
        );
        const unknown = await refused(
          'an unknown field',
          { body: { ...body, colour: 'red' } },
          400,
          'validation_failed',
        );
        t.same(
          unknown.details.map(({ path }) => path),
          ['/colour'],
        );
        for (const name of Object.keys(
          operation.requestBody?.content['application/json'].schema.properties ?? {},
        )) {
          const wrong = await refused(
            `${name} of a wrong type`,
            { body: { ...body, [name]: { wrong: [] } } },
            400,
            'validation_failed',
          );
          t.ok(
            wrong.details.every(({ path }) => path.startsWith(`/${name}`)),
            `it names ${name}`,
          );
        }
        const { businessId: _left, ...without } = { businessId, ...body };
        await refused('no businessId', { body: without }, 400, 'validation_failed');
        await refused('malformed JSON', { rawBody: '{"businessId":' }, 400, 'json_malformed');
        await refused('no object', { rawBody: '[]' }, 400, 'validation_failed');
        await refused('another content type', { contentType: 'text/plain' }, 415, 'content_type_unsupported');
        await refused(
          'too large',
          { rawBody: JSON.stringify({ ...body, padding: 'x'.repeat(1024 * 1024) }) },
          413,
          'body_too_large',
        );
      }
      if (idempotent) {
        await refused('no Idempotency-Key', { idempotencyKey: null }, 400, 'idempotency_key_missing');
        await refused('one with a space', { idempotencyKey: 'a b' }, 400, 'idempotency_key_invalid');
        await refused(
          'one of 513 characters',
          { idempotencyKey: 'k'.repeat(513) },
          400,
          'idempotency_key_invalid',
        );
      }

      const idempotencyKey = 'k'.repeat(512 - operationId.length) + operationId;
      const answer = await send(world, { ...request, idempotencyKey });
      t.equal(answer.status, known.status, `${operationId}: ${answer.text.slice(0, 200)}`);
      t.ok(operation.responses[String(known.status)], 'a documented status');
      const schema = operation.responses[String(known.status)]?.content['application/json']?.schema;
      if (schema !== undefined)
        t.ok(ajv.validate(schema, JSON.parse(answer.text)), `as published: ${ajv.errorsText()}`);
      if (!idempotent) return;
      const replayed = await send(world, { ...request, idempotencyKey });
      t.equal(replayed.headers.get('idempotency-replayed'), 'true');
      t.equal(replayed.text, answer.text, 'the very same answer');
      const other =
        known.body === undefined
          ? { path: known.path.replace(/calls\/[0-9a-f-]{36}/, `calls/${NOBODY}`) }
          : { body: { ...known.body, ...changeOf(operationId) } };
      await refused(
        'another request under the same key',
        { ...other, idempotencyKey },
        409,
        'idempotency_key_conflict',
      );
    });
  }

  await t.test('limits, at their edge and one past it', async (t) => {
    const agent = { businessId, channel: 'voice', name: 'A', instructions: 'Help.' };
    const create = async (change: object): Promise<number> =>
      (await send(world, { method: 'POST', path: '/api/v1/agents', body: { ...agent, ...change } })).status;
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
          body: { ...agent, agentId: renamed.id, name },
        })
      ).status;
    t.equal(await update('n'.repeat(120)), 200);
    t.equal(await update('n'.repeat(121)), 400);
    const start = async (change: object): Promise<Answer> =>
      send(world, {
        method: 'POST',
        path: '/api/v1/voice/calls',
        body: { businessId, agentId: NOBODY, ...change },
      });
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
    t.match(await start({ toNumber: '+12345678', contactId }), { code: 'validation_failed' }, 'both');
    t.match(await start({}), { code: 'validation_failed' }, 'neither');
    const batch = async (contactIds: readonly string[]): Promise<Answer> =>
      send(world, {
        method: 'POST',
        path: '/api/v1/voice/calls/batch',
        body: { businessId, agentId: NOBODY, contactIds },
      });
    t.match(await batch(Array.from({ length: 20 }, randomUUID)), { code: 'agent_not_found' });
    t.match(await batch(Array.from({ length: 21 }, randomUUID)), { code: 'validation_failed' });
    t.match(await batch([contactId, contactId]), { code: 'validation_failed' });
    t.match(await batch([]), { code: 'validation_failed' });
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

  await t.test('rules of agents, contacts and calls', async (t) => {
    const post = (path: string, body: object): Promise<Answer> =>
      send(world, { method: 'POST', path, body: { businessId, ...body } });
    const agent = { channel: 'voice', name: 'A', instructions: 'Help.' };
    const source = contactsSourceId(businessId);
    t.match(await post('/api/v1/agents', { ...agent, instructions: 'Help {{nobody}}.' }), {
      code: 'variable_undeclared',
    });
    t.match(
      await post('/api/v1/agents', {
        ...agent,
        dataSourceVariables: [{ sourceId: NOBODY, fieldKey: 'a', alias: 'a' }],
      }),
      { code: 'data_source_not_found' },
    );
    t.match(
      await post('/api/v1/agents', {
        ...agent,
        dataSourceVariables: [
          { sourceId: source, fieldKey: 'a', alias: 'a' },
          { sourceId: source, fieldKey: 'b', alias: 'a' },
        ],
      }),
      { code: 'validation_failed' },
    );
    t.match(await post('/api/v1/agents', { ...agent, contactCategoryIds: [NOBODY] }), {
      code: 'category_not_found',
    });
    t.match(await post('/api/v1/agents', { ...agent, voiceSettings: { liveVoiceId: 'nobody' } }), {
      code: 'voice_unknown',
    });
    t.match(await post('/api/v1/agents', { ...agent, channel: 'sms', assignment: {} }), {
      status: 422,
      code: 'channel_assignment_not_supported',
    });
    t.match(
      await post('/api/v1/contacts', { name: 'B', mobile: '+14155552671', categoryIds: [categoryId] }),
      { status: 409, code: 'contact_exists', details: [{ message: new RegExp(contactId) }] },
    );
    t.match(await post('/api/v1/contacts', { name: 'B', mobile: '0415', categoryIds: [categoryId] }), {
      code: 'validation_failed',
    });
    t.match(await post('/api/v1/contacts', { name: 'B', mobile: '+14155552673', categoryIds: [NOBODY] }), {
      code: 'category_not_found',
    });
    t.match(await post('/api/v1/contacts/categories', { name: 'leads' }), { code: 'category_exists' });
    const call = (body: object): Promise<Answer> => post('/api/v1/voice/calls', body);
    t.match(await call({ agentId, toNumber: '+14155550132' }), { code: 'contact_context_required' });
    t.match(await call({ agentId, contactId: NOBODY }), { status: 404, code: 'contact_not_found' });
    const messenger: { data: { agent: { id: string } } } = JSON.parse(
      (await post('/api/v1/agents', { ...agent, channel: 'whatsapp' })).text,
    );
    t.match(await call({ agentId: messenger.data.agent.id, toNumber: '+14155550132' }), {
      status: 422,
      code: 'agent_not_voice',
    });
    const unscoped: { data: { agent: { id: string } } } = JSON.parse(
      (await post('/api/v1/agents', agent)).text,
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
        body: { businessId, ...agent, agentId: unscoped.data.agent.id },
      }),
      { status: 409, code: 'agent_archived' },
    );
    t.match(
      await send(world, { method: 'GET', path: `/api/v1/voice/calls/${NOBODY}?businessId=${businessId}` }),
      { status: 404, code: 'call_not_found' },
    );
    t.match(
      await send(world, { method: 'DELETE', path: `/api/v1/voice/calls/${NOBODY}?businessId=${businessId}` }),
      { status: 404, code: 'call_not_found' },
    );
    const allFail = await post('/api/v1/voice/calls/batch', { agentId, contactIds: [NOBODY] });
    t.equal(allFail.status, 404, 'a batch of which nothing was accepted answers as its first failure');
    const unknown = await send(world, { method: 'GET', path: '/api/v1/nothing' });
    t.match(unknown, { status: 404, code: 'route_not_found' });
    const wrongMethod = await send(world, { method: 'PUT', path: '/api/v1/agents' });
    t.match(wrongMethod, { status: 405, code: 'method_not_allowed' });
    t.equal(wrongMethod.headers.get('allow'), 'GET, POST, PATCH, DELETE');
  });

  await t.test('requests at the same time under one key have one effect', async (t) => {
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
    await world.client().callUntil(data.callId, ({ call }) => call.status !== 'queued', 10_000);
    t.equal((await world.network.callsOf(data.callId)).length, 1);
    t.ok((await world.network.calls()).length >= before + 1);
  });

  await t.test('without credit nobody is called', async (t) => {
    const poor = await parley(['admin', 'business', 'create', '--name', 'Poor', '--data-dir', world.dataDir]);
    const poorId = String(poor.businessId);
    const key = String(
      (await parley(['admin', 'key', 'create', '--business', poorId, '--data-dir', world.dataDir])).apiKey,
    );
    const created = await send(world, {
      method: 'POST',
      path: '/api/v1/agents',
      key,
      body: { businessId: poorId, channel: 'voice', name: 'A', instructions: 'Help.' },
    });
    const { data }: { data: { agent: { id: string } } } = JSON.parse(created.text);
    const body = { businessId: poorId, agentId: data.agent.id, toNumber: '+14155550134' };
    t.match(await send(world, { method: 'POST', path: '/api/v1/voice/calls', key, body }), {
      status: 402,
      code: 'insufficient_credit',
    });
    t.match(
      await send(world, { method: 'GET', path: `/api/v1/agents?businessId=${poorId}` }),
      { status: 403, code: 'business_mismatch' },
      'another tenant sees nothing',
    );
  });
});

t.test('a key that asks too often is slowed down, and another is not', async (t) => {
  const world = await startWorld(t, { PARLEY_RATE_LIMIT: '5', PARLEY_RATE_BURST: '10' });
  const path = `/api/v1/agents?businessId=${world.businessId}`;
  const answers = await Promise.all(Array.from({ length: 30 }, () => send(world, { method: 'GET', path })));
  const refused = answers.filter(({ status }) => status === 429);
  t.ok(refused.length >= 15, `${refused.length} refused`);
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

/** A change that keeps a body valid. */
const changeOf = (operationId: string): object => {
  switch (operationId) {
    case 'archiveAgent':
      return { agentId: NOBODY };
    case 'startVoiceCall':
      return { toNumber: '+14155550139' };
    case 'startVoiceCallBatch':
      return { contactIds: [NOBODY] };
    default:
      return { name: 'Another' };
  }
};
