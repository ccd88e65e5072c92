/**
 * Two nodes with separate disks behind one address. The node with a call's media is killed in the middle of the call;
 * the carrier reconnects to the other node, and the recording that is served holds the whole call.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';
import { createFlite } from '../../../../providers/speech/offline/flite/synthesiser.js';
import { startLoopbackNetwork } from '../../../../src/simulators/phone-network.js';
import { createApiClient, isSettled } from '../../../../testkit/api/client.js';
import { download } from '../../../../testkit/api/download.js';
import { AGENT } from '../../../../testkit/demo-script.js';
import { startNats } from '../../../../testkit/nats/server.js';
import { NO_CHANNELS } from '../../../../testkit/service/no-channels.js';
import { startParley } from '../../../../testkit/service/parley-process.js';
import { createTenant } from '../../../../testkit/service/tenant.js';
import { createNetworkClient, spoken } from '../../../../testkit/simulators/network-client.js';
import { startBalancer } from '../../../../testkit/sockets/balancer.js';
import { until } from '../../../../testkit/until.js';
import { loudness, probeRecording } from '../../../support/audio/recording.js';

const NETWORK_AUTH = 'network-of-a-test';
const BEFORE_MS = 9_000;
const AFTER_MS = 9_000;
const VOICE = 300;

t.setTimeout(180_000);

t.test('the recording of a call whose node dies holds both halves of it', async (t) => {
  const nats = await startNats(t);
  const dir = mkdtempSync(join(tmpdir(), 'parley-moves-'));
  const network = await startLoopbackNetwork(NETWORK_AUTH);
  const balancer = await startBalancer();
  const voices = createFlite();
  const env = {
    ...NO_CHANNELS,
    PARLEY_NATS_URL: nats.url,
    PARLEY_PUBLIC_URL: `http://127.0.0.1:${balancer.port}`,
    PARLEY_LOOPBACK_URL: network.url,
    PARLEY_LOOPBACK_AUTH: NETWORK_AUTH,
    PARLEY_LOG_LEVEL: process.env.E2E_LOG ?? 'error',
    PARLEY_WATCHDOG_MS: '2000',
  };
  const onLog = (line: string): void => void (process.env.E2E_LOG && process.stderr.write(`${line}\n`));
  const start = (name: string) => startParley({ dataDir: join(dir, name), env, onLog });
  const nodes = [await start('a'), await start('b')] as const;
  t.teardown(async () => {
    for (const node of nodes) node.kill('SIGKILL');
    await Promise.all(nodes.map(({ ended }) => ended));
    balancer.close();
    await network.stop();
    await voices.close();
    rmSync(dir, { recursive: true, force: true });
  });
  const [killed, other] = nodes;
  balancer.serve([killed.url]);
  const { businessId, apiKey } = await createTenant(join(dir, 'a'), { lines: 10, credits: 100, env });
  const client = createApiClient(other.url, businessId, apiKey);
  const agent = await client.createAgent(AGENT.name, AGENT.instructions, { firstGreeting: AGENT.greeting });

  const number = '+14155550177';
  const audio = await spoken(voices, 'I would like to book a table');
  const words = Array.from({ length: 9 }, (_, index) => ({
    atMs: 3_000 + index * 2_500,
    do: { type: 'say', audio } as const,
  }));
  const line = createNetworkClient(network.url);
  await line.callee(number, {
    ringMs: 500,
    steps: [...words, { atMs: BEFORE_MS + AFTER_MS + 4_000, do: { type: 'hang_up' } }],
  });
  const callId = await client.startCall(agent.id, number);
  await client.callUntil(callId, ({ call }) => call.status === 'answered', 20_000);
  const answeredAt = Date.now();
  await delay(BEFORE_MS);
  const killedMs = Date.now() - answeredAt;
  killed.kill('SIGKILL');
  await killed.ended;
  balancer.serve([other.url]);

  const detail = await client.callUntil(callId, isSettled, 90_000);
  t.equal(detail.call.recordingAvailable, true);
  const path = join(dir, `${callId}.opus`);
  const served = (): Promise<boolean> =>
    download(detail.recordingUrl, path).then(
      () => true,
      () => false,
    );
  await until('the other node serves the recording', served, 30_000);
  const { durationMs, channels } = await probeRecording(path);
  t.equal(channels, 2);
  const [placed] = await line.callsOf(callId);
  const { streams } = await line.history(placed?.sid ?? '');
  const openedAtMs = streams.find((stream) => stream.openedAtMs !== null)?.openedAtMs ?? Number.NaN;
  const streamedMs = (streams.at(-1)?.closedAtMs ?? Number.NaN) - openedAtMs;
  t.ok(Math.abs(durationMs - streamedMs) < 2_500, `${durationMs} ms recorded of ${streamedMs} ms`);
  const rms = await loudness(path);
  const heard = (channel: 0 | 1, fromMs: number, toMs: number): boolean => {
    for (let at = fromMs; at < toMs; at += 200) if (rms(channel, at, at + 200) > VOICE) return true;
    return false;
  };
  t.ok(heard(1, 0, 3_000), 'the greeting, spoken by the node that died');
  t.ok(heard(0, 2_500, killedMs - 3_500), 'the customer before it died');
  t.ok(heard(0, killedMs + 3_000, durationMs), 'the customer afterwards');
});
