/** Test calls: a user speaks into the microphone of their browser, and the agent answers as on the phone. */
import t from 'tap';
import { isSettled, refusalOf } from '../../../../testkit/api/client.js';
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

t.test(
  'a test call with a draft speaks its words, and belongs to no version',
  { skip: withoutLegs },
  async (t) => {
    const world = await startWorld(t, { ...SILERO_DETECTOR, PARLEY_CACHE_DIR: testCacheDir() });
    const client = world.client();
    const agent = await client.createAgent(AGENT.name, AGENT.instructions, { firstGreeting: AGENT.greeting });
    const path = '/api/v1/console/test-calls';
    const asked = { agentId: agent.id, useDraft: true };
    t.match(await refusalOf(client.post(path, asked)), { code: 'draft_not_found' });
    await client.patch(`/api/v1/agents/${agent.id}/draft`, {
      channel: 'voice',
      name: AGENT.name,
      instructions: 'Otherwise, say "From the draft.".',
      voiceSettings: { firstGreeting: 'Hello from the draft.' },
    });
    const book = await world.say('I would like to book a table');
    const leg = await openLegPage(t, world.service().url, world.dataDir, [9_000, book, 30_000]);
    const words = 'When the customer says "book a table", say "Not even saved.". Then hang up.';
    const grant = await client.post<{ callId: string }>(path, { ...asked, instructions: words });
    await leg.join(grant, client.businessId);
    const { call, transcript } = await client.callUntil(grant.callId, isSettled, CALL_MS);
    t.equal(call.agentVersion ?? null, null);
    t.same(
      transcript.flatMap(({ speaker, text }) => (speaker === 'assistant' ? [text] : [])),
      ['Hello from the draft.', 'Not even saved.'],
    );
  },
);
