/** The messages that the simulated Instagram accepts: a text, with quick replies or without, or one attachment. */
import { type Json, list, record, text } from '../support/json.js';

const MAX_TEXT_BYTES = 1_000;
const MAX_QUICK_REPLIES = 13;
const MEDIA: ReadonlySet<unknown> = new Set(['image', 'video', 'audio']);

/** The text that the echo of the message has; null if the message is refused. */
export const instagramWords = (message: Json): string | null => {
  const words = text(message.text);
  if (message.attachment !== undefined)
    return words === null ? attachmentWords(record(message.attachment)) : null;
  if (words === null || words === '' || Buffer.byteLength(words) > MAX_TEXT_BYTES) return null;
  if (message.quick_replies === undefined) return words;
  const replies = list(message.quick_replies);
  const isValid = replies.every(
    ({ content_type, title, payload }) =>
      content_type === 'text' && isShort(title, 20) && isShort(payload, 1_000),
  );
  return isValid && replies.length > 0 && replies.length <= MAX_QUICK_REPLIES ? words : null;
};

const isShort = (value: unknown, max: number): boolean => {
  const words = text(value) ?? '';
  return words !== '' && [...words].length <= max;
};

const attachmentWords = ({ type, payload }: Json): string | null => {
  const { url, template_type, text: words, buttons } = record(payload);
  if (MEDIA.has(type)) return text(url)?.startsWith('https://') === true ? '' : null;
  if (type !== 'template' || template_type !== 'button' || !isShort(words, 640)) return null;
  const all = list(buttons);
  const isValid = all.every(
    (button) => button.type === 'web_url' && isShort(button.title, 20) && text(button.url) !== null,
  );
  return isValid && all.length > 0 && all.length <= 3 ? text(words) : null;
};
