/** Humans who answer in the channels' own apps: shown as such, left alone by the agent, and never mistaken for us. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import type { ContactResource } from '../../schemas/contact.js';
import type { TimelineItem } from '../../schemas/timeline.js';
import { connectWhatsApp, startTestMeta } from '../../testkit/meta.js';
import { parley } from '../../testkit/parley-process.js';
import { until } from '../../testkit/until.js';
import { startWorld } from '../../testkit/world.js';

const ACCOUNT = '106540352242922';
const SHOP = '17841400000000001';
const PERSON = '990000000000001';
/** Longer than an agent takes for its answer, ms. */
const SILENCE_MS = 2_500;

t.setTimeout(120_000);

t.test('human replies', async (t) => {
  const meta = await startTestMeta(t);
  const world = await startWorld(t, { ...meta.env, PARLEY_RECONCILE_MS: '6000' });
  const { businessId, dataDir } = world;
  const client = world.client();
  await connectWhatsApp(world, businessId, ACCOUNT);
  const token = join(dataDir, 'token');
  writeFileSync(token, 'token-of-a-test');
  const named = ['--business', businessId, '--channel', 'instagram', '--account', SHOP, '--name', 'Shop'];
  await parley(['admin', 'channel', 'connect', ...named, '--token-file', token, '--data-dir', dataDir]);
  const assign = (body: object): Promise<unknown> =>
    client.request('PATCH', '/api/v1/channels/assignments', { businessId, ...body });
  const agentOf = async (channel: string, account: object): Promise<void> => {
    const { agent } = await client.request<{ agent: { id: string } }>('POST', '/api/v1/agents', {
      businessId,
      channel,
      name: 'Ann',
      instructions: 'Otherwise, say "I am Ann.".',
    });
    await assign({ channel, ...account, aiAgentId: agent.id, autoReplyEnabled: true });
  };
  await agentOf('whatsapp', { phoneNumberId: ACCOUNT });
  await agentOf('instagram', { providerAccountId: SHOP });
  const sentTo = async (to: string): Promise<number> =>
    (await meta.sent()).sent.filter((one) => one.to === to).length;
  const silence = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, SILENCE_MS));
  const contactId = async (mobile: string): Promise<string> => {
    const path = `/api/v1/contacts?businessId=${businessId}&search=${encodeURIComponent(mobile)}`;
    const { contacts } = await client.request<{ contacts: ContactResource[] }>('GET', path);
    return contacts[0]?.id ?? '';
  };
  const timeline = async (id: string): Promise<readonly (readonly [string, string | null])[]> => {
    const path = `/api/v1/contacts/${id}/timeline?businessId=${businessId}`;
    const answer = await client.request<{ timeline: TimelineItem[] }>('GET', path);
    return answer.timeline
      .toReversed()
      .map((item) => (item.type === 'message' ? [item.author, item.text] : ['', null]));
  };

  const { category } = await client.request<{ category: { id: string } }>(
    'POST',
    '/api/v1/contacts/categories',
    { businessId, name: 'Regulars' },
  );
  const conversationOf = async (messageId: string): Promise<string> => {
    const path = `/api/v1/messages/${messageId}?businessId=${businessId}`;
    return (await client.request<{ conversationId: string }>('GET', path)).conversationId;
  };

  await t.test(
    'on WhatsApp it is on the timeline, and the agent leaves that conversation alone',
    async (t) => {
      const write = (from: string, text: string) => meta.write({ accountId: ACCOUNT, from, text });
      await write('14155550801', 'hello');
      await until('the agent answers', async () => (await sentTo('14155550801')) === 1, 20_000);
      const id = await contactId('+14155550801');
      // The provider counts in seconds: the next one is a later one.
      await new Promise((resolve) => setTimeout(resolve, 1_100));
      await meta.type({ accountId: ACCOUNT, to: '+14155550801', text: 'This is Bob.', id: 'wamid.bob' });
      await meta.type({ accountId: ACCOUNT, to: '+14155550801', text: 'This is Bob.', id: 'wamid.bob' });
      await until('it is there', async () => (await timeline(id)).length === 3);
      t.same(await timeline(id), [
        ['customer', 'hello'],
        ['agent', 'I am Ann.'],
        ['human', 'This is Bob.'],
      ]);
      await write('14155550801', 'thanks Bob');
      await write('14155550802', 'hello');
      await until('others are answered', async () => (await sentTo('14155550802')) === 1, 20_000);
      await silence();
      t.equal(await sentTo('14155550801'), 1, 'Bob answers here');
      await assign({ channel: 'whatsapp', phoneNumberId: ACCOUNT, humanHandoffActive: false });
      await write('14155550801', 'is somebody there?');
      await until('the agent is back', async () => (await sentTo('14155550801')) === 2, 20_000);
    },
  );

  await t.test('who writes first in the app is known by the contact of the number', async (t) => {
    const { contact } = await client.request<{ contact: { id: string } }>('POST', '/api/v1/contacts', {
      businessId,
      name: 'Ada',
      mobile: '+14155550803',
      categoryIds: [category.id],
    });
    await meta.type({ accountId: ACCOUNT, to: '14155550803', text: 'Your table is ready.' });
    await until('it is there', async () => (await timeline(contact.id)).length === 1);
    t.same(await timeline(contact.id), [['human', 'Your table is ready.']]);
  });

  await t.test('on Instagram a human’s takes over, and what we sent is not told twice', async (t) => {
    const write = (mid: string, text: string) =>
      meta.write({ channel: 'instagram', accountId: SHOP, from: PERSON, event: { message: { mid, text } } });
    await write('m1', 'hello');
    await until('the agent answers', async () => (await sentTo(PERSON)) === 1, 20_000);
    await until('all is told', async () => (await meta.sent()).pending === 0);
    await meta.faults({ lostAnswer: 1 });
    const { messageId } = await client.request<{ messageId: string }>('POST', '/api/v1/messages', {
      businessId,
      channel: 'instagram',
      instagramAccountId: SHOP,
      to: PERSON,
      type: 'text',
      text: 'We open at nine.',
    });
    const status = async (): Promise<string> =>
      (
        await client.request<{ status: string }>(
          'GET',
          `/api/v1/messages/${messageId}?businessId=${businessId}`,
        )
      ).status;
    await until('it is known by its echo', async () => (await status()) === 'read');
    await meta.faults({});
    await write('m2', 'and on sunday?');
    await until('our own echoes silence nobody', async () => (await sentTo(PERSON)) === 3, 20_000);
    await until('all is told', async () => (await meta.sent()).pending === 0);
    await meta.type({ channel: 'instagram', accountId: SHOP, to: PERSON, text: 'Bob here.', id: 'mid.bob' });
    await until('it is delivered', async () => (await meta.sent()).pending === 0);
    await write('m3', 'hi Bob');
    await silence();
    t.equal(await sentTo(PERSON), 3, 'Bob answers');
    const participants = `/api/v1/channel-participants/${await conversationOf(messageId)}/link-contact`;
    const linked = await client.request<{ contact: { id: string } }>('POST', participants, {
      businessId,
      mobile: '+14155550804',
      name: 'Grace',
      categoryIds: [category.id],
    });
    const authors = async (): Promise<readonly string[]> =>
      (await timeline(linked.contact.id)).map(([author]) => author).toSorted();
    await until('all is on the timeline', async () => (await authors()).length === 7);
    t.same(await authors(), ['agent', 'agent', 'api', 'customer', 'customer', 'customer', 'human']);
  });
});
