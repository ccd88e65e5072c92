/** Deliveries of WhatsApp's webhook (docs/reference/protocols/whatsapp.md "Deliveries"). */
import { spellingsOf } from '../../numbering/spellings.js';
import { type Json, list, number, record, text } from '../json.js';
import type {
  Amendment,
  CustomerIdentity,
  EchoedMessage,
  InboundMessage,
  MessageProgress,
  MessageProgressReport,
  Webhook,
} from '../messaging-channel.js';
import { contentOf } from './content.js';
import { reportedFailure } from './errors.js';

const PROGRESS: ReadonlyMap<string, MessageProgress> = new Map([
  ['sent', 'sent'],
  ['delivered', 'delivered'],
  ['read', 'read'],
  // The recipient played a voice message.
  ['played', 'read'],
  ['failed', 'failed'],
]);

/** Reads everything; never throws. */
export const parseWhatsAppWebhook = (body: unknown): Webhook => {
  const messages: InboundMessage[] = [];
  const echoes: EchoedMessage[] = [];
  const reports: MessageProgressReport[] = [];
  const amendments: Amendment[] = [];
  const ignored: string[] = [];
  for (const { field, value } of list(record(body).entry).flatMap((entry) => list(entry.changes))) {
    const change = record(value);
    const accountId = text(record(change.metadata).phone_number_id);
    if (field === 'smb_message_echoes' && accountId !== null) {
      for (const message of list(change.message_echoes)) {
        const read = echoOf(accountId, message);
        if (read === null) ignored.push(`echo of type ${text(message.type) ?? 'unknown'}`);
        else echoes.push(read);
      }
      continue;
    }
    if (field !== 'messages' || accountId === null) {
      ignored.push(`field ${text(field) ?? 'unknown'}`);
      continue;
    }
    const people = list(change.contacts);
    for (const message of list(change.messages)) {
      const amendment = amendmentOf(accountId, message);
      if (amendment !== null) {
        amendments.push(amendment);
        continue;
      }
      const read = messageOf(accountId, message, people);
      if (read === null) ignored.push(`message of type ${text(message.type) ?? 'unknown'}`);
      else messages.push(read);
    }
    for (const status of list(change.statuses)) {
      const read = reportOf(accountId, status);
      if (read === null) ignored.push(`status ${text(status.status) ?? 'unknown'}`);
      else reports.push(read);
    }
  }
  return { messages, echoes, amendments, reports, ignored };
};

/** Types that a customer does not write: they get no reply and open no window. */
const NOT_WRITTEN: ReadonlySet<string> = new Set(['reaction', 'system', 'edit', 'revoke']);
/** Types of echoes that are no answer to the customer. */
const NO_ANSWERS: ReadonlySet<string> = new Set(['reaction', 'edit', 'revoke']);

/**
 * An edit, or a revocation, of an earlier message of the customer. Null for other messages. Source: WhatsApp's references of the
 * webhooks `messages/edit` and `messages/revoke`.
 */
const amendmentOf = (accountId: string, message: Json): Amendment | null => {
  const type = text(message.type);
  if (type !== 'edit' && type !== 'revoke') return null;
  const { original_message_id, message: edited } = record(message[type]);
  const originalId = text(original_message_id);
  const address = text(message.from) ?? text(message.from_user_id);
  const seconds = Number(text(message.timestamp));
  if (originalId === null || address === null || !Number.isFinite(seconds)) return null;
  const at = seconds * 1_000;
  if (type === 'revoke') return { kind: 'revoked', accountId, address, originalId, at };
  return { kind: 'edited', accountId, address, originalId, at, text: contentOf(record(edited)).text };
};

/** A person with a username may come without a phone number. */
const messageOf = (accountId: string, message: Json, people: readonly Json[]): InboundMessage | null => {
  const id = text(message.id);
  const whatsappId = text(message.from);
  const userId = text(message.from_user_id);
  const address = whatsappId ?? userId;
  const seconds = Number(text(message.timestamp));
  if (id === null || address === null || !Number.isFinite(seconds)) return null;
  // `system` messages come without a contact.
  const person = record(
    people.find(({ wa_id, user_id }) => wa_id === whatsappId || (userId !== null && user_id === userId)),
  );
  const profile = record(person.profile);
  const content = contentOf(message);
  const customer: CustomerIdentity = {
    mobile:
      whatsappId !== null && /^[1-9]\d{6,14}$/.test(whatsappId) ? spellingsOf(`+${whatsappId}`)[0] : null,
    whatsappId,
    userId,
    username: text(profile.username),
    name: text(profile.name),
  };
  return {
    accountId,
    address,
    providerMessageId: id,
    sentAt: seconds * 1_000,
    customer,
    content,
    opensWindow: !NOT_WRITTEN.has(content.type),
  };
};

/** A message typed in the WhatsApp Business app, on a number that is also used there. */
const echoOf = (accountId: string, message: Json): EchoedMessage | null => {
  const id = text(message.id);
  const address = (text(message.to) ?? text(message.to_user_id))?.replace(/^\+/, '') ?? null;
  const seconds = Number(text(message.timestamp));
  const { type, text: words } = contentOf(message);
  if (id === null || address === null || !Number.isFinite(seconds) || NO_ANSWERS.has(type)) return null;
  return { accountId, address, providerMessageId: id, sentAt: seconds * 1_000, type, text: words };
};

const reportOf = (accountId: string, status: Json): MessageProgressReport | null => {
  const id = text(status.id);
  const progress = PROGRESS.get(text(status.status) ?? '');
  const seconds = Number(text(status.timestamp));
  if (id === null || progress === undefined || !Number.isFinite(seconds)) return null;
  const [error] = list(status.errors);
  return {
    accountId,
    providerMessageId: id,
    progress,
    at: seconds * 1_000,
    correlation: text(status.biz_opaque_callback_data),
    address: text(status.recipient_id) ?? text(status.recipient_user_id),
    failure: progress === 'failed' ? reportedFailure(number(error?.code)) : null,
  };
};
