/** The structured form of a customer's message that is more than its text (docs/reference/api.md "Channels, messages, conversations"). */
import { type Static, Type } from 'typebox';
import { about } from '../described.js';
import { closed, literals, nullable } from '../shapes.js';

/** Bounds of what is kept of a message. A channel sends far less; longer lists and texts are cut. */
export const PAYLOAD_LIMITS = { items: 100, characters: 1_000 } as const;

const Word = Type.String({ maxLength: PAYLOAD_LIMITS.characters });
const word = (description: string, example: string) =>
  Type.String({ maxLength: PAYLOAD_LIMITS.characters, ...about(description, example) });
/** Null: the channel does not report it. */
const optionalWord = (description: string, example: string) => nullable(Word, about(description, example));
const items = { maxItems: PAYLOAD_LIMITS.items } as const;

const Form = Type.Object(
  {
    kind: Type.Literal('form', { description: 'A form that the customer has filled in (a WhatsApp Flow).' }),
    name: optionalWord('The name of the form; null: not reported.', 'book_appointment'),
    fields: Type.Array(
      Type.Object(
        {
          name: word('The name of the field.', 'preferred_day'),
          value: word('What the customer entered.', 'Friday'),
        },
        closed,
      ),
      { ...items, ...about('The fields of the form.') },
    ),
  },
  closed,
);

const Place = Type.Object(
  {
    kind: Type.Literal('location', about('A place that the customer shared.')),
    latitude: nullable(Type.Number(), about('Degrees; north is positive. Null: not reported.', 37.7749)),
    longitude: nullable(Type.Number(), about('Degrees; east is positive. Null: not reported.', -122.4194)),
    name: optionalWord('The name of the place; null: not reported.', 'Acme'),
    address: optionalWord('Its address; null: not reported.', '1 Market Street, San Francisco'),
    url: optionalWord('A page about it; null: not reported.', 'https://acme.example/visit'),
  },
  closed,
);

const Cards = Type.Object(
  {
    kind: Type.Literal('contacts', { description: 'Contact cards.' }),
    contacts: Type.Array(
      Type.Object(
        {
          name: optionalWord('The whole name; null: not reported.', 'Robin Hale'),
          organisation: optionalWord('Company, department and title; null: not reported.', 'Hale & Co'),
          phones: Type.Array(
            Type.Object(
              {
                phone: word('The number, as the card has it.', '+1 415-555-0142'),
                type: optionalWord('The kind of number; null: not reported.', 'CELL'),
              },
              closed,
            ),
            { ...items, ...about('Phone numbers of the card.') },
          ),
          emails: Type.Array(Word, {
            ...items,
            ...about('E-mail addresses of the card.', ['robin@hale.example']),
          }),
          addresses: Type.Array(Word, { ...items, ...about('Postal addresses of the card.', []) }),
        },
        closed,
      ),
      { ...items, ...about('The cards.') },
    ),
  },
  closed,
);

const Order = Type.Object(
  {
    kind: Type.Literal('order', { description: 'Products from a catalogue.' }),
    catalogId: optionalWord('The id of the catalogue at the channel; null: not reported.', '5301877429'),
    note: optionalWord('What the customer wrote with the order; null: nothing.', 'Gift wrap, please'),
    items: Type.Array(
      Type.Object(
        {
          productId: word('The id of the product in the catalogue.', 'sku-1042'),
          quantity: Type.Number(about('How many.', 2)),
          price: nullable(
            Type.Number(),
            about('The price of each, in the currency; null: not reported.', 19.9),
          ),
          currency: optionalWord('The currency, ISO 4217; null: not reported.', 'USD'),
        },
        closed,
      ),
      { ...items, ...about('The ordered products.') },
    ),
  },
  closed,
);

const Choice = Type.Object(
  {
    kind: Type.Literal('choice', { description: 'A button or a row of a list that the customer chose.' }),
    id: optionalWord('The id that the message with the choices gave it; null: none.', 'friday-10'),
    title: word('The label that the customer chose.', 'Friday at 10'),
    description: optionalWord('The second line of a row; null: none.', 'With Dr Hale'),
  },
  closed,
);

const Referral = Type.Object(
  {
    kind: Type.Literal('referral', { description: 'The message came through an advertisement or a post.' }),
    source: optionalWord('The kind of origin; null: not reported.', 'ad'),
    sourceId: optionalWord('The id of the advertisement at the channel; null: not reported.', '120208861'),
    url: optionalWord('Its address; null: not reported.', 'https://fb.example/ad/120208861'),
    headline: optionalWord('Its headline; null: not reported.', 'Spring check-up'),
    body: optionalWord('Its text; null: not reported.', 'Book your spring check-up today.'),
    clickId: optionalWord('The id of the click, for conversions; null: not reported.', 'ARAkLkA8rmlF'),
  },
  closed,
);

export const MessagePayload = Type.Union(
  [Form, Place, Cards, Order, Choice, Referral],
  about('The structured form of a message that is more than its text; `text` says the same in words.'),
);
export type MessagePayload = Static<typeof MessagePayload>;

/** What happened to a message after it was sent: the customer changed it, or took it back. */
export const AMENDMENTS = ['edited', 'revoked'] as const;
export const AmendmentKind = literals(
  [...AMENDMENTS],
  about('`edited`: the customer changed the text. `revoked`: they deleted the message.'),
);
export type AmendmentKind = (typeof AMENDMENTS)[number];
