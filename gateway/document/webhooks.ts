/** The `webhooks` section of the OpenAPI document: each public event that subscribers may receive, with its payload. */
import { PUBLIC_SOURCES } from '../../operations/public-events/catalogue.js';
import type { EventType } from '../../schemas/events/subscription.js';
import { WEBHOOK_PAYLOADS } from '../../schemas/events/webhook-payload.js';
import { isRecord } from '../../schemas/json.js';
import { withCommonFields } from './common-fields.js';
import type { Components } from './components.js';
import { exampleOf } from './examples.js';
import type { LeanSchema, Side } from './lean-schema.js';
import { type NamedRoot, pascal } from './schema-naming.js';

type Lean = (side: Side, schema: object) => LeanSchema;

/** Events whose payloads have the same fields. */
interface Payload {
  readonly events: readonly EventType[];
  /** Its `eventType` is that of one of the events. */
  readonly schema: LeanSchema;
}

const payloadsIn = (lean: Lean): readonly Payload[] => {
  const groups = new Map<string, { events: EventType[]; schema: LeanSchema }>();
  for (const { eventType, schema } of WEBHOOK_PAYLOADS) {
    // Each event has an example of its own; events that share a schema would differ by it.
    const { examples: _examples, ...plain } = lean('response', schema);
    const key = JSON.stringify(withEventTypes(plain, []));
    const group = groups.get(key) ?? { events: [], schema: plain };
    groups.set(key, { ...group, events: [...group.events, eventType] });
  }
  const found = [...groups.values()];
  const schemas = withCommonFields(
    found.map(({ events, schema }) => withEventTypes(schema, events)),
    channelOf,
  );
  return found.map(({ events }, index) => ({ events, schema: schemas[index] ?? {} }));
};

const channelOf = ({ properties }: LeanSchema): string =>
  isRecord(properties) && isRecord(properties.channel) ? String(properties.channel.const) : '';

const withEventTypes = (schema: LeanSchema, events: readonly EventType[]): LeanSchema => {
  const { eventType, ...fields } = isRecord(schema.properties) ? schema.properties : {};
  const { const: _name, ...rest } = isRecord(eventType) ? eventType : {};
  const words = events.length === 1 ? { const: events[0] } : { enum: events };
  return { ...schema, properties: { eventType: { ...rest, ...words }, ...fields } };
};

/** The webhooks of a document: their payloads, which have names, and their operations. */
export const createWebhooks = (lean: Lean) => {
  const payloads = payloadsIn(lean);
  return {
    roots: payloads.map(
      ({ events: [eventType = ''], schema }, index): NamedRoot => ({
        // An event of several channels has a payload for each.
        place:
          payloads.findIndex(({ events: [first] }) => first === eventType) === index
            ? eventType
            : `${eventType}.other`,
        fallback: `${pascal(eventType.replace(/^voice\./, ''))}Event`,
        schema,
      }),
    ),
    /** By name of the event. `x-channel`: the channel of the subscriptions that may list the event. */
    items: (components: Components): object =>
      Object.fromEntries(
        WEBHOOK_PAYLOADS.map(({ channel, eventType, schema: payload }) => {
          const schemas = payloads
            .filter(({ events }) => events.includes(eventType))
            .map(({ schema }) => schema);
          const [only = {}] = schemas;
          const schema = schemas.length === 1 ? only : { anyOf: schemas };
          const json = {
            schema: components.referenced(schema),
            example: exampleOf(lean('response', payload)),
          };
          return [eventType, webhookItem(eventType, channel, json)];
        }),
      ),
  };
};

const webhookItem = (eventType: EventType, channel: string, json: object): object => ({
  post: {
    operationId: `on${pascal(eventType)}`,
    summary: whenOf(eventType),
    tags: ['webhook-subscriptions'],
    security: [],
    'x-channel': channel,
    parameters: HEADERS.map(({ name }) => ({ $ref: `#/components/parameters/${pascal(name)}` })),
    requestBody: { required: true, content: { 'application/json': json } },
    responses: RESPONSES,
  },
});

const header = (name: string, description: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
});

/** Those that verify a delivery; the tag names the others. */
const HEADERS = [
  header(
    'X-Service-Timestamp',
    'When this attempt was signed, Unix seconds. Refuse one of more than 300 s ago.',
  ),
  header(
    'X-Service-Signature',
    'Lower-case hexadecimal HMAC-SHA256 over the timestamp, a period and the raw body, keyed with the signing secret.',
  ),
  header('webhook-id', 'As `eventId`, for libraries of Standard Webhooks.'),
  header('webhook-timestamp', 'As `X-Service-Timestamp`.'),
  header(
    'webhook-signature',
    '`v1,` and the base64 HMAC-SHA256 over id, timestamp and raw body, with periods in between, keyed with the bytes of the signing secret. During the overlap of a rotation one for each secret, with spaces in between.',
  ),
];

/** The parameters that webhooks refer to, by name. */
export const webhookParameters = (): object =>
  Object.fromEntries(HEADERS.map((parameter) => [pascal(parameter.name), parameter]));

/** The responses that webhooks refer to, by name. */
export const WEBHOOK_RESPONSES = {
  EventStored: { description: 'The event is stored.' },
  EndpointGone: {
    description:
      'The endpoint is gone: the event becomes a dead letter, and the subscription is paused until it is resumed.',
  },
  EventRetried: {
    description: 'The event is retried for 72 hours. A longer `Retry-After` is kept, up to 24 hours.',
  },
};

const response = (name: keyof typeof WEBHOOK_RESPONSES): object => ({
  $ref: `#/components/responses/${name}`,
});

const RESPONSES = {
  '2XX': response('EventStored'),
  410: response('EndpointGone'),
  default: response('EventRetried'),
};

const ENTRIES = PUBLIC_SOURCES.flatMap(({ events }) => events);

/** What has happened, from the catalogue; several facts may have the same name. */
const whenOf = (eventType: EventType): string =>
  ENTRIES.filter(({ webhooks }) => webhooks.includes(eventType))
    .map(({ when }) => when)
    .join(' ');
