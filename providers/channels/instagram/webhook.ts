/** Deliveries of Instagram's webhook (docs/reference/protocols/instagram.md "Deliveries"). */
import { RECEIVED_MEDIA_BYTES } from '../../../schemas/conversations/media.js';
import { type Json, list, number, record, text } from '../json.js';
import type {
  Amendment,
  EchoedMessage,
  InboundContent,
  InboundMessage,
  MediaSource,
  MessageProgressReport,
  Webhook,
} from '../messaging-channel.js';

/** Reads everything; never throws. */
export const parseInstagramWebhook = (body: unknown): Webhook => {
  const messages: InboundMessage[] = [];
  const echoes: EchoedMessage[] = [];
  const amendments: Amendment[] = [];
  const reports: MessageProgressReport[] = [];
  const ignored: string[] = [];
  for (const entry of list(record(body).entry)) {
    const accountId = idOf(entry.id);
    if (accountId === null) continue;
    for (const event of list(entry.messaging)) {
      const amendment = amendmentOf(accountId, event);
      if (amendment !== null) amendments.push(amendment);
      const read = directOf(accountId, event);
      if (read.length === 0 && amendment === null)
        ignored.push(`event with ${Object.keys(event).join(', ')}`);
      for (const fact of read)
        if ('progress' in fact) reports.push(fact);
        else if ('content' in fact) messages.push(fact);
        else echoes.push(fact);
    }
    // Comments come in `changes`, or flat on the entry itself.
    const flat = text(entry.field) === null ? [] : [entry];
    for (const { field, value } of [...list(entry.changes), ...flat]) {
      const read = field === 'comments' ? commentOf(accountId, record(value), entry.time) : null;
      if (read === null) ignored.push(`field ${text(field) ?? 'unknown'}`);
      else messages.push(read);
    }
  }
  return { messages, echoes, amendments, reports, ignored };
};

/** IDs have 17 digits; an ID sent as a number has lost digits and is unusable. */
const idOf = (value: unknown): string | null => text(value);

const content = (
  type: string,
  words: string | null,
  details: InboundContent['details'] = null,
): InboundContent => ({ type, text: words, media: null, details });

/** A customer's edit (`message_edit`), or a message that they have unsent. Null for other events. */
const amendmentOf = (accountId: string, event: Json): Amendment | null => {
  const address = idOf(record(event.sender).id);
  const at = number(event.timestamp);
  if (address === null || address === accountId || at === null) return null;
  const { mid: edited, text: words } = record(event.message_edit);
  const editedId = text(edited);
  if (editedId !== null)
    return { kind: 'edited', accountId, address, originalId: editedId, at, text: text(words) };
  const { mid, is_deleted: isDeleted, is_echo: isEcho } = record(event.message);
  const deletedId = text(mid);
  if (deletedId === null || isDeleted !== true || isEcho === true) return null;
  return { kind: 'revoked', accountId, address, originalId: deletedId, at };
};

/** Empty if the event is not understood; several messages if one carries several files. */
const directOf = (
  accountId: string,
  event: Json,
): readonly (InboundMessage | EchoedMessage | MessageProgressReport)[] => {
  const sender = idOf(record(event.sender).id);
  const recipient = idOf(record(event.recipient).id);
  const at = number(event.timestamp);
  if (sender === null || recipient === null || at === null) return [];
  const message = record(event.message);
  const mid = text(message.mid);
  // Our own message: sent by us over the API, or typed by a human in the app.
  if (message.is_echo === true || sender === accountId) {
    const [attachment] = list(message.attachments);
    const type = attachment === undefined ? 'text' : (text(attachment.type) ?? 'unknown');
    if (mid === null || message.is_deleted === true) return [];
    const words = text(message.text);
    return [{ accountId, address: recipient, providerMessageId: mid, sentAt: at, type, text: words }];
  }
  const seen = text(record(event.read).mid);
  if (seen !== null)
    return [
      {
        accountId,
        providerMessageId: seen,
        correlation: null,
        address: sender,
        progress: 'read',
        at,
        failure: null,
      },
    ];
  const customer = { mobile: null, whatsappId: null, userId: sender, username: null, name: null };
  return messagePartsOf(event, message, at).map((content) => ({
    accountId,
    address: sender,
    sentAt: at,
    customer,
    ...content,
  }));
};

type MessagePart = Pick<InboundMessage, 'providerMessageId' | 'content' | 'opensWindow'>;

/** Maximum files in one message; further ones are omitted. The app sends at most ten. */
const MAX_FILES = 10;
const MAX_URL = 4_096;

/** One message for each file: each of our messages holds one. */
const filesOf = (mid: string, message: Json): readonly MessagePart[] =>
  list(message.attachments)
    .slice(0, MAX_FILES)
    .map((attachment, index) => {
      const words = index === 0 ? text(message.text) : null;
      return {
        providerMessageId: index === 0 ? mid : `${mid}:${index}`,
        content: { ...content(text(attachment.type) ?? 'unknown', words), media: sourceOf(attachment) },
        opensWindow: true,
      };
    });

const sourceOf = ({ type, payload }: Json): MediaSource | null => {
  const url = Object.hasOwn(RECEIVED_MEDIA_BYTES, String(type)) ? text(record(payload).url) : null;
  return url === null || url.length > MAX_URL ? null : { providerMediaId: null, mimeType: null, url };
};

const messagePartsOf = (event: Json, message: Json, at: number): readonly MessagePart[] => {
  const mid = text(message.mid);
  if (mid !== null) {
    if (message.is_deleted === true)
      return [{ providerMessageId: `${mid}:deleted`, content: content('deleted', null), opensWindow: false }];
    const files = filesOf(mid, message);
    if (files.length > 0) return files;
    return [{ providerMessageId: mid, content: content('text', text(message.text)), opensWindow: true }];
  }
  const reaction = record(event.reaction);
  const reacted = text(reaction.mid);
  if (reacted !== null) {
    const emoji = text(reaction.emoji);
    const action = text(reaction.action) ?? 'react';
    return [
      {
        providerMessageId: `${reacted}:${action}:${at}`,
        content: content('reaction', emoji, { emoji, action, messageId: reacted }),
        opensWindow: false,
      },
    ];
  }
  const postback = record(event.postback);
  const pressed = text(postback.mid);
  if (pressed !== null)
    return [
      {
        providerMessageId: pressed,
        content: content('postback', text(postback.title)),
        opensWindow: true,
      },
    ];
  const referral = record(event.referral);
  if (Object.keys(referral).length === 0) return [];
  const [source, type, ref] = [referral.source, referral.type, referral.ref].map(text);
  const details = { source: source ?? null, type: type ?? null, ref: ref ?? null };
  return [
    {
      providerMessageId: `referral:${at}`,
      content: content('referral', null, details),
      opensWindow: false,
    },
  ];
};

/** Null for our own comments, which arrive too. A comment does not open the window. */
const commentOf = (accountId: string, value: Json, time: unknown): InboundMessage | null => {
  const id = text(value.id) ?? text(value.comment_id);
  const from = record(value.from);
  const author = idOf(from.id);
  if (id === null || author === null || author === accountId || from.self_ig_scoped_id !== undefined)
    return null;
  const words = text(value.text);
  const username = text(from.username);
  const mediaId = text(record(value.media).id);
  const details = { id, text: words, mediaId, parentId: text(value.parent_id) };
  return {
    accountId,
    address: author,
    providerMessageId: id,
    sentAt: msOf(number(time)),
    opensWindow: false,
    customer: { mobile: null, whatsappId: null, userId: author, username, name: null },
    content: content('comment', words, details),
  };
};

/** A comment has no timestamp of its own; the entry's is in seconds or in ms. */
const msOf = (time: number | null): number => (time === null ? 0 : time < 1e11 ? time * 1_000 : time);
