/** Types of the console are generated from the schemas of the API. */
import t from 'tap';
import { typeOf } from '../../../scripts/generated/console-types.js';

t.test('converts schemas to TypeScript types', async (t) => {
  t.equal(typeOf({ anyOf: [{ type: 'string' }, { type: 'null' }] }), 'string | null');
  t.equal(typeOf({ enum: ['a', 'b'] }), '"a" | "b"');
  t.equal(
    typeOf({ type: 'object', required: ['a'], properties: { a: { type: 'integer' }, b: { const: true } } }),
    '{ readonly a: number; readonly b?: true }',
  );
  t.equal(typeOf({ type: 'object', additionalProperties: {} }), 'Readonly<Record<string, unknown>>');
  t.equal(typeOf({ type: ['string', 'null'] }), 'string | null');
  t.equal(typeOf({ type: 'array', items: { type: 'boolean' } }), 'readonly (boolean)[]');
  t.throws(() => typeOf({ type: 'function' }), /no type/);
});
