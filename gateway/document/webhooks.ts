/** The `webhooks` section of the OpenAPI document: each public event that subscribers may receive, with its payload. */
import { PUBLIC_SOURCES } from '../../operations/public-events/catalogue.js';
import type { EventType } from '../../schemas/events/subscription.js';
import { WEBHOOK_PAYLOADS } from '../../schemas/events/webhook-payload.js';
import { isRecord } from '../../schemas/json.js';
import { withCommonFields } from './common-fields.js';
import type { Components } from './components.js';
import { briefExampleOf } from './examples.js';
import type { LeanSchema, Side } from './lean-schema.js';
import { type NamedRoot, pascal } from './schema-naming.js';

type Lean = (side: Side, schema: object) => LeanSchema;

/** Events whose payloads have the same fields. */
interface Payload {
  readonly events: readonly EventType[];
  /** Its `eventType` is that of one of the events. */
  readonly schema: LeanSchema;
  /** Of the first of the events. */
  readonly example: unknown;
  readonly channel: string;
}

const payloadsIn = (lean: Lean): readonly Payload[] => {
  const groups = new Map<string, Payload>();
  for (const { channel, eventType, schema } of WEBHOOK_PAYLOADS) {
    // Each event has an example of its own; events that share a schema would differ by it.
    const whole = lean('response', schema);
    const { examples: _examples, ...plain } = whole;
    const key = JSON.stringify(withEventTypes(plain, []));
    const group = groups.get(key) ?? { events: [], schema: plain, example: briefExampleOf(whole), channel };
    groups.set(key, { ...group, events: [...group.events, eventType] });
  }
  const found = [...groups.values()];
  const schemas = withCommonFields(
    found.map(({ events, schema }) => withEventTypes(schema, events)),
    channelOf,
  );
  return found.map((group, index) => ({ ...group, schema: schemas[index] ?? {} }));
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
    /** Items by name of the event, and the examples that they refer to. */
    published: (components: Components): { readonly items: object; readonly examples: object } => {
      const examples: Record<string, object> = {};
      const exampleFor = ({ events, schema, example }: Payload): object => {
        const name = components.nameOf(schema);
        if (name === null || events.length === 1) return { value: example };
        examples[name] = { value: example };
        return { $ref: `#/components/examples/${name}` };
      };
      const items = WEBHOOK_PAYLOADS.map(({ channel, eventType }) => {
        const found = payloads.filter(({ events }) => events.includes(eventType));
        const [only = {}] = found.map(({ schema }) => schema);
        const schema = found.length === 1 ? only : { anyOf: found.map((payload) => payload.schema) };
        const json = {
          schema: components.referenced(schema),
          examples: Object.fromEntries(found.map((payload) => [payload.channel, exampleFor(payload)])),
        };
        return [eventType, webhookItem(eventType, channel, json)] as const;
      });
      return { items: Object.fromEntries(items), examples };
    },
  };
};

const webhookItem = (eventType: EventType, channel: string, json: object): object => ({
  post: {
    operationId: `on${pascal(eventType)}`,
    summary: whenOf(eventType),
    tags: ['webhook-subscriptions'],
    security: [],
    'x-channel': channel,
    requestBody: { required: true, content: { 'application/json': json } },
    responses: RESPONSES,
  },
});

/** The tag describes the headers of deliveries, and what other answers of an endpoint mean. */
const RESPONSES = { '2XX': { $ref: '#/components/responses/EventStored' } };

/** The response that webhooks refer to. */
export const WEBHOOK_RESPONSES = { EventStored: { description: 'The event is stored.' } };

const ENTRIES = PUBLIC_SOURCES.flatMap(({ events }) => events);

/** What has happened, from the catalogue; several facts may have the same name. */
const whenOf = (eventType: EventType): string =>
  ENTRIES.filter(({ webhooks }) => webhooks.includes(eventType))
    .map(({ when }) => when)
    .join(' ');
