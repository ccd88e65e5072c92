/** Pass or fail of a run, and how many conversations make twenty customers. */
import { expect, test } from 'vitest';
import { outcomeOf, runsFor } from './simulated-outcome.js';

const criterion = (passed: number, failed: number, errors = 0) => ({
  criterion: 'greets',
  passed,
  failed,
  errors,
  passRate: null,
  passInterval: null,
  score: null,
});

test('a run passed if every conversation met every criterion', () => {
  const status = 'completed';
  expect(outcomeOf({ status, criteria: [criterion(20, 0), criterion(20, 0)] })).toEqual({ type: 'passed' });
  expect(outcomeOf({ status, criteria: [criterion(20, 0), criterion(17, 2, 1)] })).toEqual({
    type: 'failed',
    missed: 3,
    of: 40,
  });
  expect(outcomeOf({ status, criteria: [criterion(0, 0)] })).toEqual({ type: 'nothing' });
  expect(outcomeOf({ status: 'running', criteria: [criterion(1, 0)] })).toEqual({ type: 'running' });
});

test('customers are spread over those of the scenario', () => {
  expect(runsFor(20, 1)).toBe(20);
  expect(runsFor(20, 3)).toBe(7);
  expect(runsFor(1, 5)).toBe(1);
  expect(runsFor(1_000, 2)).toBe(100);
  expect(runsFor(Number.NaN, 0)).toBe(1);
});
