/** A scenario is edited without losing what the form does not show. */
import { expect, test } from 'vitest';
import { contentOf, type Scenario, scenarioDraftOf } from './scenario-draft.js';

const scenario: Scenario = {
  scenarioId: 's1',
  name: 'Tables',
  agentId: 'a1',
  channel: 'voice',
  revision: 1,
  scenario: {
    customers: [
      { name: 'Ann', persona: 'You are in a hurry.', noise: { kind: 'white', dbfs: -30 }, runs: 3 },
      { name: 'Bob', lines: ['hello', 'goodbye'], interrupts: 0.5 },
      { name: 'Cy', adversarial: 'abuse' },
    ],
    criteria: [
      { name: 'greets', says: 'hello' },
      { name: 'no discount', neverSays: 'discount' },
      { name: 'polite', judge: 'It is polite.' },
      { name: 'kind', judge: 'It is kind.', atLeast: 8 },
      { name: 'books', usesTool: { tool: 'book' } },
      {
        name: 'day',
        judge: 'Which day?',
        schema: { properties: { day: {} } },
        wanted: { required: ['day'] },
      },
    ],
    mostTurns: 9,
    tools: { answers: [{ tool: 'book', result: 'Done.' }] },
  },
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
};

test('an unchanged scenario is saved as it was', () => {
  expect(contentOf(scenarioDraftOf(scenario), scenario.scenario)).toEqual(scenario.scenario);
});

test('a customer changes from a persona to lines, and keeps their other settings', () => {
  const draft = scenarioDraftOf(scenario);
  const [ann, ...others] = draft.customers;
  if (ann === undefined) throw new Error('there is no customer');
  const customers = [{ ...ann, kind: 'lines' as const, text: ' hello \n\n bye ', runs: '' }, ...others];
  const [saved] = contentOf({ ...draft, customers }, scenario.scenario).customers;
  expect(saved).toEqual({ name: 'Ann', lines: ['hello', 'bye'], noise: { kind: 'white', dbfs: -30 } });
});

test('a criterion with another rule has only that', () => {
  const draft = scenarioDraftOf(scenario);
  const criteria = draft.criteria.map((criterion) => ({
    ...criterion,
    kind: 'score' as const,
    text: 'x',
    atLeast: '6',
  }));
  expect(contentOf({ ...draft, criteria }, scenario.scenario).criteria[0]).toEqual({
    name: 'greets',
    judge: 'x',
    atLeast: 6,
  });
});

test('a new scenario has a customer and a criterion to fill in', () => {
  const draft = scenarioDraftOf(null);
  expect(draft).toMatchObject({ name: '', isForAgent: true });
  expect(contentOf(draft, null)).toEqual({ customers: [{ name: '' }], criteria: [{ name: '', judge: '' }] });
});
