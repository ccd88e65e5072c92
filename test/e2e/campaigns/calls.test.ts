/** Campaigns through the real service: calls, retries, pausing, cancelling, follow-ups, summaries, export. */
import t from 'tap';
import type { VoiceCallSummary } from '../../../schemas/calls/voice-call.js';
import type { ActivityResource } from '../../../schemas/campaigns/activity.js';
import type { CampaignResource, IterationResource } from '../../../schemas/campaigns/campaign.js';
import type { MembershipResource } from '../../../schemas/campaigns/membership.js';
import type { CampaignSummary, SummaryRunResource } from '../../../schemas/campaigns/summary-run.js';
import { codeOf, createApiClient } from '../../../testkit/api/client.js';
import { createAgent, createCategory, createContact } from '../../../testkit/api/resources.js';
import { parley } from '../../../testkit/service/parley-process.js';
import { createTenant } from '../../../testkit/service/tenant.js';
import { startWorld } from '../../../testkit/service/world.js';
import { until } from '../../../testkit/until.js';

t.setTimeout(400_000);

/** Callees who answer hang up at once: what is said does not matter here. */
const ANSWERS = { outcome: 'answer', ringMs: 100, steps: [{ atMs: 700, do: { type: 'hang_up' } }] } as const;
const IS_BUSY = { outcome: 'busy', ringMs: 100 } as const;
const BUSY = '+14155550201';
const LATER = '+14155550209';

const world = await startWorld(t, {}, { lines: 3 });
const { businessId, network } = world;
const client = world.client();

const leads = await createCategory(client, 'Leads');
const waiting = await createCategory(client, 'Waiting');
const contact = (name: string, mobile: string, categoryId = leads): Promise<string> =>
  createContact(client, { name, mobile, categoryIds: [categoryId] });
const agent = await createAgent(client, {
  channel: 'voice',
  name: 'Ann',
  contactCategoryIds: [leads, waiting],
  instructions: 'Otherwise, say "Yes.".',
});

const create = async (body: object): Promise<CampaignResource> =>
  (
    await client.post<{ campaign: CampaignResource }>('/api/v1/campaigns', {
      name: 'Renewals',
      channel: 'voice',
      agentId: agent.id,
      objective: 'Renew contracts.\nOtherwise, say "Reached.".',
      ...body,
    })
  ).campaign;
const act = async (id: string, action: string): Promise<CampaignResource> =>
  (await client.patch<{ campaign: CampaignResource }>(`/api/v1/campaigns/${id}`, { action })).campaign;
const read = async (id: string): Promise<CampaignResource> =>
  (await client.get<{ campaign: CampaignResource }>(`/api/v1/campaigns/${id}`)).campaign;
const ended = (id: string, status = 'completed', ms = 30_000): Promise<unknown> =>
  until(`campaign is ${status}`, async () => (await read(id)).status === status, ms);
const members = async (id: string, filter = ''): Promise<readonly MembershipResource[]> =>
  (
    await client.get<{ memberships: MembershipResource[] }>(
      `/api/v1/campaigns/${id}/memberships?limit=200${filter}`,
    )
  ).memberships;

/** Eight people who answer. */
const people: string[] = [];
const mobileOf = (person: number): string => `+1415555010${person}`;
for (let index = 0; index < 8; index += 1) {
  people.push(await contact(`Person ${index}`, mobileOf(index)));
  await network.callee(mobileOf(index), ANSWERS);
}
const busy = await contact('Busy', BUSY);
await network.callee(BUSY, IS_BUSY);
const blocked = await contact('Blocked', '+14155550202');
await client.patch(`/api/v1/contacts/${blocked}`, { communicationBlocked: true });

/** A campaign that waits for a minute before it retries a busy number. */
const startRetried = async (): Promise<string> => {
  const later = await contact('Later', LATER, waiting);
  await network.callee(LATER, IS_BUSY);
  const { id } = await create({
    audience: { contactIds: [later] },
    settings: { maxRetries: 1, retryDelayMinutes: 1 },
  });
  await act(id, 'start');
  await until('it waits', async () => (await read(id)).counts.retry_wait === 1);
  await network.callee(LATER, ANSWERS);
  return id;
};

/** A business without credit whose campaign waits for some; it has been granted some when this resolves. */
const startWithoutCredit = async (): Promise<{ read(): Promise<CampaignResource> }> => {
  const tenant = await createTenant(world.dataDir, { lines: 2, credits: 0 });
  const unfunded = createApiClient(world.service().url, tenant.businessId, tenant.apiKey);
  const categoryIds = [await createCategory(unfunded, 'L')];
  await createContact(unfunded, { name: 'A', mobile: '+14155550300', categoryIds });
  await network.callee('+14155550300', ANSWERS);
  const { id: agentId } = await createAgent(unfunded, {
    channel: 'voice',
    name: 'Bo',
    contactCategoryIds: categoryIds,
    instructions: 'Hello.',
  });
  const plan = { name: 'C', objective: 'O', channel: 'voice', agentId, audience: { categoryIds } };
  const { campaign } = await unfunded.post<{ campaign: CampaignResource }>('/api/v1/campaigns', plan);
  const path = `/api/v1/campaigns/${campaign.id}`;
  await unfunded.patch(path, { action: 'start' });
  const now = async (): Promise<CampaignResource> =>
    (await unfunded.get<{ campaign: CampaignResource }>(path)).campaign;
  await until('it waits', async () => (await now()).currentIteration.progress.waitingFor === 'credit');
  await parley([
    ...['admin', 'business', 'credit', '--business', tenant.businessId, '--credits', '1', '--reason', 'test'],
    ...['--data-dir', world.dataDir],
  ]);
  return { read: now };
};

// Campaigns that have to wait start first and are checked last.
const retried = await startRetried();
const unfunded = await startWithoutCredit();
const campaign = await create({ audience: { categoryIds: [leads], contactIds: [people[0]] } });
const first = campaign.id;

const mostAtATime = (calls: readonly VoiceCallSummary[]): number => {
  const edges = calls.flatMap(({ startedAt, endedAt }) =>
    startedAt === null || endedAt === null
      ? []
      : [
          { at: Date.parse(startedAt), by: 1 },
          { at: Date.parse(endedAt), by: -1 },
        ],
  );
  let live = 0;
  let most = 0;
  for (const { by } of edges.toSorted((a, b) => a.at - b.at || a.by - b.by)) {
    live += by;
    most = Math.max(most, live);
  }
  return most;
};

t.test('every recipient is called once, on no more lines than there are', async (t) => {
  t.match(campaign, {
    status: 'draft',
    channel: 'voice',
    counts: { total: 10, pending: 9, skipped: 1 },
    currentIteration: {
      ordinal: 1,
      audienceReady: true,
      settings: { maxRetries: 0, retryDelayMinutes: 60 },
    },
  });
  t.equal(await codeOf(act(first, 'pause')), 'iteration_not_started');
  t.equal((await act(first, 'start')).status, 'running');
  t.equal((await act(first, 'start')).status, 'running', 'starting again is harmless');
  await ended(first);
  const final = await read(first);
  t.match(final.counts, { total: 10, completed: 8, busy: 1, skipped: 1, pending: 0, active: 0 });
  t.match(final.currentIteration.progress, { finished: 10, percent: 100, waitingFor: null });
  for (const id of people)
    t.match(await members(first, `&contactId=${id}`), [
      { status: 'completed', outcome: 'completed', attempts: [{ outcome: 'completed', callId: /.+/ }] },
    ]);
  t.match(await members(first, `&contactId=${busy}`), [{ outcome: 'busy', attempts: [{ outcome: 'busy' }] }]);
  t.match(await members(first, '&status=skipped'), [
    { contactId: blocked, skipReason: 'contact_blocked', attempts: [] },
  ]);
  // The recipient of the other campaign's retry may be due already.
  const placed = (await network.calls()).filter(({ to }) => to !== LATER);
  t.equal(new Set(placed.map(({ to }) => to)).size, placed.length, 'no number twice');
  const { calls } = await client.get<{ calls: VoiceCallSummary[] }>(
    `/api/v1/voice/calls?campaignId=${first}`,
  );
  t.equal(calls.length, 9);
  t.ok(calls.every(({ campaignName }) => campaignName === 'Renewals'));
  t.ok(mostAtATime(calls) <= 3, `${mostAtATime(calls)} lines`);
  t.equal(await codeOf(act(first, 'start')), 'iteration_ended');
});

t.test('lists the activities and timelines of a campaign', async (t) => {
  const list = async (filter: string): Promise<readonly ActivityResource[]> =>
    (
      await client.get<{ activities: ActivityResource[] }>(
        `/api/v1/campaigns/${first}/activities?limit=200${filter}`,
      )
    ).activities;
  t.equal((await list('')).length, 9);
  t.match(await list('&status=busy'), [{ contactId: busy, contactName: 'Busy', channel: 'voice' }]);
  t.equal((await list(`&contactId=${people[1]}&channel=voice`)).length, 1);
  t.same(await list('&channel=whatsapp'), []);
  const { timeline } = await client.get<{ timeline: { campaignId: string | null }[] }>(
    `/api/v1/contacts/${people[1]}/timeline?campaignId=${first}`,
  );
  t.ok(timeline.length >= 2 && timeline.every(({ campaignId }) => campaignId === first));
});

t.test('a follow-up is another iteration, for recipients who were busy', async (t) => {
  await network.callee(BUSY, ANSWERS);
  const path = `/api/v1/campaigns/${first}/iterations`;
  t.equal(await codeOf(client.post(path, { channel: 'voice', audience: {} })), 'audience_empty');
  t.equal(
    await codeOf(client.post(path, { channel: 'sms', audience: { outcomes: ['busy'] } })),
    'channel_assignment_not_supported',
  );
  const { iteration } = await client.post<{ iteration: IterationResource }>(path, {
    channel: 'voice',
    audience: { outcomes: ['busy', 'no_answer'] },
    startAt: new Date(Date.now() + 5_000).toISOString(),
  });
  t.match(iteration, { ordinal: 2, status: 'scheduled', counts: { total: 1 } });
  t.equal(
    await codeOf(client.post(path, { channel: 'voice', audience: { outcomes: ['busy'] } })),
    'iteration_not_ended',
  );
  await ended(first, 'completed', 60_000);
  const { iterations } = await client.get<{ iterations: IterationResource[] }>(path);
  t.match(iterations, [{ ordinal: 1 }, { ordinal: 2, counts: { total: 1, completed: 1 } }]);
  t.match(await members(first, `&contactId=${busy}`), [
    { iterationId: iteration.id, outcome: 'completed' },
    { outcome: 'busy' },
  ]);
});

t.test('a summary costs what was estimated, and can be exported', async (t) => {
  const path = `/api/v1/campaigns/${first}/summary-runs`;
  const estimate = await client.post<SummaryRunResource>(path, { mode: 'estimate' });
  t.match(estimate, { status: 'estimated', contacts: 9, maxChargeMicrocredits: 18_000 });
  const { summaryRunId } = estimate;
  const exportPath = `/api/v1/campaigns/${first}/exports?summaryRunId=${summaryRunId}`;
  t.equal(await codeOf(client.get(exportPath)), 'summary_run_not_ended');
  const confirm = (maxChargeMicrocredits: number): Promise<SummaryRunResource> =>
    client.post(path, { mode: 'confirm', summaryRunId, maxChargeMicrocredits });
  t.equal(await codeOf(confirm(17_999)), 'summary_estimate_mismatch');
  t.match(await confirm(18_000), { summaryRunId });
  const runs = async (): Promise<readonly SummaryRunResource[]> =>
    (await client.get<{ summaryRuns: SummaryRunResource[] }>(path)).summaryRuns;
  await until('the summary is completed', async () => (await runs())[0]?.status === 'completed');
  t.match(await runs(), [{ assessed: 9, failed: 0, chargedMicrocredits: 18_000 }]);
  const response = await fetch(`${world.service().url}${exportPath}&businessId=${businessId}`, {
    headers: { authorization: `Bearer ${world.apiKey}` },
  });
  t.match(response.headers.get('content-type'), 'text/csv');
  const lines = (await response.text()).trim().split('\r\n');
  t.equal(lines[0], '\uFEFFContact,AI Summary,Next Action'.replace('\uFEFF', ''));
  t.equal(lines.length, 10);
  t.ok(lines.includes('Person 1 (+14155550101),Reached.,Nothing further.'));
  const { campaignSummary } = await client.get<{ campaignSummary: CampaignSummary }>(
    `/api/v1/contacts/${people[1]}?campaignId=${first}`,
  );
  t.match(campaignSummary, { campaignId: first, summaryRunId, conclusion: 'Reached.' });
});

t.test('retries a busy number, waits while it is paused, and ends when it is cancelled', async (t) => {
  await network.callee(BUSY, IS_BUSY);
  const slow = { ...ANSWERS, steps: [{ atMs: 20_000, do: { type: 'hang_up' } }] } as const;
  for (let index = 0; index < 8; index += 1) await network.callee(mobileOf(index), slow);
  const { id } = await create({
    audience: { contactIds: [busy, ...people] },
    settings: { maxRetries: 1, retryDelayMinutes: 1 },
  });
  await act(id, 'start');
  // By people who stay on the line for a while: others may have hung up before the busy number was called.
  const areBusy = async (): Promise<boolean> => {
    const begun = (await members(id, '&status=active')).map(({ attempts }) =>
      Date.parse(attempts.at(-1)?.startedAt ?? ''),
    );
    return begun.length === 3 && begun.every((at) => Date.now() - at < 10_000);
  };
  const isRetried = async (): Promise<boolean> => (await read(id)).counts.retry_wait === 1;
  await until('all lines are taken', async () => (await isRetried()) && (await areBusy()), 60_000);
  await act(id, 'pause');
  await until('no recipient is claimed', async () => (await read(id)).counts.claimed === 0);
  const paused = await read(id);
  t.match(paused, { status: 'paused', counts: { active: 3, retry_wait: 1 } });
  t.equal(paused.counts.pending, 5 - paused.counts.completed);
  const [waiting] = await members(id, '&status=retry_wait');
  t.ok(Date.parse(waiting?.retryAt ?? '') > Date.now() + 30_000);
  await act(id, 'start');
  await until('calls continue', async () => (await read(id)).counts.pending < paused.counts.pending);
  t.match(await act(id, 'cancel'), { status: /cancel/ });
  await ended(id, 'cancelled');
  const { counts } = await read(id);
  t.match(counts, { total: 9, active: 0, claimed: 0, pending: 0, retry_wait: 0 });
  // A call that was up counts as a call: its carrier says how it ended.
  t.equal(counts.cancelled + counts.completed, 9);
  t.equal(await codeOf(act(id, 'start')), 'iteration_ended');
});

t.test('waits outside its window, and says so', async (t) => {
  const day = new Date().getUTCDay();
  const other = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'][(day + 3) % 7];
  const window = { timezone: 'UTC', days: [other], start: '10:00', end: '11:00' };
  const { id } = await create({ audience: { contactIds: people }, settings: { window } });
  await act(id, 'start');
  await until('it waits', async () => (await read(id)).currentIteration.progress.waitingFor === 'window');
  t.match((await read(id)).counts, { pending: 8, claimed: 0 });
  await act(id, 'cancel');
  await ended(id, 'cancelled');
  t.equal(
    await codeOf(
      create({ audience: { contactIds: people }, settings: { window: { ...window, timezone: 'Mars' } } }),
    ),
    'validation_failed',
  );
});

t.test('a retry starts when it is due', async (t) => {
  await ended(retried, 'completed', 90_000);
  t.match(await members(retried), [{ attempts: [{ outcome: 'busy' }, { outcome: 'completed' }] }]);
});

t.test('a campaign that waited for credit continues', async (t) => {
  await until('it is done', async () => (await unfunded.read()).status === 'completed', 60_000);
  t.match((await unfunded.read()).counts, { completed: 1 });
});
