/** A business in the middle of its day: with something on every page of its console. */
import type { CONSOLE_PAGES } from '../../../schemas/accounts/console-pages.js';
import type { AnalysisSettings } from '../../../schemas/analysis/settings.js';
import type { CampaignResource } from '../../../schemas/campaigns/campaign.js';
import type { ScenarioResource } from '../../../schemas/simulations/kept-scenario.js';
import type { SimulationRunDetail } from '../../../schemas/simulations/run.js';
import { isSettled } from '../../../testkit/api/client.js';
import { createAgent, createCategory, createContact } from '../../../testkit/api/resources.js';
import { createMetaClient } from '../../../testkit/simulators/meta-client.js';
import { until } from '../../../testkit/until.js';
import type { Place } from './place.js';

export type Pattern = '/' | (typeof CONSOLE_PAGES)[number];

/** The ids in the addresses of pages that show a single item. */
export type Examples = Readonly<Partial<Record<Pattern, string>>>;

const WORDS =
  'You are Ann of the restaurant Bella Vista. When the customer says "book a table", say "With pleasure. For how many people?". When the customer says "two people", say "A table is reserved.". When the customer says "goodbye", say "Goodbye!" and hang up.';
const BOOK = 'I would like to book a table';
/** As many sentences as the API accepts. */
const LONG = [BOOK, ...Array.from({ length: 11 }, () => 'for two people')];

/** What calls of the agent are judged by; the offline model answers with the script in the criterion. */
const OUTCOME: AnalysisSettings = {
  criteria: [
    {
      key: 'table_booked',
      description: `A table is booked. Otherwise, say “${JSON.stringify({
        summary: 'The customer books a table for two people.',
        sentiment: 'positive',
        requests: [{ request: 'call_back', at: '2026-12-01T17:00:00Z', turns: [2] }],
        criteria: { table_booked: { verdict: 'met', reason: 'The agent confirms it.', turns: [2, 4] } },
        fields: { guests: { value: 2, turns: [4] } },
      })}”.`,
    },
  ],
  fields: { type: 'object', properties: { guests: { type: 'integer', description: 'People at the table' } } },
};

/** Starts a call of a simulated caller who says these; resolves with its id. */
const simulatedCall = async (
  { ask }: Place,
  agentId: string,
  sentences: readonly string[],
): Promise<string> =>
  (
    await ask<{ callId: string }>('POST', '/api/v1/console/simulated-calls', {
      agentId,
      says: sentences,
    })
  ).callId;

/** Contacts, data, a campaign, and calls: one that has ended, one that is busy and a long one that has begun. */
const furnishVoice = async (place: Place): Promise<Examples> => {
  const { api, admin, businessId } = place;
  const categoryId = await createCategory(api, 'Customers');
  const names = [
    'Asha Ré',
    'Björn Lindqvist',
    'Chiara Conti',
    'Dmitri Orlov',
    'Élodie Martin',
    'Farah Haddad',
  ];
  const contacts: string[] = [];
  for (const [index, name] of names.entries())
    contacts.push(
      await createContact(api, { name, mobile: `+1415555020${index}`, categoryIds: [categoryId] }),
    );
  const agent = await createAgent(api, {
    channel: 'voice',
    name: 'Ann of Bella Vista',
    contactCategoryIds: [categoryId],
    instructions: WORDS,
    voiceSettings: { firstGreeting: 'Hello, this is the restaurant Bella Vista. How can I help you?' },
  });
  await api.post(`/api/v1/agents/${agent.id}/analysis`, { analysis: OUTCOME });
  await admin('business', 'call-analysis', '--on', '--business', businessId);
  const orders = await api.post<{ dataSource: { id: string } }>('/api/v1/data-sources', {
    class: 'structured',
    name: 'Orders',
    rows: [
      { mobile: '+14155550200', order: 'A-1', total: 12.5 },
      { mobile: '+14155550201', order: 'A-2', total: 'many' },
    ],
  });
  const { campaign } = await api.post<{ campaign: CampaignResource }>('/api/v1/campaigns', {
    name: 'Renewals of the spring',
    channel: 'voice',
    agentId: agent.id,
    objective: 'Renew contracts.',
    audience: { categoryIds: [categoryId] },
  });
  await api.startCall(agent.id, '+14155550001');
  const ended = await simulatedCall(place, agent.id, [BOOK, 'for two people', 'thank you goodbye']);
  await api.callUntil(ended, isSettled, 120_000);
  await until(
    'the call is analysed',
    async () =>
      (await api.get<{ analysis: { status: string } | null }>(`/api/v1/voice/calls/${ended}`)).analysis
        ?.status === 'completed',
    45_000,
  );
  const live = await simulatedCall(place, agent.id, LONG);
  await api.callUntil(live, ({ transcript }) => transcript.length > 1, 45_000);
  return {
    '/live/{id}': live,
    '/calls/{id}': ended,
    '/agents/{id}': agent.id,
    '/contacts/{id}': contacts[0] ?? '',
    '/data-sources/{id}': orders.dataSource.id,
    '/campaigns/{id}': campaign.id,
  };
};

/** Customers who write, an account on which an agent answers, and a webhook. */
const furnishMessaging = async (place: Place): Promise<Examples> => {
  const { api, ask, service } = place;
  const accountId = '106540352242923';
  const account = { channel: 'whatsapp', accountId, accessToken: 'token-of-a-test' };
  await ask('POST', '/api/v1/console/channel-accounts', account);
  const meta = createMetaClient(service.metaUrl ?? '', service.simulatorToken);
  for (const [from, name, text] of [
    ['14155550301', 'Gita Rao', 'Is the terrace open on Sunday?'],
    [
      '14155550302',
      'Hugo Brandt',
      'I left my umbrella with you yesterday, a black one with a wooden handle.',
    ],
    ['14155550303', 'Ines Duarte', 'A table for six on Friday at eight, please.'],
  ] as const)
    await meta.write({ accountId, from, name, text });
  const list = () =>
    ask<{ conversations: readonly { readonly id: string; readonly name: string | null }[] }>(
      'GET',
      `/api/v1/console/conversations?businessId=${api.businessId}`,
    );
  await until('all of them are listed', async () => (await list()).conversations.length === 3, 45_000);
  const ines = (await list()).conversations.find(({ name }) => name === 'Ines Duarte')?.id ?? '';
  await ask('POST', `/api/v1/console/conversations/${ines}/messages`, {
    text: 'With pleasure, for six. Under which name?',
  });
  await meta.write({ accountId, from: '14155550303', name: 'Ines Duarte', text: 'Duarte, thank you!' });
  const { id: aiAgentId } = await createAgent(api, {
    channel: 'whatsapp',
    name: 'Bella in writing',
    instructions: 'You answer guests of the restaurant Bella Vista.',
  });
  const assignment = { channel: 'whatsapp', aiAgentId, autoReplyEnabled: true };
  await api.request('PATCH', '/api/v1/channels/assignments', { businessId: api.businessId, ...assignment });
  const { subscription } = await api.post<{ subscription: { readonly id: string } }>(
    '/api/v1/webhook-subscriptions',
    { channel: 'campaign', callbackUrl: 'https://8.8.8.8/hooks', events: ['campaign.recipient.ended'] },
  );
  return {
    ...(await furnishSimulations(place, aiAgentId)),
    '/conversations/{id}': ines,
    '/channels/{id}': `whatsapp-${accountId}`,
    '/webhooks/{id}': subscription.id,
  };
};

/** A scenario that was run twice with the agent in writing; resolves with the second run. */
const furnishSimulations = async ({ api }: Place, agentId: string): Promise<Examples> => {
  interface Answered {
    readonly simulationRun: SimulationRunDetail;
  }
  const { scenario } = await api.post<{ scenario: ScenarioResource }>('/api/v1/simulation-scenarios', {
    name: 'Guests of the terrace',
    agentId,
    channel: 'whatsapp',
    scenario: {
      customers: [
        { name: 'Gita is curious', lines: ['Is the terrace open on Sunday?'], runs: 2 },
        { name: 'Hugo is angry', lines: ['Where is my umbrella?', 'That is not good enough.'] },
      ],
      criteria: [
        { name: 'promises no discount', neverSays: 'discount' },
        { name: 'names the opening hours', says: 'open from' },
      ],
    },
  });
  const play = async (more: object): Promise<string> => {
    const body = { scenarioId: scenario.scenarioId, agentId };
    const { simulationRun } = await api.post<Answered>('/api/v1/simulation-runs', {
      ...body,
      ...more,
      mode: 'estimate',
    });
    const { simulationRunId, maxChargeMicrocredits } = simulationRun;
    await api.post('/api/v1/simulation-runs', { mode: 'confirm', simulationRunId, maxChargeMicrocredits });
    await until(
      'the simulation has ended',
      async () =>
        (await api.get<Answered>(`/api/v1/simulation-runs/${simulationRunId}`)).simulationRun.status ===
        'completed',
      90_000,
    );
    return simulationRunId;
  };
  await play({});
  const last = await play({
    instructions: 'When the customer says "terrace", say "We are open from noon to midnight.".',
  });
  return { '/agents/{id}/simulations': agentId, '/simulations/{id}': last };
};

/** Creates it all; the long call has just begun. */
const furnishAlerts = async ({ api }: Place): Promise<Examples> => {
  const { alertRule } = await api.post<{ alertRule: { alertRuleId: string } }>('/api/v1/alert-rules', {
    name: 'Too few calls succeed',
    metric: 'success_rate',
    comparison: 'below',
    threshold: 0.7,
  });
  return { '/alerts/{id}': alertRule.alertRuleId };
};

export const furnish = async (place: Place): Promise<Examples> => ({
  ...(await furnishAlerts(place)),
  ...(await furnishMessaging(place)),
  ...(await furnishVoice(place)),
});
