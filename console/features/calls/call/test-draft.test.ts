import { expect, test } from 'vitest';
import { detailOf, spokenTurn } from '../../../testing/calls.js';
import { linesOf, scenarioOf } from './test-draft.js';

test('the customer of a test says what the customer of the call said', () => {
  const transcript = [
    spokenTurn({ speaker: 'assistant', text: 'Hello' }),
    spokenTurn({ text: 'A table for two' }),
    spokenTurn({ text: '5', keys: true }),
    spokenTurn({ speaker: 'human', text: 'With pleasure' }),
    spokenTurn({ text: 'Thank you' }),
  ];
  expect(linesOf(detailOf({ transcript }))).toEqual(['A table for two', 'Thank you']);
});

test('a test has a name, an agent, lines and an expectation', () => {
  const draft = { name: ' Refund ', agentId: 'a1', lines: 'One\n\n Two ', expected: 'It offers a refund.' };
  expect(scenarioOf('b1', draft)).toEqual({
    businessId: 'b1',
    name: 'Refund',
    agentId: 'a1',
    channel: 'voice',
    scenario: {
      customers: [{ name: 'as in the call', lines: ['One', 'Two'] }],
      criteria: [{ name: 'as expected', judge: 'It offers a refund.' }],
    },
  });
  for (const missing of [{ name: ' ' }, { agentId: '' }, { lines: '\n' }, { expected: '' }])
    expect(scenarioOf('b1', { ...draft, ...missing })).toBeNull();
});
