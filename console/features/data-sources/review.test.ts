import { expect, test } from 'vitest';
import { hasOpenOrder } from './review.js';

const column = {
  column: 'Due',
  fieldKey: 'due',
  type: 'date',
  include: true,
  key: false,
  filled: 2,
  empty: 0,
  misfits: 0,
  needsReview: true,
  reviewReason: 'ambiguous_date',
} as const;
const ingestion = { columns: [column] };

test('the order of dates that can be read in two ways has to be chosen', () => {
  expect(hasOpenOrder(ingestion, column)).toBe(true);
  expect(hasOpenOrder(ingestion, { ...column, dateOrder: 'dmy' })).toBe(false);
});

test('it does not matter for a column that is left out, or no date', () => {
  expect(hasOpenOrder(ingestion, { ...column, include: false })).toBe(false);
  expect(hasOpenOrder(ingestion, { ...column, type: 'text' })).toBe(false);
  expect(hasOpenOrder({ columns: [{ ...column, reviewReason: null }] }, column)).toBe(false);
});
