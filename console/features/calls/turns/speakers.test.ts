import { expect, test } from 'vitest';
import { speakersOf } from './speakers.js';

test('in a consultation the callee is the colleague', () => {
  expect(speakersOf({ consultationOf: 'c1' })).toEqual({
    customer: 'Colleague',
    assistant: 'Agent',
    human: 'Customer',
  });
  for (const call of [{}, { consultationOf: null }])
    expect(speakersOf(call)).toEqual({ customer: 'Customer', assistant: 'Agent', human: 'Colleague' });
});
