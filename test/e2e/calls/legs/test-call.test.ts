/** Test calls: a user speaks into the microphone of their browser, and the agent answers as on the phone. */
import t from 'tap';
import { isSettled } from '../../../../testkit/api/client.js';
import { AGENT } from '../../../../testkit/demo-script.js';
import { testCacheDir } from '../../../../testkit/nats/server.js';
import { SILERO_DETECTOR, startWorld } from '../../../../testkit/service/world.js';
import { openLegPage, withoutLegs } from './page.js';

const CALL_MS = 60_000;

t.setTimeout(180_000);

t.test('the agent answers a test call from a microphone', { skip: withoutLegs }, async (t) => {
  const world = await startWorld(t, { ...SILERO_DETECTOR, PARLEY_CACHE_DIR: testCacheDir() });
  const client = world.client();
  const agent = await client.createAgent(AGENT.name, AGENT.instructions, { firstGreeting: AGENT.greeting });
  const book = await world.say('I would like to book a table');
  const goodbye = await world.say('thank you goodbye');
  const leg = await openLegPage(t, world.service().url, world.dataDir, [9_000, book, 6_000, goodbye, 5_000]);
  const grant = await client.post<{ callId: string }>('/api/v1/console/test-calls', { agentId: agent.id });
  await leg.join(grant, client.businessId);
  t.match(await leg.reach('joined'), { speaker: 'agent' });

  const { call, transcript, diagnostics } = await client.callUntil(grant.callId, isSettled, CALL_MS);
  t.match(await leg.reach('ended'), { reason: 'call_ended' });
  t.match(call, { status: 'completed', endedBy: 'agent', calleeNumber: 'browser' });
  t.same(
    transcript.map(({ speaker, text }) => `${speaker}: ${text}`),
    [
      `assistant: ${AGENT.greeting}`,
      'customer: I would like to book a table',
      'assistant: With pleasure. For how many people?',
      'customer: thank you goodbye',
      'assistant: Thank you for calling. Goodbye!',
    ],
  );
  t.ok(
    diagnostics.turns.every(({ heard, speaker }) => speaker === 'customer' || heard === 'acked'),
    'the browser confirmed that the agent was heard',
  );
  t.same(
    diagnostics.attempts.map(({ carrier }) => carrier),
    ['browser'],
  );
});
