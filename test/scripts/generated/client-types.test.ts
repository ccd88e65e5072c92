/** The client's types: schemas become types, components have names, and each operation knows where its parameters go. */
import t from 'tap';
import { clientTypes } from '../../../scripts/generated/client-types.js';
import { typeOf } from '../../../scripts/generated/schema-types.js';

const flat = (schema: unknown): string => typeOf(schema).replaceAll(/\s+/g, ' ');

t.test('writes JSON Schemas as types', (t) => {
  for (const [schema, type] of [
    [{ type: 'string' }, 'string'],
    [{ type: ['integer', 'null'] }, 'number | null'],
    [{ type: ['string', 'null'], enum: ['a', null] }, '"a" | null'],
    [{ const: 1 }, '1'],
    [{ anyOf: [{ const: 'a' }, { const: 'b' }, { const: 'a' }] }, '"a" | "b"'],
    [{ type: 'array', items: { enum: ['a', 'b'] } }, 'readonly ("a" | "b")[]'],
    [{ $ref: '#/components/schemas/Call' }, 'Call'],
    [{ allOf: [{ $ref: '#/components/schemas/A' }, { anyOf: [{ const: 1 }, { const: 2 }] }] }, 'A & (1 | 2)'],
    [{ type: 'object', patternProperties: { '^a': { type: 'number' } } }, 'Readonly<Record<string, number>>'],
    [{ type: 'object', additionalProperties: { type: 'string' } }, 'Readonly<Record<string, string>>'],
    [{ type: 'object' }, 'Readonly<Record<string, unknown>>'],
    [{ type: 'object', properties: {}, additionalProperties: false }, 'Readonly<Record<string, never>>'],
    [{ type: 'object', properties: { 'a-b': {} } }, '{ readonly "a-b"?: unknown; }'],
    [
      { type: 'object', required: ['language'], properties: { language: { enum: ['en'] } } },
      '{ readonly language: string; }',
    ],
  ] as const)
    t.equal(flat(schema), type);
  t.throws(() => typeOf({ type: 'integer64' }), /no type for integer64/);
  t.equal(
    typeOf({ type: 'object', properties: { a: { type: 'string', description: 'One\nof */ two.' } } }),
    '{\n  /**\n   * One\n   * of *\\/ two.\n   */\n  readonly a?: string;\n}',
  );
  t.end();
});

t.test('exactly one of several fields excludes the others', (t) => {
  const properties = {
    agentId: { type: 'string' },
    a: { type: 'string', description: 'A.' },
    b: { type: 'number' },
  };
  const expected = [
    '{ readonly agentId: string; } & ({ /** A. */ readonly a: string; readonly b?: never; }',
    '| { readonly b: number; readonly a?: never; })',
  ].join(' ');
  const required = ['agentId'];
  t.equal(
    flat({ type: 'object', required, properties, oneOf: [{ required: ['a'] }, { required: ['b'] }] }),
    expected,
  );
  const restated = [
    { type: 'object', required: ['a'], properties: { a: { type: 'string' }, b: false } },
    { type: 'object', required: ['b'], properties: { b: { type: 'number' }, a: false } },
  ];
  t.equal(flat({ type: 'object', required, properties, oneOf: restated }), expected);
  t.end();
});

const json = (schema: object) => ({ 'application/json': { schema } });
const envelope = (data: object) => ({
  200: { content: json({ type: 'object', properties: { ok: { const: true }, data } }) },
});
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const parameter = (name: string, where: string) => ({
  name,
  in: where,
  required: where === 'path',
  schema: { type: 'string' },
});

const DOCUMENT = {
  components: {
    parameters: { Key: parameter('Idempotency-Key', 'header') },
    schemas: {
      Call: {
        type: 'object',
        description: 'A call.',
        required: ['turns'],
        properties: { turns: { items: ref('Turn'), type: 'array' } },
      },
      Turn: { type: 'object', properties: { text: { type: 'string' } } },
      Unused: { type: 'object', properties: {} },
      Start: { type: 'object', required: ['businessId'], properties: { businessId: { type: 'string' } } },
      Ended: { type: 'object', properties: { eventType: { const: 'ended' } } },
      Note: { type: 'object', properties: { type: { const: 'noted' } } },
    },
  },
  paths: {
    '/api/v1/calls': {
      post: {
        operationId: 'start',
        summary: 'Start a call.',
        parameters: [{ $ref: '#/components/parameters/Key' }],
        requestBody: { content: json(ref('Start')) },
        responses: envelope(ref('Call')),
      },
    },
    '/api/v1/calls/{callId}': {
      get: {
        operationId: 'read',
        parameters: [parameter('callId', 'path'), parameter('businessId', 'query')],
        responses: { 200: { content: { 'text/csv': {} } } },
      },
    },
    '/api/v1/live': {
      get: {
        operationId: 'follow',
        responses: { 200: { content: { 'text/event-stream': { 'x-events': { anyOf: [ref('Note')] } } } } },
      },
    },
    '/api/v1/console/keys': { get: { operationId: 'listKeys', responses: {} } },
  },
  webhooks: { ended: { post: { requestBody: { content: json(ref('Ended')) } } } },
};

t.test('writes what the operations of keys need, and nothing of the console', (t) => {
  const text = clientTypes(DOCUMENT);
  for (const expected of [
    '/** A call. */\nexport interface Call {\n  readonly turns: readonly Turn[];\n}',
    'export interface Turn {',
    '  /** Start a call. */\n  readonly start: {\n    readonly path: Nothing;\n    readonly query: Nothing;\n    readonly body: Start;\n    readonly data: Call;\n  };',
    'readonly data: Response;',
    'export type LiveEvent =\n  | Note;',
    'export type WebhookEvent =\n  | Ended;',
    "start: { method: 'POST', path: '/api/v1/calls', in: 'body', business: true, keyed: true, answer: 'json' },",
    "read: { method: 'GET', path: '/api/v1/calls/{callId}', in: 'query', business: true, keyed: false, answer: 'file' },",
    "follow: { method: 'GET', path: '/api/v1/live', in: 'query', business: false, keyed: false, answer: 'events' },",
  ])
    t.ok(text.includes(expected), expected);
  t.notMatch(text, /listKeys|Unused/);
  t.end();
});

t.test('refuses a schema with the name of something else', (t) => {
  const components = { schemas: { Response: { type: 'object' } } };
  t.throws(() => clientTypes({ ...DOCUMENT, components }), /the schema Response needs another name/);
  t.end();
});

t.test('refuses an operation whose parameters have no single place', (t) => {
  const of = { operationId: 'odd', requestBody: { content: json(ref('Start')) }, responses: envelope({}) };
  for (const parameters of [[parameter('businessId', 'path')], [parameter('limit', 'query')]]) {
    const paths = { '/api/v1/odd': { post: { ...of, parameters } } };
    t.throws(() => clientTypes({ ...DOCUMENT, paths }), /odd: a parameter has two places/);
  }
  t.end();
});
