/** The content of a customer's message on WhatsApp: its text, and its structured form (docs/reference/protocols/whatsapp.md). */
import { type MessagePayload, PAYLOAD_LIMITS } from '../../../schemas/channels/message-payload.js';
import { type Json, list, number, record, text } from '../json.js';
import type { InboundContent } from '../messaging-channel.js';

const MAX_FILE_NAME = 255;
const MEDIA = new Set(['image', 'video', 'audio', 'document', 'sticker']);
/** A value of the form that Meta adds. */
const FORM_TOKEN = 'flow_token';

type PayloadOf<Kind extends MessagePayload['kind']> = Extract<MessagePayload, { readonly kind: Kind }>;

const word = (value: unknown): string | null => text(value)?.slice(0, PAYLOAD_LIMITS.characters) ?? null;
const wordsOf = (values: readonly unknown[]): string[] => values.flatMap((value) => word(value) ?? []);
const some = (values: readonly Json[]): readonly Json[] => values.slice(0, PAYLOAD_LIMITS.items);
const joined = (parts: readonly (string | null)[], by = ', '): string | null =>
  parts.filter((part) => part !== null && part !== '').join(by) || null;

/** Finds text and structured form wherever the type of the message keeps them. Never throws. */
export const contentOf = (message: Json): InboundContent => {
  const type = text(message.type) ?? 'unknown';
  const body = record(message[type]);
  if (MEDIA.has(type)) {
    const id = text(body.id);
    const fileName = text(body.filename);
    const named = fileName === null ? {} : { fileName: fileName.slice(0, MAX_FILE_NAME) };
    const media = id === null ? null : { providerMediaId: id, mimeType: text(body.mime_type), ...named };
    return withPayload({ type, text: text(body.caption), media, details: null }, referralOf(message));
  }
  const payload = payloadOf(type, message);
  const plain = text(body.body) ?? text(body.text) ?? text(body.emoji);
  const words = payload === null ? plain : textOf(payload);
  const content = { type, text: words, media: null, details: null };
  return withPayload(content, payload ?? referralOf(message));
};

const withPayload = (content: InboundContent, payload: MessagePayload | null): InboundContent =>
  payload === null ? content : { ...content, payload };

const payloadOf = (type: string, message: Json): MessagePayload | null => {
  switch (type) {
    case 'interactive':
      return replyOf(record(message.interactive));
    case 'button': {
      const { text: title, payload } = record(message.button);
      return choiceOf({ id: payload, title });
    }
    case 'location':
      return placeOf(record(message.location));
    case 'contacts':
      return cardsOf(list(message.contacts));
    case 'order':
      return orderOf(record(message.order));
    default:
      return null;
  }
};

const replyOf = ({ button_reply, list_reply, nfm_reply }: Json): MessagePayload | null =>
  nfm_reply === undefined ? choiceOf(record(button_reply ?? list_reply)) : formOf(record(nfm_reply));

const choiceOf = ({ id, title, description }: Json): PayloadOf<'choice'> | null => {
  const shown = word(title);
  return shown === null
    ? null
    : { kind: 'choice', id: word(id), title: shown, description: word(description) };
};

const formOf = ({ name, response_json: response }: Json): PayloadOf<'form'> => {
  const fields = Object.entries(parsed(response)).filter(([field]) => field !== FORM_TOKEN);
  return {
    kind: 'form',
    name: word(name),
    fields: fields.slice(0, PAYLOAD_LIMITS.items).map(([field, value]) => ({
      name: field.slice(0, PAYLOAD_LIMITS.characters),
      value: (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(
        0,
        PAYLOAD_LIMITS.characters,
      ),
    })),
  };
};

/** The answers of a form come as JSON within a text. */
const parsed = (response: unknown): Json => {
  try {
    return record(typeof response === 'string' ? JSON.parse(response) : response);
  } catch {
    return {};
  }
};

const placeOf = ({ latitude, longitude, name, address, url }: Json): PayloadOf<'location'> => ({
  kind: 'location',
  latitude: number(latitude),
  longitude: number(longitude),
  name: word(name),
  address: word(address),
  url: word(url),
});

const cardsOf = (cards: readonly Json[]): PayloadOf<'contacts'> => ({
  kind: 'contacts',
  contacts: some(cards).map((card) => {
    const { formatted_name, first_name, last_name } = record(card.name);
    const { company, department, title } = record(card.org);
    return {
      name: word(formatted_name) ?? joined(wordsOf([first_name, last_name]), ' '),
      organisation: joined(wordsOf([company, department, title])),
      phones: some(list(card.phones)).flatMap(({ phone, wa_id, type }) => {
        const found = word(phone) ?? (word(wa_id) === null ? null : `+${word(wa_id)}`);
        return found === null ? [] : [{ phone: found, type: word(type) }];
      }),
      emails: wordsOf(some(list(card.emails)).map(({ email }) => email)),
      addresses: some(list(card.addresses)).flatMap(({ street, zip, city, state, country }) => {
        const address = joined(wordsOf([street, zip, city, state, country]));
        return address === null ? [] : [address.slice(0, PAYLOAD_LIMITS.characters)];
      }),
    };
  }),
});

const orderOf = ({ catalog_id, text: note, product_items }: Json): PayloadOf<'order'> => ({
  kind: 'order',
  catalogId: word(catalog_id),
  note: word(note),
  items: some(list(product_items)).flatMap(({ product_retailer_id, quantity, item_price, currency }) => {
    const productId = word(product_retailer_id);
    const count = numeric(quantity) ?? 1;
    return productId === null
      ? []
      : [{ productId, quantity: count, price: numeric(item_price), currency: word(currency) }];
  }),
});

/** Meta writes numbers of orders as numbers or as text. */
const numeric = (value: unknown): number | null =>
  number(typeof value === 'string' && value.trim() !== '' ? Number(value) : value);

/** The advertisement or post through which the customer came. */
const referralOf = ({ referral }: Json): PayloadOf<'referral'> | null => {
  if (referral === undefined) return null;
  const { source_type, source_id, source_url, headline, body, ctwa_clid } = record(referral);
  return {
    kind: 'referral',
    source: word(source_type),
    sourceId: word(source_id),
    url: word(source_url),
    headline: word(headline),
    body: word(body),
    clickId: word(ctwa_clid),
  };
};

/** What an agent reads of it; null: nothing. */
const textOf = (payload: MessagePayload): string | null => {
  switch (payload.kind) {
    case 'choice':
      return joined([payload.title, payload.description], '\n');
    case 'form':
      return joined(
        payload.fields.map(({ name, value }) => `${name}: ${value}`),
        '\n',
      );
    case 'location': {
      const { name, address, latitude, longitude } = payload;
      const at = latitude === null || longitude === null ? null : `${latitude}, ${longitude}`;
      return joined([name, address, at], '\n');
    }
    case 'contacts':
      return joined(
        payload.contacts.map(({ name, organisation, phones, emails, addresses }) =>
          joined([name, organisation, ...phones.map(({ phone }) => phone), ...emails, ...addresses]),
        ),
        '\n',
      );
    case 'order':
      return joined(
        [
          ...payload.items.map(({ productId, quantity, price, currency }) =>
            joined([
              `${quantity} × ${productId}`,
              price === null ? null : joined([`${price}`, currency], ' '),
            ]),
          ),
          payload.note,
        ],
        '\n',
      );
    case 'referral':
      return null;
  }
};
