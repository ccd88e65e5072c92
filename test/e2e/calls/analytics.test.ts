/** Calls over the simulated network are in the figures of their business, and of no other. */
import { parse } from 'csv-parse/sync';
import t from 'tap';
import type { Analytics } from '../../../schemas/analytics/analytics.js';
import { createApiClient, isSettled, refusalOf } from '../../../testkit/api/client.js';
import { createTenant } from '../../../testkit/service/tenant.js';
import { SILERO_DETECTOR, startWorld } from '../../../testkit/service/world.js';
import { until } from '../../../testkit/until.js';

const CALL_MS = 60_000;
const WORDS = 'a table for four please';
const DAY_MS = 86_400_000;

t.setTimeout(150_000);

const world = await startWorld(t, SILERO_DETECTOR);
const { network, businessId, dataDir } = world;
const client = world.client();
const agent = await client.createAgent('Ann', `When the customer says "${WORDS}", say "Done.".`, {
  firstGreeting: 'Hello.',
});
const period = new URLSearchParams({
  from: new Date(Date.now() - DAY_MS).toISOString(),
  to: new Date(Date.now() + DAY_MS).toISOString(),
}).toString();

t.test('figures of an answered and a busy call', async (t) => {
  await network.callee('+14155550180', {
    ringMs: 200,
    steps: [
      { atMs: 2_500, do: { type: 'say', audio: await world.say(WORDS) } },
      { atMs: 14_000, do: { type: 'hang_up' } },
    ],
  });
  await network.callee('+14155550181', { outcome: 'busy', ringMs: 100 });
  for (const number of ['+14155550180', '+14155550181'])
    await client.callUntil(await client.startCall(agent.id, number), isSettled, CALL_MS);
  const read = (query: string) => client.get<Analytics>(`/api/v1/analytics?${period}&${query}`);
  await until('both calls are counted', async () => (await read('')).totals.calls?.calls === 2);
  const byVersion = await read('groupBy=version&compare=previous');
  t.match(byVersion, {
    totals: { calls: { calls: 2, answered: 1, answerRate: 0.5 } },
    groups: [{ key: agent.id, name: 'Ann', version: 1, figures: { calls: { calls: 2 } } }],
    previous: { totals: { calls: { calls: 0, answerRate: null } } },
  });
  const { calls } = byVersion.totals;
  t.ok((calls?.chargedMicrocredits ?? 0) > 0, 'the charge');
  t.ok((calls?.callSeconds.p50 ?? 0) > 4, 'the length of the answered call');
  t.ok((calls?.agentTurns ?? 0) > 0);
  for (const [name, { p50, p95 }] of Object.entries(calls?.latencies ?? {}))
    t.ok(p50 !== null && p95 !== null && p50 <= p95, `${name} ${p50} ${p95}`);
  t.match(
    (await read('groupBy=outcome')).groups.map(({ key }) => key),
    ['busy', 'completed'],
  );
  const file = await fetch(
    `${world.service().url}/api/v1/analytics/export?${period}&groupBy=hour&businessId=${businessId}`,
    { headers: { authorization: `Bearer ${world.apiKey}` } },
  );
  t.match(file.headers.get('content-type'), /^text\/csv/);
  const rows: Record<string, string>[] = parse(await file.text(), { columns: true, bom: true });
  t.match(rows[0], { row: 'total', calls: '2' });
  t.equal(rows.length, 25, 'the total and 24 hours');
});

t.test('another business sees nothing of them', async (t) => {
  const other = await createTenant(dataDir);
  const stranger = createApiClient(world.service().url, other.businessId, other.apiKey);
  t.match(await stranger.get(`/api/v1/analytics?${period}`), { totals: { calls: { calls: 0 } } });
  const wrong = stranger.request('GET', `/api/v1/analytics?${period}&businessId=${businessId}`);
  t.equal((await refusalOf(wrong))?.status, 403);
  t.match(await refusalOf(client.get(`/api/v1/analytics?${period}&version=1`)), {
    code: 'validation_failed',
    details: [{ path: 'version' }],
  });
});
