/** nats-server is killed in the middle of a call: the call continues, and its events are committed afterwards. */
import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';
import { isSettled } from '../../../../testkit/api/client.js';
import { spokenLines } from '../../../../testkit/api/transcript.js';
import { AGENT } from '../../../../testkit/demo-script.js';
import { startNats } from '../../../../testkit/nats/server.js';
import { SILERO_DETECTOR, startWorld } from '../../../../testkit/service/world.js';
import { isUndisturbed } from '../../../../testkit/simulators/network-client.js';
import { until } from '../../../../testkit/until.js';

/** How long the journal is unavailable, ms. */
const AWAY_MS = 5_000;

t.setTimeout(190_000);

t.test('a call continues while the journal is unavailable', async (t) => {
  t.setTimeout(180_000);
  const nats = await startNats(t);
  const world = await startWorld(t, { ...SILERO_DETECTOR, PARLEY_NATS_URL: nats.url });
  const client = world.client();
  const agent = await client.createAgent(AGENT.name, AGENT.instructions, { firstGreeting: AGENT.greeting });
  const polite = async (text: string) =>
    ({ afterSilenceMs: 500, do: { type: 'say', audio: await world.say(text) } }) as const;
  await world.network.callee('+14155550140', {
    ringMs: 300,
    steps: [
      await polite('I would like to book a table'),
      await polite('for two people'),
      await polite('thank you goodbye'),
    ],
  });
  const callId = await client.startCall(agent.id, '+14155550140');
  await client.callUntil(callId, ({ transcript }) => transcript.length >= 1, 30_000);
  const readiness = async (): Promise<string> => {
    await delay(50);
    return (await fetch(`${world.service().url}/readyz`)).text();
  };
  t.equal(await readiness(), 'ready');
  const killedAt = performance.now();
  await nats.kill('SIGKILL');
  await until('the service is not ready', async () => (await readiness()).includes('"journal_unreachable"'));
  const noticedMs = Math.round(performance.now() - killedAt);
  t.ok(noticedMs <= 5_000, `noticed after ${noticedMs} ms`);
  const heardBefore = (await world.network.callsOf(callId))[0]?.stats.framesReceived ?? 0;
  // Meanwhile the agent answers the callee twice.
  await delay(AWAY_MS);
  const heardMeanwhile = (await world.network.callsOf(callId))[0]?.stats.framesReceived ?? 0;
  t.ok(heardMeanwhile > heardBefore + 50, `the agent kept speaking: ${heardMeanwhile - heardBefore} frames`);
  await nats.restart();
  await until('the service is ready', async () => (await readiness()) === 'ready', 30_000);
  const detail = await client.callUntil(callId, isSettled, 60_000);
  t.same(
    spokenLines(detail),
    [
      `assistant: ${AGENT.greeting}`,
      'customer: I would like to book a table',
      'assistant: With pleasure. For how many people?',
      'customer: for two people',
      'assistant: A table is reserved. We look forward to seeing you.',
      'customer: thank you goodbye',
      'assistant: Thank you for calling. Goodbye!',
    ],
    'nothing that was said is lost',
  );
  t.match(detail.call, { status: 'completed', endedBy: 'agent' });
  const placed = await world.network.callsOf(callId);
  t.equal(placed.length, 1);
  const stats = placed[0]?.stats;
  t.ok(stats !== undefined && isUndisturbed(stats), JSON.stringify(stats));
});
