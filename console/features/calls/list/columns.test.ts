import { expect, test } from 'vitest';
import { columnsIn, DEFAULT_COLUMNS, exportColumnsOf } from './columns.js';

test('columns keep the order of the page, and unknown ones are left out', () => {
  expect(columnsIn('tags,when,mood')).toEqual(['when', 'tags']);
  expect(columnsIn('')).toEqual([]);
});

test('without a choice there are the usual columns', () => {
  expect(columnsIn(null)).toEqual(DEFAULT_COLUMNS);
});

test('a file has the columns of the page', () => {
  expect(exportColumnsOf(['when', 'waveform', 'slowest', 'reason'])).toBe(
    'id,contact,createdAt,slowestAnswerMs,endedBy,endReason',
  );
});
