/** The structured form of a customer's message that is more than its text (docs/reference/api.md "Channels, messages, conversations"). */
import { type Static, Type } from 'typebox';
import { closed, literals, nullable } from '../shapes.js';

/** Bounds of what is kept of a message. A channel sends far less; longer lists and texts are cut. */
export const PAYLOAD_LIMITS = { items: 100, characters: 1_000 } as const;

const Word = Type.String({ maxLength: PAYLOAD_LIMITS.characters });
const optionalWord = (description: string) => nullable(Word, { description });
const items = { maxItems: PAYLOAD_LIMITS.items } as const;

const Form = Type.Object(
  {
    kind: Type.Literal('form', { description: 'A form that the customer has filled in (a WhatsApp Flow).' }),
    name: optionalWord('Name of the form.'),
    fields: Type.Array(Type.Object({ name: Word, value: Word }, closed), items),
  },
  closed,
);

const Place = Type.Object(
  {
    kind: Type.Literal('location'),
    latitude: nullable(Type.Number(), { description: 'Degrees.' }),
    longitude: nullable(Type.Number(), { description: 'Degrees.' }),
    name: optionalWord('Name of the place.'),
    address: optionalWord('Its address.'),
    url: optionalWord('A page about it.'),
  },
  closed,
);

const Cards = Type.Object(
  {
    kind: Type.Literal('contacts', { description: 'Contact cards.' }),
    contacts: Type.Array(
      Type.Object(
        {
          name: optionalWord('The whole name.'),
          organisation: optionalWord('Company, department and title.'),
          phones: Type.Array(
            Type.Object({ phone: Word, type: optionalWord('For example CELL or WORK.') }, closed),
            items,
          ),
          emails: Type.Array(Word, items),
          addresses: Type.Array(Word, items),
        },
        closed,
      ),
      items,
    ),
  },
  closed,
);

const Order = Type.Object(
  {
    kind: Type.Literal('order', { description: 'Products from a catalogue.' }),
    catalogId: optionalWord('Id of the catalogue at the channel.'),
    note: optionalWord('What the customer wrote with the order.'),
    items: Type.Array(
      Type.Object(
        {
          productId: Word,
          quantity: Type.Number(),
          price: nullable(Type.Number(), { description: 'Price of each, in the currency.' }),
          currency: optionalWord('ISO 4217'),
        },
        closed,
      ),
      items,
    ),
  },
  closed,
);

const Choice = Type.Object(
  {
    kind: Type.Literal('choice', { description: 'A button or a row of a list that the customer chose.' }),
    id: optionalWord('The id that the sender of the message gave it.'),
    title: Word,
    description: optionalWord('The second line of a row.'),
  },
  closed,
);

const Referral = Type.Object(
  {
    kind: Type.Literal('referral', { description: 'The message came through an advertisement or a post.' }),
    source: optionalWord('For example ad or post.'),
    sourceId: optionalWord('Id of the advertisement at the channel.'),
    url: optionalWord('Its address.'),
    headline: optionalWord('Its headline.'),
    body: optionalWord('Its text.'),
    clickId: optionalWord('Id of the click, for conversions.'),
  },
  closed,
);

export const MessagePayload = Type.Union([Form, Place, Cards, Order, Choice, Referral]);
export type MessagePayload = Static<typeof MessagePayload>;

/** What happened to a message after it was sent: the customer changed it, or took it back. */
export const AMENDMENTS = ['edited', 'revoked'] as const;
export const AmendmentKind = literals([...AMENDMENTS]);
export type AmendmentKind = (typeof AMENDMENTS)[number];
