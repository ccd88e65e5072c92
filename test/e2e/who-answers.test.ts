/** One owner of a conversation, through the real service: the agent, an external backend or a human, never two. */
import t from 'tap';
import type { AgentResource } from '../../schemas/agent.js';
import type { SubscriptionResource } from '../../schemas/subscription.js';
import { ApiError } from '../../testkit/api-client.js';
import { connectWhatsApp, startTestMeta } from '../../testkit/meta.js';
import { startReceiver } from '../../testkit/receiver.js';
import { until } from '../../testkit/until.js';
import { startWorld } from '../../testkit/world.js';

const ACCOUNT = '106540352242922';
/** Longer than an agent waits for more, and thinks, ms. */
const SILENCE_MS = 3_000;

t.setTimeout(120_000);

t.test('who answers', async (t) => {
  const meta = await startTestMeta(t);
  const receiver = await startReceiver(t);
  const world = await startWorld(t, { ...meta.env, PARLEY_DEVELOPMENT: '1', PARLEY_RECONCILE_MS: '6000' });
  const { businessId } = world;
  await connectWhatsApp(world, businessId, ACCOUNT);
  const client = world.client();
  const ask = <T>(method: string, path: string, body: object): Promise<T> =>
    client.request<T>(method, path, { businessId, ...body });
  const ann = { channel: 'whatsapp', name: 'Ann', instructions: 'Otherwise, say "Ann here.".' };
  const { agent } = await ask<{ agent: AgentResource }>('POST', '/api/v1/agents', ann);
  const assign = (body: object): Promise<unknown> =>
    ask('PATCH', '/api/v1/channels/assignments', {
      channel: 'whatsapp',
      phoneNumberId: ACCOUNT,
      aiAgentId: agent.id,
      ...body,
    });
  const subscribe = (): Promise<{ subscription: SubscriptionResource }> =>
    ask('POST', '/api/v1/webhook-subscriptions', {
      channel: 'whatsapp',
      phoneNumberId: ACCOUNT,
      externalAutomation: true,
      callbackUrl: `${receiver.url}/hook`,
      events: ['whatsapp.message.received'],
    });
  const change = (id: string, status: 'active' | 'paused'): Promise<unknown> =>
    ask('PATCH', `/api/v1/webhook-subscriptions/${id}`, { status });
  const refusal = (work: Promise<unknown>): Promise<readonly [code: string, message: string]> =>
    work.then(
      () => ['none', ''] as const,
      (error: unknown) => {
        if (error instanceof ApiError) return [error.code, error.message] as const;
        throw error;
      },
    );
  const write = (from: string): Promise<string> => meta.write({ accountId: ACCOUNT, from, text: 'Open?' });
  const answersTo = async (digits: string) => (await meta.sent()).sent.filter(({ to }) => to === digits);
  const told = (from: string): boolean =>
    receiver.on('/hook').some(({ body }) => JSON.stringify(body.customer).includes(from));
  const silence = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, SILENCE_MS));

  let hook = '';
  await t.test('beside an agent that answers no backend is let in', async (t) => {
    await assign({ autoReplyEnabled: true });
    const [code, message] = await refusal(subscribe());
    t.equal(code, 'agent_assigned');
    t.match(message, agent.id);
    t.match(message, ACCOUNT);
    await assign({ autoReplyEnabled: false });
    hook = (await subscribe()).subscription.id;
  });

  await t.test('beside a backend no agent is let in, and none is made for it', async (t) => {
    const [code, message] = await refusal(assign({ autoReplyEnabled: true }));
    t.equal(code, 'external_automation_active');
    t.match(message, hook);
    const agents = async (): Promise<number> =>
      (await client.request<{ agents: readonly object[] }>('GET', `/api/v1/agents?businessId=${businessId}`))
        .agents.length;
    const before = await agents();
    const made = refusal(ask('POST', '/api/v1/agents', { ...ann, assignment: {} }));
    t.equal((await made)[0], 'external_automation_active');
    t.equal(await agents(), before);
    await write('14155550101');
    await until('the backend is told', () => told('14155550101'));
    await silence();
    t.same(await answersTo('14155550101'), []);
  });

  await t.test(
    'while the backend is paused the agent answers, and it does not come back beside it',
    async (t) => {
      await change(hook, 'paused');
      await assign({ autoReplyEnabled: true });
      await write('14155550102');
      await until('the agent answers', async () => (await answersTo('14155550102')).length === 1, 20_000);
      t.equal((await refusal(change(hook, 'active')))[0], 'agent_assigned');
      await assign({ humanHandoffActive: true });
      await write('14155550103');
      await silence();
      t.same(await answersTo('14155550103'), [], 'a human has taken over');
      await assign({ autoReplyEnabled: false, humanHandoffActive: false });
    },
  );

  await t.test('of two at the same moment one answers, whoever was let in', async (t) => {
    for (const from of ['14155550104', '14155550105', '14155550106']) {
      const [assigned, resumed] = await Promise.all([
        refusal(assign({ autoReplyEnabled: true })),
        refusal(change(hook, 'active')),
      ]);
      t.ok(assigned[0] === 'none' || resumed[0] === 'none', 'somebody is let in');
      await write(from);
      if (resumed[0] === 'none') {
        await until('the backend is told', () => told(from));
        await silence();
        t.same(await answersTo(from), [], 'the backend answers');
      } else await until('the agent answers', async () => (await answersTo(from)).length === 1, 20_000);
      await assign({ autoReplyEnabled: false });
      await change(hook, 'paused');
    }
  });

  await t.test('the backend is told that a human has taken over', async (t) => {
    await change(hook, 'active');
    const handedOver = async (from: string, humanHandoffActive: boolean): Promise<unknown> => {
      await assign({ humanHandoffActive });
      await write(from);
      await until('the backend is told', () => told(from));
      return receiver.on('/hook').at(-1)?.body.humanHandoffActive;
    };
    t.equal(await handedOver('14155550107', true), true);
    t.equal(await handedOver('14155550108', false), false);
  });
});
