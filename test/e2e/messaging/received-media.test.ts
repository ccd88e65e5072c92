/** Media of customers, through the real service and a simulated Meta: fetched, delivered, served by signed links. */
import { createHash } from 'node:crypto';
import t from 'tap';
import type { ReceivedMedia } from '../../../schemas/conversations/media.js';
import type { TimelineItem } from '../../../schemas/conversations/timeline.js';
import { contactsWith, timelineOf } from '../../../testkit/api/resources.js';
import { seededBytes } from '../../../testkit/seeded.js';
import { startReceiver } from '../../../testkit/servers/receiver.js';
import { connectInstagram, connectWhatsApp, startTestMeta } from '../../../testkit/service/meta.js';
import { startWorld } from '../../../testkit/service/world.js';
import { until } from '../../../testkit/until.js';

const ACCOUNT = '106540352242922';
const SHOP = '17841400000000001';
const PERSON = '990000000000001';

t.setTimeout(120_000);

const meta = await startTestMeta(t);
const receiver = await startReceiver(t);
const world = await startWorld(t, { ...meta.env, PARLEY_DEVELOPMENT: '1' });
const client = world.client();
await connectWhatsApp(world, world.businessId, ACCOUNT);
await connectInstagram(world, world.businessId, SHOP);
for (const [path, subscription] of [
  ['/whatsapp', { channel: 'whatsapp', phoneNumberId: ACCOUNT, events: ['whatsapp.message.received'] }],
  ['/instagram', { channel: 'instagram', providerAccountId: SHOP, events: ['instagram.message.received'] }],
] as const) {
  const { signingSecret } = await client.post<{ signingSecret: string }>('/api/v1/webhook-subscriptions', {
    externalAutomation: true,
    callbackUrl: `${receiver.url}${path}`,
    ...subscription,
  });
  receiver.secret(path, signingSecret);
}

const received = (path: string, eventId: string) =>
  receiver.on(path).filter(({ body, signed }) => signed && body.eventId === eventId);
const mediaIn = (body: Readonly<Record<string, unknown>> | undefined): ReceivedMedia => {
  const { message }: { message?: { media?: ReceivedMedia } } = body ?? {};
  if (message?.media === undefined) throw new Error(`no media in ${JSON.stringify(body)}`);
  return message.media;
};
const receivedMedia = async (path: string, eventId: string): Promise<ReceivedMedia> => {
  await until(`${eventId} is delivered`, () => received(path, eventId).length > 0, 20_000);
  return mediaIn(received(path, eventId)[0]?.body);
};
const download = async (url: string | null): Promise<{ status: number; bytes: Buffer; type: string }> => {
  const response = await fetch(url ?? '');
  return {
    status: response.status,
    type: response.headers.get('content-type') ?? '',
    bytes: Buffer.from(await response.arrayBuffer()),
  };
};
const writeMedia = async (
  type: string,
  mimeType: string,
  bytes: Buffer,
  facts: object = {},
): Promise<string> => {
  const { id } = await meta.media(mimeType, bytes);
  const content = { type, [type]: { id, mime_type: mimeType, ...facts } };
  return meta.write({ accountId: ACCOUNT, from: '14155550701', name: 'Asha', content });
};
const timeline = async (): Promise<readonly TimelineItem[]> =>
  timelineOf(client, (await contactsWith(client, '+14155550701'))[0]?.id ?? '');

t.test('an image can be downloaded by the links of its webhook and of the timeline', async (t) => {
  const bytes = seededBytes(1, 300_000);
  const id = await writeMedia('image', 'image/jpeg', bytes, { caption: 'the receipt' });
  const media = await receivedMedia('/whatsapp', id);
  t.match(received('/whatsapp', id)[0]?.body, { message: { type: 'image', text: 'the receipt' } });
  t.match(media, {
    status: 'ready',
    mimeType: 'image/jpeg',
    sizeBytes: bytes.length,
    fileName: null,
    failure: null,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  });
  const day = Date.parse(media.urlExpiresAt ?? '') - Date.now();
  t.ok(day > 23 * 3_600_000 && day <= 24 * 3_600_000, 'valid for a day');
  t.ok(Date.parse(media.keptUntil ?? '') - Date.now() > 29 * 86_400_000, 'kept for a month');
  const got = await download(media.url);
  t.match(got, { status: 200, type: 'image/jpeg' });
  t.ok(got.bytes.equals(bytes));
  await until('it is on the timeline', async () => (await timeline()).length === 1);
  const [item] = await timeline();
  const shown = item?.type === 'message' ? item.media : null;
  t.match(shown, { id: media.id, status: 'ready', sizeBytes: bytes.length });
  t.ok(Date.parse(shown?.urlExpiresAt ?? '') - Date.now() <= 5 * 60_000);
  t.ok((await download(shown?.url ?? null)).bytes.equals(bytes));
});

t.test('every type is fetched, with the file name that the customer gave', async (t) => {
  for (const [type, mimeType, facts] of [
    ['audio', 'audio/ogg; codecs=opus', { voice: true }],
    ['video', 'video/mp4', {}],
    ['document', 'application/pdf', { filename: 'Rechnung 17.pdf' }],
    ['sticker', 'image/webp', {}],
  ] as const) {
    const bytes = seededBytes(mimeType.length, 1_000);
    const media = await receivedMedia('/whatsapp', await writeMedia(type, mimeType, bytes, facts));
    t.match(media, { status: 'ready', mimeType, fileName: 'filename' in facts ? facts.filename : null });
    t.ok((await download(media.url)).bytes.equals(bytes), type);
  }
});

t.test('media that is too large or unknown is delivered with the reason', async (t) => {
  const large = await receivedMedia(
    '/whatsapp',
    await writeMedia('sticker', 'image/webp', seededBytes(3, 1_048_577)),
  );
  t.match(large, { status: 'failed', url: null, failure: { code: 'media_too_large', message: /smaller/ } });
  const content = { type: 'image', image: { id: '999', mime_type: 'image/png' } };
  const id = await meta.write({ accountId: ACCOUNT, from: '14155550701', content });
  t.match(await receivedMedia('/whatsapp', id), { status: 'failed', failure: { code: 'media_unavailable' } });
});

t.test('media that is late is delivered in order, with a link that becomes valid', async (t) => {
  await meta.faults({ media: 1 });
  const bytes = seededBytes(4, 5_000);
  const id = await writeMedia('image', 'image/png', bytes);
  const next = await meta.write({ accountId: ACCOUNT, from: '14155550701', text: 'did you get it?' });
  await until('both are delivered', () => received('/whatsapp', next).length > 0, 20_000);
  const ids = receiver.on('/whatsapp').map(({ body }) => body.eventId);
  t.ok(ids.indexOf(id) < ids.indexOf(next), 'in order');
  const media = mediaIn(received('/whatsapp', id)[0]?.body);
  t.match(media, { status: 'pending', sizeBytes: null, failure: null });
  await meta.faults({});
  await until('the link is valid', async () => (await download(media.url)).status === 200, 60_000);
  t.ok((await download(media.url)).bytes.equals(bytes));
});

t.test('each file of a message on Instagram is a separate message', async (t) => {
  const [image, video] = [seededBytes(5, 2_000), seededBytes(6, 3_000)];
  const attachments = [
    { type: 'image', payload: { url: (await meta.media('image/jpeg', image)).url } },
    { type: 'video', payload: { url: (await meta.media('video/mp4', video)).url } },
    { type: 'image', payload: { url: 'http://169.254.169.254/latest/meta-data' } },
  ];
  await meta.write({
    channel: 'instagram',
    accountId: SHOP,
    from: PERSON,
    event: { message: { mid: 'm1', text: 'like these', attachments } },
  });
  for (const [eventId, bytes, mimeType] of [
    ['m1', image, 'image/jpeg'],
    ['m1:1', video, 'video/mp4'],
  ] as const) {
    const media = await receivedMedia('/instagram', eventId);
    t.match(media, { status: 'ready', mimeType, sizeBytes: bytes.length });
    t.ok((await download(media.url)).bytes.equals(bytes));
  }
  t.match(received('/instagram', 'm1')[0]?.body.message, { type: 'image', text: 'like these' });
  t.match(await receivedMedia('/instagram', 'm1:2'), {
    status: 'failed',
    failure: { code: 'media_address_not_allowed' },
  });
});

t.test('a service that dies while it fetches media fetches it after a restart', async (t) => {
  await meta.faults({ media: 1 });
  const bytes = seededBytes(7, 4_000);
  const id = await writeMedia('image', 'image/png', bytes);
  await until('it is on the timeline', async () =>
    (await timeline()).some((item) => item.type === 'message' && item.media?.status === 'pending'),
  );
  await world.kill();
  await meta.faults({});
  await world.restart();
  const media = await receivedMedia('/whatsapp', id);
  await until('the media is there', async () => (await download(media.url)).status === 200, 60_000);
  t.ok((await download(media.url)).bytes.equals(bytes));
});
