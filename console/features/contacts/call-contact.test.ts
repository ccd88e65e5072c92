import { expect, test } from 'vitest';
import { testVariablesOf } from './call-contact.js';

test('a call sends only values that were typed', () => {
  expect(testVariablesOf({ plan: 'gold', city: ' ', name: '' })).toEqual({ testVariables: { plan: 'gold' } });
  expect(testVariablesOf({})).toEqual({});
});
