/** Generates the OpenAPI 3.1 document from the route table, so it describes what is enforced. */
import type { TSchema } from 'typebox';
import { ERRORS, type ErrorCode } from '../../schemas/error-table.js';
import { messageOf, statusOf } from '../../schemas/errors.js';
import { API_VERSION } from '../api-routes.js';
import { CACHE_PRIVATE, NO_STORE, validatorOf } from '../http/conditional.js';
import { compressed } from '../http/content-coding.js';
import { JSON_TYPE } from '../http/envelope.js';
import { type StoredBody, storedReply } from '../http/stored-body.js';
import { bodyLimitOf, GZIP_TYPE, isConditional, minimumRoleOf, type Route } from '../route.js';
import type { Served } from '../served.js';
import { errorCodesOf } from './error-codes.js';
import { webhookItems } from './webhooks.js';

export const openApiDocument = (routes: readonly Route[], version: string): object => ({
  openapi: '3.1.0',
  info: {
    title: 'Messaging, Voice Calls and Campaigns Automation API',
    version,
    description:
      'Each API key belongs to one business. Every response is an envelope: `ok`, then `data` or `error`, and `meta.requestId`.',
  },
  servers: [{ url: '/' }],
  security: [{ apiKey: [] }, { session: [] }],
  tags: [...new Set(routes.map(tagOf))].map((name) => ({ name })),
  components: {
    securitySchemes: {
      apiKey: { type: 'http', scheme: 'bearer', description: 'parley_sk_<id>_<secret><checksum>' },
      session: {
        type: 'apiKey',
        in: 'cookie',
        name: 'parley_session',
        description:
          'The session of a user signed in to the console; over https the cookie is named `__Host-parley_session`. Every method except GET also needs X-CSRF-Token.',
      },
    },
    headers,
    schemas: { Error: errorSchema },
  },
  paths: Object.fromEntries(
    [...new Set(routes.map((route) => route.path))].map((path) => [
      path,
      Object.fromEntries(
        routes
          .filter((route) => route.path === path)
          .map((route) => [route.method.toLowerCase(), operation(route)]),
      ),
    ]),
  ),
  webhooks: webhookItems(),
});

/** The tag of a route: `agents` for `/api/v1/agents`. */
const tagOf = (route: Route): string => route.path.split('/')[3] ?? '';

const count = { type: 'integer', minimum: 0 } as const;
const headers = {
  'X-Request-Id': {
    description: 'The id of this request. A replayed body contains the id of the original request.',
    schema: { type: 'string', format: 'uuid' },
  },
  'RateLimit-Limit': { description: 'Maximum number of requests in a burst.', schema: count },
  'RateLimit-Remaining': { description: 'Requests left in the burst.', schema: count },
  'RateLimit-Reset': { description: 'Seconds until the full burst is available again.', schema: count },
  'Retry-After': { description: 'Seconds to wait before a retry.', schema: count },
  'WWW-Authenticate': { description: 'The scheme to use.', schema: { const: 'Bearer' } },
  'Idempotency-Replayed': {
    description: 'Present if this is the stored response to an earlier request with the same key.',
    schema: { const: 'true' },
  },
  ETag: {
    description:
      'Validator of the data: it changes when the data does. Weak, because `meta.requestId` differs in each response.',
    schema: { type: 'string', pattern: '^W/"[\\w-]+"$' },
  },
  'Strong-ETag': {
    description:
      'Strong validator: a tag that changes with what clients edit, and a hash of the data. Changes accept it in `If-Match`.',
    schema: { type: 'string', pattern: '^"\\w+-[\\w-]+"$' },
  },
  'Cache-Control': {
    description:
      'Shared caches must not store the data of a tenant; a private copy is revalidated before each use.',
    schema: { enum: [CACHE_PRIVATE, NO_STORE] },
  },
  'Content-Disposition': { description: 'Name of the file to save as.', schema: { type: 'string' } },
} as const;

const headerRefs = (names: readonly (keyof typeof headers)[]): object =>
  Object.fromEntries(
    names.map((name) => [name === 'Strong-ETag' ? 'ETag' : name, { $ref: `#/components/headers/${name}` }]),
  );

const headersFor = (route: Route, status: number): object => {
  const limited = route.public !== true && status !== 401;
  return headerRefs([
    'X-Request-Id',
    'Cache-Control',
    ...(isConditional(route) && (status === 304 || status === route.status)
      ? ([route.tagged === true ? 'Strong-ETag' : 'ETag'] as const)
      : []),
    ...(limited ? (['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'] as const) : []),
    ...(status === 429 || status === 503 || hasRetryAfter(route, status) ? (['Retry-After'] as const) : []),
    ...(status === 401 ? (['WWW-Authenticate'] as const) : []),
    ...(route.idempotent !== false && status < 500 && status !== 401 && status !== 429
      ? (['Idempotency-Replayed'] as const)
      : []),
    ...(route.response === null && route.events === undefined && status === route.status
      ? (['Content-Disposition'] as const)
      : []),
  ]);
};

/** Refusals that end by themselves at a known time. */
const TIMED: readonly ErrorCode[] = ['quiet_hours', 'attempts_exceeded'];

const hasRetryAfter = ({ errors }: Route, status: number): boolean =>
  TIMED.some((code) => errors.includes(code) && statusOf(code) === status);

const errorSchema = {
  type: 'object',
  required: ['ok', 'error', 'meta'],
  properties: {
    ok: { const: false },
    error: {
      type: 'object',
      required: ['code', 'message', 'category', 'retryable', 'requestId'],
      properties: {
        code: { type: 'string', enum: Object.keys(ERRORS) },
        message: { type: 'string' },
        category: { type: 'string', enum: [...new Set(Object.values(ERRORS).map((spec) => spec.category))] },
        retryable: { type: 'boolean' },
        requestId: { type: 'string', format: 'uuid' },
        details: {
          type: 'array',
          items: {
            type: 'object',
            required: ['path', 'message'],
            properties: { path: { type: 'string' }, message: { type: 'string' } },
          },
        },
      },
    },
    meta: {
      type: 'object',
      required: ['requestId'],
      properties: { requestId: { type: 'string', format: 'uuid' } },
    },
  },
} as const;

const operation = (route: Route): object => ({
  operationId: route.operationId,
  summary: route.summary,
  ...(route.description === undefined ? {} : { description: route.description }),
  tags: [tagOf(route)],
  ...(route.scopesIf === undefined
    ? {}
    : { 'x-scopes-if': route.scopesIf.map(({ when, scopes }) => ({ when, scopes })) }),
  ...securityOf(route),
  'x-scopes': route.scopes,
  ...(route.public === true ? {} : { 'x-role': minimumRoleOf(route) }),
  parameters: [
    ...parameters(route.params, 'path'),
    ...parameters(route.query, 'query'),
    ...(isConditional(route)
      ? [
          {
            name: 'If-None-Match',
            in: 'header',
            required: false,
            description: 'One or more ETags of cached copies, or `*`. Returns 304 if one of them is current.',
            schema: { type: 'string' },
          },
        ]
      : []),
    ...(route.tagged === true && route.method !== 'GET'
      ? [
          {
            name: 'If-Match',
            in: 'header',
            required: false,
            description:
              'The ETag of what the change is based on. Refused with `agent_changed` if it has changed since. Absent or `*`: not checked.',
            schema: { type: 'string' },
          },
        ]
      : []),
    ...(route.idempotent !== false
      ? [
          {
            name: 'Idempotency-Key',
            in: 'header',
            required: route.idempotent === true,
            description:
              'Repeating the same request with the same key returns the first response again, for seven days. The same key with a different request is refused.',
            schema: { type: 'string', pattern: '^[\\x21-\\x7E]{1,512}$' },
          },
        ]
      : []),
  ],
  ...(route.body === null
    ? {}
    : {
        requestBody: {
          required: true,
          description: `At most ${bodyLimitOf(route)} bytes.`,
          content: {
            'application/json': { schema: route.body },
            ...(route.upload === true
              ? { 'multipart/form-data': { schema: multipartSchema(route.body) } }
              : {}),
          },
        },
      }),
  responses: {
    ...Object.fromEntries(
      [route.status, ...(route.otherStatuses ?? [])].map((status) => [
        status,
        successResponse(route, status),
      ]),
    ),
    ...(isConditional(route)
      ? { 304: { description: 'The cached copy is still current.', headers: headersFor(route, 304) } }
      : {}),
    ...errorResponses(route),
  },
});

const securityOf = (route: Route): object => {
  if (route.public === true) return { security: [] };
  return route.sessionOnly === true ? { security: [{ session: [] }] } : {};
};

/** The same fields as the JSON body; the file is the part `file`, and lists and objects are JSON. */
const multipartSchema = (body: TSchema): object => {
  const properties: unknown = 'properties' in body ? body.properties : {};
  const { contentBase64: _content, ...fields } = { contentBase64: null, ...Object(properties) };
  return {
    type: 'object',
    required: ['file'],
    properties: { ...fields, file: { type: 'string', format: 'binary' } },
  };
};

const successResponse = (route: Route, status: number): object => ({
  description: 'Success',
  headers: headersFor(route, status),
  content:
    route.response === null
      ? textContent(route)
      : {
          'application/json': {
            schema: {
              type: 'object',
              required: ['ok', 'data', 'meta'],
              properties: {
                ok: { const: true },
                data: route.response,
                meta: {
                  type: 'object',
                  required: ['requestId'],
                  properties: { requestId: { type: 'string', format: 'uuid' } },
                },
              },
            },
          },
        },
});

const textContent = ({ fileType = 'text/plain', events }: Route): object =>
  events === undefined
    ? {
        [fileType]: {
          schema: fileType === GZIP_TYPE ? { type: 'string', format: 'binary' } : { type: 'string' },
        },
      }
    : {
        'text/event-stream': {
          schema: {
            type: 'string',
            description:
              'Events until either side ends the stream; `data` of each is JSON of the schema `x-events`.',
          },
          'x-events': events,
        },
      };

const errorResponses = (route: Route): object => {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of errorCodesOf(route))
    byStatus.set(statusOf(code), [...(byStatus.get(statusOf(code)) ?? []), code]);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        headers: headersFor(route, status),
        description: codes.map((code) => `\`${code}\`: ${messageOf(code)}`).join('\n'),
        content: { 'application/json': { schema: refusalSchema(route, codes) } },
      },
    ]),
  );
};

/** The error of an operation: one of its codes, with data where a refusal has some. */
const refusalSchema = (route: Route, codes: readonly ErrorCode[]): object => ({
  allOf: [
    { $ref: '#/components/schemas/Error' },
    {
      type: 'object',
      properties: {
        error: { type: 'object', properties: { code: { enum: codes } } },
        ...(route.dataOnRefusal === true ? { data: route.response } : {}),
      },
    },
  ],
});

const parameters = (schema: TSchema, where: 'path' | 'query'): readonly object[] => {
  const properties = 'properties' in schema ? schema.properties : {};
  const required: unknown = 'required' in schema ? schema.required : [];
  if (typeof properties !== 'object' || properties === null) return [];
  return Object.entries(properties).map(([name, value]) => ({
    name,
    in: where,
    required: Array.isArray(required) && required.includes(name),
    schema: value,
  }));
};

/** `GET` and `HEAD /api/v1/openapi.json`: the API document, compressed once, when it is first requested. */
export const openApiEntries = (routes: readonly Route[]): readonly Served[] => {
  const plain = Buffer.from(JSON.stringify(openApiDocument(routes, API_VERSION)));
  const etag = validatorOf(plain);
  let stored: Promise<StoredBody> | null = null;
  const document = (): Promise<StoredBody> => {
    stored ??= compressed(plain).then((coded) => ({ contentType: JSON_TYPE, plain, coded, etag }));
    return stored;
  };
  return ['GET', 'HEAD'].map((method) => ({
    method,
    path: '/api/v1/openapi.json',
    operation: 'readOpenApi',
    limited: true,
    serve: async ({ head }) => storedReply(await document(), head, { 'Cache-Control': 'no-cache' }),
  }));
};
