/** The responses of operations: successes with their envelope, and errors, which all operations share by status. */
import { STATUS_CODES } from 'node:http';
import { ERRORS, type ErrorCode } from '../../schemas/error-table.js';
import { isRetryable, messageOf, statusOf } from '../../schemas/errors.js';
import { CACHE_PRIVATE, NO_STORE } from '../http/conditional.js';
import { isBinary, isConditional, type RouteData } from '../route.js';
import { errorCodesOf } from './error-codes.js';

const count = { type: 'integer', minimum: 0 } as const;
const REQUEST_ID = {
  type: 'string',
  format: 'uuid',
  examples: ['0199d1a4-7c3e-7b52-9f0e-3b6d5a1c8e47'],
} as const;

/** Headers of responses. */
const RESPONSE_HEADERS = {
  'X-Request-Id': {
    description: 'The id of this request. A replayed body contains the id of the original request.',
    schema: REQUEST_ID,
  },
  'RateLimit-Limit': { description: 'Maximum number of requests in a burst.', schema: count },
  'RateLimit-Remaining': { description: 'Requests left in the burst.', schema: count },
  'RateLimit-Reset': { description: 'Seconds until the full burst is available again.', schema: count },
  'Retry-After': { description: 'Seconds to wait before a retry.', schema: count },
  'WWW-Authenticate': { description: 'The scheme to use.', schema: { type: 'string', const: 'Bearer' } },
  'Idempotency-Replayed': {
    description: 'Present if this is the stored response to an earlier request with the same key.',
    schema: { type: 'string', const: 'true' },
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
    schema: { type: 'string', enum: [CACHE_PRIVATE, NO_STORE] },
  },
  'Content-Disposition': { description: 'Name of the file to save as.', schema: { type: 'string' } },
} as const;

type Header = keyof typeof RESPONSE_HEADERS;

const headerRefs = (names: readonly Header[]): object =>
  Object.fromEntries(
    names.map((name) => [name === 'Strong-ETag' ? 'ETag' : name, { $ref: `#/components/headers/${name}` }]),
  );

const headersOf = (names: readonly Header[]): object =>
  names.length === 0 ? {} : { headers: headerRefs(names) };

const RATE_LIMIT = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'] as const;

const tagHeader = (route: RouteData): readonly Header[] => {
  if (!isConditional(route)) return [];
  return [route.tagged === true ? 'Strong-ETag' : 'ETag'];
};

/** Beside those of every response, which the description of the document names. */
const successHeaders = (route: RouteData, status: number): readonly Header[] => [
  ...(status === route.status ? tagHeader(route) : []),
  ...(route.response === null && route.events === undefined ? (['Content-Disposition'] as const) : []),
];

/** Headers that every document has, because its errors have them. */
const OF_ERRORS: readonly Header[] = [
  ...(['X-Request-Id', 'Cache-Control', ...RATE_LIMIT] as const),
  ...(['Retry-After', 'WWW-Authenticate', 'Idempotency-Replayed'] as const),
];

/** The headers that responses of these routes refer to. */
export const responseHeaders = (routes: readonly RouteData[]): object => {
  const used = new Set([...OF_ERRORS, ...routes.flatMap((route) => successHeaders(route, route.status))]);
  return Object.fromEntries([...used].map((name) => [name, RESPONSE_HEADERS[name]]));
};

/** Headers that an error of one of these statuses can carry. */
const errorHeaders = (statuses: readonly number[]): object => {
  const some = (test: (status: number) => boolean): boolean => statuses.some(test);
  return headerRefs([
    'X-Request-Id',
    'Cache-Control',
    ...(statuses.includes(401) ? (['WWW-Authenticate'] as const) : RATE_LIMIT),
    ...(some((status) => status === 429 || status === 503 || isTimed(status))
      ? (['Retry-After'] as const)
      : []),
    ...(some((status) => status < 500 && status !== 401 && status !== 429)
      ? (['Idempotency-Replayed'] as const)
      : []),
  ]);
};

/** Refusals that end by themselves at a known time. */
const TIMED: readonly ErrorCode[] = ['quiet_hours', 'attempts_exceeded'];
const isTimed = (status: number): boolean => TIMED.some((code) => statusOf(code) === status);

/** What every envelope has. */
export const META_SCHEMA = {
  type: 'object',
  description: 'Facts about the response.',
  required: ['requestId'],
  properties: { requestId: { ...REQUEST_ID, description: 'The id of the request, as in `X-Request-Id`.' } },
} as const;

/** The envelope of a success, without what `data` is. */
export const SUCCESS_SCHEMA = {
  type: 'object',
  description: 'The envelope of a success.',
  required: ['ok', 'data', 'meta'],
  properties: {
    ok: { type: 'boolean', const: true, description: 'Always true for a success.' },
    data: { description: 'What was read or done.' },
    meta: { $ref: '#/components/schemas/Meta' },
  },
} as const;

/** An error with its envelope. */
export const errorSchema = (codes: readonly ErrorCode[]) => ({
  type: 'object',
  description: 'The envelope of an error.',
  required: ['ok', 'error', 'meta'],
  properties: {
    ok: { type: 'boolean', const: false, description: 'Always false for an error.' },
    error: {
      type: 'object',
      description: 'What went wrong, and whether a retry can help.',
      required: ['code', 'message', 'category', 'retryable', 'requestId'],
      properties: {
        code: {
          type: 'string',
          enum: codes,
          description:
            'Names the error, and never changes. The operation lists its codes in `x-error-codes`.',
        },
        message: { type: 'string', description: 'What happened and what to do, in English. It may change.' },
        category: {
          type: 'string',
          enum: [...new Set(Object.values(ERRORS).map((spec) => spec.category))],
          description: 'The kind of error, which most statuses follow.',
        },
        retryable: {
          type: 'boolean',
          description: 'Whether the same request can succeed later without a change.',
        },
        requestId: { ...REQUEST_ID, description: 'The id of the request; mention it to support.' },
        details: {
          type: 'array',
          description: 'The problems of an invalid request, at most 100.',
          items: {
            type: 'object',
            description: 'A problem of the request.',
            required: ['path', 'message'],
            properties: {
              path: {
                type: 'string',
                description: 'A JSON Pointer into the body, or the name of a parameter.',
              },
              message: { type: 'string', description: 'What is wrong there.' },
            },
          },
        },
      },
    },
    meta: { $ref: '#/components/schemas/Meta' },
  },
});

/** Where operations list the errors of a status: all have the same shape, and `x-error-codes` names those of the operation. */
export const responseKeyOf = (status: number): '4XX' | '5XX' => (status < 500 ? '4XX' : '5XX');

const RESPONSE_NAMES = { '4XX': 'Refused', '5XX': 'Failed' } as const;

type ResponseKey = keyof typeof RESPONSE_NAMES;

const byResponse = (codes: readonly ErrorCode[]): ReadonlyMap<ResponseKey, readonly ErrorCode[]> => {
  const found = new Map<ResponseKey, ErrorCode[]>();
  for (const code of codes) {
    const key = responseKeyOf(statusOf(code));
    found.set(key, [...(found.get(key) ?? []), code]);
  }
  return found;
};

/** Every code that some of the operations can return, in the order of the table. */
export const codesOf = (routes: readonly RouteData[]): readonly ErrorCode[] => {
  const codes = new Set(routes.flatMap(errorCodesOf));
  return [...codes].sort((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b));
};
const ORDER: readonly string[] = Object.keys(ERRORS);

const errorExample = (code: ErrorCode): object => {
  const requestId = REQUEST_ID.examples[0];
  const { category } = ERRORS[code];
  const details =
    code === 'validation_failed'
      ? { details: [{ path: '/toNumber', message: 'must be a number in E.164' }] }
      : {};
  return {
    ok: false,
    error: { code, message: messageOf(code), category, retryable: isRetryable(code), requestId, ...details },
    meta: { requestId },
  };
};

/** A list of statuses, each with its codes and what they mean. `message` of the error itself also says what to do. */
const explained = (codes: readonly ErrorCode[]): string =>
  [...new Set(codes.map(statusOf))]
    .sort((a, b) => a - b)
    .flatMap((status) => [
      `${status} ${STATUS_CODES[status] ?? ''}:`,
      ...codes
        .filter((code) => statusOf(code) === status)
        .map((code) => `- \`${code}\`: ${ERRORS[code].meaning}`),
      '',
    ])
    .join('\n')
    .trim();

/** The responses that operations refer to: refusals, failures, and 304. */
export const sharedResponses = (routes: readonly RouteData[]): object => ({
  NotModified: {
    description: 'The cached copy is still current.',
    headers: headerRefs(['X-Request-Id', 'Cache-Control', 'ETag', ...RATE_LIMIT]),
  },
  ...Object.fromEntries(
    [...byResponse(codesOf(routes))].map(([key, codes]) => [
      RESPONSE_NAMES[key],
      {
        description: explained(codes),
        headers: errorHeaders(codes.map(statusOf)),
        content: {
          'application/json': {
            schema: { $ref: '#/components/schemas/Error' },
            example: errorExample(
              codes.find((code) => code === 'validation_failed') ?? codes[0] ?? 'internal',
            ),
          },
        },
      },
    ]),
  ),
});

const responseRef = (key: ResponseKey): object => ({
  $ref: `#/components/responses/${RESPONSE_NAMES[key]}`,
});

/** Schema of an operation's `data`, and what its media type has for an example. */
export interface PublishedData {
  readonly schema: object;
  readonly example: object;
}

/** Every response of an operation. `data`: null for a file or events, whose media type is `file`. */
export const responsesOf = (route: RouteData, data: PublishedData | null, file: object): object => ({
  ...Object.fromEntries(
    [route.status, ...(route.otherStatuses ?? [])].map((status) => [
      status,
      {
        description: STATUS_CODES[status] ?? 'Success',
        ...headersOf(successHeaders(route, status)),
        content: data === null ? file : { 'application/json': enveloped(data) },
      },
    ]),
  ),
  ...(isConditional(route) ? { 304: { $ref: '#/components/responses/NotModified' } } : {}),
  ...Object.fromEntries(
    [...byResponse(errorCodesOf(route))].map(([key, codes]) => [
      key,
      route.dataOnRefusal === true && data !== null && route.errors.some((code) => codes.includes(code))
        ? withData(codes, data)
        : responseRef(key),
    ]),
  ),
});

const enveloped = ({ schema, example }: PublishedData): object => ({
  schema: {
    allOf: [
      { $ref: '#/components/schemas/Success' },
      // Required here as well: generators do not carry it over from the other part.
      { required: ['data'], properties: { data: schema } },
    ],
  },
  ...example,
});

/** A refusal that says what was done nevertheless. */
const withData = (codes: readonly ErrorCode[], { schema }: PublishedData): object => ({
  description: 'The error, with the results so far in `data` if there are any.',
  headers: errorHeaders(codes.map(statusOf)),
  content: {
    'application/json': {
      schema: {
        allOf: [{ $ref: '#/components/schemas/Error' }, { type: 'object', properties: { data: schema } }],
      },
    },
  },
});

/** The media type of an answer that is a file. */
export const fileContent = ({ fileType = 'text/plain' }: RouteData): object => ({
  [fileType]: { schema: isBinary(fileType) ? { type: 'string', format: 'binary' } : { type: 'string' } },
});

/** The media type of live events. */
export const eventContent = (events: object): object => ({
  'text/event-stream': {
    schema: {
      type: 'string',
      description:
        'Events until either side ends the stream; `data` of each is JSON of the schema `x-events`.',
      contentMediaType: 'application/json',
      contentSchema: events,
    },
    'x-events': events,
  },
});
