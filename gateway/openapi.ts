/** The OpenAPI 3.1 document, made from the route table: what it says is what is enforced. */
import type { TSchema } from 'typebox';
import { ERRORS, type ErrorCode, statusOf } from '../schemas/errors.js';
import type { Route } from './route.js';

/** Codes that every operation with a key can answer. */
const ALWAYS: readonly ErrorCode[] = [
  'api_key_missing',
  'api_key_invalid',
  'scope_missing',
  'business_mismatch',
  'validation_failed',
  'rate_limited',
  'not_ready',
  'journal_unavailable',
  'internal',
];
const WITH_BODY: readonly ErrorCode[] = ['json_malformed', 'body_too_large', 'content_type_unsupported'];
const WITH_KEY: readonly ErrorCode[] = [
  'idempotency_key_missing',
  'idempotency_key_invalid',
  'idempotency_key_conflict',
  'idempotency_request_in_progress',
];

/** Every code that an operation can answer. */
export const errorCodesOf = (route: Route): readonly ErrorCode[] => [
  ...new Set([
    ...(route.public === true ? (['internal'] as const) : ALWAYS),
    ...(route.body === null ? [] : WITH_BODY),
    ...(route.idempotent ? WITH_KEY : []),
    ...route.errors,
  ]),
];

export const openApiDocument = (routes: readonly Route[], version: string): object => ({
  openapi: '3.1.0',
  info: { title: 'Messaging, Voice Calls and Campaigns Automation API', version },
  security: [{ apiKey: [] }],
  components: {
    securitySchemes: { apiKey: { type: 'http', scheme: 'bearer', description: 'pk_<id>_<secret>' } },
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
});

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
  ...(route.public === true ? { security: [] } : { 'x-scopes': route.scopes }),
  parameters: [
    ...parameters(route.params, 'path'),
    ...parameters(route.query, 'query'),
    ...(route.idempotent
      ? [
          {
            name: 'Idempotency-Key',
            in: 'header',
            required: true,
            schema: { type: 'string', pattern: '^[\\x21-\\x7E]{1,512}$' },
          },
        ]
      : []),
  ],
  ...(route.body === null
    ? {}
    : { requestBody: { required: true, content: { 'application/json': { schema: route.body } } } }),
  responses: { [route.status]: successResponse(route), ...errorResponses(route) },
});

const successResponse = (route: Route): object => ({
  description: 'Success',
  content:
    route.response === null
      ? { 'text/plain': { schema: { type: 'string' } } }
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

const errorResponses = (route: Route): object => {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of errorCodesOf(route))
    byStatus.set(statusOf(code), [...(byStatus.get(statusOf(code)) ?? []), code]);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `\`${code}\`: ${ERRORS[code].meaning}`).join('\n'),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  );
};

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
