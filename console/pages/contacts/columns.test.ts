import { expect, test } from 'vitest';
import { guessUses } from './columns.js';

const mobileOf = (columns: readonly string[]): string | undefined =>
  guessUses(columns).find(({ use }) => use === 'mobile')?.column;

test('a column of mobile numbers comes before one of phone numbers', () => {
  expect(mobileOf(['Name', 'Phone', 'Mobile'])).toBe('Mobile');
  expect(mobileOf(['Name', 'Phone Number', 'Mobile Phone Number'])).toBe('Mobile Phone Number');
  expect(mobileOf(['Name', 'Telefon', 'Mobiltelefon'])).toBe('Mobiltelefon');
});

test('without one the first column of phone numbers is taken', () => {
  expect(mobileOf(['Name', 'Fax', 'Phone'])).toBe('Phone');
  expect(mobileOf(['Name', 'City'])).toBeUndefined();
});
