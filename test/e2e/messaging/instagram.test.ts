/** Instagram through the real service and a simulated Meta: messages, comments, reactions and webhooks. */
import t from 'tap';
import type { MessageDeliveryState } from '../../../schemas/channels/message.js';
import type { TimelineItem } from '../../../schemas/conversations/timeline.js';
import { EVENTS_OF, type SubscriptionResource } from '../../../schemas/events/subscription.js';
import { codeOf } from '../../../testkit/api/client.js';
import { contactsWith, createAgent, createCategory, timelineOf } from '../../../testkit/api/resources.js';
import { startReceiver } from '../../../testkit/servers/receiver.js';
import { connectInstagram, startTestMeta } from '../../../testkit/service/meta.js';
import { startWorld } from '../../../testkit/service/world.js';
import { until } from '../../../testkit/until.js';

const ACCOUNT = '17841400000000001';
const PERSON = '990000000000001';
/** The mobile number of the contact that {@link PERSON} becomes. */
const MOBILE = '+14155550190';

t.setTimeout(300_000);

const meta = await startTestMeta(t);
const receiver = await startReceiver(t);
const world = await startWorld(t, { ...meta.env, PARLEY_DEVELOPMENT: '1', PARLEY_RECONCILE_MS: '6000' });
const client = world.client();
await connectInstagram(world, world.businessId, ACCOUNT);
const { subscription, signingSecret } = await client.post<{
  subscription: SubscriptionResource;
  signingSecret: string;
}>('/api/v1/webhook-subscriptions', {
  channel: 'instagram',
  providerAccountId: ACCOUNT,
  externalAutomation: true,
  callbackUrl: `${receiver.url}/hook`,
  events: EVENTS_OF.instagram,
});
receiver.secret('/hook', signingSecret);

const received = (type: string) => receiver.on('/hook').filter(({ body }) => body.eventType === type);
const happens = (event: object): Promise<string> =>
  meta.write({ channel: 'instagram', accountId: ACCOUNT, from: PERSON, event });
const send = (text: string, to = PERSON): Promise<{ messageId: string }> =>
  client.post('/api/v1/messages', {
    channel: 'instagram',
    instagramAccountId: ACCOUNT,
    to,
    type: 'text',
    text,
  });
const state = (messageId: string): Promise<MessageDeliveryState> =>
  client.get(`/api/v1/messages/${messageId}`);

t.test('a comment and a reaction are delivered, and open no window', async (t) => {
  const value = {
    id: '178',
    text: 'do you ship?',
    from: { id: PERSON, username: 'asha.r' },
    media: { id: '42' },
  };
  await meta.write({
    channel: 'instagram',
    accountId: ACCOUNT,
    from: PERSON,
    change: { field: 'comments', value },
  });
  await happens({ reaction: { mid: 'm0', action: 'react', emoji: '❤️' } });
  await happens({ referral: { ref: 'ad-7', source: 'SHORTLINK', type: 'OPEN_THREAD' } });
  await until('all three events', () => receiver.on('/hook').length === 3);
  t.match(received('instagram.comment.received')[0]?.body, {
    instagramAccountId: ACCOUNT,
    channel: 'instagram',
    providerMessageId: '178',
    customer: { instagramId: PERSON, username: 'asha.r' },
    comment: { id: '178', text: 'do you ship?', mediaId: '42', parentId: null },
  });
  t.match(received('instagram.message.reaction')[0]?.body.reaction, {
    emoji: '❤️',
    action: 'react',
    messageId: 'm0',
  });
  t.match(received('instagram.message.referral')[0]?.body.referral, { source: 'SHORTLINK', ref: 'ad-7' });
  t.equal(await codeOf(send('Hello')), 'conversation_window_closed');
});

t.test('a message, its answer and its receipt are delivered', async (t) => {
  await happens({ message: { mid: 'm1', text: 'price?' } });
  await until('the message is delivered', () => received('instagram.message.received').length === 1);
  t.match(received('instagram.message.received')[0]?.body, {
    message: { type: 'text', text: 'price?' },
    providerMessageId: 'm1',
  });
  const { messageId } = await send('It is 499.');
  await until('it is seen', async () => (await state(messageId)).status === 'read');
  t.match(await state(messageId), {
    phoneNumberId: null,
    recipient: PERSON,
    taskStatus: 'done',
    sentAt: /.+/,
    readAt: /.+/,
    participantId: received('instagram.message.received')[0]?.body.participantId,
  });
  await until('the receipt is delivered', () => received('instagram.message.seen').length === 1);
  t.match(received('instagram.message.sent'), [
    { signed: true, body: { messageId, recipient: { instagramId: PERSON }, delivery: { status: 'sent' } } },
  ]);
  t.equal(await codeOf(send('x'.repeat(1_001))), 'validation_failed', 'too many bytes');
  t.equal(await codeOf(send('Hi', '990000000000002')), 'conversation_window_closed');
});

t.test('an echo replaces a lost answer, and a lost request is sent again', async (t) => {
  const sentOf = async (text: string) =>
    (await meta.sent()).sent.filter(({ body }) => JSON.stringify(body).includes(text));
  await meta.faults({ lostAnswer: 1 });
  const lost = await send('answer lost');
  await until('it is seen', async () => (await state(lost.messageId)).status === 'read');
  t.equal((await sentOf('answer lost')).length, 1);
  await meta.faults({ lostRequest: 1 });
  const again = await send('request lost');
  await until('the outcome is unknown', async () => (await state(again.messageId)).taskStatus === 'retrying');
  await meta.faults({});
  await until('it is seen', async () => (await state(again.messageId)).status === 'read', 60_000);
  t.equal((await sentOf('request lost')).length, 1);
});

/** {@link PERSON} comments on a post of ours, or on another comment. */
const comment = (id: string, text: string, parent?: string): Promise<string> =>
  meta.write({
    channel: 'instagram',
    accountId: ACCOUNT,
    from: PERSON,
    change: {
      field: 'comments',
      value: {
        id,
        text,
        from: { id: PERSON, username: 'asha.r' },
        media: { id: '42' },
        ...(parent === undefined ? {} : { parent_id: parent }),
      },
    },
  });
/** What we wrote under a comment. */
const under = async (id: string) =>
  (await meta.sent()).sent.filter(({ to }) => to === id).map(({ body }) => body.message);

/** {@link PERSON} becomes a contact, whose timeline shows the state of an agent's answer; subscribers do not get it. */
const linkPerson = async (participantId: string): Promise<string> => {
  const categoryIds = [await createCategory(client, 'Followers')];
  const path = `/api/v1/channel-participants/${participantId}/link-contact`;
  return (await client.post<{ contact: { id: string } }>(path, { mobile: MOBILE, categoryIds })).contact.id;
};

t.test('an agent answers comments once, under the post, and leaves replies to comments alone', async (t) => {
  const participantId = String(received('instagram.message.received')[0]?.body.participantId);
  const contactId = await linkPerson(participantId);
  const publicAnswers = async (): Promise<readonly TimelineItem[]> =>
    (await timelineOf(client, contactId)).filter(
      (item) => item.type === 'message' && item.messageType === 'comment_reply',
    );
  await client.patch(`/api/v1/webhook-subscriptions/${subscription.id}`, { status: 'paused' });
  const agent = await createAgent(client, {
    channel: 'instagram',
    name: 'Ann',
    instructions: 'When the customer says "do you ship", say "Everywhere.".\nOtherwise, say "Thank you!".',
  });
  await client.patch('/api/v1/channels/assignments', {
    channel: 'instagram',
    providerAccountId: ACCOUNT,
    aiAgentId: agent.id,
    autoReplyEnabled: true,
  });
  await comment('17800000000000101', 'do you ship to Goa?');
  await until('it is on the timeline', async () => (await publicAnswers()).length === 1);
  await until('it is sent', async () => (await under('17800000000000101')).length === 1);
  t.same(await under('17800000000000101'), ['Everywhere.']);
  t.match(await publicAnswers(), [
    { author: 'agent', direction: 'outbound', text: 'Everywhere.', participantId },
  ]);
  await comment('17800000000000102', 'what they said', '17800000000000101');
  await meta.faults({ lostAnswer: 1 });
  await comment('17800000000000103', 'lovely');
  await until('the answer is written', async () => (await under('17800000000000103')).length === 1);
  await meta.faults({});
  const areSent = async (): Promise<boolean> => {
    const answers = await publicAnswers();
    return answers.length === 2 && answers.every((item) => item.type === 'message' && item.status === 'sent');
  };
  await until('the answer is found', areSent, 60_000);
  t.same(await under('17800000000000103'), ['Thank you!'], 'looked up, not written again');
  t.same(await under('17800000000000102'), [], 'people talk among themselves');
});

const sentTo = async (person: string): Promise<readonly string[]> =>
  (await meta.sent()).sent.filter(({ to }) => to === person).map(({ body }) => JSON.stringify(body));
/** A person writes, and waits for each answer. */
const talk = async (person: string, ...texts: readonly string[]): Promise<void> => {
  for (const text of texts) {
    const before = (await sentTo(person)).length;
    const message = { mid: `mid-${person}-${before}`, text };
    await meta.write({ channel: 'instagram', accountId: ACCOUNT, from: person, event: { message } });
    await until('the agent answers', async () => (await sentTo(person)).length > before, 20_000);
  }
};
/** The items of a timeline that say that its contact gave a number. */
const givenMobiles = async (contactId: string): Promise<readonly TimelineItem[]> =>
  (await timelineOf(client, contactId)).filter(({ type }) => type === 'mobile_given');
const people = (mobile: string) => contactsWith(client, mobile);

t.test('an agent that asks for a number links the contact, and does not reveal its name', async (t) => {
  const sources = await client.get<{ dataSources: readonly { id: string; builtIn?: boolean }[] }>(
    '/api/v1/data-sources',
  );
  const agent = await createAgent(client, {
    channel: 'instagram',
    name: 'Bea',
    assignment: {},
    instructions: 'Otherwise, say "Dear {{who}}: what is your mobile number?".',
    dataSourceVariables: [
      {
        alias: 'who',
        sourceId: sources.dataSources.find(({ builtIn }) => builtIn)?.id,
        fieldKey: 'name',
      },
    ],
  });
  t.ok(agent.id);
  await talk('990000000000011', 'price?', 'sure: +1 415 555 0191');
  await until('a contact exists', async () => (await people('+14155550191')).length === 1);
  const [contact] = await people('+14155550191');
  if (contact === undefined) throw new Error('no such contact');
  t.match(contact.categories, [{ name: 'Inbound' }]);
  await until('the timeline says so', async () => (await givenMobiles(contact.id)).length === 1);
  t.match(await givenMobiles(contact.id), [{ channel: 'instagram', mobile: '+14155550191', created: true }]);
  t.equal((await timelineOf(client, contact.id)).length, 5, 'with all earlier messages');

  const [victim] = await people(MOBILE);
  if (victim === undefined) throw new Error('no such contact');
  await talk('990000000000012', 'hello', MOBILE, 'who am I?');
  await until('they are linked', async () => (await givenMobiles(victim.id)).length === 1);
  t.match(await givenMobiles(victim.id), [{ mobile: MOBILE, created: false }]);
  t.equal((await people(MOBILE)).length, 1);
  t.notMatch((await sentTo('990000000000012')).join(), victim.name, 'their identity is not verified');

  await client.request('DELETE', '/api/v1/contacts', {
    businessId: world.businessId,
    contactIds: [contact.id],
  });
  await until('the contact is gone', async () => (await people('+14155550191')).length === 0);
  await talk('990000000000011', 'still there?');
  await until('a contact exists again', async () => (await people('+14155550191')).length === 1);
  t.not((await people('+14155550191'))[0]?.id, contact.id);
});
