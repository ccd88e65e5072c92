/** A conversation is analysed when it has fallen silent, and again after the next silence, each for one charge. */
import t from 'tap';
import type { ConversationAnalysis } from '../../../schemas/analysis/conversation-analysis.js';
import type { AnalysisRunResource } from '../../../schemas/analysis/run.js';
import type { AnalysisSettings } from '../../../schemas/analysis/settings.js';
import type { MemoryEntry } from '../../../schemas/contacts/memory.js';
import type { ConversationResource } from '../../../schemas/conversations/conversation.js';
import type { SubscriptionResource } from '../../../schemas/events/subscription.js';
import { refusalOf } from '../../../testkit/api/client.js';
import { createAgent, createCategory, createContact } from '../../../testkit/api/resources.js';
import { startReceiver } from '../../../testkit/servers/receiver.js';
import { connectWhatsApp, startTestMeta } from '../../../testkit/service/meta.js';
import { parley } from '../../../testkit/service/parley-process.js';
import { startWorld } from '../../../testkit/service/world.js';
import { until } from '../../../testkit/until.js';

const ACCOUNT = '106540352242922';
const CUSTOMER = '14155550901';
const PRICE = 2_000;
/** The shortest silence is a minute. */
const SILENT_MS = 100_000;

t.setTimeout(400_000);

/** What the offline model answers about a conversation: it follows the script in the criterion. */
const settings = (guests: number, remembered: object = {}): AnalysisSettings => ({
  criteria: [
    {
      key: 'booked',
      description: `A table is booked. Otherwise, say “${JSON.stringify({
        summary: 'Books a table.',
        sentiment: 'positive',
        requests: [{ request: 'call_back', at: null, turns: [1] }],
        criteria: { booked: { verdict: 'met', reason: 'Said so.', turns: [1] } },
        fields: { guests: { value: guests, turns: [1] } },
        ...remembered,
      })}”.`,
    },
  ],
  fields: { type: 'object', properties: { guests: { type: 'integer' } } },
});

const meta = await startTestMeta(t);
const receiver = await startReceiver(t);
const world = await startWorld(t, { ...meta.env, PARLEY_DEVELOPMENT: '1' });
await connectWhatsApp(world, world.businessId, ACCOUNT);
const client = world.client();
const agent = await createAgent(client, {
  channel: 'whatsapp',
  name: 'Ann',
  instructions: 'You are Ann.',
});
await client.patch('/api/v1/channels/assignments', {
  channel: 'whatsapp',
  phoneNumberId: ACCOUNT,
  aiAgentId: agent.id,
  autoReplyEnabled: false,
});
const contactId = await createContact(client, {
  name: 'Grace',
  mobile: `+${CUSTOMER}`,
  categoryIds: [await createCategory(client, 'Guests')],
});
const path = `/api/v1/agents/${agent.id}`;
const answers = async () => (await meta.sent()).sent.filter(({ to }) => to === CUSTOMER).length;
/** A customer writes, and the backend of the business answers. */
const converse = async (text: string): Promise<void> => {
  const before = await answers();
  await meta.write({ accountId: ACCOUNT, from: CUSTOMER, text });
  await until('the message is there', async () => (await conversations())[0]?.lastMessage?.text === text);
  await client.post('/api/v1/messages', {
    channel: 'whatsapp',
    phoneNumberId: ACCOUNT,
    to: `+${CUSTOMER}`,
    type: 'text',
    text: 'Done.',
  });
  await until('it is answered', async () => (await answers()) === before + 1);
};
const conversations = async (query = '') =>
  (await client.get<{ conversations: ConversationResource[] }>(`/api/v1/conversations?${query}`))
    .conversations;
interface Read {
  readonly conversation: ConversationResource;
  readonly analysis: ConversationAnalysis | null;
}
const read = async (): Promise<Read> => {
  const [found] = await conversations();
  if (found === undefined) throw new Error('there is no conversation');
  return client.get<Read>(`/api/v1/conversations/${found.id}`);
};
const admin = (...args: readonly string[]) =>
  parley(['admin', 'business', ...args, '--business', world.businessId, '--data-dir', world.dataDir]);
const isCharged = (analyses: number) => async (): Promise<boolean> =>
  (await admin('show')).chargedMicrocredits === analyses * PRICE;

t.test('a conversation that goes on is in no run', async (t) => {
  await converse('a table for two please');
  await client.post(`${path}/analysis`, { analysis: settings(2) });
  const run = (body: object) => client.post<AnalysisRunResource>(`${path}/analysis-runs`, body);
  t.match(await run({ mode: 'estimate', of: 'conversations' }), { calls: 0 }, 'the conversation goes on');
});

t.test('a conversation is analysed after each silence, and each episode is charged once', async (t) => {
  const subscriber = {
    channel: 'whatsapp',
    phoneNumberId: ACCOUNT,
    callbackUrl: `${receiver.url}/analysed`,
    events: ['conversation.analyzed'],
  };
  const subscriptions = '/api/v1/webhook-subscriptions';
  const { signingSecret, subscription } = await client.post<{
    signingSecret: string;
    subscription: SubscriptionResource;
  }>(subscriptions, subscriber);
  t.equal(subscription.externalAutomation, false, 'it leaves the answering to the agent');
  const events = ['conversation.analyzed', 'whatsapp.message.received'];
  t.match(await refusalOf(client.post(subscriptions, { ...subscriber, events })), {
    details: [{ path: '/externalAutomation', message: 'is required on whatsapp' }],
  });
  t.match(await refusalOf(client.patch(`${subscriptions}/${subscription.id}`, { events })), {
    details: [{ path: '/events/1' }],
  });
  receiver.secret('/analysed', signingSecret);
  t.match(await admin('conversation-analysis', '--on', '--silence-minutes', '1'), {
    conversationAnalysis: true,
    silenceMinutes: 1,
    priceMicrocredits: PRICE,
  });
  await client.post(`${path}/analysis`, { analysis: settings(4) });
  await converse('a table for four please');
  t.match(await read(), { conversation: { outcome: null }, analysis: null });
  await until('it is analysed', async () => (await read()).analysis?.status === 'completed', SILENT_MS);
  const { conversation, analysis } = await read();
  t.match(conversation.outcome, { success: true, sentiment: 'positive', requests: ['call_back'] });
  const evidence = [{ messageId: analysis?.firstMessageId, at: /^\d{4}-/ }];
  t.match(analysis, {
    findings: {
      summary: 'Books a table.',
      requests: [{ request: 'call_back', evidence }],
      criteria: [{ key: 'booked', verdict: 'met', evidence }],
      fields: [{ key: 'guests', value: 4, evidence }],
    },
    analysisRunId: null,
    lastMessageId: conversation.lastMessage?.messageId,
  });
  t.equal((await conversations('success=true&request=call_back')).length, 1);
  t.same(await conversations('success=false'), []);
  await until('the subscriber is notified', () => receiver.on('/analysed').length === 1);
  t.match(receiver.on('/analysed')[0]?.body, {
    eventType: 'conversation.analyzed',
    conversationId: conversation.id,
    analysis: { success: true, findings: { fields: [{ key: 'guests', value: 4 }] } },
  });

  await converse('one guest more');
  await until(
    'the new episode is analysed',
    async () => {
      const latest = (await read()).analysis;
      return latest?.status === 'completed' && latest.firstMessageId !== analysis?.firstMessageId;
    },
    SILENT_MS,
  );
  await until('both are charged', isCharged(2));
});

t.test('a run analyses the latest episode again with new settings', async (t) => {
  const run = (body: object) => client.post<AnalysisRunResource>(`${path}/analysis-runs`, body);
  await client.post(`${path}/analysis`, { analysis: settings(5) });
  const estimate = await run({ mode: 'estimate', of: 'conversations' });
  t.match(estimate, { of: 'conversations', calls: 1, maxChargeMicrocredits: PRICE });
  const { analysisRunId, maxChargeMicrocredits } = estimate;
  await run({ mode: 'confirm', analysisRunId, maxChargeMicrocredits });
  await until('the run has ended', async () => (await read()).analysis?.analysisRunId === analysisRunId);
  t.match((await read()).analysis?.findings?.fields, [{ key: 'guests', value: 5 }]);
  t.match(await run({ mode: 'estimate', of: 'conversations' }), { calls: 0 }, 'nothing is paid twice');
  await until('the run is charged', isCharged(3));
});

t.test('what was written is remembered of the contact, with its messages', async (t) => {
  await client.post(`${path}/memory`, { memory: { enabled: true } });
  const remembered = { facts: [{ fact: 'Comes with a child.', turns: [1] }], promises: [], kept: [] };
  await client.post(`${path}/analysis`, { analysis: settings(5, remembered) });
  const run = (body: object) => client.post<AnalysisRunResource>(`${path}/analysis-runs`, body);
  const { analysisRunId, maxChargeMicrocredits } = await run({ mode: 'estimate', of: 'conversations' });
  await run({ mode: 'confirm', analysisRunId, maxChargeMicrocredits });
  await until('the run has ended', async () => (await read()).analysis?.analysisRunId === analysisRunId);
  const { conversation, analysis } = await read();
  const { entries } = await client.get<{ entries: MemoryEntry[] }>(`/api/v1/contacts/${contactId}/memory`);
  t.match(
    entries.find(({ kind }) => kind === 'fact'),
    {
      text: 'Comes with a child.',
      source: {
        type: 'conversation',
        id: conversation.id,
        evidence: [{ messageId: analysis?.firstMessageId }],
      },
    },
  );
  t.ok(entries.some(({ kind, source }) => kind === 'summary' && source.type === 'conversation'));
});
