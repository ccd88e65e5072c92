/** WhatsApp through the real service and a simulated Meta: customers write, become contacts, are answered in order. */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';
import type { MessageDeliveryState, MessageSendResult } from '../../../schemas/channels/message.js';
import type { ContactResource } from '../../../schemas/contacts/contact.js';
import type { MediaResource } from '../../../schemas/conversations/media.js';
import { codeOf } from '../../../testkit/api/client.js';
import { contactsWith, createAgent, timelineOf } from '../../../testkit/api/resources.js';
import { connectWhatsApp, startTestMeta } from '../../../testkit/service/meta.js';
import { startWorld } from '../../../testkit/service/world.js';
import { until } from '../../../testkit/until.js';
import { ONLY_IN_FULL_RUN } from '../../support/full-run.js';

const ACCOUNT = '106540352242922';
const OTHER_ACCOUNT = '106540352242933';
/** A grey pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==';
/** Longer than an agent takes for its answer, ms. */
const SILENCE_MS = 2_500;

t.setTimeout(150_000);

const meta = await startTestMeta(t);
const world = await startWorld(t, { ...meta.env, PARLEY_RECONCILE_MS: '6000' });
const { businessId } = world;
await connectWhatsApp(world, businessId, ACCOUNT);
await connectWhatsApp(world, businessId, OTHER_ACCOUNT, 'expired');
const client = world.client();

const contactOf = (mobile: string): Promise<ContactResource> =>
  until('the customer is a contact', async () => (await contactsWith(client, mobile))[0]);
const send = (to: string, body: object, key?: string): Promise<MessageSendResult> =>
  client.post('/api/v1/messages', { phoneNumberId: ACCOUNT, to, type: 'text', ...body }, key);
const state = (messageId: string): Promise<MessageDeliveryState> =>
  client.get(`/api/v1/messages/${messageId}`);
const reaches = async (
  messageId: string,
  status: string,
  timeoutMs = 20_000,
): Promise<MessageDeliveryState> => {
  const isThere = async (): Promise<boolean> => (await state(messageId)).status === status;
  await until(`the message is ${status}`, isThere, timeoutMs);
  return state(messageId);
};
const sentTo = async (digits: string) => (await meta.sent()).sent.filter(({ to }) => to === digits);
const contactsSource = async (): Promise<string> => {
  const { dataSources } = await client.get<{
    dataSources: readonly { id: string; name: string; builtIn?: boolean }[];
  }>('/api/v1/data-sources');
  return dataSources.find(({ builtIn }) => builtIn === true)?.id ?? '';
};

t.test('a customer who writes first becomes a contact with a timeline', async (t) => {
  const first = { accountId: ACCOUNT, from: '14155550101', name: 'Asha Ré' };
  await meta.write({ ...first, text: 'Is it in stock?', id: 'wamid.first' });
  const contact = await contactOf('+14155550101');
  t.match(contact, { name: 'Asha Ré', mobile: '+14155550101', categories: [{ name: 'Inbound' }] });
  // The provider repeats itself.
  await meta.write({ ...first, text: 'Is it in stock?', id: 'wamid.first' });
  await meta.write({
    ...first,
    content: { type: 'location', location: { latitude: 1, longitude: 2, name: 'Harbour' } },
  });
  await meta.write({ ...first, content: { type: 'hologram', hologram: { body: 7 } } });
  await until('all messages are there', async () => (await timelineOf(client, contact.id)).length === 3);
  const items = await timelineOf(client, contact.id);
  t.match(
    items.map((item) => (item.type === 'message' ? [item.direction, item.messageType, item.text] : [])),
    [
      ['inbound', 'hologram', null],
      ['inbound', 'location', 'Harbour\n1, 2'],
      ['inbound', 'text', 'Is it in stock?'],
    ],
  );
  const { rollups } = await contactOf('+14155550101');
  t.match(rollups.whatsapp, { count: 3, lastOutcome: 'received' });
});

t.test('answers are sent in order, and tracked until they are read', async (t) => {
  const sent: MessageSendResult[] = [];
  for (const text of ['Yes, 4 left.', 'Shall I keep one?', 'Für Sie – 早い'])
    sent.push(await send('+14155550101', { text }));
  t.match(sent[0], { queued: true, providerMessageRef: null, taskRef: /.+/, correlationId: /.+/ });
  for (const { messageId } of sent) await reaches(messageId, 'read');
  const taken = await sentTo('14155550101');
  t.same(
    taken.map(({ body }) => body.text),
    [{ body: 'Yes, 4 left.' }, { body: 'Shall I keep one?' }, { body: 'Für Sie – 早い' }].map((text) => ({
      preview_url: false,
      ...text,
    })),
  );
  const last = await state(sent[2]?.messageId ?? '');
  t.match(last, {
    businessId,
    phoneNumberId: ACCOUNT,
    recipient: '+14155550101',
    type: 'text',
    taskStatus: 'done',
    providerMessageId: taken[2]?.id,
    providerStatus: 'read',
    failedAt: null,
    failure: null,
  });
  t.ok(last.sentAt !== null && last.deliveredAt !== null && last.readAt !== null);
  const { rollups, id } = await contactOf('+14155550101');
  t.match(rollups.whatsapp, { count: 6, lastOutcome: 'read' });
  t.match((await timelineOf(client, id))[0], {
    direction: 'outbound',
    text: 'Für Sie – 早い',
    status: 'read',
  });
});

t.test('a repeated request sends nothing twice', async (t) => {
  const key = randomUUID();
  const before = (await sentTo('14155550101')).length;
  const results = await Promise.all([1, 2, 3].map(() => send('+14155550101', { text: 'Once.' }, key)));
  t.equal(new Set(results.map(({ messageId }) => messageId)).size, 1);
  await reaches(results[0]?.messageId ?? '', 'read');
  t.equal((await sentTo('14155550101')).length, before + 1);
});

t.test('images are checked, uploaded once, and sent', async (t) => {
  const image = { phoneNumberId: ACCOUNT, mediaType: 'image', mimeType: 'image/png' };
  const upload = (body: object): Promise<MediaResource> =>
    client.post<MediaResource>('/api/v1/media', { ...image, fileName: 'a.png', ...body });
  const uploaded = await upload({ contentBase64: PNG });
  const again = await upload({ contentBase64: PNG, fileName: 'b.png' });
  t.equal(again.providerMediaId, uploaded.providerMediaId, 'the same bytes');
  t.match(uploaded, { contentSha256: /^[0-9a-f]{64}$/, mediaType: 'image', mimeType: 'image/png' });
  t.ok(Date.parse(uploaded.expiresAt) - Date.parse(uploaded.uploadedAt) > 29 * 86_400_000);
  for (const [body, code] of [
    [{ contentBase64: PNG, mimeType: 'image/jpeg' }, 'media_content_invalid'],
    [{ contentBase64: 'aGVsbG8=' }, 'media_content_invalid'],
    [{ contentBase64: PNG, phoneNumberId: '1' }, 'channel_account_not_found'],
  ] as const)
    t.equal(await codeOf(upload(body)), code);
  const { messageId } = await send('+14155550101', {
    type: 'image',
    mediaId: uploaded.mediaId,
    caption: 'Front',
  });
  await reaches(messageId, 'read');
  t.match((await sentTo('14155550101')).at(-1)?.body, {
    type: 'image',
    image: { id: uploaded.providerMediaId, caption: 'Front' },
  });
  t.equal(await codeOf(send('+14155550101', { type: 'image', mediaId: randomUUID() })), 'media_not_found');
});

t.test('a message that cannot be sent is refused with the reason', async (t) => {
  t.equal(await codeOf(send('+14155550199', { text: 'Hello?' })), 'conversation_window_closed');
  t.equal(await codeOf(send('+14155550101', {})), 'validation_failed');
  t.equal(await codeOf(send('+14155550101', { text: 'a', caption: 'b' })), 'validation_failed');
  t.equal(await codeOf(send('unknown', { text: 'a' })), 'validation_failed');
  t.equal(await codeOf(send('+14155550101', { text: 'a', phoneNumberId: '7' })), 'channel_account_not_found');
  t.equal(await codeOf(state(randomUUID())), 'message_not_found');
  const contact = await contactOf('+14155550101');
  const path = `/api/v1/contacts/${contact.id}`;
  await client.patch(path, { communicationBlocked: true });
  t.equal(await codeOf(send('+14155550101', { text: 'a' })), 'contact_blocked');
  await client.patch(path, { communicationBlocked: false });
});

t.test('a message of an account whose token has expired fails with that reason', async (t) => {
  await meta.write({ accountId: OTHER_ACCOUNT, from: '14155550102', text: 'Hi' });
  await contactOf('+14155550102');
  const { messageId } = await send('+14155550102', { text: 'Hi.', phoneNumberId: OTHER_ACCOUNT });
  const failed = await reaches(messageId, 'failed');
  t.match(failed, {
    taskStatus: 'failed',
    failure: { code: 'channel_credentials_invalid' },
    sentAt: null,
    failedAt: /.+/,
    providerMessageId: null,
  });
});

t.test(
  'each message arrives once and in order despite faults of the provider',
  { skip: ONLY_IN_FULL_RUN },
  async (t) => {
    await meta.faults({
      throttle: 0.2,
      error: 0.1,
      lostAnswer: 0.2,
      lostRequest: 0.1,
      duplicateStatus: 0.5,
      reorderStatus: 0.5,
    });
    const texts = Array.from({ length: 8 }, (_, index) => `number ${index}`);
    const sent: string[] = [];
    for (const text of texts) sent.push((await send('+14155550101', { text })).messageId);
    for (const messageId of sent) await reaches(messageId, 'read', 90_000);
    await meta.faults({});
    const bodies = (await sentTo('14155550101')).map(({ body }) => JSON.stringify(body.text ?? null));
    t.same(
      bodies.filter((body) => body.includes('number')),
      texts.map((body) => JSON.stringify({ preview_url: false, body })),
    );
    const times = await state(sent[0] ?? '');
    t.ok(times.sentAt !== null && times.deliveredAt !== null, 'late reports fill in their times');
  },
);

t.test('an agent gives one answer to consecutive messages, until a human takes over', async (t) => {
  const agent = await createAgent(client, {
    channel: 'whatsapp',
    name: 'Ann',
    instructions: [
      'When the customer says "and on sunday", say "Sundays too, {{who}}.".',
      'When the customer says "are you open", say "From noon to midnight, {{who}}.".',
      'Otherwise, say "Pardon?".',
    ].join('\n'),
    dataSourceVariables: [{ alias: 'who', sourceId: await contactsSource(), fieldKey: 'name' }],
  });
  const assign = (body: object): Promise<unknown> =>
    client.patch('/api/v1/channels/assignments', {
      channel: 'whatsapp',
      phoneNumberId: ACCOUNT,
      aiAgentId: agent.id,
      ...body,
    });
  await assign({ autoReplyEnabled: true });
  const customer = { accountId: ACCOUNT, from: '14155550103', name: 'Grace' };
  await meta.write({ ...customer, text: 'are you open' });
  await meta.write({ ...customer, text: 'and on sunday' });
  await until('the agent has answered', async () => (await sentTo('14155550103')).length > 0, 20_000);
  const answered = await sentTo('14155550103');
  t.same(
    answered.map(({ body }) => body.text),
    [{ preview_url: false, body: 'Sundays too, Grace.' }],
    'one answer to both',
  );
  const contact = await contactOf('+14155550103');
  t.match((await timelineOf(client, contact.id))[0], { direction: 'outbound', author: 'agent' });

  const takenOver = await client.patch<{ assignment: object }>('/api/v1/channels/assignments', {
    channel: 'whatsapp',
    phoneNumberId: ACCOUNT,
    humanHandoffActive: true,
  });
  t.match(
    takenOver.assignment,
    { aiAgentId: agent.id, autoReplyEnabled: true, humanHandoffActive: true },
    'fields that are not named stay',
  );
  await t.rejects(
    client.patch('/api/v1/agents', {
      agentId: agent.id,
      channel: 'voice',
      name: 'Ann',
      instructions: 'Say "Hello.".',
    }),
    { code: 'agent_in_use' },
    'its channel cannot change while it is assigned',
  );
  await meta.write({ ...customer, text: 'are you open' });
  await until('the message is there', async () => (await timelineOf(client, contact.id)).length === 4);
  await delay(SILENCE_MS);
  t.equal((await sentTo('14155550103')).length, 1, 'a human has taken over');
  await send('+14155550103', { text: 'Hello Grace, this is Bob.' });
  await until('it is sent', async () => (await sentTo('14155550103')).length === 2);
  await assign({ autoReplyEnabled: false });
});

t.test('a deleted contact that writes again is created again, once', async (t) => {
  const customer = { accountId: ACCOUNT, from: '14155550104', name: 'Ida' };
  await meta.write({ ...customer, text: 'before' });
  const first = await contactOf('+14155550104');
  await client.request('DELETE', '/api/v1/contacts', { businessId, contactIds: [first.id] });
  await until('the contact is gone', async () => (await contactsWith(client, '+14155550104')).length === 0);
  const ids = ['wamid.again.1', 'wamid.again.2', 'wamid.again.2'];
  await Promise.all(ids.map((id) => meta.write({ ...customer, text: id, id })));
  const again = await contactOf('+14155550104');
  t.not(again.id, first.id, 'a new contact');
  t.match(again, { name: 'Ida', categories: [{ name: 'Inbound' }] });
  await until('the timeline continues', async () => (await timelineOf(client, again.id)).length === 3);
  const texts = (await timelineOf(client, again.id)).map((item) =>
    item.type === 'message' ? item.text : '',
  );
  t.same(new Set(texts), new Set(['before', 'wamid.again.1', 'wamid.again.2']));
  t.match((await contactOf('+14155550104')).rollups.whatsapp, { count: 3 });
  await meta.write({ ...customer, text: 'and on' });
  await until('the message is there', async () => (await timelineOf(client, again.id)).length === 4);
  t.equal((await contactsWith(client, '+14155550104')).length, 1);
});

t.test('a service that dies sends everything, and nothing twice', async (t) => {
  const sent = await Promise.all(
    Array.from({ length: 6 }, (_, index) => send('+14155550101', { text: `kept ${index}` })),
  );
  await world.kill();
  await world.restart();
  for (const { messageId } of sent) await reaches(messageId, 'read', 60_000);
  const kept = (await sentTo('14155550101')).filter(({ body }) => JSON.stringify(body).includes('kept'));
  t.equal(kept.length, 6);
  t.equal(new Set(kept.map(({ correlation }) => correlation)).size, 6);
});
