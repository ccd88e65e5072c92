/** What a channel's answers mean for a message, a file or an account, and what an unanswered request leaves open. */
import { pino } from 'pino';
import t, { type Test } from 'tap';
import { createInstagram } from '../../../providers/channels/instagram/index.js';
import { parseInstagramWebhook } from '../../../providers/channels/instagram/webhook.js';
import type { MessagingChannel, OutboundContent } from '../../../providers/channels/messaging-channel.js';
import { createWhatsApp } from '../../../providers/channels/whatsapp/index.js';
import { NOWHERE, startScriptedApi } from '../scripted-api.js';

const silent = pino({ level: 'silent' });
const account = { accountId: '17841400000000001', token: 'token' };
const text: OutboundContent = { type: 'text', text: 'Hello' };
const comment = { id: '178', mediaId: null, text: 'Price?' };
const reply: OutboundContent = { type: 'comment_reply', comment, text: 'It is $5.' };
const message = (content: OutboundContent, again = false) => ({
  to: '919800000001',
  content,
  correlation: 'c1.m1',
  again,
});

const options = (apiBaseUrl: string) => ({
  apiBaseUrl,
  appSecret: 'secret',
  verifyToken: 'v',
  timeoutMs: 5_000,
});
const whatsapp = (url: string): MessagingChannel => createWhatsApp(options(url), silent);
const instagram = (url: string): MessagingChannel => createInstagram(options(url), silent);
const CHANNELS = { whatsapp, instagram };

type Answer = Parameters<typeof startScriptedApi>[1];

const at = async (t: Test, make: (url: string) => MessagingChannel, answer: Answer) => {
  const api = await startScriptedApi(t, answer);
  return { channel: make(api.url), received: api.received };
};

const signal = (): AbortSignal => AbortSignal.timeout(10_000);

for (const [name, make] of Object.entries(CHANNELS)) {
  t.test(
    `${name}: a message without an answer may have been sent; an unsent one may be repeated`,
    async (t) => {
      const lost = await at(t, make, () => 'lost');
      t.same(await lost.channel.send(account, message(text), signal()), { is: 'unknown' });
      const odd = await at(t, make, () => ({ status: 200, body: { messages: [] } }));
      t.same(await odd.channel.send(account, message(text), signal()), { is: 'unknown' });
      t.match(await make(NOWHERE).send(account, message(text), signal()), {
        is: 'postponed',
        code: 'channel_unreachable',
      });
    },
  );

  t.test(`${name}: an account is usable, refused, or not known to be either`, async (t) => {
    const usable = await at(t, make, () => ({
      status: 200,
      body: {
        username: 'shop',
        name: 'The Shop',
        display_phone_number: '+1 555 0100',
        verified_name: 'The Shop',
        quality_rating: 'GREEN',
      },
    }));
    t.same(
      await usable.channel.checkAccount(account, signal()),
      name === 'whatsapp'
        ? { is: 'usable', name: 'The Shop', username: null, phoneNumber: '+1 555 0100', quality: 'GREEN' }
        : { is: 'usable', name: 'The Shop', username: 'shop', phoneNumber: null, quality: null },
    );
    const refused = await at(t, make, () => ({ status: 401, body: { error: { code: 190 } } }));
    t.match(await refused.channel.checkAccount(account, signal()), {
      is: 'refused',
      failure: { code: 'channel_credentials_invalid' },
    });
    for (const answer of ['lost', { status: 200 }, { status: 500 }] as const) {
      const { channel } = await at(t, make, () => answer);
      t.same(await channel.checkAccount(account, signal()), { is: 'unknown' }, JSON.stringify(answer));
    }
  });

  t.test(`${name}: a message counts as read only once the channel says so`, async (t) => {
    const answered = { address: '919800000001', providerMessageId: 'm1' };
    const fine = await at(t, make, () => ({ status: 200, body: { success: true } }));
    t.equal(await fine.channel.markRead(account, answered, signal()), true);
    t.match(fine.received[0]?.body, name === 'whatsapp' ? /"status":"read"/ : /"sender_action":"mark_seen"/);
    for (const answer of ['lost', { status: 400 }] as const) {
      const { channel } = await at(t, make, () => answer);
      t.equal(await channel.markRead(account, answered, signal()), false);
    }
  });

  t.test(`${name}: media without an address cannot be fetched`, async (t) => {
    const source = { providerMediaId: null, mimeType: 'image/png' };
    t.match(await make(NOWHERE).fetchMedia(account, source, 10, signal()), {
      type: 'refused',
      failure: { code: 'media_unavailable' },
    });
  });

  t.test(`${name}: only signed deliveries and the agreed token are accepted`, async (t) => {
    const channel = make(NOWHERE);
    t.ok(channel.verifyToken('v'));
    t.notOk(channel.verifyToken('w'));
    t.notOk(channel.verifyWebhook(Buffer.from('{}'), 'sha256=00'));
  });
}

t.test('whatsapp: a comment cannot be answered, nor a template listed without an answer', async (t) => {
  t.match(await whatsapp(NOWHERE).send(account, message(reply), signal()), {
    is: 'refused',
    failure: { code: 'message_rejected' },
  });
  t.same(await whatsapp(NOWHERE).listTemplates(account, signal()), { is: 'unreachable' });
  const refusing = await at(t, whatsapp, () => ({ status: 401, body: { error: { code: 190 } } }));
  t.match(await refusing.channel.listTemplates(account, signal()), {
    is: 'refused',
    failure: { code: 'channel_credentials_invalid' },
  });
  const failing = await at(t, whatsapp, () => ({ status: 500, body: { error: { code: 1 } } }));
  t.same(await failing.channel.listTemplates(account, signal()), { is: 'unreachable' });
});

t.test('whatsapp: an image has a caption only if there is one, and a user ID is no number', async (t) => {
  const { channel, received } = await at(t, whatsapp, () => ({
    status: 200,
    body: { messages: [{ id: 'wamid.1' }] },
  }));
  const image = (caption: string | null): OutboundContent => ({
    type: 'image',
    mediaId: 'm1',
    providerMediaId: 'p1',
    caption,
  });
  t.same(await channel.send(account, message(image('A menu')), signal()), {
    is: 'accepted',
    providerMessageId: 'wamid.1',
  });
  await channel.send(account, { ...message(image(null)), to: 'US.1234abcd' }, signal());
  const [first, second] = received.map(({ body }): unknown => JSON.parse(body));
  t.match(first, { to: '919800000001', image: { id: 'p1', caption: 'A menu' } });
  t.match(second, { recipient: 'US.1234abcd' });
  t.notMatch(second, { to: /./ });
  t.same(JSON.parse(received[1]?.body ?? '').image, { id: 'p1' });
});

t.test('whatsapp: a file is uploaded, refused, or to be tried later', async (t) => {
  const file = { bytes: new Uint8Array(1), mimeType: 'image/png', fileName: 'a.png' };
  for (const [answer, type] of [
    [{ status: 200, body: { id: 'p1' } }, 'uploaded'],
    [{ status: 400, body: { error: { code: 131_026 } } }, 'refused'],
    [{ status: 500, body: { error: { code: 131_016 } } }, 'failed'],
    [{ status: 500 }, 'failed'],
    ['lost', 'failed'],
  ] as const) {
    const { channel } = await at(t, whatsapp, () => answer);
    t.match(await channel.uploadFile(account, file, signal()), { type }, JSON.stringify(answer));
  }
});

t.test('whatsapp: media is unknown, too large, or to be tried later', async (t) => {
  const source = { providerMediaId: 'p1', mimeType: null };
  for (const [answer, expected] of [
    [{ status: 400, body: { error: { code: 100 } } }, { failure: { code: 'media_unavailable' } }],
    [
      { status: 500, body: {} },
      { type: 'failed', code: 'channel_failed' },
    ],
    [
      { status: 200, body: {} },
      { type: 'failed', code: 'channel_failed' },
    ],
    ['lost', { type: 'failed', code: 'channel_unreachable' }],
    [
      { status: 200, body: { url: 'https://lookaside.fbsbx.com/a', file_size: 11 } },
      { failure: { code: 'media_too_large' } },
    ],
  ] as const) {
    const { channel } = await at(t, whatsapp, () => answer);
    t.match(await channel.fetchMedia(account, source, 10, signal()), expected, JSON.stringify(answer));
  }
});

t.test('instagram: templates, images and files are refused without a request', async (t) => {
  const channel = instagram(NOWHERE);
  const template: OutboundContent = { type: 'template', name: 'a', languageCode: 'en' };
  t.match(await channel.send(account, message(template), signal()), {
    failure: { code: 'message_rejected' },
  });
  t.match(await channel.listTemplates(account, signal()), { failure: { code: 'message_rejected' } });
  const file = { bytes: new Uint8Array(1), mimeType: 'image/png', fileName: 'a.png' };
  t.same(await channel.uploadFile(account, file, signal()), { type: 'failed' });
});

t.test('instagram: a reply to a comment that is repeated first looks for the earlier one', async (t) => {
  const sends = async (listed: readonly object[], again = true, status = 200) => {
    const { channel, received } = await at(t, instagram, ({ method }) =>
      method === 'GET' ? { status, body: { data: listed } } : { status: 200, body: { id: 'new' } },
    );
    const sent = await channel.send(account, message(reply, again), signal());
    return { sent, methods: received.map(({ method }) => method), received };
  };
  const first = await sends([], false);
  t.same(first.sent, { is: 'accepted', providerMessageId: 'new' });
  t.same(first.methods, ['POST'], 'the first attempt does not look');
  t.same(JSON.parse(first.received[0]?.body ?? ''), { message: 'It is $5.' });
  const ours = { id: 'old', text: 'It is $5.', from: { id: account.accountId } };
  t.same((await sends([{ id: 'x', text: 'Other' }, ours])).sent, {
    is: 'accepted',
    providerMessageId: 'old',
  });
  t.same((await sends([{ id: 'old', text: 'It is $5.' }])).sent, {
    is: 'accepted',
    providerMessageId: 'old',
  });
  const theirs = { ...ours, from: { id: '99' } };
  t.same(
    (await sends([theirs])).sent,
    { is: 'accepted', providerMessageId: 'new' },
    'the same words of another',
  );
  const blind = await sends([], true, 500);
  t.match(blind.sent, { is: 'postponed', code: 'channel_unreachable' });
  t.same(blind.methods, ['GET'], 'nothing is sent without knowing');
  const refusing = await at(t, instagram, () => ({ status: 401, body: { error: { code: 190 } } }));
  t.match(await refusing.channel.send(account, message(reply), signal()), { is: 'refused' });
});

t.test('instagram: events of unknown form are ignored, and facts that are absent stay null', async (t) => {
  const delivery = (event: object, time: unknown = 1_772_535_600) =>
    parseInstagramWebhook({ entry: [{ id: account.accountId, time, ...event }] });
  const direct = (facts: object, from = '99') =>
    delivery({ messaging: [{ sender: { id: from }, recipient: { id: '88' }, timestamp: 5, ...facts }] });
  t.same(delivery({ changes: [{ field: 'mentions' }, {}] }).ignored, ['field mentions', 'field unknown']);
  t.match(direct({ message: { mid: 'm', attachments: [{}] } }).messages, [
    { content: { type: 'unknown', media: null } },
  ]);
  t.match(direct({ message: { mid: 'm', is_echo: true, attachments: [{}] } }).echoes, [
    { type: 'unknown', address: '88' },
  ]);
  t.match(direct({ message: { mid: 'm', text: 'Hi' } }, account.accountId).echoes, [
    { type: 'text', text: 'Hi' },
  ]);
  t.match(direct({ reaction: { mid: 'm', emoji: '❤' } }).messages, [
    { providerMessageId: 'm:react:5', content: { type: 'reaction', details: { action: 'react' } } },
  ]);
  t.match(direct({ referral: { ref: 'ad-1' } }).messages, [
    { content: { details: { source: null, type: null, ref: 'ad-1' } }, opensWindow: false },
  ]);
  const comments = [1_772_535_600, 1_772_535_600_000, null].map((time) => {
    const value = { id: 'c1', text: 'Price?', from: { id: '99', username: 'ann' } };
    return delivery({ changes: [{ field: 'comments', value }] }, time).messages[0]?.sentAt;
  });
  t.same(comments, [1_772_535_600_000, 1_772_535_600_000, 0], 'seconds or ms');
});
