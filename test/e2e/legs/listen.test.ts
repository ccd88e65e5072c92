/** Beside a call: a listener hears both voices and is heard by nobody; who takes over is heard by the customer. */
import t from 'tap';
import { MULAW_TO_PCM } from '../../../providers/speech/g711.js';
import { AGENT } from '../../../testkit/demo-script.js';
import { testCacheDir } from '../../../testkit/nats.js';
import { parley } from '../../../testkit/parley-process.js';
import { until } from '../../../testkit/until.js';
import { LISTENS, startWorld } from '../../../testkit/world.js';
import { rootMeanSquare } from '../../support/tone.js';
import { openLegPage, withoutLegs } from './leg-page.js';

t.setTimeout(180_000);

/** Louder than a line that is silent. */
const AUDIBLE = 0.01;

t.test('listening, and taking over', { skip: withoutLegs }, async (t) => {
  const world = await startWorld(t, { ...LISTENS, PARLEY_CACHE_DIR: testCacheDir() });
  const client = world.client();
  const url = world.service().url;
  const agent = await client.createAgent(AGENT.name, AGENT.instructions, { firstGreeting: AGENT.greeting });
  const hours = await world.say('what are your opening hours');
  await world.network.callee('+14155550123', {
    ringMs: 200,
    steps: Array.from({ length: 6 }, (_, at) => ({
      atMs: 6_000 + at * 8_000,
      do: { type: 'say' as const, audio: hours },
    })),
  });
  const words = await world.say('thank you goodbye');
  const leg = await openLegPage(t, url, world.dataDir, [words, 500, words, 500, words, 500, words, 20_000]);
  const callId = await client.startCall(agent.id, '+14155550123');
  await client.callUntil(callId, ({ call }) => call.status === 'answered', 20_000);

  const open = (purpose: string) => client.post<object>(`/api/v1/voice/calls/${callId}/legs`, { purpose });
  const listen = await open('listen');
  await leg.join(listen, client.businessId, 'listener');
  t.match(await leg.reach('joined', 'listener'), { speaker: 'agent' });
  let [agentHeard, customerHeard] = [0, 0];
  await until(
    'both voices',
    async () => {
      const { agent: one, customer: other } = await leg.levels('listener');
      agentHeard = Math.max(agentHeard, one);
      customerHeard = Math.max(customerHeard, other);
      return agentHeard > AUDIBLE && customerHeard > AUDIBLE ? true : null;
    },
    30_000,
  );
  t.ok(agentHeard < 1 && customerHeard < 1);
  t.equal(await leg.tell('takeOver()', 'listener'), 'refused', 'its page has nothing to speak with');

  await leg.join(listen, client.businessId, 'again');
  // The library asks for a token of its own, which a page that nobody signed in to does not get.
  await until('the second use', async () => ((await leg.states('again')).length > 1 ? true : null), 20_000);
  t.notOk(
    (await leg.states('again')).some(({ type }) => type === 'joined'),
    'a token is for one socket',
  );

  await leg.join(await open('take_over'), client.businessId, 'operator');
  await leg.reach('joined', 'operator');
  t.equal(await leg.tell('takeOver()', 'operator'), null);
  await until(
    'the operator speaks',
    async () => (await leg.states('operator')).find(({ speaker }) => speaker === 'me') ?? null,
    10_000,
  );
  await until(
    'the listener is told',
    async () => (await leg.states('listener')).find(({ speaker }) => speaker === 'other') ?? null,
    10_000,
  );
  const [placed] = await world.network.callsOf(callId);
  const sid = placed?.sid ?? '';
  const before = (await world.network.heard(sid)).length;
  await until(
    'the operator is heard beside the customer',
    async () => ((await leg.levels('listener')).agent > AUDIBLE ? true : null),
    10_000,
  );
  const loud = await until(
    "the operator's voice on the customer's telephone",
    async () => {
      const pieces = (await world.network.heard(sid)).slice(before);
      const samples = pieces.flatMap(({ audio }) => [...audio].map((byte) => MULAW_TO_PCM[byte] ?? 0));
      const loudness = rootMeanSquare(Float64Array.from(samples));
      return loudness > 300 ? loudness : null;
    },
    10_000,
  );
  t.ok(loud);
  t.equal(await leg.tell("handBack('They know the hours.')", 'operator'), null);
  await until(
    'the agent is back',
    async () => ((await leg.states('operator')).at(-1)?.speaker === 'agent' ? true : null),
    10_000,
  );
  await client.cancel(callId);
  t.match(await leg.reach('ended', 'listener'), { reason: 'call_ended' });
  t.match(await leg.reach('ended', 'operator'), { reason: 'call_ended' });
});

t.test('who may no longer is thrown out', { skip: withoutLegs }, async (t) => {
  const world = await startWorld(t, { PARLEY_CACHE_DIR: testCacheDir() });
  const client = world.client();
  const agent = await client.createAgent(AGENT.name, AGENT.instructions, { firstGreeting: AGENT.greeting });
  const callId = await client.startCall(agent.id, '+14155550124');
  await client.callUntil(callId, ({ call }) => call.status === 'answered', 20_000);
  const leg = await openLegPage(t, world.service().url, world.dataDir, [1_000]);
  const grant = await client.post<object>(`/api/v1/voice/calls/${callId}/legs`, { purpose: 'listen' });
  await leg.join(grant, client.businessId);
  await leg.reach('joined');
  const [, keyId = ''] = /^pk_([^_]+)_/.exec(world.apiKey) ?? [];
  await parley([
    ...['admin', 'key', 'revoke', '--business', client.businessId, '--key', keyId],
    ...['--data-dir', world.dataDir],
  ]);
  const revokedAt = Date.now();
  t.match(await leg.reach('failed'), { problem: { code: 'access_ended' } });
  t.ok(Date.now() - revokedAt < 5_000);
});
