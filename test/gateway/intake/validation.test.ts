/** Messages about invalid requests: every problem, where it is, and what to do. */

import { randomUUID } from 'node:crypto';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import t from 'tap';
import { type TSchema, Type } from 'typebox';
import { compileBodyCheck, compileHeadCheck } from '../../../gateway/intake/validation.js';
import { SummaryRunRequest } from '../../../schemas/campaigns/summary-run.js';
import { ContactsDelete, ContactUpdate } from '../../../schemas/contacts/contact.js';
import { DataSourceCreate } from '../../../schemas/contacts/data-source.js';
import { UUID_PATTERN } from '../../../schemas/ids.js';
import { FIELD_KEY_PATTERN, TIME_OF_DAY_PATTERN } from '../../../schemas/patterns.js';
import { routesWithoutService } from '../../../scripts/generated/routes.js';
import { CASES } from '../cases/all.js';
import { BUSINESS } from '../fakes/ids.js';

const closed = { additionalProperties: false } as const;

const problems = (schema: TSchema, value: unknown): readonly string[] =>
  compileBodyCheck(schema)(value).map(({ path, message }) => `${path} ${message}`);

t.test('each problem has its own message', async (t) => {
  const Colour = Type.Union([Type.Literal('red'), Type.Literal('green'), Type.Literal('blue')]);
  for (const [schema, value, message] of [
    [Type.Object({ a: Type.String() }, closed), {}, '/a is required'],
    [Type.Object({}, closed), { 'b/c~': 1 }, '/b~1c~0 is not a field of this request; leave it out'],
    [Type.Object({ a: Type.String() }), { a: 1 }, '/a must be text'],
    [Type.Object({ a: Type.String() }), { a: ['x'] }, '/a must be text, not a list'],
    [Type.Object({ a: Type.String({ minLength: 1 }) }), { a: '' }, '/a must not be empty'],
    [Type.Object({ a: Type.String({ minLength: 3 }) }), { a: '' }, '/a must have at least 3 characters'],
    [Type.Object({ a: Type.String({ maxLength: 2 }) }), { a: 'abc' }, '/a must have at most 2 characters'],
    [
      Type.Object({ a: Type.String({ pattern: TIME_OF_DAY_PATTERN }) }),
      { a: 'noon' },
      '/a must be a time from 00:00 to 23:59, like 09:30',
    ],
    [
      Type.Record(Type.String({ pattern: FIELD_KEY_PATTERN }), Type.String(), closed),
      { '1st': 'a' },
      '/1st cannot be a name here: it must be a letter followed by at most 63 letters, digits or underscores, like order_id',
    ],
    [Type.Object({ a: Type.String({ format: 'uuid' }) }), { a: 'y' }, '/a must be a UUID'],
    [Type.Object({ a: Type.Integer({ maximum: 200 }) }), { a: 201 }, '/a must be 200 or less'],
    [Type.Object({ a: Type.Integer() }), { a: 1.5 }, '/a must be a whole number'],
    [
      Type.Object({ a: Type.Array(Type.Null(), { maxItems: 1 }) }),
      { a: [null, null] },
      '/a must have at most 1 item',
    ],
    [
      Type.Object({ a: Type.Array(Type.Integer(), { uniqueItems: true }) }),
      { a: [1, 1] },
      '/a must not hold the same value twice',
    ],
    [Type.Object({ a: Type.Literal('x') }), { a: 'y' }, '/a must be "x"'],
    [Type.Object({ a: Colour }), { a: 'mauve' }, '/a must be one of "red", "green", "blue"'],
    [Type.Object({ a: Colour }), { a: { red: true } }, '/a must be one of "red", "green", "blue"'],
    [
      Type.Object({ a: Type.Union([Type.Null(), Type.Object({})]) }),
      { a: 1 },
      '/a must be null or an object',
    ],
    [
      Type.Object({ a: Type.Union([Type.Null(), Type.Object({ b: Type.Boolean() })]) }),
      { a: { b: 1 } },
      '/a/b must be true or false',
    ],
    [
      Type.Object({ a: Type.Array(Type.Union([Type.Null(), Type.Object({ b: Colour })])) }),
      { a: [null, { b: 'red' }, { b: 1 }] },
      '/a/2/b must be one of "red", "green", "blue"',
    ],
    [
      ContactUpdate,
      { businessId: BUSINESS },
      ' give at least one of name, mobile, categoryIds, fields, communicationBlocked, timeZone or otherMobiles',
    ],
    [
      ContactsDelete,
      { businessId: BUSINESS, contactIds: [BUSINESS], categoryId: BUSINESS },
      ' give only one of contactIds or categoryId',
    ],
  ] satisfies readonly (readonly [TSchema, unknown, string])[])
    t.same(problems(schema, value), [message], message);
});

t.test('a union reports what is wrong, whichever branch was meant', async (t) => {
  const mode = 'one of "estimate", "confirm"';
  t.same(problems(SummaryRunRequest, { mode: 'x' }), [`/mode must be ${mode}`, '/businessId is required']);
  t.same(problems(SummaryRunRequest, { businessId: 'x' }), [
    `/mode is required: ${mode}`,
    '/businessId must be a UUID',
  ]);
  const kinds = Type.Union([
    Type.Object({ type: Type.Literal('body') }, closed),
    Type.Object({ type: Type.Literal('button'), of: Type.Literal('link'), url: Type.String() }, closed),
    Type.Object({ type: Type.Literal('button'), of: Type.Literal('reply') }, closed),
  ]);
  t.same(problems(kinds, { type: 'x' }), ['/type must be one of "body", "button"']);
  t.same(problems(kinds, { type: 'button', of: 'x' }), ['/of must be one of "link", "reply"']);
  t.same(problems(kinds, { type: 'button', of: 'link' }), ['/url is required']);
  t.same(problems(SummaryRunRequest, { mode: 'confirm', businessId: BUSINESS }), [
    '/summaryRunId is required',
    '/maxChargeMicrocredits is required',
  ]);
});

t.test('all problems of all parts are reported', async (t) => {
  const checkHead = compileHeadCheck({
    params: Type.Object({ id: Type.String({ format: 'uuid' }) }, closed),
    query: Type.Object(
      { limit: Type.Optional(Type.Integer({ minimum: 1 })), all: Type.Optional(Type.Boolean()) },
      closed,
    ),
  });
  const checkBody = compileBodyCheck(Type.Object({ a: Type.String(), b: Type.String() }, closed));
  t.same(
    checkHead({ id: '1' }, { limit: '0', all: 'perhaps', colour: 'red' }).map(
      ({ path, message }) => `${path} ${message}`,
    ),
    [
      'id must be a UUID',
      'limit must be 1 or more',
      'all must be true or false',
      'colour is not a field of this request; leave it out',
    ],
  );
  t.same(
    checkBody({ a: 1, c: 2 }).map(({ path }) => path),
    ['/b', '/a', '/c'],
  );
  const query = { limit: '7', all: 'true' };
  const id = '7B0F3C86-3a53-4d4c-9a42-000000000001';
  t.same(checkHead({ id }, query), []);
  t.same(query, { limit: 7, all: true }, 'query values are converted to the types of their schema');
  t.same(checkBody({ a: '', b: '' }), []);
});

t.test('the first hundred problems are reported, and nothing is checked beyond them', async (t) => {
  const check = compileBodyCheck(DataSourceCreate);
  let looked = 0;
  const invalidRow = { a: [], b: {} };
  const rows = new Proxy(
    Array.from({ length: 5_000 }, () => invalidRow),
    {
      get: (target, name, receiver) => {
        if (typeof name === 'string' && /^\d+$/.test(name)) looked += 1;
        return Reflect.get(target, name, receiver);
      },
    },
  );
  const found = check({ businessId: randomUUID(), class: 'structured', name: 'Orders', rows });
  t.equal(found.length, 100);
  t.same(found[0], { path: '/rows/0/a', message: 'must be text, a number, true or false or null' });
  t.equal(found[99]?.path, '/rows/49/b');
  t.ok(looked <= 60, `looked at ${looked} of 5,000 rows`);
});

t.test('a list is searched for duplicates once, whatever its items are', async (t) => {
  const check = compileBodyCheck(Type.Array(Type.Enum(['a', 'b']), { uniqueItems: true }));
  let looked = 0;
  const items = new Proxy(Array.from<string>({ length: 10_000 }).fill('a'), {
    get: (target, name, receiver) => {
      if (typeof name === 'string' && /^\d+$/.test(name)) looked += 1;
      return Reflect.get(target, name, receiver);
    },
  });
  t.same(check(items), [{ path: '', message: 'must not hold the same value twice' }]);
  t.ok(looked <= 10 * items.length, `${looked} reads of 10,000 items`);
});

t.test('a schema whose problems cannot be described is refused when its route is created', async (t) => {
  const schema = Type.Object({ a: Type.Array(Type.String(), { minContains: 2 }) });
  t.throws(() => compileBodyCheck(schema), /"minContains" cannot be described/);
  const wordless = Type.Object({ a: Type.String({ pattern: '^x$' }) });
  t.throws(() => compileBodyCheck(wordless), /\^x\$ has no description/);
});

const exactly = new Ajv({ allErrors: true, strict: false });
addFormats.default(exactly);
exactly.addFormat('uuid', new RegExp(UUID_PATTERN));

/** The value with one of its parts, at any depth, replaced, added or left out. */
const damaged = (value: unknown, at: readonly number[], by: unknown): unknown => {
  const [first, ...rest] = at;
  if (first === undefined || typeof value !== 'object' || value === null) return by;
  const entries = Object.entries(value);
  const [name, inner] = entries[first % (entries.length + 1)] ?? ['colour', by];
  const changed = { ...value, [name]: damaged(inner, rest, by) };
  return Array.isArray(value) ? Object.values(changed) : changed;
};

t.test('problems are reported for exactly the invalid bodies of every route', async (t) => {
  let refused = 0;
  for (const route of routesWithoutService()) {
    const good = CASES[route.operationId]?.body;
    if (route.body === null || good === undefined) continue;
    const check = compileBodyCheck(route.body);
    const reference = exactly.compile(route.body);
    t.same(check(good), [], route.operationId);
    const anything = fc.oneof(
      fc.jsonValue({ maxDepth: 2 }),
      fc.constantFrom('', 'x'.repeat(5_000), -1, 1.5, 1e9, [], {}, null, [1, 1], randomUUID(), BUSINESS),
    );
    fc.assert(
      fc.property(fc.array(fc.nat(40), { maxLength: 4 }), anything, (at, by) => {
        const body = damaged(good, at, by);
        const found = check(body);
        if (!reference(body)) refused += 1;
        if (reference(body) !== (found.length === 0))
          throw new Error(`${JSON.stringify(body)}: ${JSON.stringify([found, reference.errors])}`);
      }),
      { numRuns: 150 },
    );
  }
  t.ok(refused > 1_000, `${refused} bodies were refused`);
});
