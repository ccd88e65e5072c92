/** Files, places, reactions and interactive messages sent to the simulated Meta: the exact bodies, and what Meta refuses. */
import { pino } from 'pino';
import t from 'tap';
import { createInstagram } from '../../../providers/channels/instagram/index.js';
import type { OutboundContent } from '../../../providers/channels/messaging-channel.js';
import { createWhatsApp } from '../../../providers/channels/whatsapp/index.js';
import { startMeta } from '../../../simulators/meta/meta.js';
import { createMetaClient } from '../../../testkit/simulators/meta-client.js';

const account = { accountId: '106540352242922', token: 'token-of-a-test' };
const logger = pino({ level: 'silent' });
const meta = await startMeta({ port: 0, seed: 1 });
t.teardown(() => meta.close());
const control = createMetaClient(meta.url);
const options = { apiBaseUrl: meta.url, appSecret: 's', verifyToken: 'v' };
const whatsapp = createWhatsApp(options, logger);
const instagram = createInstagram(options, logger);
const signal = (): AbortSignal => AbortSignal.timeout(5_000);
const send = (channel: typeof whatsapp, content: OutboundContent) =>
  channel.send(account, { to: '14155550601', content, correlation: 'c', again: false }, signal());
const upload = async (mimeType: string): Promise<string> => {
  const file = { bytes: Buffer.from('a'), mimeType, fileName: 'a' };
  const uploaded = await whatsapp.uploadFile(account, file, signal());
  return uploaded.type === 'uploaded' ? uploaded.providerMediaId : uploaded.type;
};
const pdf = await upload('application/pdf');
const mp4 = await upload('video/mp4');
const ogg = await upload('audio/ogg');
const file = (
  type: 'document' | 'video' | 'audio',
  id: string,
  caption: string | null,
  fileName: string | null,
) => ({ type, mediaId: 'm', providerMediaId: id, caption, fileName }) as const;
const customers = await control.write({ accountId: account.accountId, from: '14155550601', text: 'Hello' });

const buttons = [
  { id: 'y', title: 'Yes' },
  { id: 'n', title: 'No' },
];
const sections = [
  { title: 'Morning', rows: [{ id: '9', title: '9:00', description: 'With Ann' }] },
  { title: 'Evening', rows: [{ id: '18', title: '18:00' }] },
];
const BODIES: readonly (readonly [OutboundContent, object])[] = [
  [
    file('document', pdf, 'Yours', 'bill.pdf'),
    { type: 'document', document: { id: pdf, caption: 'Yours', filename: 'bill.pdf' } },
  ],
  [file('video', mp4, null, null), { type: 'video', video: { id: mp4 } }],
  [file('audio', ogg, null, null), { type: 'audio', audio: { id: ogg } }],
  [
    { type: 'location', location: { latitude: 52.5, longitude: 13.4, name: 'Shop', address: 'Main St 1' } },
    { type: 'location', location: { latitude: 52.5, longitude: 13.4, name: 'Shop', address: 'Main St 1' } },
  ],
  [
    { type: 'reaction', reaction: { providerMessageId: customers, emoji: '👍' } },
    { type: 'reaction', reaction: { message_id: customers, emoji: '👍' } },
  ],
  [
    { type: 'reaction', reaction: { providerMessageId: customers, emoji: '' } },
    { type: 'reaction', reaction: { message_id: customers, emoji: '' } },
  ],
  [
    {
      type: 'interactive',
      interactive: { kind: 'buttons', header: 'H', body: 'At four?', footer: 'F', buttons },
    },
    {
      type: 'interactive',
      interactive: {
        type: 'button',
        header: { type: 'text', text: 'H' },
        body: { text: 'At four?' },
        footer: { text: 'F' },
        action: {
          buttons: [
            { type: 'reply', reply: { id: 'y', title: 'Yes' } },
            { type: 'reply', reply: { id: 'n', title: 'No' } },
          ],
        },
      },
    },
  ],
  [
    { type: 'interactive', interactive: { kind: 'list', body: 'When?', button: 'Times', sections } },
    {
      type: 'interactive',
      interactive: { type: 'list', body: { text: 'When?' }, action: { button: 'Times', sections } },
    },
  ],
  [
    {
      type: 'interactive',
      interactive: { kind: 'link', body: 'Pay', label: 'Pay now', url: 'https://a.example' },
    },
    {
      type: 'interactive',
      interactive: {
        type: 'cta_url',
        body: { text: 'Pay' },
        action: { name: 'cta_url', parameters: { display_text: 'Pay now', url: 'https://a.example' } },
      },
    },
  ],
];

t.test('WhatsApp gets each kind in the format of the Cloud API', async (t) => {
  for (const [content, expected] of BODIES) {
    t.match(await send(whatsapp, content), { is: 'accepted' }, JSON.stringify(expected));
    const { sent } = await control.sent();
    const { messaging_product, recipient_type, to, biz_opaque_callback_data, ...body } =
      sent.at(-1)?.body ?? {};
    t.same(body, expected);
    t.same(
      [messaging_product, recipient_type, to, biz_opaque_callback_data],
      ['whatsapp', 'individual', '14155550601', 'c'],
    );
  }
});

t.test('Meta refuses what exceeds its limits', async (t) => {
  const four = Array.from({ length: 4 }, (_, index) => ({ id: `${index}`, title: `${index}` }));
  const rows = Array.from({ length: 11 }, (_, index) => ({ id: `${index}`, title: `${index}` }));
  const refused: readonly OutboundContent[] = [
    { type: 'interactive', interactive: { kind: 'buttons', body: 'a', buttons: four } },
    {
      type: 'interactive',
      interactive: { kind: 'buttons', body: 'a', buttons: [{ id: 'a', title: 'x'.repeat(21) }] },
    },
    { type: 'interactive', interactive: { kind: 'list', body: 'a', button: 'b', sections: [{ rows }] } },
    { type: 'interactive', interactive: { kind: 'link', body: 'a', label: 'b', url: 'ftp://a.example' } },
    { type: 'location', location: { latitude: 91, longitude: 0 } },
    { type: 'reaction', reaction: { providerMessageId: 'wamid.other', emoji: '👍' } },
    file('video', pdf, null, null),
    file('document', '1', null, null),
  ];
  for (const content of refused)
    t.match(await send(whatsapp, content), { is: 'refused' }, JSON.stringify(content));
});

t.test('Instagram gets quick replies, link buttons and addresses of media', async (t) => {
  const cases: readonly (readonly [OutboundContent, object])[] = [
    [
      { type: 'interactive', interactive: { kind: 'buttons', body: 'At four?', buttons } },
      {
        text: 'At four?',
        quick_replies: [
          { content_type: 'text', title: 'Yes', payload: 'y' },
          { content_type: 'text', title: 'No', payload: 'n' },
        ],
      },
    ],
    [
      {
        type: 'interactive',
        interactive: { kind: 'link', body: 'Pay', label: 'Pay now', url: 'https://a.example' },
      },
      {
        attachment: {
          type: 'template',
          payload: {
            template_type: 'button',
            text: 'Pay',
            buttons: [{ type: 'web_url', url: 'https://a.example', title: 'Pay now' }],
          },
        },
      },
    ],
    [
      { type: 'linked_media', media: { kind: 'video', url: 'https://a.example/a.mp4' } },
      { attachment: { type: 'video', payload: { url: 'https://a.example/a.mp4' } } },
    ],
  ];
  for (const [content, message] of cases) {
    t.match(await send(instagram, content), { is: 'accepted' });
    const { sent } = await control.sent();
    t.same(sent.at(-1)?.body.message, message);
  }
  const none: readonly OutboundContent[] = [
    { type: 'interactive', interactive: { kind: 'list', body: 'When?', button: 'Times', sections } },
    { type: 'location', location: { latitude: 1, longitude: 1 } },
  ];
  for (const content of none)
    t.match(await send(instagram, content), { is: 'refused', failure: { code: 'message_rejected' } });
  t.match(
    await send(whatsapp, { type: 'linked_media', media: { kind: 'image', url: 'https://a.example' } }),
    {
      is: 'refused',
    },
  );
});

t.test('marks a conversation as read', async (t) => {
  const message = { address: '14155550601', providerMessageId: customers };
  t.ok(await whatsapp.markRead(account, message, signal()));
  t.match(await control.shown(), [{ target: customers, action: 'read' }]);
  t.notOk(await whatsapp.markRead(account, { ...message, providerMessageId: 'wamid.other' }, signal()));
});
