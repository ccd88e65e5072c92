import { expect, test } from 'vitest';
import { CHECK_PX, COLUMN_PX, CONTACT_PX, columnsIn, DEFAULT_COLUMNS, exportColumnsOf } from './columns.js';

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

/** A window of 1,440 px without the navigation, the padding of the page and a scrollbar. */
const ROOM_PX = 1_440 - 200 - 2 * 24 - 16;

test('the usual columns fit into a window of 1,440 px', () => {
  const widths = DEFAULT_COLUMNS.map((column) => COLUMN_PX[column]);
  expect(widths.reduce((sum, width) => sum + width, CHECK_PX + CONTACT_PX)).toBeLessThanOrEqual(ROOM_PX);
});
