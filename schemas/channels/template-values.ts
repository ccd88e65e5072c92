/**
 * Values of templates in the form that the channel accepts: without line breaks, tabs, and more than four spaces in a row
 * (docs/reference/protocols/whatsapp.md "Templates"). A note of several lines in a contact's field is no reason to refuse a
 * message.
 */
import { type TemplateComponent, withTexts } from './template.js';

/** A run of white space that contains a line break or a tab. */
const BREAKS = /\s*[\n\r\t\v\f\u0085\u2028\u2029]\s*/g;
const LONG_GAP = / {5,}/g;

/** One line: each break becomes a space, and longer gaps four spaces. */
const flat = (text: string): string => text.trim().replace(BREAKS, ' ').replace(LONG_GAP, '    ');

/** The components with every value on one line; payloads of buttons stay as they are, because the customer does not see them. */
export const flattened = (components: readonly TemplateComponent[]): readonly TemplateComponent[] =>
  components.map((component) =>
    component.sub_type === 'quick_reply' ? component : (withTexts([component], flat)[0] ?? component),
  );
