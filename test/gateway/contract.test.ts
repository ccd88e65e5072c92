/**
 * Every route of the table: what it gives and what it refuses is what the OpenAPI document publishes, refusals
 * come in their order, and a refused request has reached nobody. A route without a case fails the test.
 */
import { randomUUID } from 'node:crypto';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import t from 'tap';
import { createIdempotencyStore } from '../../gateway/idempotency.js';
import { JSON_BODY_BYTES, type Route } from '../../gateway/route.js';
import { SCOPES } from '../../schemas/scopes.js';
import { startNats } from '../support/nats.js';
import { AGENT, BUSINESS, CALL, CATEGORY, CONTACT, NOBODY, QUEUED_CALL } from './fakes.js';
import { startGateway } from './gateway-under-test.js';

/** A request that succeeds. */
interface Case {
  readonly path: string;
  readonly status: number;
  readonly body?: Readonly<Record<string, unknown>>;
  /** Another request of the same route, for the same key. */
  readonly other?: { readonly path?: string; readonly body?: Readonly<Record<string, unknown>> };
  /** Where problems are, for a body or query whose values are all wrong. */
  readonly wrong: { readonly query?: string; readonly body?: Readonly<Record<string, unknown>> };
  readonly problems: readonly string[];
}

const q = `businessId=${BUSINESS}`;
const profile = { businessId: BUSINESS, channel: 'voice', name: 'Ann', instructions: 'Help.' };
const wrongPage = 'limit=many&cursor=';

const CASES: Readonly<Record<string, Case>> = {
  listAgents: {
    path: `/api/v1/agents?${q}`,
    status: 200,
    wrong: { query: 'businessId=7' },
    problems: ['businessId'],
  },
  createAgent: {
    path: '/api/v1/agents',
    status: 201,
    body: profile,
    other: { body: { ...profile, name: 'Bea' } },
    wrong: {
      body: {
        businessId: 7,
        channel: 'fax',
        name: '',
        instructions: null,
        dataSourceIds: [CATEGORY, CATEGORY],
        dataSourceVariables: [{ sourceId: CATEGORY, fieldKey: '1a' }],
        voiceSettings: { backgroundNoiseLevelPercent: 75, loud: true },
        assignment: { autoReplyEnabled: 'yes' },
      },
    },
    problems: [
      '/businessId',
      '/channel',
      '/name',
      '/instructions',
      '/dataSourceIds',
      '/dataSourceVariables/0/fieldKey',
      '/dataSourceVariables/0/alias',
      '/voiceSettings/backgroundNoiseLevelPercent',
      '/voiceSettings/loud',
      '/assignment/autoReplyEnabled',
    ],
  },
  updateAgent: {
    path: '/api/v1/agents',
    status: 200,
    body: { ...profile, agentId: AGENT },
    other: { body: { ...profile, agentId: AGENT, name: 'Bea' } },
    wrong: { body: { ...profile, agentId: 'x', name: 'n'.repeat(121), assignment: null } },
    problems: ['/agentId', '/name', '/assignment'],
  },
  archiveAgent: {
    path: '/api/v1/agents',
    status: 200,
    body: { businessId: BUSINESS, agentId: AGENT },
    other: { body: { businessId: BUSINESS, agentId: NOBODY } },
    wrong: { body: { businessId: BUSINESS, 'agent/id~': AGENT } },
    problems: ['/agentId', '/agent~1id~0'],
  },
  listContacts: {
    path: `/api/v1/contacts?${q}&search=jos%C3%A9&limit=200`,
    status: 200,
    wrong: { query: `${q}&${wrongPage}&search=` },
    problems: ['limit', 'cursor', 'search'],
  },
  createContact: {
    path: '/api/v1/contacts',
    status: 201,
    body: { businessId: BUSINESS, name: 'Ada', mobile: '+14155552672', categoryIds: [CATEGORY] },
    other: { body: { businessId: BUSINESS, name: 'Bea', mobile: '+14155552672', categoryIds: [CATEGORY] } },
    wrong: {
      body: {
        businessId: `urn:uuid:${BUSINESS}`,
        name: '',
        mobile: 14,
        categoryIds: [],
        fields: { '1st': {}, city: 7 },
      },
    },
    problems: ['/businessId', '/name', '/mobile', '/categoryIds', '/fields/1st', '/fields/city'],
  },
  listContactCategories: {
    path: `/api/v1/contacts/categories?${q}`,
    status: 200,
    wrong: { query: `${q}&limit=201&limit=1` },
    problems: ['limit'],
  },
  createContactCategory: {
    path: '/api/v1/contacts/categories',
    status: 201,
    body: { businessId: BUSINESS, name: 'Leads' },
    other: { body: { businessId: BUSINESS, name: 'Customers' } },
    wrong: { body: { name: ['Leads'] } },
    problems: ['/businessId', '/name'],
  },
  readContact: {
    path: `/api/v1/contacts/${CONTACT}?${q}`,
    status: 200,
    wrong: { query: 'businessId=' },
    problems: ['businessId'],
  },
  listVoiceCalls: {
    path: `/api/v1/voice/calls?${q}&status=completed&agentId=${AGENT}&contactId=${CONTACT}&from=2026-01-01T00:00:00%2B02:00`,
    status: 200,
    wrong: { query: `${q}&${wrongPage}&status=lost&agentId=1&from=2026-01-01T00:00:00+02:00&to=tomorrow` },
    problems: ['limit', 'cursor', 'status', 'agentId', 'from', 'to'],
  },
  startVoiceCall: {
    path: '/api/v1/voice/calls',
    status: 202,
    body: { businessId: BUSINESS, agentId: AGENT, contactId: CONTACT, testVariables: { order: '17' } },
    other: { body: { businessId: BUSINESS, agentId: AGENT, toNumber: '+14155552671' } },
    wrong: {
      body: {
        businessId: BUSINESS,
        agentId: [],
        toNumber: '0415',
        testVariables: { order: 17, 'a\nb': {}, long: 'x'.repeat(501) },
      },
    },
    problems: ['/agentId', '/toNumber', '/testVariables/order', '/testVariables/a\nb', '/testVariables/long'],
  },
  startVoiceCallBatch: {
    path: '/api/v1/voice/calls/batch',
    status: 202,
    body: { businessId: BUSINESS, agentId: AGENT, contactIds: [CONTACT] },
    other: { body: { businessId: BUSINESS, agentId: AGENT, contactIds: [CATEGORY] } },
    wrong: {
      body: { businessId: BUSINESS, agentId: AGENT, contactIds: Array.from({ length: 21 }, () => CONTACT) },
    },
    problems: ['/contactIds', '/contactIds'],
  },
  resolveVoiceCall: {
    path: `/api/v1/voice/calls/resolve?${q}&agentId=${AGENT}&contactId=${CONTACT}`,
    status: 200,
    wrong: { query: `${q}&agentId=1` },
    problems: ['agentId', 'contactId'],
  },
  readVoiceCall: {
    path: `/api/v1/voice/calls/${CALL}?${q}`,
    status: 200,
    wrong: { query: '' },
    problems: ['businessId'],
  },
  downloadVoiceCallTranscript: {
    path: `/api/v1/voice/calls/${CALL}/transcript?${q}`,
    status: 200,
    wrong: { query: `${q}&format=pdf` },
    problems: ['format'],
  },
  cancelVoiceCall: {
    path: `/api/v1/voice/calls/${CALL}?${q}`,
    status: 202,
    other: { path: `/api/v1/voice/calls/${QUEUED_CALL}?${q}` },
    wrong: { query: 'businessId=1' },
    problems: ['businessId'],
  },
};

interface Ask {
  readonly path?: string;
  readonly authorization?: string | null;
  readonly idempotencyKey?: string | null;
  readonly body?: unknown;
  readonly rawBody?: string | Uint8Array;
  readonly contentType?: string | null;
}

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly code: string | undefined;
  readonly message: string;
  readonly paths: readonly string[];
}

t.test('the contract', async (t) => {
  const nats = await startNats(t);
  const nc = await connect({ servers: nats.url });
  t.teardown(() => nc.close());
  const idempotency = await createIdempotencyStore(nc, Date.now, 'contract');
  const jsm = await jetstreamManager(nc);
  const { gateway, url, views, operations, apiKey } = await startGateway(t, { idempotency });
  const effects = async (): Promise<string> => {
    const { state } = await jsm.streams.info('IDEMPOTENCY');
    return `${operations.done.length} done, ${state.last_seq} records`;
  };

  const document: object = JSON.parse(await (await fetch(`${url}/api/v1/openapi.json`)).text());
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  ajv.addSchema(document, 'openapi');
  const published = (route: Route, status: number, type: string) => {
    const at = [
      'paths',
      route.path,
      route.method.toLowerCase(),
      'responses',
      String(status),
      'content',
      type,
    ];
    const pointer = at.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')));
    return ajv.compile({ $ref: `openapi#/${pointer.join('/')}/schema` });
  };

  t.same(
    Object.keys(CASES).sort(),
    gateway.routes.map((route) => route.operationId).sort(),
    'every route has a case',
  );

  for (const route of gateway.routes) {
    const good = CASES[route.operationId];
    if (good === undefined) continue;
    await t.test(route.operationId, async (t) => {
      /** Asks, and checks that the answer is one that is published. */
      const ask = async (changed: Ask = {}): Promise<Answer> => {
        const { authorization = `Bearer ${apiKey}`, idempotencyKey = randomUUID() } = changed;
        const { contentType = 'application/json' } = changed;
        const body = changed.body ?? good.body;
        const content = changed.rawBody ?? (body === undefined ? null : JSON.stringify(body));
        const response = await fetch(`${url}${changed.path ?? good.path}`, {
          method: route.method,
          headers: {
            ...(authorization === null ? {} : { authorization }),
            ...(route.idempotent && idempotencyKey !== null ? { 'idempotency-key': idempotencyKey } : {}),
            ...(content === null || contentType === null ? {} : { 'content-type': contentType }),
          },
          body: typeof content === 'string' ? Buffer.from(content) : content,
        });
        const text = await response.text();
        const type = response.headers.get('content-type') ?? '';
        t.match(response.headers.get('x-request-id'), /^[0-9a-f-]{36}$/);
        if (!type.startsWith('application/json'))
          return {
            status: response.status,
            headers: response.headers,
            text,
            code: undefined,
            message: '',
            paths: [],
          };
        t.equal(type, 'application/json; charset=utf-8');
        const parsed: {
          ok: boolean;
          meta: { requestId: string };
          error?: { code: string; message: string; details?: readonly { path: string }[] };
        } = JSON.parse(text);
        const check = published(route, response.status, 'application/json');
        t.ok(check(parsed), `${response.status} as published: ${ajv.errorsText(check.errors)}`);
        if (response.headers.get('idempotency-replayed') === null)
          t.equal(parsed.meta.requestId, response.headers.get('x-request-id'));
        return {
          status: response.status,
          headers: response.headers,
          text,
          code: parsed.error?.code,
          message: parsed.error?.message ?? '',
          paths: parsed.error?.details?.map(({ path }) => path) ?? [],
        };
      };
      const refused = async (what: string, changed: Ask, status: number, code: string): Promise<Answer> => {
        const before = await effects();
        const answer = await ask(changed);
        t.match(answer, { status, code }, what);
        t.equal(await effects(), before, `${what}: changed nothing`);
        return answer;
      };
      const withQuery = (query: string): string => `${good.path.split('?')[0]}?${query}`;
      const more = (query: string): string => `${good.path}${good.path.includes('?') ? '&' : '?'}${query}`;

      // Each of these is wrong in everything that is looked at later, too.
      const worst: Ask = {
        path: withQuery('colour=red'),
        idempotencyKey: 'not visible',
        ...(good.body === undefined ? {} : { rawBody: '{', contentType: 'text/plain' }),
      };
      const none = await refused('no key', { ...worst, authorization: null }, 401, 'api_key_missing');
      t.equal(none.headers.get('www-authenticate'), 'Bearer');
      const revoked = views.newKey();
      views.revoke(revoked.keyId);
      for (const authorization of [
        `Bearer ${revoked.apiKey}`,
        `Bearer ${apiKey.slice(0, -1)}${apiKey.endsWith('0') ? '1' : '0'}`,
        `Bearer pk_nobody_${'0'.repeat(64)}`,
        apiKey,
        `Basic ${apiKey}`,
        'Bearer',
        'Bearer pk_a_b_c',
      ])
        await refused(authorization, { ...worst, authorization }, 401, 'api_key_invalid');

      if (good.body !== undefined) {
        const large = JSON.stringify({ ...good.body, padding: 'x'.repeat(JSON_BODY_BYTES) });
        for (const contentType of ['text/plain', 'application/json; charset=utf-16', 'application/jsonp'])
          await refused(contentType, { rawBody: large, contentType }, 415, 'content_type_unsupported');
        await refused('too large', { rawBody: large }, 413, 'body_too_large');
        for (const rawBody of ['', '{', '{"a":1,}', 'nul', Uint8Array.from([0x22, 0xff, 0x22])])
          await refused(
            `malformed ${rawBody}`,
            { ...worst, contentType: 'application/json', rawBody },
            400,
            'json_malformed',
          );
        for (const rawBody of ['null', '[]', '"text"', '7'])
          await refused(rawBody, { rawBody }, 400, 'validation_failed');
        const unknown = await refused(
          'unknown fields in body and query, and a missing Idempotency-Key',
          {
            path: more('colour=red'),
            body: { ...good.body, colour: 'red', __proto__: null, constructor: 1 },
            idempotencyKey: null,
          },
          400,
          'validation_failed',
        );
        t.same([...unknown.paths].sort(), ['/colour', '/constructor', 'colour']);
        const foreign = { ...good.body, businessId: NOBODY };
        await refused('a foreign business', { body: foreign }, 403, 'business_mismatch');
      } else {
        const unknown = await refused(
          'an unknown query field, twice',
          { path: more('colour=red&colour=blue'), idempotencyKey: null },
          400,
          'validation_failed',
        );
        t.same(unknown.paths, ['colour']);
        const foreign = good.path.replace(q, `businessId=${NOBODY}`);
        await refused('a foreign business', { path: foreign }, 403, 'business_mismatch');
      }

      const { query, body } = good.wrong;
      const wrong = await refused(
        'wrong values',
        {
          ...(query === undefined ? {} : { path: withQuery(query) }),
          ...(body === undefined ? {} : { body }),
        },
        400,
        'validation_failed',
      );
      t.same([...wrong.paths].sort(), [...good.problems].sort(), 'every problem is named');
      if (good.path.includes(CALL) || good.path.includes(`/${CONTACT}`)) {
        const path = good.path.replace(CALL, '7').replace(`/${CONTACT}`, '/7');
        t.match((await refused('a damaged id', { path }, 400, 'validation_failed')).paths, [
          /^(call|contact)Id$/,
        ]);
      }

      if (route.idempotent) {
        await refused('no Idempotency-Key', { idempotencyKey: null }, 400, 'idempotency_key_missing');
        for (const idempotencyKey of ['a b', 'k'.repeat(513), 'tab\tkey'])
          await refused(idempotencyKey, { idempotencyKey }, 400, 'idempotency_key_invalid');
      }
      for (const scope of route.scopes) {
        const { apiKey: lesser } = views.newKey(SCOPES.filter((other) => other !== scope));
        const authorization = `Bearer ${lesser}`;
        const answer = await refused(`without ${scope}`, { authorization }, 403, 'scope_missing');
        t.match(answer.message, scope);
        const foreign: Ask =
          good.body === undefined
            ? { path: good.path.replace(q, `businessId=${NOBODY}`) }
            : { body: { ...good.body, businessId: NOBODY } };
        await refused(
          'foreign, and without the scope',
          { ...foreign, authorization },
          403,
          'business_mismatch',
        );
      }

      const idempotencyKey = `${route.operationId}~!`.padEnd(512, 'k');
      const doneBefore = operations.done.length;
      const first = await ask({ idempotencyKey });
      t.equal(first.status, good.status, first.text);
      t.equal(first.headers.get('idempotency-replayed'), null);
      t.ok(first.headers.get('ratelimit-remaining'));
      if (!route.idempotent) {
        t.equal(operations.done.length, doneBefore);
        return;
      }
      t.same(operations.done.slice(doneBefore), [`${route.operationId} ${idempotencyKey}`]);
      t.equal(views.waited.at(-1), `3/${operations.done.length}`, 'answered once its commit was visible');
      const reordered =
        good.body === undefined
          ? {}
          : { rawBody: JSON.stringify(Object.fromEntries(Object.entries(good.body).reverse()), null, 2) };
      const replayed = await ask({ idempotencyKey, ...reordered });
      t.equal(replayed.headers.get('idempotency-replayed'), 'true');
      t.equal(replayed.status, first.status);
      t.equal(replayed.text, first.text, 'the very same answer, whatever the order of fields');
      await refused('another request', { idempotencyKey, ...good.other }, 409, 'idempotency_key_conflict');
      t.equal(operations.done.length, doneBefore + 1, 'done once');
    });
  }
});
