/** What a client is told about a request that does not fit: every problem, where it is, and what to do. */
import t from 'tap';
import { type TSchema, Type } from 'typebox';
import { compileChecks } from '../../gateway/validation.js';

const closed = { additionalProperties: false } as const;

const problems = (schema: TSchema, value: unknown): readonly string[] =>
  compileChecks({ params: null, query: null, body: schema })({ params: {}, query: {}, body: value }).map(
    ({ path, message }) => `${path} ${message}`,
  );

t.test('each in its words', async (t) => {
  const Colour = Type.Union([Type.Literal('red'), Type.Literal('green'), Type.Literal('blue')]);
  for (const [schema, value, message] of [
    [Type.Object({ a: Type.String() }, closed), {}, '/a is required'],
    [Type.Object({}, closed), { 'b/c~': 1 }, '/b~1c~0 is not a field of this request; leave it out'],
    [Type.Object({ a: Type.String() }), { a: 1 }, '/a must be string'],
    [Type.Object({ a: Type.String() }), { a: ['x'] }, '/a must be one string, not a list'],
    [Type.Object({ a: Type.String({ minLength: 1 }) }), { a: '' }, '/a must not be empty'],
    [Type.Object({ a: Type.String({ minLength: 3 }) }), { a: '' }, '/a must have at least 3 characters'],
    [Type.Object({ a: Type.String({ maxLength: 2 }) }), { a: 'abc' }, '/a must have at most 2 characters'],
    [Type.Object({ a: Type.String({ pattern: '^x$' }) }), { a: 'y' }, '/a must match ^x$'],
    [Type.Object({ a: Type.String({ format: 'uuid' }) }), { a: 'y' }, '/a must be a UUID'],
    [Type.Object({ a: Type.Integer({ maximum: 200 }) }), { a: 201 }, '/a must be <= 200'],
    [Type.Object({ a: Type.Integer() }), { a: 1.5 }, '/a must be integer'],
    [
      Type.Object({ a: Type.Array(Type.Null(), { maxItems: 1 }) }),
      { a: [null, null] },
      '/a must have at most 1 items',
    ],
    [
      Type.Object({ a: Type.Array(Type.Integer(), { uniqueItems: true }) }),
      { a: [1, 1] },
      '/a must not hold the same value twice',
    ],
    [Type.Object({ a: Type.Literal('x') }), { a: 'y' }, '/a must be "x"'],
    [Type.Object({ a: Colour }), { a: 'mauve' }, '/a must be one of "red", "green", "blue"'],
    [Type.Object({ a: Colour }), { a: { red: true } }, '/a must be one of "red", "green", "blue"'],
    [Type.Object({ a: Type.Union([Type.Null(), Type.Object({})]) }), { a: 1 }, '/a must be null or object'],
    [
      Type.Object({ a: Type.Union([Type.Null(), Type.Object({ b: Type.Boolean() })]) }),
      { a: { b: 1 } },
      '/a/b must be boolean',
    ],
    [
      Type.Object({ a: Type.Array(Type.Union([Type.Null(), Type.Object({ b: Colour })])) }),
      { a: [null, { b: 'red' }, { b: 1 }] },
      '/a/2/b must be one of "red", "green", "blue"',
    ],
  ] satisfies readonly (readonly [TSchema, unknown, string])[])
    t.same(problems(schema, value), [message], message);
});

t.test('all of them, of all parts', async (t) => {
  const check = compileChecks({
    params: Type.Object({ id: Type.String({ format: 'uuid' }) }, closed),
    query: Type.Object({ limit: Type.Optional(Type.Integer({ minimum: 1 })) }, closed),
    body: Type.Object({ a: Type.String(), b: Type.String() }, closed),
  });
  t.same(
    check({ params: { id: '1' }, query: { limit: '0', colour: 'red' }, body: { a: 1, c: 2 } })
      .map(({ path }) => path)
      .sort(),
    ['/a', '/b', '/c', 'colour', 'id', 'limit'],
  );
  const query = { limit: '7' };
  const id = '7B0F3C86-3a53-4d4c-9a42-000000000001';
  t.same(check({ params: { id }, query, body: { a: '', b: '' } }), []);
  t.same(query, { limit: 7 }, 'a query value becomes what its schema says');
});
