/** A reader dies, freezes or loses its place midway through a letter: its successor keeps the order per addressee. */
import { fork } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { jetstream, jetstreamManager, RetentionPolicy } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { pino } from 'pino';
import t from 'tap';
import { consumeInOrder } from '../../../../actors/runtime/consumers/in-order.js';
import type { Lifetime } from '../../../../testkit/lifetime.js';
import { startNats } from '../../../../testkit/nats/server.js';
import { until } from '../../../../testkit/until.js';
import { LETTERS } from './letters.js';

t.setTimeout(180_000);

const PROCESS = fileURLToPath(new URL('./reader-process.js', import.meta.url));
/** Longest time from the death of a reader until its successor has the letters it held and the new ones, ms. */
const TAKEN_OVER_MS = 8_000;

/** A reader in its own process that is stuck in `slow`, with `held` behind it, and a successor in this process. */
const stuck = async (t: Lifetime, retention: RetentionPolicy) => {
  const nats = await startNats(t);
  const nc = await connect({ servers: nats.url, maxReconnectAttempts: -1, reconnectTimeWait: 50 });
  t.teardown(() => nc.close());
  const jsm = await jetstreamManager(nc);
  await jsm.streams.add({ name: LETTERS.stream, subjects: [LETTERS.filter], retention });
  const put = (to: string, text: string) => jetstream(nc).publish(`letter.${to}`, text);

  const child = fork(PROCESS, [nats.url], { stdio: 'inherit' });
  t.teardown(() => child.kill('SIGKILL'));
  const begun: string[] = [];
  child.on('message', (text: string) => begun.push(text));
  await until('the reader is ready', () => begun.includes('ready'));
  await put('a', 'first');
  await put('a', 'slow');
  await put('a', 'held');
  await put('b', 'done');
  const unsettled = async () => (await jsm.consumers.info(LETTERS.stream, LETTERS.durable)).num_ack_pending;
  await until('the reader is stuck', async () => begun.includes('done') && (await unsettled()) === 2);

  const seen: string[] = [];
  const consumer = await consumeInOrder({
    nc,
    ...LETTERS,
    logger: pino({ level: 'silent' }),
    random: () => 0,
    onGone: () => undefined,
    handle: async (message) => {
      seen.push(message.string());
      await delay(20);
      return { type: 'done' };
    },
  });
  t.teardown(() => consumer.stop());
  const pass = () => jsm.consumers.unpin(LETTERS.stream, LETTERS.durable, 'nodes');
  return { child, begun, seen, put, pass, unsettled };
};

for (const retention of [RetentionPolicy.Limits, RetentionPolicy.Workqueue]) {
  t.test(`${retention}: letters that a killed reader held come before the letters that follow`, async (t) => {
    const { child, seen, put, pass, unsettled } = await stuck(t, retention);
    child.kill('SIGKILL');
    await pass();
    await put('a', 'new');
    await put('b', 'new b');
    const began = Date.now();
    await until('all are handed over', () => seen.includes('new') && seen.includes('held'), 30_000);
    const ofA = () => seen.filter((text) => ['slow', 'held', 'new'].includes(text));
    t.same(ofA(), ['slow', 'held', 'new']);
    t.ok(Date.now() - began < 1_000, 'without waiting for the server');
    await until('all are settled', async () => (await unsettled()) === 0, 30_000);
    t.same(ofA(), ['slow', 'held', 'new'], 'each letter once');
    t.same(
      seen.filter((text) => text === 'new b'),
      ['new b'],
    );
  });
}

t.test('a frozen reader is replaced in order, and begins nothing after the thaw', async (t) => {
  const { child, begun, seen, put, unsettled } = await stuck(t, RetentionPolicy.Workqueue);
  child.kill('SIGSTOP');
  const began = Date.now();
  await put('a', 'new');
  await until('all are handed over', () => seen.includes('new') && seen.includes('held'), 60_000);
  t.comment(`taken over after ${Date.now() - began} ms`);
  t.same(seen, ['slow', 'held', 'new']);
  await until('all are settled', async () => (await unsettled()) === 0, 30_000);
  child.kill('SIGCONT');
  await delay(2_000);
  t.same(begun, ['ready', 'first', 'slow', 'done']);
});

t.test('later letters do not overtake those of a live reader that lost its place', async (t) => {
  const { begun, seen, put, pass } = await stuck(t, RetentionPolicy.Workqueue);
  await pass();
  await put('a', 'new');
  await until('the new letter is handed over', () => seen.includes('new'), 60_000);
  t.same(seen, ['slow', 'held', 'new']);
  t.same(begun, ['ready', 'first', 'slow', 'done']);
});

t.test('takes over the letters of a dead reader within seconds, whether others follow or not', async (t) => {
  const { child, seen, put } = await stuck(t, RetentionPolicy.Limits);
  // The reader has just reported that it is at work, and requested more.
  await put('c', 'slow too');
  await delay(6_000);
  child.kill('SIGKILL');
  const began = Date.now();
  await put('a', 'new');
  const all = ['slow', 'slow too', 'held', 'new'];
  await until('all are handed over', () => all.every((text) => seen.includes(text)), 60_000);
  t.comment(`taken over after ${Date.now() - began} ms`);
  t.ok(Date.now() - began < TAKEN_OVER_MS, `${Date.now() - began} ms`);
});
