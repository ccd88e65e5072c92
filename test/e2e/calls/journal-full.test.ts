/**
 * The journal's disk is full, or its server frozen, in the middle of a call: the service says so, refuses what it could
 * not keep, the call goes on, and what happened is committed once there is room. The server is the service's own.
 */
import { readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { isSettled } from '../../../testkit/api-client.js';
import { AGENT } from '../../../testkit/demo-script.js';
import { isUndisturbed } from '../../../testkit/network-client.js';
import { limitFiles, mountSmallDisk } from '../../../testkit/small-disk.js';
import { spokenLines } from '../../../testkit/transcript.js';
import { until } from '../../../testkit/until.js';
import { LISTENS, startWorld, type World } from '../../../testkit/world.js';
import { ONLY_IN_FULL_RUN } from '../../support/full-run.js';

/** How long the journal takes nothing. */
const TROUBLE_MS = 5_000;

t.setTimeout(400_000);

const SAID = [
  `assistant: ${AGENT.greeting}`,
  'customer: I would like to book a table',
  'assistant: With pleasure. For how many people?',
  'customer: for two people',
  'assistant: A table is reserved. We look forward to seeing you.',
  'customer: thank you goodbye',
  'assistant: Thank you for calling. Goodbye!',
];

/** Calls somebody who books a table; resolves when the agent has been heard. */
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

/** The codes that `/readyz` gives; nothing when it is ready. */
const reasons = async (world: World): Promise<readonly string[]> => {
  const response = await fetch(`${world.service().url}/readyz`);
  if (response.status === 200) return [];
  const body = await response.text();
  const { ready, because }: { ready: boolean; because: readonly { code: string }[] } = JSON.parse(body);
  if (ready) throw new Error(`ready with ${response.status}`);
  return because.map(({ code }) => code);
};

/** How long until `/readyz` says this, ms. */
const msUntil = async (world: World, code: string | null, mostMs: number): Promise<number> => {
  const began = performance.now();
  await until(
    `readiness says ${code}`,
    async () => {
      // A reader of its own, not a load on the node that speaks.
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
  t.same(spokenLines(detail), SAID, 'nothing that was said is lost');
  t.match(detail.call, { status: 'completed', endedBy: 'agent' });
  const stats = (await world.network.callsOf(callId))[0]?.stats;
  t.ok(stats !== undefined && isUndisturbed(stats), JSON.stringify(stats));
};

// Its death in the middle of a call is a story of nats-kill.
t.test('the embedded server is frozen for some seconds of a call', { skip: ONLY_IN_FULL_RUN }, async (t) => {
  const world = await startWorld(t, LISTENS);
  const callId = await placeCall(world, '+14155550141');
  const pid = await serverPid(world);
  process.kill(pid, 'SIGSTOP');
  const noticedMs = await msUntil(world, 'journal_unreachable', 10_000);
  t.ok(noticedMs <= 5_000, `noticed after ${noticedMs} ms`);
  const before = await heard(world, callId);
  await delay(TROUBLE_MS);
  t.ok((await heard(world, callId)) > before + 50, 'the agent went on speaking');
  await msUntil(world, null, 60_000);
  t.not(await serverPid(world), pid, 'another server runs');
  await checkCall(t, world, callId);
});

t.test('the disk of the journal is full for some seconds of a call', async (t) => {
  const disk = await mountSmallDisk(t, 64);
  const world = await startWorld(t, LISTENS, {
    prepare: async (dataDir) => {
      if (disk !== null) await symlink(disk.path, join(dataDir, 'nats'));
    },
  });
  const callId = await placeCall(world, '+14155550142');
  const pid = await serverPid(world);
  // Without a disk of its own the server may write no more, and is started again, which lifts that.
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
    t.equal((await world.client().call(callId)).call.id, callId, 'reads go on');
    await delay(TROUBLE_MS);
    t.ok((await heard(world, callId)) > before + 50, 'the agent went on speaking');
    t.equal(await serverPid(world), pid, 'a start would not help');
    await disk.clear();
  }
  const mendedMs = await msUntil(world, null, 60_000);
  t.ok(mendedMs <= 25_000, `mended after ${mendedMs} ms`);
  await checkCall(t, world, callId);
  const { category } = await world
    .client()
    .request<{ category: { name: string } }>(
      'POST',
      '/api/v1/contacts/categories',
      { businessId: world.businessId, name: 'Leads' },
      'while-it-is-full',
    );
  t.equal(category.name, 'Leads', 'what was refused is taken under the same key');
});
