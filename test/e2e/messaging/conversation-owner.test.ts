/** One owner of a conversation, through the real service: the agent, an external backend or a human, never two. */
import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';
import type { SubscriptionResource } from '../../../schemas/events/subscription.js';
import { codeOf, refusalOf } from '../../../testkit/api/client.js';
import { createAgent } from '../../../testkit/api/resources.js';
import { startReceiver } from '../../../testkit/servers/receiver.js';
import { connectWhatsApp, startTestMeta } from '../../../testkit/service/meta.js';
import { startWorld } from '../../../testkit/service/world.js';
import { until } from '../../../testkit/until.js';

const ACCOUNT = '106540352242922';
/** Longer than an agent waits for further messages and thinks, ms. */
const SILENCE_MS = 3_000;
const ANN = { channel: 'whatsapp', name: 'Ann', instructions: 'Otherwise, say "Ann here.".' };

t.setTimeout(120_000);

const meta = await startTestMeta(t);
const receiver = await startReceiver(t);
const world = await startWorld(t, { ...meta.env, PARLEY_DEVELOPMENT: '1', PARLEY_RECONCILE_MS: '6000' });
await connectWhatsApp(world, world.businessId, ACCOUNT);
const client = world.client();
const agent = await createAgent(client, ANN);

const assign = (body: object): Promise<unknown> =>
  client.patch('/api/v1/channels/assignments', {
    channel: 'whatsapp',
    phoneNumberId: ACCOUNT,
    aiAgentId: agent.id,
    ...body,
  });
const subscribe = (): Promise<{ subscription: SubscriptionResource }> =>
  client.post('/api/v1/webhook-subscriptions', {
    channel: 'whatsapp',
    phoneNumberId: ACCOUNT,
    externalAutomation: true,
    callbackUrl: `${receiver.url}/hook`,
    events: ['whatsapp.message.received'],
  });
const change = (id: string, status: 'active' | 'paused'): Promise<unknown> =>
  client.patch(`/api/v1/webhook-subscriptions/${id}`, { status });
const write = (from: string): Promise<string> => meta.write({ accountId: ACCOUNT, from, text: 'Open?' });
const answersTo = async (digits: string) => (await meta.sent()).sent.filter(({ to }) => to === digits);
const isNotified = (from: string): boolean =>
  receiver.on('/hook').some(({ body }) => JSON.stringify(body.customer).includes(from));

/** The backend's subscription, once it is accepted. */
let hook = '';

t.test('a backend is refused while an agent answers', async (t) => {
  await assign({ autoReplyEnabled: true });
  const refused = await refusalOf(subscribe());
  t.equal(refused?.code, 'agent_assigned');
  t.match(refused?.message, agent.id);
  t.match(refused?.message, ACCOUNT);
  await assign({ autoReplyEnabled: false });
  hook = (await subscribe()).subscription.id;
});

t.test('an agent is refused while a backend answers, and none is created for it', async (t) => {
  const refused = await refusalOf(assign({ autoReplyEnabled: true }));
  t.equal(refused?.code, 'external_automation_active');
  t.match(refused?.message, hook);
  const agents = async (): Promise<number> =>
    (await client.get<{ agents: readonly object[] }>('/api/v1/agents')).agents.length;
  const before = await agents();
  t.equal(await codeOf(createAgent(client, { ...ANN, assignment: {} })), 'external_automation_active');
  t.equal(await agents(), before);
  await write('14155550101');
  await until('the backend is notified', () => isNotified('14155550101'));
  await delay(SILENCE_MS);
  t.same(await answersTo('14155550101'), []);
});

t.test('the agent answers while the backend is paused, which then cannot resume', async (t) => {
  await change(hook, 'paused');
  await assign({ autoReplyEnabled: true });
  await write('14155550102');
  await until('the agent answers', async () => (await answersTo('14155550102')).length === 1, 20_000);
  t.equal(await codeOf(change(hook, 'active')), 'agent_assigned');
  await assign({ humanHandoffActive: true });
  await write('14155550103');
  await delay(SILENCE_MS);
  t.same(await answersTo('14155550103'), [], 'a human has taken over');
  await assign({ autoReplyEnabled: false, humanHandoffActive: false });
});

t.test('only one answers if both are enabled at the same moment', async (t) => {
  for (const from of ['14155550104', '14155550105', '14155550106']) {
    const [assigned, resumed] = await Promise.all([
      codeOf(assign({ autoReplyEnabled: true })),
      codeOf(change(hook, 'active')),
    ]);
    t.ok(assigned === 'none' || resumed === 'none', 'one of them is accepted');
    await write(from);
    if (resumed === 'none') {
      await until('the backend is notified', () => isNotified(from));
      await delay(SILENCE_MS);
      t.same(await answersTo(from), [], 'the backend answers');
    } else await until('the agent answers', async () => (await answersTo(from)).length === 1, 20_000);
    await assign({ autoReplyEnabled: false });
    await change(hook, 'paused');
  }
});

t.test('the backend is notified that a human has taken over', async (t) => {
  await change(hook, 'active');
  const notifiedHandoff = async (from: string, humanHandoffActive: boolean): Promise<unknown> => {
    await assign({ humanHandoffActive });
    await write(from);
    await until('the backend is notified', () => isNotified(from));
    return receiver.on('/hook').at(-1)?.body.humanHandoffActive;
  };
  t.equal(await notifiedHandoff('14155550107', true), true);
  t.equal(await notifiedHandoff('14155550108', false), false);
});
