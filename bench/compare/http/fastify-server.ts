/**
 * The same reads and writes as a service of Fastify 5 and better-sqlite3, written as its documentation recommends: a
 * schema for query and body, one for the answer (its fast serialiser), and a hook that checks the key. It receives its
 * data file and the place of its database, and reports the address at which it listens.
 */
import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import { createRateLimiter } from '../../../gateway/access/rate-limit.js';
import { parseMobile } from '../../../operations/mobile.js';
import { ContactCreate } from '../../../schemas/contacts/contact.js';
import { answerParent } from '../../gauges/child.js';
import { type FilledData, LIMIT } from './data.js';
import { fastifyRows } from './fastify-rows.js';
import type { Synchronous } from './subjects.js';

const KEY = /^Bearer parley_sk_([A-Za-z0-9-]{1,64})_([A-Za-z0-9-]{16,128})[A-Za-z0-9]{6}$/;

const text = { type: 'string' } as const;
const nullableText = { type: 'string', nullable: true } as const;
const id = { type: 'string', format: 'uuid' } as const;
const list = (items: object) => ({ type: 'array', items });
const object = (properties: Readonly<Record<string, object>>) => ({ type: 'object', properties });

const rollup = object({ count: { type: 'integer' }, lastAt: nullableText, lastOutcome: nullableText });
const contact = object({
  id: text,
  name: text,
  mobile: text,
  fields: { type: 'object', additionalProperties: text },
  categories: list(object({ id: text, name: text })),
  communicationBlocked: { type: 'boolean' },
  timeZone: nullableText,
  rollups: object({ voice: rollup, whatsapp: rollup, instagram: rollup }),
  createdAt: text,
  updatedAt: text,
});
const agent = object({
  id: text,
  referenceName: text,
  channel: text,
  status: text,
  contactContextRequired: { type: 'boolean' },
  name: text,
  instructions: text,
  languageCode: text,
  dataSourceIds: list(text),
  contactCategoryIds: list(text),
  dataSourceVariables: list(object({ sourceId: text, fieldKey: text, alias: text })),
  voiceSettings: { type: 'object', additionalProperties: true },
  instagramCollectMobileEnabled: { type: 'boolean' },
  createdAt: text,
  updatedAt: text,
});

/** Response schema of an answer with these data. */
const answer = (data: Readonly<Record<string, object>>) => ({
  response: {
    200: object({ ok: { type: 'boolean' }, data: object(data), meta: object({ requestId: text }) }),
  },
});
const query = (properties: Readonly<Record<string, object>>) => ({
  querystring: {
    type: 'object',
    required: ['businessId'],
    properties: { businessId: id, ...properties },
    additionalProperties: false,
  },
});
const page = {
  limit: { type: 'integer', minimum: 1, maximum: 200, default: 50 },
  cursor: { type: 'string', minLength: 1, maxLength: 500 },
};

interface PageQuery {
  readonly businessId: string;
  readonly limit: number;
}

const secretOf = (key: string): string => KEY.exec(`Bearer ${key}`)?.[2] ?? '';

class Refused extends Error {
  readonly statusCode: number;

  constructor(statusCode: number) {
    super('refused');
    this.statusCode = statusCode;
  }
}

type Rows = ReturnType<typeof fastifyRows>;
type Check = (scope: string) => (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

const businessIdIn = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'businessId' in value ? value.businessId : null;

/** Checks the key by hash in constant time, its rate, its scopes and its business. */
const checksOf = (rows: Rows): Check => {
  const rateLimit = createRateLimiter(LIMIT, Date.now);
  return (scope) => async (request, reply) => {
    reply.header('X-Request-Id', request.id);
    const [, keyId = '', secret = ''] = KEY.exec(request.headers.authorization ?? '') ?? [];
    const key = rows.key(keyId);
    const hash = createHash('sha256').update(secret).digest();
    const stored = Buffer.from(key?.secret_hash ?? '0'.repeat(64), 'hex');
    if (!timingSafeEqual(hash, stored) || key === undefined || key.revoked_at !== null)
      throw new Refused(401);
    const { allowed, headers } = rateLimit(keyId);
    reply.headers(headers);
    if (!allowed) throw new Refused(429);
    const scopes: readonly string[] = JSON.parse(key.scopes);
    if (!scopes.includes(scope)) throw new Refused(403);
    const businessId = businessIdIn(request.method === 'GET' ? request.query : request.body);
    if (businessId !== key.business_id) throw new Refused(403);
  };
};

const envelope = (requestId: string, data: object) => ({ ok: true, data, meta: { requestId } });

const addReads = (app: FastifyInstance, rows: Rows, check: Check): void => {
  const nextCursor = nullableText;
  app.get<{ Querystring: PageQuery }>(
    '/api/v1/contacts',
    {
      schema: { ...query(page), ...answer({ contacts: list(contact), nextCursor }) },
      preHandler: check('contacts:read'),
    },
    async (request) => envelope(request.id, rows.contacts(request.query.businessId, request.query.limit)),
  );
  app.get<{ Querystring: PageQuery; Params: { contactId: string } }>(
    '/api/v1/contacts/:contactId',
    { schema: { ...query({}), ...answer({ contact }) }, preHandler: check('contacts:read') },
    async (request) => {
      const found = rows.contact(request.query.businessId, request.params.contactId);
      if (found === null) throw new Refused(404);
      return envelope(request.id, { contact: found });
    },
  );
  app.get<{ Querystring: PageQuery }>(
    '/api/v1/agents',
    {
      schema: { ...query(page), ...answer({ agents: list(agent), nextCursor }) },
      preHandler: check('agents:read'),
    },
    async (request) => envelope(request.id, rows.agents(request.query.businessId, request.query.limit)),
  );
};

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Mobile numbers are checked against the numbering plans with the same library as Parley's. */
const addWrites = (app: FastifyInstance, rows: Rows, check: Check): void => {
  app.post<{ Body: ContactCreate }>(
    '/api/v1/contacts',
    { schema: { body: ContactCreate }, preHandler: check('contacts:write') },
    async (request, reply) => {
      const key = request.headers['idempotency-key'];
      const { businessId, name, categoryIds, fields = {} } = request.body;
      const mobile = parseMobile(request.body.mobile);
      if (typeof key !== 'string' || key === '' || name.trim() === '' || mobile === null)
        throw new Refused(400);
      const created = rows.create(
        businessId,
        { id: randomUUID(), name: name.trim(), mobile, categoryIds, fields },
        {
          key: sha256(key),
          requestHash: sha256(JSON.stringify(request.body)),
          respond: (resource) => JSON.stringify(envelope(request.id, { contact: resource })),
        },
      );
      if (created.type === 'refused') throw new Refused(created.status);
      return reply.code(201).type('application/json; charset=utf-8').send(created.body);
    },
  );
};

interface ServeOptions {
  readonly dataFile: string;
  readonly databaseFile: string;
  readonly synchronous: Synchronous;
}

/** Returns the address. */
const serve = ({ dataFile, databaseFile, synchronous }: ServeOptions): Promise<string> => {
  const data: FilledData = JSON.parse(readFileSync(dataFile, 'utf8'));
  const rows = fastifyRows(databaseFile, data, sha256(secretOf(data.apiKey)), synchronous);
  const check = checksOf(rows);
  const app = fastify({
    genReqId: () => randomUUID(),
    logger: false,
    // Properties that a schema does not know are refused, not dropped.
    ajv: { customOptions: { removeAdditional: false } },
  });
  addReads(app, rows, check);
  addWrites(app, rows, check);
  return app.listen({ host: '127.0.0.1', port: 0 });
};

answerParent({
  serve: (body) => {
    const serving: ServeOptions = JSON.parse(body);
    return serve(serving);
  },
});
