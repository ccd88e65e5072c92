/**
 * The journal's disk is full, or its server frozen, in the middle of a call: the service reports it and refuses what it
 * could not store, the call continues, and its events are committed afterwards. The service runs the server itself.
 */
import { readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { isSettled } from '../../../../testkit/api/client.js';
import { spokenLines } from '../../../../testkit/api/transcript.js';
import { AGENT } from '../../../../testkit/demo-script.js';
import { SILERO_DETECTOR, startWorld, type World } from '../../../../testkit/service/world.js';
import { isUndisturbed } from '../../../../testkit/simulators/network-client.js';
import { limitFiles, mountSmallDisk } from '../../../../testkit/small-disk.js';
import { until } from '../../../../testkit/until.js';
import { ONLY_IN_FULL_RUN } from '../../../support/full-run.js';

/** How long the journal accepts nothing, ms. */
const TROUBLE_MS = 5_000;

t.setTimeout(400_000);

const SPOKEN = [
  `assistant: ${AGENT.greeting}`,
  'customer: I would like to book a table',
  'assistant: With pleasure. For how many people?',
  'customer: for two people',
  'assistant: A table is reserved. We look forward to seeing you.',
  'customer: thank you goodbye',
  'assistant: Thank you for calling. Goodbye!',
];

/** Calls a customer who books a table; resolves once the agent has been heard. */
const placeCall = async (world: World, toNumber: string): Promise<string> => {
  const client = world.client();
  const agent = await client.createAgent(AGENT.name, AGENT.instructions, { firstGreeting: AGENT.greeting });
  const polite = async (text: string) =>
    ({ afterSilenceMs: 500, do: { type: 'say', audio: await world.say(text) } }) as const;
  await world.network.callee(toNumber, {
    ringMs: 300,
    steps: [
      await polite('I would like to book a table'),
      await polite('for two people'),
      await polite('thank you goodbye'),
    ],
  });
  const callId = await client.startCall(agent.id, toNumber);
  await client.callUntil(callId, ({ transcript }) => transcript.length >= 1, 30_000);
  return callId;
};

const serverPid = async (world: World): Promise<number> =>
  Number(await readFile(join(world.dataDir, 'nats', 'nats-server.pid'), 'utf8'));

/** The codes that `/readyz` reports; none if the service is ready. */
const reasons = async (world: World): Promise<readonly string[]> => {
  const response = await fetch(`${world.service().url}/readyz`);
  if (response.status === 200) return [];
  const body = await response.text();
  const { ready, because }: { ready: boolean; because: readonly { code: string }[] } = JSON.parse(body);
  if (ready) throw new Error(`ready with ${response.status}`);
  return because.map(({ code }) => code);
};

/** The time until `/readyz` reports `code`, or the service is ready if that is null, ms. */
const msUntil = async (world: World, code: string | null, mostMs: number): Promise<number> => {
  const began = performance.now();
  await until(
    `readiness says ${code}`,
    async () => {
      // The readiness checks must not be a load on the node that speaks.
      await delay(50);
      const codes = await reasons(world);
      return code === null ? codes.length === 0 : codes.includes(code);
    },
    mostMs,
  );
  return Math.round(performance.now() - began);
};

const heard = async (world: World, callId: string): Promise<number> =>
  (await world.network.callsOf(callId))[0]?.stats.framesReceived ?? 0;

const checkCall = async (t: Test, world: World, callId: string): Promise<void> => {
  const detail = await world.client().callUntil(callId, isSettled, 60_000);
  t.same(spokenLines(detail), SPOKEN, 'nothing that was said is lost');
  t.match(detail.call, { status: 'completed', endedBy: 'agent' });
  const stats = (await world.network.callsOf(callId))[0]?.stats;
  t.ok(stats !== undefined && isUndisturbed(stats), JSON.stringify(stats));
};

// nats-kill.test.ts kills the server in the middle of a call.
t.test('a call continues while the embedded server is frozen', { skip: ONLY_IN_FULL_RUN }, async (t) => {
  const world = await startWorld(t, SILERO_DETECTOR);
  const callId = await placeCall(world, '+14155550141');
  const pid = await serverPid(world);
  process.kill(pid, 'SIGSTOP');
  const noticedMs = await msUntil(world, 'journal_unreachable', 10_000);
  t.ok(noticedMs <= 5_000, `noticed after ${noticedMs} ms`);
  const before = await heard(world, callId);
  await delay(TROUBLE_MS);
  t.ok((await heard(world, callId)) > before + 50, 'the agent kept speaking');
  await msUntil(world, null, 60_000);
  t.not(await serverPid(world), pid, 'another server runs');
  await checkCall(t, world, callId);
});

t.test('a call continues while the disk of the journal is full', async (t) => {
  const disk = await mountSmallDisk(t, 64);
  const world = await startWorld(t, SILERO_DETECTOR, {
    prepare: async (dataDir) => {
      if (disk !== null) await symlink(disk.path, join(dataDir, 'nats'));
    },
  });
  const callId = await placeCall(world, '+14155550142');
  const pid = await serverPid(world);
  // Without a small disk, the server is denied writes instead, and its restart lifts that.
  const code = disk === null ? 'journal_write_failed' : 'journal_full';
  if (disk === null) await limitFiles(pid, 0);
  else await disk.fill(0);
  const noticedMs = await msUntil(world, code, 10_000);
  t.ok(noticedMs <= 5_000, `noticed after ${noticedMs} ms`);
  if (disk !== null) {
    const before = await heard(world, callId);
    const refused = await fetch(`${world.service().url}/api/v1/contacts/categories`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${world.apiKey}`,
        'idempotency-key': 'while-it-is-full',
        'content-type': 'application/json',
      },
      body: JSON.stringify({ businessId: world.businessId, name: 'Leads' }),
    });
    t.equal(refused.status, 503);
    t.match(refused.headers.get('retry-after'), /^\d+$/);
    t.match(await refused.json(), { error: { code: 'journal_full', retryable: true } });
    t.equal((await world.client().call(callId)).call.id, callId, 'reads are served');
    await delay(TROUBLE_MS);
    t.ok((await heard(world, callId)) > before + 50, 'the agent kept speaking');
    t.equal(await serverPid(world), pid, 'no restart, which would not help');
    await disk.clear();
  }
  const recoveredMs = await msUntil(world, null, 60_000);
  t.ok(recoveredMs <= 25_000, `recovered after ${recoveredMs} ms`);
  await checkCall(t, world, callId);
  const { category } = await world
    .client()
    .request<{ category: { name: string } }>(
      'POST',
      '/api/v1/contacts/categories',
      { businessId: world.businessId, name: 'Leads' },
      'while-it-is-full',
    );
  t.equal(category.name, 'Leads', 'the refused request is accepted under the same key');
});
