/** Listening to a call in a browser: a listener hears both voices and cannot speak, as long as they have access. */
import t, { type Test } from 'tap';
import { AGENT } from '../../../../testkit/demo-script.js';
import { testCacheDir } from '../../../../testkit/nats/server.js';
import { parley } from '../../../../testkit/service/parley-process.js';
import { SILERO_DETECTOR, startWorld } from '../../../../testkit/service/world.js';
import { until } from '../../../../testkit/until.js';
import { openLegPage, type Sound, withoutLegs } from './page.js';

t.setTimeout(180_000);

/** Louder than a silent line. */
const AUDIBLE = 0.01;

const upCall = async (t: Test, number: string, sounds: readonly Sound[]) => {
  const world = await startWorld(t, { ...SILERO_DETECTOR, PARLEY_CACHE_DIR: testCacheDir() });
  const client = world.client();
  const agent = await client.createAgent(AGENT.name, AGENT.instructions, { firstGreeting: AGENT.greeting });
  const audio = await world.say('what are your opening hours');
  await world.network.callee(number, {
    ringMs: 800,
    steps: Array.from({ length: 6 }, (_, at) => ({
      atMs: 6_000 + at * 8_000,
      do: { type: 'say' as const, audio },
    })),
  });
  const leg = await openLegPage(t, world.service().url, world.dataDir, sounds);
  const callId = await client.startCall(agent.id, number);
  const open = (purpose: string) => client.post<object>(`/api/v1/voice/calls/${callId}/legs`, { purpose });
  return { world, client, leg, callId, open };
};

t.test(
  'a listener who joins while the call rings hears both voices and cannot speak',
  { skip: withoutLegs },
  async (t) => {
    const { client, leg, callId, open } = await upCall(t, '+14155550123', [1_000]);
    const grant = await open('listen');
    await leg.join(grant, client.businessId);
    t.match(await leg.reach('joined'), { speaker: 'agent' });
    let [agentHeard, customerHeard] = [0, 0];
    await until(
      'both voices',
      async () => {
        const { agent, customer } = await leg.levels();
        agentHeard = Math.max(agentHeard, agent);
        customerHeard = Math.max(customerHeard, customer);
        return agentHeard > AUDIBLE && customerHeard > AUDIBLE ? true : null;
      },
      30_000,
    );
    t.ok(agentHeard < 1 && customerHeard < 1);
    t.equal(await leg.run('takeOver()'), 'refused', 'the page cannot speak');

    await leg.join(grant, client.businessId, 'again');
    // The library requests another token, which a page without a session does not get.
    t.match(await leg.reach('failed', 'again'), { problem: { code: 'api_key_missing' } });
    t.notOk(
      (await leg.states('again')).some(({ type }) => type === 'joined'),
      'a token is valid for one socket',
    );

    await client.cancel(callId);
    t.match(await leg.reach('ended'), { reason: 'call_ended' });
  },
);

t.test('a listener who loses access is disconnected', { skip: withoutLegs }, async (t) => {
  const world = await startWorld(t, { PARLEY_CACHE_DIR: testCacheDir() });
  const client = world.client();
  const agent = await client.createAgent(AGENT.name, AGENT.instructions, {
    firstGreeting: AGENT.greeting,
    disconnectAfterSilenceSeconds: 180,
  });
  await world.network.callee('+14155550124', { steps: [{ atMs: 120_000, do: { type: 'hang_up' } }] });
  const callId = await client.startCall(agent.id, '+14155550124');
  await client.callUntil(callId, ({ call }) => call.status === 'answered', 20_000);
  const leg = await openLegPage(t, world.service().url, world.dataDir, [1_000]);
  const grant = await client.post<object>(`/api/v1/voice/calls/${callId}/legs`, { purpose: 'listen' });
  await leg.join(grant, client.businessId);
  await leg.reach('joined');
  const [, keyId = ''] = /^parley_sk_([^_]+)_/.exec(world.apiKey) ?? [];
  await parley([
    ...['admin', 'key', 'revoke', '--business', client.businessId, '--key', keyId],
    ...['--data-dir', world.dataDir],
  ]);
  const revokedAt = Date.now();
  t.match(await leg.reach('failed'), { problem: { code: 'access_ended' } });
  t.ok(Date.now() - revokedAt < 15_000);
});
