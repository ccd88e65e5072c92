/** Humans who answer in the channels' own apps: shown as humans, left alone by the agent, never mistaken for us. */
import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';
import {
  contactsWith,
  createAgent,
  createCategory,
  createContact,
  timelineOf,
} from '../../../testkit/api/resources.js';
import { connectInstagram, connectWhatsApp, startTestMeta } from '../../../testkit/service/meta.js';
import { startWorld } from '../../../testkit/service/world.js';
import { until } from '../../../testkit/until.js';

const ACCOUNT = '106540352242922';
const SHOP = '17841400000000001';
const PERSON = '990000000000001';
/** Longer than an agent takes for its answer, ms. */
const SILENCE_MS = 2_500;

t.setTimeout(120_000);

const meta = await startTestMeta(t);
const world = await startWorld(t, { ...meta.env, PARLEY_RECONCILE_MS: '6000' });
const client = world.client();
await connectWhatsApp(world, world.businessId, ACCOUNT);
await connectInstagram(world, world.businessId, SHOP);

const assign = (body: object): Promise<unknown> => client.patch('/api/v1/channels/assignments', body);
/** Has an agent answer on the account. */
const staff = async (channel: string, account: object): Promise<void> => {
  const instructions = 'Otherwise, say "I am Ann.".';
  const { id: aiAgentId } = await createAgent(client, { channel, name: 'Ann', instructions });
  await assign({ channel, ...account, aiAgentId, autoReplyEnabled: true });
};
await staff('whatsapp', { phoneNumberId: ACCOUNT });
await staff('instagram', { providerAccountId: SHOP });
const categoryIds = [await createCategory(client, 'Regulars')];

const sentTo = async (to: string): Promise<number> =>
  (await meta.sent()).sent.filter((message) => message.to === to).length;
const contactId = async (mobile: string): Promise<string> =>
  (await contactsWith(client, mobile))[0]?.id ?? '';
/** Authors and texts, the oldest first. */
const timeline = async (id: string): Promise<readonly (readonly [string, string | null])[]> =>
  (await timelineOf(client, id))
    .toReversed()
    .map((item) => (item.type === 'message' ? [item.author, item.text] : ['', null]));

t.test('a human reply on WhatsApp is on the timeline, and the agent keeps out', async (t) => {
  const write = (from: string, text: string) => meta.write({ accountId: ACCOUNT, from, text });
  await write('14155550801', 'hello');
  await until('the agent answers', async () => (await sentTo('14155550801')) === 1, 20_000);
  const id = await contactId('+14155550801');
  // The provider's times are in seconds: the next message must have a later one.
  const answeredBy = Math.floor(Date.now() / 1_000);
  await until('a later second', () => Date.now() / 1_000 >= answeredBy + 1);
  await meta.type({ accountId: ACCOUNT, to: '+14155550801', text: 'This is Bob.', id: 'wamid.bob' });
  await meta.type({ accountId: ACCOUNT, to: '+14155550801', text: 'This is Bob.', id: 'wamid.bob' });
  await until('the reply is there', async () => (await timeline(id)).length === 3);
  t.same(await timeline(id), [
    ['customer', 'hello'],
    ['agent', 'I am Ann.'],
    ['human', 'This is Bob.'],
  ]);
  await write('14155550801', 'thanks Bob');
  await write('14155550802', 'hello');
  await until('others are answered', async () => (await sentTo('14155550802')) === 1, 20_000);
  await delay(SILENCE_MS);
  t.equal(await sentTo('14155550801'), 1, 'Bob answers here');
  await assign({ channel: 'whatsapp', phoneNumberId: ACCOUNT, humanHandoffActive: false });
  await write('14155550801', 'is somebody there?');
  await until('the agent is back', async () => (await sentTo('14155550801')) === 2, 20_000);
});

t.test('a first message from the app is on the timeline of the contact with the number', async (t) => {
  const ada = await createContact(client, { name: 'Ada', mobile: '+14155550803', categoryIds });
  await meta.type({ accountId: ACCOUNT, to: '14155550803', text: 'Your table is ready.' });
  await until('it is there', async () => (await timeline(ada)).length === 1);
  t.same(await timeline(ada), [['human', 'Your table is ready.']]);
});

/** A message as the API shows it. */
const messageState = (messageId: string): Promise<{ status: string; conversationId: string }> =>
  client.get(`/api/v1/messages/${messageId}`);

t.test('a human reply on Instagram takes over, and our messages are not listed twice', async (t) => {
  const write = (mid: string, text: string) =>
    meta.write({ channel: 'instagram', accountId: SHOP, from: PERSON, event: { message: { mid, text } } });
  await write('m1', 'hello');
  await until('the agent answers', async () => (await sentTo(PERSON)) === 1, 20_000);
  await until('nothing is pending', async () => (await meta.sent()).pending === 0);
  await meta.faults({ lostAnswer: 1 });
  const { messageId } = await client.post<{ messageId: string }>('/api/v1/messages', {
    channel: 'instagram',
    instagramAccountId: SHOP,
    to: PERSON,
    type: 'text',
    text: 'We open at nine.',
  });
  await until('its echo confirms it', async () => (await messageState(messageId)).status === 'read');
  await meta.faults({});
  await write('m2', 'and on sunday?');
  await until('our own echoes do not silence the agent', async () => (await sentTo(PERSON)) === 3, 20_000);
  await until('nothing is pending', async () => (await meta.sent()).pending === 0);
  await meta.type({ channel: 'instagram', accountId: SHOP, to: PERSON, text: 'Bob here.', id: 'mid.bob' });
  await until('it is delivered', async () => (await meta.sent()).pending === 0);
  await write('m3', 'hi Bob');
  await delay(SILENCE_MS);
  t.equal(await sentTo(PERSON), 3, 'Bob answers');
  const { conversationId } = await messageState(messageId);
  const participants = `/api/v1/channel-participants/${conversationId}/link-contact`;
  const linked = await client.post<{ contact: { id: string } }>(participants, {
    mobile: '+14155550804',
    name: 'Grace',
    categoryIds,
  });
  const authors = async (): Promise<readonly string[]> =>
    (await timeline(linked.contact.id)).map(([author]) => author).toSorted();
  await until('all messages are on the timeline', async () => (await authors()).length === 7);
  t.same(await authors(), ['agent', 'agent', 'api', 'customer', 'customer', 'customer', 'human']);
});
