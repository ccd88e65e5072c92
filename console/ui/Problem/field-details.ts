/** What is wrong with a field, in the language of the page: the service says it in English, in sentences of a few shapes. */
import type { Message } from '../i18n/messages.js';
import { textFinder } from '../i18n/service-texts.js';
import { FIELD_DETAILS, SERVICE_DETAILS } from './problem-messages.js';

const { fixed, counted } = FIELD_DETAILS;

const translationOf = textFinder(SERVICE_DETAILS, fixed);

/** The sentences with a number. */
const COUNTED: readonly (readonly [RegExp, Message<[count: number]>])[] = [
  [/^must have at most (\d+) characters$/, counted.longest],
  [/^must have at least (\d+) characters$/, counted.shortest],
  [/^must have at most (\d+) items?$/, counted.mostItems],
  [/^must have at least (\d+) items$/, counted.leastItems],
  [/^must be (-?[\d.]+) or more$/, counted.least],
  [/^must be (-?[\d.]+) or less$/, counted.most],
  [/^must be more than (-?[\d.]+)$/, counted.above],
];

export const withoutMarks = (text: string): string => text.replaceAll('`', '');

/** In the language of the page, without the marks of a programmer's text; rare sentences stay in English. */
export const detailOf = (message: string): string => {
  for (const [shape, text] of COUNTED) {
    const count = shape.exec(message)?.[1];
    if (count !== undefined) return text(Number(count));
  }
  return translationOf(message) ?? withoutMarks(message);
};
