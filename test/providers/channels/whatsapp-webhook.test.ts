import t from 'tap';
import { signMeta, verifyMeta } from '../../../providers/channels/meta.js';
import { parseWhatsAppWebhook } from '../../../providers/channels/whatsapp/webhook.js';

const wrap = (value: object): object => ({
  object: 'whatsapp_business_account',
  entry: [
    {
      id: '1',
      changes: [{ field: 'messages', value: { metadata: { phone_number_id: '106' }, ...value } }],
    },
  ],
});
const at = '1772535600';
const message = (body: object): object =>
  wrap({ messages: [{ from: '919800000001', id: 'wamid.1', timestamp: at, ...body }] });
const contentOf = (body: object) => parseWhatsAppWebhook(message(body)).messages[0]?.content;

t.test('the signature matches the vector of the protocol', async (t) => {
  const body = Buffer.from('{"object":"whatsapp_business_account","entry":[]}');
  const signature = 'sha256=0ca28c0f1996234eb6829e59ad3c11a18161f6eb043943d601e420c312432cdf';
  t.equal(signMeta('app-secret-1', body), signature);
  t.ok(verifyMeta('app-secret-1', body, signature));
  t.notOk(verifyMeta('app-secret-1', Buffer.from('{}'), signature));
  t.notOk(verifyMeta('app-secret-2', body, signature));
  for (const damaged of ['', 'sha256=', signature.toUpperCase(), signature.slice(0, -1)])
    t.notOk(verifyMeta('app-secret-1', body, damaged));
});

t.test('keeps the type and the text of every message', async (t) => {
  for (const [body, type, text] of [
    [{ type: 'text', text: { body: 'Is it in stock?' } }, 'text', 'Is it in stock?'],
    [{ type: 'image', image: { id: '7', mime_type: 'image/jpeg', caption: 'receipt' } }, 'image', 'receipt'],
    [{ type: 'audio', audio: { id: '8', voice: true } }, 'audio', null],
    [{ type: 'reaction', reaction: { message_id: 'wamid.0', emoji: '👍' } }, 'reaction', '👍'],
    [
      { type: 'location', location: { latitude: 1, longitude: 2, name: 'Harbour' } },
      'location',
      'Harbour\n1, 2',
    ],
    [
      { type: 'interactive', interactive: { type: 'button_reply', button_reply: { id: 'y', title: 'Yes' } } },
      'interactive',
      'Yes',
    ],
    [
      { type: 'interactive', interactive: { type: 'list_reply', list_reply: { id: '1', title: 'Red' } } },
      'interactive',
      'Red',
    ],
    [{ type: 'button', button: { payload: 'STOP', text: 'Stop' } }, 'button', 'Stop'],
    [{ type: 'order', order: { text: 'please', product_items: [] } }, 'order', 'please'],
    [{ type: 'contacts', contacts: [{ name: { formatted_name: 'Ann' } }] }, 'contacts', 'Ann'],
    [
      { type: 'system', system: { body: 'changed number', type: 'user_changed_number' } },
      'system',
      'changed number',
    ],
    [{ type: 'unsupported', errors: [{ code: 131_051 }] }, 'unsupported', null],
  ] as const)
    t.match(contentOf(body), { type, text }, type);
  t.same(contentOf({ type: 'image', image: { id: '7', mime_type: 'image/jpeg' } })?.media, {
    providerMediaId: '7',
    mimeType: 'image/jpeg',
  });
  t.same(contentOf({ type: 'document', document: { id: '8', filename: `${'x'.repeat(300)}.pdf` } })?.media, {
    providerMediaId: '8',
    mimeType: null,
    fileName: 'x'.repeat(255),
  });
});

t.test('reactions and system notices do not open the conversation window', (t) => {
  const opens = (message: object): boolean | undefined =>
    parseWhatsAppWebhook(
      wrap({ messages: [{ from: '919800000001', id: 'wamid.1', timestamp: '1772535600', ...message }] }),
    ).messages[0]?.opensWindow;
  t.equal(opens({ type: 'reaction', reaction: { message_id: 'wamid.0', emoji: '👍' } }), false);
  t.equal(opens({ type: 'system', system: { body: 'changed number' } }), false);
  t.equal(opens({ type: 'text', text: { body: 'Is it in stock?' } }), true);
  t.equal(opens({ type: 'unsupported' }), true, 'the customer has written something');
  t.end();
});

t.test('identifies the sender by number or by user id, and ignores a message without either', async (t) => {
  const people = [
    { profile: { name: 'Asha R', username: '@asha' }, wa_id: '919800000001', user_id: 'IN.1349' },
  ];
  const from = (change: object) =>
    parseWhatsAppWebhook(
      wrap({
        contacts: people,
        messages: [{ id: 'w', timestamp: at, type: 'text', text: { body: 'a' }, ...change }],
      }),
    );
  t.match(from({ from: '919800000001', from_user_id: 'IN.1349' }).messages[0], {
    accountId: '106',
    address: '919800000001',
    sentAt: 1_772_535_600_000,
    customer: { mobile: '+919800000001', userId: 'IN.1349', username: '@asha', name: 'Asha R' },
  });
  t.match(from({ from_user_id: 'IN.1349' }).messages[0], {
    address: 'IN.1349',
    customer: { mobile: null, whatsappId: null, name: 'Asha R' },
  });
  t.match(from({}), { messages: [], ignored: ['message of type text'] });
});

t.test('reads delivery reports, and maps failures to our codes', async (t) => {
  const status = (change: object) =>
    parseWhatsAppWebhook(
      wrap({ statuses: [{ id: 'wamid.OUT', timestamp: at, recipient_id: '91', ...change }] }),
    ).reports[0];
  t.match(status({ status: 'delivered', biz_opaque_callback_data: 'job-77' }), {
    providerMessageId: 'wamid.OUT',
    progress: 'delivered',
    correlation: 'job-77',
    failure: null,
  });
  t.match(status({ status: 'played' }), { progress: 'read', correlation: null });
  t.match(status({ status: 'failed', errors: [{ code: 131_047, title: 'Re-engagement message' }] }), {
    progress: 'failed',
    failure: { code: 'conversation_window_closed' },
  });
  t.match(status({ status: 'failed', errors: [{ code: 999_999 }] }), {
    failure: { code: 'message_rejected' },
  });
  t.equal(status({ status: 'teleported' }), undefined);
});

t.test('reads echoes of messages that a human typed in the app', async (t) => {
  const echoes = (...message_echoes: object[]) =>
    parseWhatsAppWebhook({
      entry: [
        {
          changes: [
            {
              field: 'smb_message_echoes',
              value: { metadata: { phone_number_id: '106' }, message_echoes },
            },
          ],
        },
      ],
    });
  const typed = { from: '15550783881', to: '+919800000001', id: 'wamid.E', timestamp: at };
  t.same(echoes({ ...typed, type: 'text', text: { body: 'It is 499.' } }).echoes, [
    {
      accountId: '106',
      address: '919800000001',
      providerMessageId: 'wamid.E',
      sentAt: 1_772_535_600_000,
      type: 'text',
      text: 'It is 499.',
    },
  ]);
  t.match(echoes({ ...typed, type: 'image', image: { id: '7', caption: 'here' } }).echoes, [
    { type: 'image', text: 'here' },
  ]);
  t.match(echoes({ ...typed, type: 'reaction', reaction: { emoji: '👍' } }), {
    echoes: [],
    ignored: ['echo of type reaction'],
  });
});

t.test('skips malformed entries', async (t) => {
  for (const body of [
    null,
    7,
    [],
    {},
    { entry: {} },
    { entry: [null, { changes: [{ field: 'flows' }] }] },
    { entry: [{ changes: [{ field: 'smb_message_echoes', value: { message_echoes: [7] } }] }] },
    wrap({ messages: [7] }),
  ])
    t.match(parseWhatsAppWebhook(body), { messages: [], echoes: [], reports: [] });
});
