/** A customer of a campaign requests a call back in a call, is called at that time, and the campaign ends afterwards. */
import t from 'tap';
import type { CampaignResource } from '../../../schemas/campaigns/campaign.js';
import type { CampaignFindings } from '../../../schemas/campaigns/findings.js';
import type { MembershipResource } from '../../../schemas/campaigns/membership.js';
import { refusalOf } from '../../../testkit/api/client.js';
import { createAgent, createCategory, createContact } from '../../../testkit/api/resources.js';
import { parley } from '../../../testkit/service/parley-process.js';
import { SILERO_DETECTOR, startWorld } from '../../../testkit/service/world.js';
import { until } from '../../../testkit/until.js';

const MOBILE = '+14155550188';
const WORDS = 'please call me back later';
/** The time that the customer requests, after the beginning of the test: the first call has ended by then. */
const LATER_MS = 75_000;
const WAIT_MS = 120_000;

t.setTimeout(400_000);

const world = await startWorld(t, { ...SILERO_DETECTOR, PARLEY_DEVELOPMENT: '1' });
const { businessId, network, dataDir } = world;
const client = world.client();
const categoryIds = [await createCategory(client, 'Leads')];
const contactId = await createContact(client, { name: 'Grace', mobile: MOBILE, categoryIds });
const agent = await createAgent(client, {
  channel: 'voice',
  name: 'Ann',
  instructions: `When the customer says "${WORDS}", say "We will.".`,
  contactCategoryIds: categoryIds,
  voiceSettings: { firstGreeting: 'Hello.' },
});
const plan = {
  name: 'Renewals',
  objective: 'Renew.',
  channel: 'voice',
  agentId: agent.id,
  audience: { contactIds: [contactId] },
  settings: { callBacks: { maxPerContact: 1, withinDays: 2 } },
};
const members = async (id: string, query = ''): Promise<readonly MembershipResource[]> =>
  (await client.get<{ memberships: MembershipResource[] }>(`/api/v1/campaigns/${id}/memberships?${query}`))
    .memberships;
const read = async (id: string): Promise<CampaignResource> =>
  (await client.get<{ campaign: CampaignResource }>(`/api/v1/campaigns/${id}`)).campaign;

t.test('a requested call back is planned, made at its time and counted', async (t) => {
  const refused = await refusalOf(client.post('/api/v1/campaigns', plan));
  t.match(refused, { code: 'validation_failed', details: [{ path: '/settings/callBacks' }] });
  await parley([
    'admin',
    'business',
    'call-analysis',
    '--on',
    '--business',
    businessId,
    '--data-dir',
    dataDir,
  ]);

  const at = new Date(Date.now() + LATER_MS).toISOString();
  const found = {
    summary: 'Is to be called back.',
    sentiment: 'neutral',
    requests: [{ request: 'call_back', at, turns: [2] }],
    criteria: { renewed: { verdict: 'not_met', reason: 'Not yet.', turns: [] } },
    fields: {},
  };
  const description = `Renews. Otherwise, say “${JSON.stringify(found)}”.`;
  await client.post(`/api/v1/agents/${agent.id}/analysis`, {
    analysis: { criteria: [{ key: 'renewed', description }], fields: null },
  });
  await network.callee(MOBILE, {
    ringMs: 200,
    steps: [
      { afterSilenceMs: 500, do: { type: 'say', audio: await world.say(WORDS) } },
      { afterSilenceMs: 4_000, do: { type: 'hang_up' } },
    ],
  });
  const { campaign } = await client.post<{ campaign: CampaignResource }>('/api/v1/campaigns', plan);
  await client.patch(`/api/v1/campaigns/${campaign.id}`, { action: 'start' });
  await until(
    'the call-back is planned',
    async () => (await members(campaign.id, 'callBack=planned')).length === 1,
    WAIT_MS,
  );
  t.match(await members(campaign.id), [
    {
      status: 'retry_wait',
      retryAt: at,
      waitingFor: 'call_back',
      attempts: { length: 1 },
      callOutcome: { success: false, requests: ['call_back'] },
      callBack: { requestedAt: at, state: 'planned', reason: null },
    },
  ]);
  t.match(await read(campaign.id), {
    status: 'running',
    currentIteration: { progress: { waitingFor: 'call_back' } },
  });

  await until(
    'the campaign has ended',
    async () => (await read(campaign.id)).status === 'completed',
    WAIT_MS,
  );
  const [member] = await members(campaign.id);
  t.match(member, { status: 'completed', callBack: { state: 'called' }, attempts: { length: 2 } });
  const startedAt = Date.parse(member?.attempts[1]?.startedAt ?? '');
  t.ok(startedAt >= Date.parse(at), 'not before the requested time');
  const { findings } = await client.get<{ findings: CampaignFindings }>(
    `/api/v1/campaigns/${campaign.id}/findings`,
  );
  t.match(findings, {
    complete: true,
    success: { notMet: findings.calls, rate: 0 },
    requests: { call_back: findings.calls },
    criteria: [{ key: 'renewed', notMet: findings.calls }],
    callBacks: { planned: 0, called: 1, declined: 0 },
  });
  t.ok(findings.calls >= 1);
});
