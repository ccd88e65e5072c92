/** Tool calls as models write them: harmless mistakes are corrected, and other calls carry a refusal for the model. */
import t from 'tap';
import type { ToolDefinition } from '../../../providers/llm/language-model.js';
import { MAX_REFUSAL_CHARACTERS, readToolCall } from '../../../providers/llm/read-tool-call.js';

const END_CALL: ToolDefinition = {
  name: 'end_call',
  description: 'End the call.',
  parameters: { type: 'object', properties: {}, additionalProperties: false },
};
const BOOK: ToolDefinition = {
  name: 'book_table',
  description: 'Books a table.',
  parameters: {
    type: 'object',
    properties: {
      people: { type: 'integer' },
      name: { type: 'string' },
      outside: { type: 'boolean' },
      area: { type: 'string', enum: ['bar', 'terrace'] },
      dishes: { type: 'array', items: { type: 'string' } },
      contact: {
        type: 'object',
        properties: { phone: { type: 'string' } },
        additionalProperties: false,
      },
    },
    required: ['people'],
    additionalProperties: false,
  },
};
const OPEN: ToolDefinition = {
  name: 'note',
  description: 'Takes anything.',
  parameters: { type: 'object', properties: { text: { type: ['string', 'null'] } } },
};
const TOOLS = [END_CALL, BOOK, OPEN];

const read = (name: string, input: unknown) =>
  readToolCall(TOOLS, name, typeof input === 'string' ? input : JSON.stringify(input));

t.test('arguments that fit stay as they are', async (t) => {
  const args = { people: 2, name: 'Grace', dishes: ['soup'] };
  t.strictSame(read('book_table', args), { name: 'book_table', arguments: args });
  t.strictSame(read('note', { text: null, other: 1 }).arguments, { text: null, other: 1 });
});

t.test('what loses nothing is corrected', async (t) => {
  for (const [written, meant] of [
    [{ people: '2' }, { people: 2 }],
    [
      { people: 2, name: 12 },
      { people: 2, name: '12' },
    ],
    [
      { people: 2, outside: 'True' },
      { people: 2, outside: true },
    ],
    [{ people: 2, reason: 'hungry' }, { people: 2 }],
    [{ people: 2, name: null }, { people: 2 }],
    [
      { people: 2, dishes: 'soup' },
      { people: 2, dishes: ['soup'] },
    ],
    [
      { people: 2, dishes: '["soup","fish"]' },
      { people: 2, dishes: ['soup', 'fish'] },
    ],
    [
      { people: 2, dishes: [1] },
      { people: 2, dishes: ['1'] },
    ],
    [
      { people: 2, contact: { phone: 415, fax: 1 } },
      { people: 2, contact: { phone: '415' } },
    ],
    [
      { people: 2, contact: '{"phone":"415"}' },
      { people: 2, contact: { phone: '415' } },
    ],
  ] as const)
    t.strictSame(
      read('book_table', written),
      { name: 'book_table', arguments: meant },
      JSON.stringify(written),
    );
  t.strictSame(read('book_table', JSON.stringify(JSON.stringify({ people: 2 }))).arguments, { people: 2 });
});

t.test('what would lose or invent something is refused, with the reason', async (t) => {
  for (const [written, reason] of [
    [{ people: 'two' }, /people must be integer.*Nothing was done\.$/],
    [{ people: 2.5 }, /people must be integer/],
    [{ people: '007' }, /people must be integer/],
    [{ people: null }, /people must be integer/],
    [{ people: true }, /people must be integer/],
    [{}, /required property 'people'/],
    [{ people: 2, area: 'cellar' }, /area must be equal to one of the allowed values: \["bar","terrace"\]/],
    ['{"people":2,"na', /not a complete JSON object/],
    ['[2]', /not a complete JSON object/],
    ['two people', /not a complete JSON object/],
  ] as const) {
    const { name, arguments: args, refusal = '' } = read('book_table', written);
    t.match(refusal, reason, JSON.stringify(written));
    t.strictSame([name, args], ['book_table', {}]);
  }
});

t.test('a tool without parameters is used whatever its arguments are', async (t) => {
  for (const input of [
    '',
    'null',
    '{}',
    '{"reason":"bye"}',
    '"{\\"reason\\":1}"',
    '{"reason":"by',
    'bye',
    '[]',
  ])
    t.strictSame(read('end_call', input), { name: 'end_call', arguments: {} }, input);
});

t.test('a name with a namespace or in another case is the tool; another name is refused', async (t) => {
  for (const name of ['functions.end_call', 'default_api:end_call', 'End_Call', ' end_call '])
    t.strictSame(read(name, '{}'), { name: 'end_call', arguments: {} }, name);
  const { name, refusal = '' } = read('delete all\n'.repeat(50), '{}');
  t.match(name, /^[a-zA-Z0-9_-]{1,64}$/);
  t.match(refusal, /There is no tool .* end_call, book_table, note/);
});

t.test('a refusal is bounded', async (t) => {
  const many = Array.from({ length: 40 }, (_, index) => ({ ...BOOK, name: `${'x'.repeat(60)}${index}` }));
  const { refusal = '' } = readToolCall(many, 'y'.repeat(10_000), 'z'.repeat(100_000));
  t.ok(refusal.length <= MAX_REFUSAL_CHARACTERS, `${refusal.length}`);
  t.match(refusal, /Nothing was done\.$/);
});
