/** Changes of two editors are combined field by field. */
import { describe, expect, test } from 'vitest';
import { conflictsOf, differingFields, merged, overwrittenBy } from './three-way.js';

const BASE = { name: 'Bea', greeting: 'Hello.', instructions: 'Be brief.', sourceIds: ['a'] };

describe('two editors', () => {
  const mine = { ...BASE, instructions: 'Be kind.', greeting: 'Hi.' };
  const theirs = { ...BASE, name: 'Cleo', instructions: 'Be quick.' };
  const ways = { base: BASE, mine, theirs };

  test('are in conflict where both changed a field, each to something else', () => {
    expect(conflictsOf(ways)).toEqual(['instructions']);
    expect(conflictsOf({ ...ways, theirs: mine })).toEqual([]);
    expect(conflictsOf({ ...ways, mine: BASE })).toEqual([]);
  });

  test('keep what only one of them changed', () => {
    expect(merged(ways)).toEqual({ ...BASE, name: 'Cleo', greeting: 'Hi.', instructions: 'Be kind.' });
    expect(merged(ways, { instructions: 'theirs' })).toEqual({
      ...BASE,
      name: 'Cleo',
      greeting: 'Hi.',
      instructions: 'Be quick.',
    });
  });

  test('a field that was put back is not a change', () => {
    expect(merged({ ...ways, mine: BASE })).toEqual(theirs);
  });

  test('overwrite what the other one changed, unless both made the same of it', () => {
    expect(overwrittenBy(ways)).toEqual(['name', 'instructions']);
    expect(overwrittenBy({ ...ways, theirs: mine })).toEqual([]);
    expect(overwrittenBy({ ...ways, theirs: BASE })).toEqual([]);
  });
});

test('lists are compared by what they contain', () => {
  expect([...differingFields(BASE, { ...BASE, sourceIds: ['a'] })]).toEqual([]);
  expect([...differingFields(BASE, { ...BASE, sourceIds: ['a', 'b'] })]).toEqual(['sourceIds']);
});
