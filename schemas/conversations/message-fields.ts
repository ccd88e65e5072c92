/** Fields of messages that threads, timelines and live events have in common. */
import { Type } from 'typebox';
import { about, moment, nullableText, text } from '../described.js';
import { literals } from '../shapes.js';

export const Direction = literals(
  ['inbound', 'outbound'],
  about('`inbound`: from the customer. `outbound`: from the business.'),
);

export const MessageAuthor = text(
  'The author: `customer`, `api` (the message endpoint), `agent`, `human` or `campaign`.',
  'customer',
);

export const MessageType = text(
  'The kind of content: `text`, `image`, `template`, or the channel’s name of another kind.',
  'text',
);

export const MessageText = nullableText(
  'The words of the message. Null: it has none.',
  'Can I move my appointment?',
);

/** What customers did to their messages after they had sent them. */
export const messageMarks = {
  editedAt: Type.Optional(moment('When the customer changed it last. Absent: never.')),
  revokedAt: Type.Optional(moment('When the customer deleted it; its content is gone. Absent: never.')),
};
