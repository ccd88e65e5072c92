import { expect, test } from 'vitest';
import { isFull, toggled } from './ticks.js';

test('a full list takes no more, and what is in it can be removed', () => {
  const chosen = ['de', 'fr'];
  expect(isFull(chosen, 'es', 2)).toBe(true);
  expect(isFull(chosen, 'de', 2)).toBe(false);
  expect(isFull(toggled(chosen, 'de'), 'es', 2)).toBe(false);
});
