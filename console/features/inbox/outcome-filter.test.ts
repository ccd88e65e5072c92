/** The inbox is filtered by the outcome in its address. */
import { expect, test } from 'vitest';
import { OUTCOME_CHOICES, outcomeQuery } from './outcome-filter.js';

test('every choice but the first filters the list', () => {
  expect(outcomeQuery(OUTCOME_CHOICES[0]?.value ?? null)).toStrictEqual({});
  for (const { value } of OUTCOME_CHOICES.slice(1)) expect(Object.keys(outcomeQuery(value))).toHaveLength(1);
  expect(outcomeQuery('call_back')).toStrictEqual({ request: 'call_back' });
});

test('an address of another page filters nothing', () => {
  for (const name of [null, 'toString', 'completed']) expect(outcomeQuery(name)).toStrictEqual({});
});
