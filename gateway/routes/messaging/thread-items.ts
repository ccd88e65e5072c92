/** The items of a conversation's thread on the wire. */
import { type MediaLinks, TIMELINE_LINK_MS } from '../../../operations/media-assets/media-links.js';
import { templateValues } from '../../../schemas/channels/template.js';
import type { ThreadItem } from '../../../schemas/conversations/conversation.js';
import type { ThreadRecord } from '../../../views/conversations/index.js';
import { iso, isoOrNull } from '../../../views/kernel/dates.js';

/** Files of customers get signed links. */
export const threadItem = (
  businessId: string,
  item: ThreadRecord,
  links: Pick<MediaLinks, 'resource'>,
): ThreadItem => {
  const id = String(item.position);
  switch (item.type) {
    case 'taken':
    case 'given_back':
      return { id, at: iso(item.at), type: item.type, userName: item.userName };
    case 'done':
    case 'reopened':
      return { id, at: iso(item.at), type: item.type, userName: item.userName };
    case 'handed_over':
      return { id, at: iso(item.at), type: item.type, reason: item.reason };
    case 'assigned': {
      const { at, type, userName, assigneeId, assigneeName } = item;
      const assignedTo = assigneeId === null ? null : { userId: assigneeId, name: assigneeName };
      return { id, at: iso(at), type, userName, assignedTo };
    }
    case 'note': {
      const { at, type, noteId, text, userId, userName, editedAt } = item;
      const author = { userId, name: userName };
      return { id, at: iso(at), type, noteId, text, author, editedAt: isoOrNull(editedAt) };
    }
    default:
      return threadMessage(businessId, item, links);
  }
};

const threadMessage = (
  businessId: string,
  {
    position,
    row,
    failure,
    template,
    media,
    payload,
    sources,
    userName,
  }: Extract<ThreadRecord, { type: 'message' }>,
  links: Pick<MediaLinks, 'resource'>,
): ThreadItem => ({
  id: String(position),
  at: iso(row.at),
  type: 'message',
  messageId: row.id,
  direction: row.direction,
  author: row.author,
  userName,
  messageType: row.type,
  text: row.text,
  template:
    template === null
      ? null
      : {
          name: template.name,
          language: template.languageCode,
          values: [...templateValues(template.components)],
        },
  campaignId: row.campaign_id,
  status: row.direction === 'inbound' ? null : row.status,
  sentAt: isoOrNull(row.sent_at),
  deliveredAt: isoOrNull(row.delivered_at),
  readAt: isoOrNull(row.read_at),
  failedAt: isoOrNull(row.failed_at),
  failure: failure === null ? null : { ...failure },
  media: media === null ? null : links.resource(businessId, media, TIMELINE_LINK_MS),
  ...(payload === null ? {} : { payload }),
  ...(sources === null ? {} : { sources }),
  ...(row.edited_at === null ? {} : { editedAt: iso(row.edited_at) }),
  ...(row.revoked_at === null ? {} : { revokedAt: iso(row.revoked_at) }),
});
