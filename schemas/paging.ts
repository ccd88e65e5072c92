/** The fields of lists that come in pages (docs/reference/api.md "Lists"). */
import { Type } from 'typebox';
import { nullable } from './shapes.js';

/** The position of a page, which is opaque. */
export const PageCursor = Type.String({
  minLength: 1,
  maxLength: 500,
  description: 'The `nextCursor` of the page before, with the same filters. Absent: the first page.',
  examples: ['AAE-1772443800000'],
});

/** The position of the page after this one. */
export const NextPageCursor = nullable(Type.String(), {
  description: 'Pass it as `cursor` for the next page; null: this is the last one.',
  examples: ['AAE-1772443800000'],
});
