/** A service that stops drains first: its live calls continue, here or at another node, and new ones wait. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { isSettled } from '../../../../testkit/api/client.js';
import { concurrent } from '../../../../testkit/concurrent.js';
import { AGENT } from '../../../../testkit/demo-script.js';
import { testCacheDir } from '../../../../testkit/nats/server.js';
import { NO_CHANNELS } from '../../../../testkit/service/no-channels.js';
import { CLI, type ParleyProcess } from '../../../../testkit/service/parley-process.js';
import { startTwoNodes } from '../../../../testkit/service/two-nodes.js';
import { startWorld, type World } from '../../../../testkit/service/world.js';
import type { NetworkClient } from '../../../../testkit/simulators/network-client.js';
import { until } from '../../../../testkit/until.js';

const CALL_MS = 120_000;
/** Longer than any test here takes. */
const DRAINS = { PARLEY_DRAIN_SECONDS: '600' } as const;
/** Callees stay silent and hang up themselves, so no agent may do so before them. */
const VOICE = { firstGreeting: AGENT.greeting, disconnectAfterSilenceSeconds: 120 } as const;
/** A second signal within this time may be an echo of the first, ms. */
const APART_MS = 4_000;
/** A stop that does not wait for calls takes at most this long, ms. */
const STOP_MS = 30_000;

t.setTimeout(600_000);
// They wait for their calls most of the time.
t.jobs = 2;

interface Probe {
  readonly status: number;
  readonly codes: readonly string[];
}

/** The answer of `/readyz` on a new connection, which only an open port accepts. */
const probe = async (url: string): Promise<Probe> => {
  const response = await fetch(`${url}/readyz`, { headers: { Connection: 'close' } });
  const text = await response.text();
  if (response.status === 200) return { status: 200, codes: [] };
  const { because }: { readonly because: readonly { readonly code: string }[] } = JSON.parse(text);
  return { status: response.status, codes: because.map(({ code }) => code) };
};

const endedWithin = async (service: ParleyProcess, ms: number): Promise<boolean> =>
  Promise.race([service.ended.then(() => true), delay(ms, false, { ref: false })]);

/** A call that the callee ends `lastsMs` after answering; resolves once it is answered. */
const answered = async (world: World, agentId: string, number: string, lastsMs: number): Promise<string> => {
  await world.network.callee(number, { ringMs: 200, steps: [{ atMs: lastsMs, do: { type: 'hang_up' } }] });
  const callId = await world.client().startCall(agentId, number);
  await world.client().callUntil(callId, ({ call }) => call.status === 'answered', CALL_MS);
  return callId;
};

/** The number of streams of a call that were accepted. */
const streamsOf = async (network: NetworkClient, callId: string): Promise<number> => {
  const placed = await network.callsOf(callId);
  const histories = await Promise.all(placed.map(({ sid }) => network.history(sid)));
  return histories.flatMap(({ streams }) => streams).filter(({ openedAtMs }) => openedAtMs !== null).length;
};

const startWith = async (
  t: Test,
  lines = 1,
): Promise<{ readonly world: World; readonly agentId: string }> => {
  const world = await startWorld(t, DRAINS, { lines });
  const agent = await world.client().createAgent(AGENT.name, AGENT.instructions, VOICE);
  return { world, agentId: agent.id };
};

t.test('a single node stops once its live call has ended by itself', concurrent(300_000), async (t) => {
  const { world, agentId } = await startWith(t);
  const service = world.service();
  const callId = await answered(world, agentId, '+14155550190', 30_000);
  // There is one line, and this call waits for it.
  await world.network.callee('+14155550191', {
    ringMs: 200,
    steps: [{ atMs: 2_000, do: { type: 'hang_up' } }],
  });
  const queued = await world.client().startCall(agentId, '+14155550191');

  service.kill('SIGTERM');
  const before = await until(
    'the node is not ready',
    async () => {
      const found = await probe(service.url);
      return found.status === 503 ? found : null;
    },
    20_000,
  );
  t.same(before.codes, ['draining']);

  const refused = await fetch(`${service.url}/api/v1/voice/calls`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${world.apiKey}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': 'while-it-drains',
    },
    body: JSON.stringify({ businessId: world.businessId, agentId, toNumber: '+14155550192' }),
  });
  t.equal(refused.status, 503);
  t.match(await refused.json(), { error: { code: 'not_ready', retryable: true } });
  t.ok(Number(refused.headers.get('retry-after')) > 0, 'says when to retry');
  t.equal(refused.headers.get('connection'), 'close', 'closes the connection');
  t.equal(
    (await world.client().callUntil(callId, () => true, CALL_MS)).call.status,
    'answered',
    'reads are served',
  );
  t.match(await service.metrics(), /^parley_draining 1$/m);

  await delay(3_000);
  t.same((await probe(service.url)).codes, ['draining'], 'the port stays open');
  await service.ended;
  t.equal(service.exitCode(), 0);
  t.equal(await streamsOf(world.network, callId), 1, 'its stream was never cut');
  t.same(await world.network.callsOf(queued), [], 'the queued call was not placed');

  await world.restart();
  const { call, transcript } = await world.client().callUntil(callId, isSettled, CALL_MS);
  t.match(call, { status: 'completed', endReason: 'customer_hangup' });
  t.ok(call.durationSeconds >= 29 && call.durationSeconds <= 33, `${call.durationSeconds} s`);
  t.equal(transcript.filter(({ text }) => text === AGENT.greeting).length, 1);
  const after = await world.client().callUntil(queued, isSettled, CALL_MS);
  t.equal(after.call.status, 'completed', 'the queued call is placed by the next process');
});

t.test(
  'a second signal stops the service at once, an echo of the first does not',
  concurrent(300_000),
  async (t) => {
    const { world, agentId } = await startWith(t);
    const service = world.service();
    const callId = await answered(world, agentId, '+14155550193', 30_000);
    await world.client().callUntil(callId, ({ transcript }) => transcript.length > 0, CALL_MS);
    service.kill('SIGTERM');
    service.kill('SIGINT');
    t.notOk(await endedWithin(service, APART_MS), 'a terminal may signal twice');
    service.kill('SIGTERM');
    t.ok(await endedWithin(service, STOP_MS));
    t.equal(service.exitCode(), 0);
    const streams = await streamsOf(world.network, callId);
    await world.restart();
    const { call, transcript, diagnostics } = await world.client().callUntil(callId, isSettled, CALL_MS);
    t.equal(call.status, 'completed');
    t.equal(streams, 1, 'the ending process accepted no further stream');
    t.equal(transcript.filter(({ text }) => text.startsWith('Hello')).length, 1, 'greeted once');
    const attached = diagnostics.timeline.filter(({ event }) => event === 'call.media_attached');
    t.ok(attached.length <= 2, 'one session here and one in the next process');
  },
);

t.test('a node without live calls stops at once', concurrent(300_000), async (t) => {
  const { world } = await startWith(t);
  const service = world.service();
  service.kill('SIGTERM');
  t.ok(await endedWithin(service, STOP_MS));
  t.equal(service.exitCode(), 0);
  await world.restart();
});

t.test(
  'drains even if the shell that npm puts before it does not pass the signal on',
  concurrent(300_000),
  async (t) => {
    const dataDir = t.testdir({});
    // As with npm: the shell gets the signal and ends without passing it on.
    const shell = spawn(
      'sh',
      ['-c', `"$0" "$1" serve --port 0 --data-dir "$2"; true`, process.execPath, CLI, dataDir],
      {
        env: { ...process.env, ...NO_CHANNELS, npm_command: 'exec', PARLEY_CACHE_DIR: testCacheDir() },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    const logged: string[] = [];
    const lines = createInterface({ input: shell.stdout });
    const ended = new Promise<void>((resolve) => lines.once('close', resolve));
    lines.on('line', (line) => void logged.push(line));
    const has = (event: string): boolean => logged.some((line) => line.includes(`"event":"${event}"`));
    await until('the service', () => has('service.ready'), 60_000);
    shell.kill('SIGTERM');
    await ended;
    t.ok(has('service.stop_requested'));
    t.ok(has('service.stopped'), 'stopped in an orderly way');
  },
);

t.test('a live call is handed over to another node and continues', concurrent(300_000), async (t) => {
  const nodes = await startTwoNodes({ lines: 5, cacheDir: testCacheDir(), env: DRAINS });
  try {
    const agent = await nodes.client.createAgent(AGENT.name, AGENT.instructions, VOICE);
    const number = '+14155550194';
    await nodes.network.callee(number, { ringMs: 200, steps: [{ atMs: 60_000, do: { type: 'hang_up' } }] });
    const callId = await nodes.client.startCall(agent.id, number);
    await nodes.client.callUntil(callId, ({ transcript }) => transcript.length > 0, CALL_MS);
    t.equal(await streamsOf(nodes.network, callId), 1);
    // The balancer alternates between the nodes, so either may have the media.
    const first = await nodes.drain(0);
    t.equal(first, 0);
    await nodes.start(0);
    const second = await nodes.drain(1);
    t.equal(second, 0);
    const { call, transcript, diagnostics } = await nodes.client.callUntil(callId, isSettled, CALL_MS);
    t.match(call, { status: 'completed', endReason: 'customer_hangup' });
    t.ok(call.durationSeconds >= 59 && call.durationSeconds <= 64, `${call.durationSeconds} s`);
    t.equal(transcript.filter(({ text }) => text === AGENT.greeting).length, 1, 'greeted once');
    const attached = diagnostics.timeline.filter(({ event }) => event === 'call.media_attached').length;
    t.ok(attached >= 2, 'another node continued the call');
    t.equal(await streamsOf(nodes.network, callId), attached, 'no stream was accepted and then cut');
  } finally {
    await nodes.stop();
  }
});
