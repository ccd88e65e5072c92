/** What customers send on WhatsApp besides text: a text that agents read, and a structured form. */
import fc from 'fast-check';
import t from 'tap';
import { Value } from 'typebox/value';
import { contentOf } from '../../../providers/channels/whatsapp/content.js';
import { parseWhatsAppWebhook } from '../../../providers/channels/whatsapp/webhook.js';
import { MessagePayload } from '../../../schemas/channels/message-payload.js';
import { casesOf } from '../../support/full-run.js';

const interactive = (reply: object) => ({ type: 'interactive', interactive: reply });

/** A message, its text, and its structured form. */
const MESSAGES: readonly (readonly [string, object, string | null, object | undefined])[] = [
  ['text', { type: 'text', text: { body: 'Hello' } }, 'Hello', undefined],
  [
    'a filled form',
    interactive({
      type: 'nfm_reply',
      nfm_reply: {
        name: 'flow',
        body: 'Sent',
        response_json: '{"flow_token":"t","day":"2026-12-01","guests":4,"extras":["cake"]}',
      },
    }),
    'day: 2026-12-01\nguests: 4\nextras: ["cake"]',
    {
      kind: 'form',
      name: 'flow',
      fields: [
        { name: 'day', value: '2026-12-01' },
        { name: 'guests', value: '4' },
        { name: 'extras', value: '["cake"]' },
      ],
    },
  ],
  [
    'a form with answers that cannot be read',
    interactive({ nfm_reply: { response_json: '{' } }),
    null,
    { kind: 'form', name: null, fields: [] },
  ],
  [
    'a button',
    interactive({ button_reply: { id: 'yes', title: 'Yes' } }),
    'Yes',
    { kind: 'choice', id: 'yes', title: 'Yes', description: null },
  ],
  [
    'a row of a list',
    interactive({ list_reply: { id: 'r2', title: 'Express', description: 'Arrives tomorrow' } }),
    'Express\nArrives tomorrow',
    { kind: 'choice', id: 'r2', title: 'Express', description: 'Arrives tomorrow' },
  ],
  [
    'a quick reply of a template',
    { type: 'button', button: { text: 'Stop', payload: 'STOP' } },
    'Stop',
    { kind: 'choice', id: 'STOP', title: 'Stop', description: null },
  ],
  [
    'a place',
    {
      type: 'location',
      location: { latitude: 52.52, longitude: 13.405, name: 'Office', address: 'Main St 1' },
    },
    'Office\nMain St 1\n52.52, 13.405',
    { kind: 'location', latitude: 52.52, longitude: 13.405, name: 'Office', address: 'Main St 1', url: null },
  ],
  [
    'a bare position',
    { type: 'location', location: { latitude: 0, longitude: -1.5 } },
    '0, -1.5',
    { kind: 'location', latitude: 0, longitude: -1.5, name: null, address: null, url: null },
  ],
  [
    'contact cards',
    {
      type: 'contacts',
      contacts: [
        {
          name: { formatted_name: 'Otto Beispiel' },
          org: { company: 'ACME', title: 'Buyer' },
          phones: [{ phone: '+49 170 1234567', type: 'CELL' }, { wa_id: '491711' }, {}],
          emails: [{ email: 'otto@example.com' }],
          addresses: [{ street: 'Main St 1', city: 'Bonn' }],
        },
        { name: { first_name: 'Ann', last_name: 'Lee' } },
      ],
    },
    'Otto Beispiel, ACME, Buyer, +49 170 1234567, +491711, otto@example.com, Main St 1, Bonn\nAnn Lee',
    {
      kind: 'contacts',
      contacts: [
        {
          name: 'Otto Beispiel',
          organisation: 'ACME, Buyer',
          phones: [
            { phone: '+49 170 1234567', type: 'CELL' },
            { phone: '+491711', type: null },
          ],
          emails: ['otto@example.com'],
          addresses: ['Main St 1, Bonn'],
        },
        { name: 'Ann Lee', organisation: null, phones: [], emails: [], addresses: [] },
      ],
    },
  ],
  [
    'an order',
    {
      type: 'order',
      order: {
        catalog_id: '77',
        text: 'before noon',
        product_items: [
          { product_retailer_id: 'A-1', quantity: '2', item_price: 10.5, currency: 'EUR' },
          { product_retailer_id: 'B-2', quantity: 1 },
          { quantity: 3 },
        ],
      },
    },
    '2 × A-1, 10.5 EUR\n1 × B-2\nbefore noon',
    {
      kind: 'order',
      catalogId: '77',
      note: 'before noon',
      items: [
        { productId: 'A-1', quantity: 2, price: 10.5, currency: 'EUR' },
        { productId: 'B-2', quantity: 1, price: null, currency: null },
      ],
    },
  ],
  [
    'a message through an advertisement',
    {
      type: 'text',
      text: { body: 'Is it in stock?' },
      referral: {
        source_type: 'ad',
        source_id: '9',
        source_url: 'https://fb.me/x',
        headline: 'Shoes',
        ctwa_clid: 'c',
      },
    },
    'Is it in stock?',
    {
      kind: 'referral',
      source: 'ad',
      sourceId: '9',
      url: 'https://fb.me/x',
      headline: 'Shoes',
      body: null,
      clickId: 'c',
    },
  ],
  ['a sticker', { type: 'sticker', sticker: { id: '7', mime_type: 'image/webp' } }, null, undefined],
  ['a kind that WhatsApp does not deliver', { type: 'unsupported' }, null, undefined],
  [
    'no order at all',
    { type: 'order', order: 7 },
    null,
    { kind: 'order', catalogId: null, note: null, items: [] },
  ],
];

const isPayload = (payload: unknown): boolean => Value.Check(MessagePayload, payload);

t.test('each kind of message has its text and its structured form', async (t) => {
  for (const [name, message, text, payload] of MESSAGES) {
    const content = contentOf({ ...message });
    t.equal(content.text, text, name);
    t.same(content.payload, payload, name);
    if (content.payload !== undefined) t.ok(isPayload(content.payload), `${name} as documented`);
  }
});

t.test('anything is read, within its bounds', async (t) => {
  const type = fc.constantFrom('interactive', 'location', 'contacts', 'order', 'button', 'text', 'referral');
  fc.assert(
    fc.property(type, fc.jsonValue(), fc.jsonValue(), (kind, body, referral) => {
      const { payload } = contentOf({ type: kind, [kind]: body, referral });
      t.ok(payload === undefined || isPayload(payload), JSON.stringify(payload));
    }),
    { numRuns: casesOf(500) },
  );
  const long = 'x'.repeat(5_000);
  const many = Array.from({ length: 500 }, () => ({
    name: { formatted_name: long },
    phones: Array.from({ length: 300 }, () => ({ phone: long })),
  }));
  const { payload } = contentOf({ type: 'contacts', contacts: many });
  t.ok(isPayload(payload));
});

t.test('edits and revocations are no messages', async (t) => {
  const at = '1772535600';
  const read = (field: string, value: object) =>
    parseWhatsAppWebhook({
      entry: [{ changes: [{ field, value: { metadata: { phone_number_id: '106' }, ...value } }] }],
    });
  const from = { from: '919800000001', id: 'wamid.N', timestamp: at };
  const edit = {
    original_message_id: 'wamid.1',
    message: { context: { id: 'wamid.1' }, type: 'text', text: { body: 'at five' } },
  };
  const messages = [
    { ...from, type: 'edit', edit },
    { ...from, type: 'revoke', revoke: { original_message_id: 'wamid.2' } },
    { ...from, type: 'revoke', revoke: {} },
  ];
  const of = { accountId: '106', address: '919800000001', at: 1_772_535_600_000 };
  t.match(read('messages', { messages }), {
    messages: [{ content: { type: 'revoke' } }],
    amendments: [
      { ...of, kind: 'edited', originalId: 'wamid.1', text: 'at five' },
      { ...of, kind: 'revoked', originalId: 'wamid.2' },
    ],
  });
  const echo = { ...from, to: '+919800000001', type: 'edit', edit };
  t.match(read('smb_message_echoes', { message_echoes: [echo] }), {
    echoes: [],
    ignored: ['echo of type edit'],
  });
});
