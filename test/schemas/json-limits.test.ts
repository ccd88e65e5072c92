/** JSON from outside: text that nests too deep or has too many values is refused unparsed; the rest parses as usual. */
import fc from 'fast-check';
import t from 'tap';
import { DomainError } from '../../schemas/errors.js';
import { excessOf, parseJson } from '../../schemas/json-limits.js';

const bytes = (text: string): Uint8Array => Buffer.from(text);

const refusal = (read: () => unknown): string => {
  try {
    read();
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
  return 'none';
};

/** Depth and number of values, counted on the parsed value. */
const measured = (value: unknown): { readonly depth: number; readonly values: number } => {
  const inside: readonly unknown[] = typeof value === 'object' && value !== null ? Object.values(value) : [];
  const parts = inside.map(measured);
  return {
    depth:
      typeof value === 'object' && value !== null ? 1 + Math.max(0, ...parts.map((part) => part.depth)) : 0,
    values: 1 + parts.reduce((sum, part) => sum + part.values, 0),
  };
};

t.test('accepts a body within the limits, and refuses one beyond either limit', async () => {
  const wide = { depth: 1_000, values: 1_000_000 };
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
      const text = bytes(JSON.stringify(value));
      const { depth, values } = measured(value);
      t.equal(excessOf(text, { ...wide, depth }), null);
      // An empty list or object counts as if it held one value.
      t.equal(excessOf(text, { ...wide, values: values * 2 }), null);
      if (depth > 0) t.match(excessOf(text, { ...wide, depth: depth - 1 }), /nested/);
      if (values > 1) t.match(excessOf(text, { ...wide, values: values - 1 }), /values/);
      t.same(parseJson(text, wide), JSON.parse(JSON.stringify(value)));
    }),
  );
});

t.test('does not count brackets and commas inside strings', async (t) => {
  const text = JSON.stringify({ a: '[[[[{{{{,,,,"\\', '[[[\\"': '\\\\' });
  t.equal(excessOf(bytes(text), { depth: 1, values: 4 }), null);
});

t.test('refuses 8 kB of brackets before parsing them', async (t) => {
  for (const text of ['['.repeat(8_192), '{"a":'.repeat(1_600), `${'['.repeat(4_096)}${']'.repeat(4_096)}`])
    t.equal(
      refusal(() => parseJson(bytes(text))),
      'json_too_complex',
    );
});

t.test('refuses text that is not JSON as malformed', async (t) => {
  for (const text of ['', '{', '"', '"\\', 'nul', '{"a":1,}', ']]]]', '\u0000'])
    t.equal(
      refusal(() => parseJson(bytes(text))),
      'json_malformed',
      JSON.stringify(text),
    );
  t.equal(
    refusal(() => parseJson(Uint8Array.from([0x22, 0xff, 0x22]))),
    'json_malformed',
    'invalid UTF-8',
  );
});
