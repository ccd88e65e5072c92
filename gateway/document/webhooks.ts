/** The `webhooks` section of the OpenAPI document: each public event that subscribers may receive, with its payload. */
import { PUBLIC_SOURCES } from '../../operations/public-events/catalogue.js';
import type { EventType } from '../../schemas/events/subscription.js';
import { WEBHOOK_PAYLOADS } from '../../schemas/events/webhook-payload.js';

const header = (name: string, description: string): object => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
});

const HEADERS = [
  header(
    'X-Service-Timestamp',
    'When this attempt was signed, Unix seconds. Refuse one of more than 300 s ago.',
  ),
  header(
    'X-Service-Signature',
    'Lower-case hexadecimal HMAC-SHA256 over the timestamp, a period and the raw body, keyed with the signing secret.',
  ),
  header('X-Service-Event-Id', 'As `eventId`.'),
  header('X-Service-Contract-Version', 'As `contractVersion`.'),
];

const RESPONSES = {
  '2XX': { description: 'The event is stored.' },
  410: {
    description:
      'The endpoint is gone: the event becomes a dead letter, and the subscription is paused until it is resumed.',
  },
  default: {
    description: 'The event is retried for 72 hours. A longer `Retry-After` is kept, up to 24 hours.',
  },
};

const ENTRIES = PUBLIC_SOURCES.flatMap(({ events }) => events);

/** What has happened, from the catalogue; several facts may have the same name. */
const whenOf = (eventType: EventType): string =>
  ENTRIES.filter(({ webhooks }) => webhooks.includes(eventType))
    .map(({ when }) => when)
    .join(' ');

/** By name. `x-channel`: the channel of the subscriptions that may list the event. */
export const webhookItems = (): object =>
  Object.fromEntries(
    WEBHOOK_PAYLOADS.map(({ channel, eventType, schema }) => [
      eventType,
      {
        post: {
          summary: whenOf(eventType),
          tags: ['webhook-subscriptions'],
          security: [],
          'x-channel': channel,
          parameters: HEADERS,
          requestBody: { required: true, content: { 'application/json': { schema } } },
          responses: RESPONSES,
        },
      },
    ]),
  );
