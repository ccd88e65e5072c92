/** Success criteria and fields are edited as lines, and sent as a schema. */
import { expect, test } from 'vitest';
import { analysisDraftOf, analysisOf } from './analysis-draft.js';

const settings = {
  criteria: [{ key: 'booked', description: 'A table is booked.' }],
  fields: {
    type: 'object' as const,
    properties: {
      area: { type: 'string' as const, enum: ['inside', 'garden'] },
      guests: { type: 'integer' as const, description: 'How many.' },
    },
  },
};

test('settings that were not changed stay as they are', () => {
  expect(analysisOf(analysisDraftOf(settings))).toEqual(settings);
  expect(analysisOf({ criteria: [], fields: [] })).toEqual({ criteria: [], fields: null });
});

test('lines without a key are left out, and choices are for text', () => {
  const field = { key: ' guests ', type: 'integer' as const, description: ' ', choices: 'a, b' };
  const area = { key: 'area', type: 'string' as const, description: '', choices: 'in, , out,in' };
  expect(
    analysisOf({
      criteria: [{ key: ' ', description: 'x' }],
      fields: [field, { ...field, key: '' }, area],
    }),
  ).toEqual({
    criteria: [],
    fields: {
      type: 'object',
      properties: { guests: { type: 'integer' }, area: { type: 'string', enum: ['in', 'out'] } },
    },
  });
});
