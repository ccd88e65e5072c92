/** Campaigns through the real service: calls, retries, pausing, cancelling, follow-ups, summaries, export. */
import t from 'tap';
import type {
  ActivityResource,
  CampaignResource,
  IterationResource,
  MembershipResource,
} from '../../schemas/campaign.js';
import type { CampaignSummary, SummaryRunResource } from '../../schemas/summary-run.js';
import type { VoiceCallSummary } from '../../schemas/voice-call.js';
import { ApiError, createApiClient } from '../../testkit/api-client.js';
import { createTenant, parley } from '../../testkit/parley-process.js';
import { until } from '../../testkit/until.js';
import { startWorld, type World } from '../../testkit/world.js';

t.setTimeout(200_000);

/** Who answers, hangs up at once: nothing of what is said matters here. */
const ANSWERS = { outcome: 'answer', ringMs: 100, steps: [{ atMs: 700, do: { type: 'hang_up' } }] } as const;

t.test('campaigns', async (t) => {
  const world = await startWorld(t, {}, { lines: 3 });
  const { businessId, network } = world;
  const client = world.client();
  const get = <T>(path: string): Promise<T> =>
    client.request<T>('GET', `${path}${path.includes('?') ? '&' : '?'}businessId=${businessId}`);
  const post = <T>(path: string, body: object, key?: string): Promise<T> =>
    client.request<T>('POST', path, { businessId, ...body }, key);
  const newCategory = async (name: string): Promise<string> =>
    (await post<{ category: { id: string } }>('/api/v1/contacts/categories', { name })).category.id;
  const leads = await newCategory('Leads');
  const waiting = await newCategory('Waiting');
  const contact = async (name: string, mobile: string, categoryId = leads): Promise<string> =>
    (
      await post<{ contact: { id: string } }>('/api/v1/contacts', {
        name,
        mobile,
        categoryIds: [categoryId],
      })
    ).contact.id;
  const { agent } = await post<{ agent: { id: string } }>('/api/v1/agents', {
    channel: 'voice',
    name: 'Ann',
    contactCategoryIds: [leads, waiting],
    instructions: 'Otherwise, say "Yes.".',
  });
  const create = async (body: object): Promise<CampaignResource> =>
    (
      await post<{ campaign: CampaignResource }>('/api/v1/campaigns', {
        name: 'Renewals',
        channel: 'voice',
        agentId: agent.id,
        objective: 'Renew contracts.\nOtherwise, say "Reached.".',
        ...body,
      })
    ).campaign;
  const act = async (id: string, action: string): Promise<CampaignResource> =>
    (
      await client.request<{ campaign: CampaignResource }>('PATCH', `/api/v1/campaigns/${id}`, {
        businessId,
        action,
      })
    ).campaign;
  const read = async (id: string): Promise<CampaignResource> =>
    (await get<{ campaign: CampaignResource }>(`/api/v1/campaigns/${id}`)).campaign;
  const ended = (id: string, status = 'completed', ms = 30_000): Promise<unknown> =>
    until(`campaign is ${status}`, async () => (await read(id)).status === status, ms);
  const members = async (id: string, filter = ''): Promise<readonly MembershipResource[]> =>
    (
      await get<{ memberships: MembershipResource[] }>(
        `/api/v1/campaigns/${id}/memberships?limit=200${filter}`,
      )
    ).memberships;
  const refusal = (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => 'none',
      (error: unknown) => (error instanceof ApiError ? error.code : String(error)),
    );

  const people: string[] = [];
  for (let index = 0; index < 8; index += 1) {
    const mobile = `+1415555010${index}`;
    people.push(await contact(`Person ${index}`, mobile));
    await network.callee(mobile, ANSWERS);
  }
  const busy = await contact('Busy', '+14155550201');
  await network.callee('+14155550201', { outcome: 'busy', ringMs: 100 });
  const blocked = await contact('Blocked', '+14155550202');
  await client.request('PATCH', `/api/v1/contacts/${blocked}`, { businessId, communicationBlocked: true });

  // What waits for a minute by itself begins first, and is looked at last.
  const later = await contact('Later', '+14155550209', waiting);
  await network.callee('+14155550209', { outcome: 'busy', ringMs: 100 });
  const retried = await create({
    audience: { contactIds: [later] },
    settings: { maxRetries: 1, retryDelayMinutes: 1 },
  });
  await act(retried.id, 'start');
  await until('it waits', async () => (await read(retried.id)).counts.retry_wait === 1);
  const poor = await withoutCredit(world);

  let first = '';
  await t.test('everybody is called once, over no more lines than there are', async (t) => {
    const campaign = await create({ audience: { categoryIds: [leads], contactIds: [people[0]] } });
    first = campaign.id;
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
    t.equal(await refusal(act(first, 'pause')), 'iteration_not_started');
    t.equal((await act(first, 'start')).status, 'running');
    t.equal((await act(first, 'start')).status, 'running', 'again is harmless');
    await ended(first);
    const done = await read(first);
    t.match(done.counts, { total: 10, completed: 8, busy: 1, skipped: 1, pending: 0, active: 0 });
    t.match(done.currentIteration.progress, { finished: 10, percent: 100, waitingFor: null });
    for (const id of people)
      t.match(await members(first, `&contactId=${id}`), [
        { status: 'completed', outcome: 'completed', attempts: [{ outcome: 'completed', callId: /.+/ }] },
      ]);
    t.match(await members(first, `&contactId=${busy}`), [
      { outcome: 'busy', attempts: [{ outcome: 'busy' }] },
    ]);
    t.match(await members(first, '&status=skipped'), [
      { contactId: blocked, skipReason: 'contact_blocked', attempts: [] },
    ]);
    const placed = await network.calls();
    t.equal(new Set(placed.map(({ to }) => to)).size, placed.length, 'nobody twice');
    const { calls } = await get<{ calls: VoiceCallSummary[] }>(`/api/v1/voice/calls?campaignId=${first}`);
    t.equal(calls.length, 9);
    t.ok(calls.every(({ campaignName }) => campaignName === 'Renewals'));
    t.ok(mostAtATime(calls) <= 3, `${mostAtATime(calls)} lines`);
    t.equal(await refusal(act(first, 'start')), 'iteration_ended');
  });

  await t.test('its activities and timelines', async (t) => {
    const list = async (filter: string): Promise<readonly ActivityResource[]> =>
      (
        await get<{ activities: ActivityResource[] }>(
          `/api/v1/campaigns/${first}/activities?limit=200${filter}`,
        )
      ).activities;
    t.equal((await list('')).length, 9);
    t.match(await list('&status=busy'), [{ contactId: busy, contactName: 'Busy', channel: 'voice' }]);
    t.equal((await list(`&contactId=${people[1]}&channel=voice`)).length, 1);
    t.same(await list('&channel=whatsapp'), []);
    const { timeline } = await get<{ timeline: { campaignId: string | null }[] }>(
      `/api/v1/contacts/${people[1]}/timeline?campaignId=${first}`,
    );
    t.ok(timeline.length >= 2 && timeline.every(({ campaignId }) => campaignId === first));
  });

  await t.test('a follow-up is another iteration, for those who were busy', async (t) => {
    await network.callee('+14155550201', ANSWERS);
    const path = `/api/v1/campaigns/${first}/iterations`;
    t.equal(await refusal(post(path, { channel: 'voice', audience: {} })), 'audience_empty');
    t.equal(
      await refusal(post(path, { channel: 'sms', audience: { outcomes: ['busy'] } })),
      'channel_assignment_not_supported',
    );
    const { iteration } = await post<{ iteration: IterationResource }>(path, {
      channel: 'voice',
      audience: { outcomes: ['busy', 'no_answer'] },
      startAt: new Date(Date.now() + 300).toISOString(),
    });
    t.match(iteration, { ordinal: 2, status: 'scheduled', counts: { total: 1 } });
    t.equal(
      await refusal(post(path, { channel: 'voice', audience: { outcomes: ['busy'] } })),
      'iteration_not_ended',
    );
    await ended(first);
    const { iterations } = await get<{ iterations: IterationResource[] }>(path);
    t.match(iterations, [{ ordinal: 1 }, { ordinal: 2, counts: { total: 1, completed: 1 } }]);
    t.match(await members(first, `&contactId=${busy}`), [
      { iterationId: iteration.id, outcome: 'completed' },
      { outcome: 'busy' },
    ]);
  });

  await t.test('a summary costs what was estimated, and can be exported', async (t) => {
    const path = `/api/v1/campaigns/${first}/summary-runs`;
    const estimate = await post<SummaryRunResource>(path, { mode: 'estimate' });
    t.match(estimate, { status: 'estimated', contacts: 9, maxChargeMicrocredits: 18_000 });
    const { summaryRunId } = estimate;
    const exportPath = `/api/v1/campaigns/${first}/exports?summaryRunId=${summaryRunId}`;
    t.equal(await refusal(get(exportPath)), 'summary_run_not_ended');
    const confirm = (maxChargeMicrocredits: number): Promise<SummaryRunResource> =>
      post(path, { mode: 'confirm', summaryRunId, maxChargeMicrocredits });
    t.equal(await refusal(confirm(17_999)), 'summary_estimate_mismatch');
    t.match(await confirm(18_000), { summaryRunId });
    const runs = async (): Promise<readonly SummaryRunResource[]> =>
      (await get<{ summaryRuns: SummaryRunResource[] }>(path)).summaryRuns;
    await until('it is completed', async () => (await runs())[0]?.status === 'completed');
    t.match(await runs(), [{ assessed: 9, failed: 0, chargedMicrocredits: 18_000 }]);
    const response = await fetch(`${world.service().url}${exportPath}&businessId=${businessId}`, {
      headers: { authorization: `Bearer ${world.apiKey}` },
    });
    t.match(response.headers.get('content-type'), 'text/csv');
    const lines = (await response.text()).trim().split('\r\n');
    t.equal(lines[0], '\uFEFFContact,AI Summary,Next Action'.replace('\uFEFF', ''));
    t.equal(lines.length, 10);
    t.ok(lines.includes('Person 1 (+14155550101),Reached.,Reached.'));
    const { campaignSummary } = await get<{ campaignSummary: CampaignSummary }>(
      `/api/v1/contacts/${people[1]}?campaignId=${first}`,
    );
    t.match(campaignSummary, { campaignId: first, summaryRunId, conclusion: 'Reached.' });
  });

  await t.test('a busy line is called again; pausing waits, cancelling ends it', async (t) => {
    await network.callee('+14155550201', { outcome: 'busy', ringMs: 100 });
    const slow = { ...ANSWERS, steps: [{ atMs: 60_000, do: { type: 'hang_up' } }] } as const;
    for (let index = 0; index < 8; index += 1) await network.callee(`+1415555010${index}`, slow);
    const { id } = await create({
      audience: { contactIds: [busy, ...people] },
      settings: { maxRetries: 1, retryDelayMinutes: 1 },
    });
    await act(id, 'start');
    await until('all lines are taken', async () => {
      const { counts } = await read(id);
      return counts.active === 3 && counts.retry_wait === 1;
    });
    await act(id, 'pause');
    await until('nobody is claimed', async () => (await read(id)).counts.claimed === 0);
    t.match(await read(id), { status: 'paused', counts: { active: 3, pending: 5, retry_wait: 1 } });
    const [waiting] = await members(id, '&status=retry_wait');
    t.ok(Date.parse(waiting?.retryAt ?? '') > Date.now() + 30_000);
    await act(id, 'start');
    await until('they go on', async () => (await read(id)).counts.claimed > 0);
    t.match(await act(id, 'cancel'), { status: /cancel/ });
    await ended(id, 'cancelled');
    const { counts } = await read(id);
    t.match(counts, { total: 9, active: 0, claimed: 0, pending: 0, retry_wait: 0 });
    // A call that was up has been a call: its carrier says how it ended.
    t.equal(counts.cancelled + counts.completed, 9);
    t.equal(await refusal(act(id, 'start')), 'iteration_ended');
  });

  await t.test('outside its window it waits, and says so', async (t) => {
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
      await refusal(
        create({ audience: { contactIds: people }, settings: { window: { ...window, timezone: 'Mars' } } }),
      ),
      'validation_failed',
    );
  });

  await t.test('a retry comes when it is due', async (t) => {
    await network.callee('+14155550209', ANSWERS);
    await ended(retried.id, 'completed', 90_000);
    t.match(await members(retried.id), [{ attempts: [{ outcome: 'busy' }, { outcome: 'completed' }] }]);
  });

  await t.test('what waited for credit goes on', async (t) => {
    await until('it is done', async () => (await poor.read()).status === 'completed', 60_000);
    t.match((await poor.read()).counts, { completed: 1 });
  });
});

/** A business without credit whose campaign waits for some; it has got some when this resolves. */
const withoutCredit = async ({ dataDir, service, network }: World) => {
  const { businessId, apiKey } = await createTenant(dataDir, { lines: 2, credits: 0 });
  const client = createApiClient(service().url, businessId, apiKey);
  const ask = <T>(method: string, path: string, body: object = {}): Promise<T> =>
    method === 'GET'
      ? client.request(method, `${path}?businessId=${businessId}`)
      : client.request(method, path, { businessId, ...body });
  const { category } = await ask<{ category: { id: string } }>('POST', '/api/v1/contacts/categories', {
    name: 'L',
  });
  const categoryIds = [category.id];
  await ask('POST', '/api/v1/contacts', { name: 'A', mobile: '+14155550300', categoryIds });
  await network.callee('+14155550300', ANSWERS);
  const { agent } = await ask<{ agent: { id: string } }>('POST', '/api/v1/agents', {
    channel: 'voice',
    name: 'Bo',
    contactCategoryIds: categoryIds,
    instructions: 'Hello.',
  });
  const { campaign } = await ask<{ campaign: CampaignResource }>('POST', '/api/v1/campaigns', {
    name: 'C',
    objective: 'O',
    channel: 'voice',
    agentId: agent.id,
    audience: { categoryIds },
  });
  const path = `/api/v1/campaigns/${campaign.id}`;
  await ask('PATCH', path, { action: 'start' });
  const read = async (): Promise<CampaignResource> =>
    (await ask<{ campaign: CampaignResource }>('GET', path)).campaign;
  await until('it waits', async () => (await read()).currentIteration.progress.waitingFor === 'credit');
  await parley([
    ...['admin', 'business', 'credit', '--business', businessId, '--credits', '1', '--reason', 'test'],
    ...['--data-dir', dataDir],
  ]);
  return { read };
};

const mostAtATime = (calls: readonly VoiceCallSummary[]): number => {
  const edges = calls.flatMap(({ startedAt, endedAt }) =>
    startedAt === null || endedAt === null
      ? []
      : [
          { at: Date.parse(startedAt), by: 1 },
          { at: Date.parse(endedAt), by: -1 },
        ],
  );
  let up = 0;
  let most = 0;
  for (const { by } of edges.toSorted((one, other) => one.at - other.at || one.by - other.by)) {
    up += by;
    most = Math.max(most, up);
  }
  return most;
};
