/**
 * Generates the OpenAPI 3.1 documents from the route table, so they describe what is enforced: the document of the API has every
 * operation that a key can call, the console's own has the others.
 */
import type { RouteData } from '../route.js';
import { createComponents } from './components.js';
import { COMMON_CODES } from './error-codes.js';
import { briefExampleOf, exampleOf } from './examples.js';
import { type LeanSchema, leanSchemas, type Side } from './lean-schema.js';
import { withNeededKeywords } from './needed-keywords.js';
import { operationOf, rootsOf, type Shared } from './operation.js';
import { createParameters } from './parameters.js';
import {
  codesOf,
  errorSchema,
  META_SCHEMA,
  responseHeaders,
  SUCCESS_SCHEMA,
  sharedResponses,
} from './responses.js';
import { isOfConsole, tagsOf } from './tags.js';
import { createWebhooks, WEBHOOK_RESPONSES } from './webhooks.js';

/** There is a document for each audience. */
export const AUDIENCES = ['api', 'console'] as const;
export type Audience = (typeof AUDIENCES)[number];

const INFO = {
  license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
  contact: { name: 'The maintainers of Parley' },
};

const TITLES: Readonly<Record<Audience, object>> = {
  api: {
    title: 'Messaging, Voice Calls and Campaigns Automation API',
    description:
      'Each API key belongs to one business. Every response is an envelope: `ok`, then `data` or `error`, and `meta.requestId`. Responses have the headers `X-Request-Id`, `RateLimit-*` and, if they repeat an earlier one, `Idempotency-Replayed`. They can have further fields, which clients ignore; requests with unknown fields are refused. A body is at most 65,536 bytes long, unless its operation says otherwise.',
  },
  console: {
    title: 'Operations of the console',
    description:
      'What only the console calls, with the session of a user. It changes together with the console, without notice: integrations use the document of the API.',
  },
};

const SECURITY: Readonly<Record<Audience, object>> = {
  api: {
    apiKey: { type: 'http', scheme: 'bearer', description: 'parley_sk_<id>_<secret><checksum>' },
  },
  console: {
    session: {
      type: 'apiKey',
      in: 'cookie',
      name: 'parley_session',
      description:
        'The session of a user signed in to the console; over https the cookie is named `__Host-parley_session`. Every method except GET also needs X-CSRF-Token.',
    },
  },
};

/** The routes of an audience, and their schemas with names. */
const partsFor = (allRoutes: readonly RouteData[], audience: Audience) => {
  const routes = allRoutes.filter((route) => isOfConsole(route) === (audience === 'console'));
  const rewriters = { request: leanSchemas('request'), response: leanSchemas('response') };
  const lean = (side: Side, schema: object): LeanSchema => rewriters[side](schema);
  const hooks = audience === 'api' ? createWebhooks(lean) : null;
  const components = createComponents([
    ...routes.flatMap((route) => rootsOf(route, lean)),
    ...(hooks === null ? [] : hooks.roots),
  ]);
  return { routes, lean, hooks, components };
};

/** The name of each schema by the place where it was named (schema-names.ts). */
export const namedPlaces = (routes: readonly RouteData[], audience: Audience): ReadonlyMap<string, string> =>
  partsFor(routes, audience).components.places;

export const openApiDocument = (
  allRoutes: readonly RouteData[],
  version: string,
  audience: Audience = 'api',
): object => {
  const { routes, lean, hooks, components } = partsFor(allRoutes, audience);
  const parameters = createParameters(
    routes,
    (schema) => lean('request', schema),
    new Set(components.places.values()),
  );
  const examples: Record<string, object> = {};
  const answers = routes.flatMap(({ response }) =>
    response === null ? [] : [components.nameOf(lean('response', response))],
  );
  const shared: Shared = {
    components,
    parameters,
    lean,
    dataExample: (schema) => {
      const name = components.nameOf(schema);
      if (name === null || answers.indexOf(name) === answers.lastIndexOf(name))
        return { example: enveloped(schema) };
      examples[name] ??= { value: enveloped(schema) };
      return { examples: { success: { $ref: `#/components/examples/${name}` } } };
    },
  };
  const paths = pathsOf(routes, shared);
  const webhooks = hooks?.published(components);
  const [scheme] = Object.keys(SECURITY[audience]);
  return {
    openapi: '3.1.0',
    info: { ...TITLES[audience], version, ...INFO },
    servers: [{ url: '/', description: 'The service that sends this document.' }],
    security: [{ [String(scheme)]: [] }],
    tags: tagsOf(routes),
    'x-common-error-codes': commonCodesOf(routes),
    // Before their use: the document compresses better.
    components: {
      securitySchemes: SECURITY[audience],
      headers: responseHeaders(routes),
      parameters: parameters.components,
      responses: { ...sharedResponses(routes), ...(webhooks === undefined ? {} : WEBHOOK_RESPONSES) },
      examples: { ...examples, ...webhooks?.examples },
      schemas: {
        Error: errorSchema(codesOf(routes)),
        Meta: META_SCHEMA,
        Success: SUCCESS_SCHEMA,
        ...withNeededKeywords(components.definitions(), requestsAndEventsIn(paths)),
      },
    },
    paths,
    ...(webhooks === undefined ? {} : { webhooks: webhooks.items }),
  };
};

/** The codes that operations of a kind share. Those that an operation has besides are its `x-error-codes`. */
const commonCodesOf = (routes: readonly RouteData[]): readonly object[] =>
  COMMON_CODES.filter(({ applies }) => routes.some(applies)).map(({ where, codes }) => ({ where, codes }));

const enveloped = (schema: LeanSchema): object => ({
  ok: true,
  data: briefExampleOf(schema),
  meta: { requestId: exampleOf({ type: 'string', format: 'uuid' }) },
});

/** The parts of operations that have no composed example, or whose fields users fill in. */
const requestsAndEventsIn = (paths: Readonly<Record<string, object>>): readonly unknown[] =>
  Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ requestBody, parameters, responses }) => [
      requestBody,
      parameters,
      Object.values(responses).filter((response) => JSON.stringify(response).includes('"x-events"')),
    ]);

const pathsOf = (routes: readonly RouteData[], shared: Shared): Readonly<Record<string, object>> =>
  Object.fromEntries(
    [...new Set(routes.map((route) => route.path))].map((path) => [
      path,
      Object.fromEntries(
        routes
          .filter((route) => route.path === path)
          .map((route) => [route.method.toLowerCase(), operationOf(route, shared)]),
      ),
    ]),
  );
