/** The simulated Meta's WhatsApp Cloud API, and the actions of its customers and of an account's owner. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Json, record, text } from '../support/json.js';
import { failure, json } from './answers.js';
import { contentRefusal } from './content.js';
import { templateRefusal } from './templates.js';
import { type AcceptedMessage, happens, later, STATUS_MS, type World } from './world.js';

/** Every account has this number. */
const OWN_NUMBER = '15550783881';

/** Accepts a message from an account and schedules the reports on it. */
export const sendOnWhatsApp = (
  world: World,
  accountId: string,
  body: Json,
  req: IncomingMessage,
  res: ServerResponse,
): void => {
  const to = text(body.to) ?? text(body.recipient);
  if (body.messaging_product !== 'whatsapp' || to === null)
    return failure(res, 400, 100, 'Invalid parameter');
  if (happens(world, 'throttle')) return failure(res, 429, 130_429, 'Rate limit hit');
  if (happens(world, 'error')) return failure(res, 500, 131_000, 'Something went wrong');
  if (happens(world, 'lostRequest')) return void req.socket.destroy();
  const refusal =
    body.type === 'template'
      ? templateRefusal(world.templates, record(body.template))
      : contentRefusal(
          {
            uploads: world.uploads,
            hasMessage: (id) =>
              world.written.has(`${accountId} ${id}`) ||
              world.sent.some((message) => message.id === id && message.to === to),
          },
          body,
        );
  if (refusal !== null) return failure(res, refusal.status, refusal.code, refusal.message, refusal.details);
  const message: AcceptedMessage = {
    id: newId(),
    accountId,
    to,
    body,
    correlation: text(body.biz_opaque_callback_data),
    at: Date.now(),
  };
  world.sent.push(message);
  reportAll(world, message);
  if (happens(world, 'lostAnswer')) return void req.socket.destroy();
  json(res, 200, {
    messaging_product: 'whatsapp',
    contacts: [{ input: to, wa_id: world.knownAs.get(to) ?? to }],
    messages: [{ id: message.id }],
  });
};

/**
 * Marks a customer's message as read, and shows typing if the request says so. Meta refuses a message that the account has not
 * received, and an indicator other than of text.
 */
export const markReadOnWhatsApp = (
  world: World,
  accountId: string,
  body: Json,
  req: IncomingMessage,
  res: ServerResponse,
): void => {
  const messageId = text(body.message_id);
  const hasIndicator = body.typing_indicator !== undefined;
  const isValid = body.status === 'read' && (!hasIndicator || record(body.typing_indicator).type === 'text');
  if (messageId === null || !isValid || !world.written.has(`${accountId} ${messageId}`))
    return failure(res, 400, 100, 'Invalid parameter');
  if (happens(world, 'throttle')) return failure(res, 429, 130_429, 'Rate limit hit');
  if (happens(world, 'error')) return failure(res, 500, 131_000, 'Something went wrong');
  if (happens(world, 'lostRequest')) return void req.socket.destroy();
  const at = Date.now();
  world.shown.push({ accountId, target: messageId, action: 'read', at });
  if (hasIndicator) world.shown.push({ accountId, target: messageId, action: 'typing', at });
  json(res, 200, { success: true });
};

/** Delivers a message from a customer; returns its ID. */
export const writeOnWhatsApp = (world: World, accountId: string, from: string, body: Json): string => {
  const id = text(body.id) ?? newId();
  const content = record(body.content);
  const type = text(content.type) ?? 'text';
  const delivery = webhook(accountId, {
    contacts: [{ profile: { name: text(body.name) ?? 'Customer' }, wa_id: from }],
    messages: [
      {
        from,
        id,
        type,
        timestamp: nowInSeconds(),
        [type]: content[type] ?? { body: text(body.text) ?? '' },
      },
    ],
  });
  world.written.add(`${accountId} ${id}`);
  world.deliveries.deliver('whatsapp', delivery);
  if (happens(world, 'duplicateMessage')) world.deliveries.deliver('whatsapp', delivery);
  return id;
};

/** A human replies in the app; returns the ID of the message. */
export const answerInWhatsApp = (
  { deliveries }: World,
  accountId: string,
  to: string,
  words: string,
  body: Json,
): string => {
  const id = text(body.id) ?? newId();
  const echo = {
    from: OWN_NUMBER,
    to,
    id,
    timestamp: nowInSeconds(),
    type: 'text',
    text: { body: words },
  };
  deliveries.deliver('whatsapp', webhook(accountId, { message_echoes: [echo] }, 'smb_message_echoes'));
  return id;
};

const newId = (): string => `wamid.${randomUUID().replaceAll('-', '')}`;

const nowInSeconds = (): string => String(Math.floor(Date.now() / 1_000));

const webhook = (accountId: string, value: object, field = 'messages'): object => ({
  object: 'whatsapp_business_account',
  entry: [
    {
      id: '102290129340398',
      changes: [
        {
          field,
          value: {
            messaging_product: 'whatsapp',
            metadata: { display_phone_number: OWN_NUMBER, phone_number_id: accountId },
            ...value,
          },
        },
      ],
    },
  ],
});

/** Each step is reported once the one before was accepted, so that they arrive in order, unless a fault reorders them. */
const reportAll = (world: World, message: AcceptedMessage): void => {
  if (happens(world, 'undeliverable')) {
    later(world, STATUS_MS.sent, () => report(world, message, 'failed'));
    return;
  }
  const { sent, delivered, read } = STATUS_MS;
  const reached = [
    ['delivered', delivered],
    ['read', read],
  ] as const;
  const steps: readonly Step[] = happens(world, 'reorderStatus')
    ? [...reached, ['sent', read + 50]]
    : [['sent', sent], ...reached];
  reportInOrder(world, message, steps);
};

/** A status, and when it is reported, ms after the message was accepted. */
type Step = readonly [status: string, afterMs: number];

const reportInOrder = (world: World, message: AcceptedMessage, steps: readonly Step[]): void => {
  const [next, ...others] = steps;
  if (next === undefined) return;
  const [status, afterMs] = next;
  later(world, Math.max(0, message.at + afterMs - Date.now()), () =>
    report(world, message, status, () => reportInOrder(world, message, others)),
  );
};

const report = (
  world: World,
  message: AcceptedMessage,
  status: string,
  onSettled: () => void = () => undefined,
): void => {
  const notification = webhook(message.accountId, { statuses: [statusOf(message, status)] });
  world.deliveries.deliver('whatsapp', notification, onSettled);
  if (happens(world, 'duplicateStatus')) world.deliveries.deliver('whatsapp', notification);
};

const UNDELIVERABLE = { code: 131_026, title: 'Message undeliverable', message: 'Message undeliverable' };

const statusOf = ({ id, to, correlation }: AcceptedMessage, status: string): object => ({
  id,
  status,
  timestamp: nowInSeconds(),
  recipient_id: to,
  ...(correlation === null ? {} : { biz_opaque_callback_data: correlation }),
  ...(status === 'failed' ? { errors: [UNDELIVERABLE] } : {}),
});
