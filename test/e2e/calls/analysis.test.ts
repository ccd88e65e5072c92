/** A call is analysed when it has ended: its outcome is shown, filtered by, sent to subscribers, and paid for. */
import t from 'tap';
import type { AnalysisRunResource } from '../../../schemas/analysis/run.js';
import type { AnalysisSettings } from '../../../schemas/analysis/settings.js';
import { isSettled, refusalOf } from '../../../testkit/api/client.js';
import { startReceiver } from '../../../testkit/servers/receiver.js';
import { parley } from '../../../testkit/service/parley-process.js';
import { SILERO_DETECTOR, startWorld } from '../../../testkit/service/world.js';
import { until } from '../../../testkit/until.js';

const CALL_MS = 60_000;
const WORDS = 'a table for four please';
const PRICE = 2_000;

t.setTimeout(150_000);

/** What the offline model answers about a call: it follows the script in the criterion. */
const settings = (guests: number): AnalysisSettings => ({
  criteria: [
    {
      key: 'booked',
      description: `A table is booked. Otherwise, say “${JSON.stringify({
        summary: 'Books a table.',
        sentiment: 'positive',
        requests: [{ request: 'human', at: null, turns: [2] }],
        criteria: { booked: { verdict: 'met', reason: 'Said so.', turns: [2] } },
        fields: { guests: { value: guests, turns: [2] } },
      })}”.`,
    },
  ],
  fields: { type: 'object', properties: { guests: { type: 'integer' } } },
});

const receiver = await startReceiver(t);
const world = await startWorld(t, { ...SILERO_DETECTOR, PARLEY_DEVELOPMENT: '1' });
const { businessId, network, dataDir } = world;
const client = world.client();
const admin = (...args: readonly string[]) =>
  parley(['admin', 'business', ...args, '--business', businessId, '--data-dir', dataDir]);
const agent = await client.createAgent('Ann', `When the customer says "${WORDS}", say "Done.".`, {
  firstGreeting: 'Hello.',
});
const path = `/api/v1/agents/${agent.id}`;
const called = async (number: string) => {
  await network.callee(number, {
    ringMs: 200,
    steps: [
      { atMs: 2_500, do: { type: 'say', audio: await world.say(WORDS) } },
      { atMs: 8_000, do: { type: 'hang_up' } },
    ],
  });
  const callId = await client.startCall(agent.id, number);
  await client.callUntil(callId, isSettled, CALL_MS);
  return callId;
};
interface Analysed {
  readonly analysis: { readonly status: string } | null;
}
const analysed = async (callId: string, isDone = (status: string | undefined) => status !== 'running') => {
  let detail: Analysed = { analysis: null };
  await until('the call is analysed', async () => {
    detail = await client.get<Analysed>(`/api/v1/voice/calls/${callId}`);
    return detail.analysis !== null && isDone(detail.analysis.status);
  });
  return detail;
};

t.test('a call is analysed if the business has switched that on', async (t) => {
  const { subscription, signingSecret } = await client.post<{
    subscription: { id: string };
    signingSecret: string;
  }>('/api/v1/webhook-subscriptions', {
    channel: 'voice',
    callbackUrl: `${receiver.url}/analysed`,
    events: ['voice.call.analyzed'],
  });
  t.ok(subscription.id);
  receiver.secret('/analysed', signingSecret);
  await client.post(`${path}/analysis`, { analysis: settings(4) });
  const before = await called('+14155550170');
  t.match(await client.get(`/api/v1/voice/calls/${before}`), { analysis: null, call: { outcome: null } });
  t.match(await admin('call-analysis', '--on'), { callAnalysis: true, priceMicrocredits: PRICE });

  const callId = await called('+14155550171');
  const detail = await analysed(callId);
  const evidence = [{ turn: 1, atMs: Number }];
  t.match(detail, {
    call: { outcome: { status: 'completed', success: true, sentiment: 'positive', requests: ['human'] } },
    analysis: {
      status: 'completed',
      success: true,
      failure: null,
      analysisRunId: null,
      findings: {
        summary: 'Books a table.',
        requests: [{ request: 'human', at: null, evidence }],
        criteria: [{ key: 'booked', verdict: 'met', evidence }],
        fields: [{ key: 'guests', value: 4, evidence }],
      },
    },
  });
  await until('the subscriber is notified', () => receiver.on('/analysed').length > 0);
  t.match(receiver.on('/analysed')[0]?.body, {
    eventType: 'voice.call.analyzed',
    callId,
    analysis: { status: 'completed', success: true, findings: { fields: [{ key: 'guests', value: 4 }] } },
  });
  const found = async (query: string): Promise<readonly string[]> =>
    (await client.get<{ calls: { id: string }[] }>(`/api/v1/voice/calls?${query}`)).calls.map(({ id }) => id);
  t.same(await found('success=true'), [callId]);
  t.same(await found('success=false'), []);
  t.same(await found('request=human&sentiment=positive&analysis=completed'), [callId]);
  t.same(await found('request=call_back'), []);
  await until('it is charged', async () => {
    const { analysis } = await client.get<{ analysis: { chargedMicrocredits: number } }>(
      `/api/v1/voice/calls/${callId}`,
    );
    return analysis.chargedMicrocredits === PRICE;
  });
});

t.test(
  'a run analyses old calls again with new settings, for exactly the price that was shown',
  async (t) => {
    const run = (body: object) => client.post<AnalysisRunResource>(`${path}/analysis-runs`, body);
    await client.post(`${path}/analysis`, { analysis: settings(5) });
    const estimate = await run({ mode: 'estimate' });
    t.match(estimate, { status: 'estimated', calls: 2, maxChargeMicrocredits: 2 * PRICE });
    const { analysisRunId } = estimate;
    const wrong = run({ mode: 'confirm', analysisRunId, maxChargeMicrocredits: PRICE });
    t.match(await refusalOf(wrong), { status: 409, code: 'analysis_estimate_mismatch' });
    await run({ mode: 'confirm', analysisRunId, maxChargeMicrocredits: 2 * PRICE });
    const runs = () => client.get<{ analysisRuns: readonly AnalysisRunResource[] }>(`${path}/analysis-runs`);
    await until('the run has ended', async () => (await runs()).analysisRuns[0]?.status === 'completed');
    t.match(await runs(), { analysisRuns: [{ analyzed: 2, failed: 0, chargedMicrocredits: 2 * PRICE }] });
    const { calls } = await client.get<{ calls: { id: string }[] }>('/api/v1/voice/calls?success=true');
    t.equal(calls.length, 2, 'also the call that was not analysed at its end');
    for (const { id } of calls)
      t.match(await analysed(id), {
        analysis: { analysisRunId, findings: { fields: [{ key: 'guests', value: 5 }] } },
      });
    t.match(await run({ mode: 'estimate' }), { calls: 0, maxChargeMicrocredits: 0 }, 'nothing is paid twice');
    const later = await refusalOf(
      run({ mode: 'estimate', from: '2026-02-02T00:00:00Z', to: '2026-02-01T00:00:00Z' }),
    );
    t.match(later, { code: 'validation_failed', details: [{ path: '/to' }] });
  },
);
