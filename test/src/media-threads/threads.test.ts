/** The main thread's side of media threads: their requests and counts, and the replacement of a thread that ends. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import t, { type Test } from 'tap';
import { DomainError } from '../../../schemas/errors.js';
import { readConfig } from '../../../src/config/index.js';
import type { MediaCount } from '../../../src/media-threads/messages.js';
import { type MediaThreads, spoolOfThread, startMediaThreads } from '../../../src/media-threads/threads.js';
import { noTools } from '../../../testkit/stubs/no-tools.js';
import { until } from '../../../testkit/until.js';

const SCRIPT = new URL('./fake-thread.js', import.meta.url);

const OWN = { provider: 'openai', key: 'sk-1', address: null } as const;

const start = async (t: Test, count: number, behaviour: string | null = null) => {
  const dataDir = t.testdir({});
  const nodeSpool = join(dataDir, 'recording-spool');
  const counts: MediaCount[] = [];
  const logged: string[] = [];
  const config = readConfig({ dataDir }, {});
  const threads: MediaThreads = await startMediaThreads(
    {
      count,
      publicUrl: null,
      start: {
        host: '127.0.0.1',
        port: 0,
        settings: {
          addressLimit: config.addressLimit,
          dataDir,
          development: false,
          logLevel: 'silent',
          loopbackAuth: null,
          model: config.model,
          recordings: config.recordings,
          preemptive: false,
          sessionLogDays: 0,
          sessionLogDir: behaviour,
          speech: config.speech,
          speechDir: config.speechDir,
          timeZone: 'UTC',
          carriers: { order: [], twilio: null, telnyx: null, plivo: null },
          voiceDetector: 'energy',
          noiseSuppression: 'off',
          realtime: [],
          tenantNameServers: null,
        },
        trustedProxies: '',
        maxConnections: 10,
        nats: { url: 'nats://127.0.0.1:1' },
        replicas: 1,
        mediaToken: 'secret',
        clock: new SharedArrayBuffer(8),
        networkUrl: null,
        loopbackAuth: '',
      },
      nodeSpool,
      adoptSessionLogs: async () => undefined,
      callOf: (businessId, callId) => ({
        attach: async (attachmentId, carrierCallId, commandId) => {
          throw new DomainError(
            'call_not_live',
            [businessId, callId, attachmentId, carrierCallId, commandId].join(' '),
          );
        },
        send: async () => null,
        get: async () => null,
      }),
      tools: noTools,
      listsFor: async (businessId, agentId) => [
        { role: 'model', agentId, choices: [{ ...OWN, choice: businessId }], standIn: 'none' },
      ],
      knowledge: async (sourceIds) => {
        if (sourceIds[0] === 'broken') throw new Error('the views are gone');
        return sourceIds.map((id) => ({ source: id, text: `of ${id}` }));
      },
      onCount: (counted) => void counts.push(counted),
      logger: pino({}, { write: (line: string) => void logged.push(line) }),
    },
    SCRIPT,
  );
  t.teardown(() => threads.drain());
  const answers = (): readonly (readonly [number, unknown])[] =>
    counts.flatMap((counted) =>
      counted.type === 'latency' ? [[counted.ms, JSON.parse(counted.measure)] as const] : [],
    );
  return { threads, answers, logged, nodeSpool };
};

t.test('all threads listen on one port, and report their state', async (t) => {
  const { threads } = await start(t, 2);
  const port = Number(new URL(threads.url).port);
  t.ok(port > 0);
  const states = await threads.states();
  t.same(
    [...states].sort(([a], [b]) => a - b),
    [
      [1, { sessions: 1, unsentBytes: port, ownDelayMs: [['0.5', 1]] }],
      [2, { sessions: 2, unsentBytes: port, ownDelayMs: [['0.5', 1]] }],
    ],
  );
});

t.test('each thread hands its calls over when the node drains, and keeps running', async (t) => {
  const { threads, answers } = await start(t, 2);
  threads.handOver();
  await until('both threads have handed over', () => answers().length === 2);
  t.same(
    [...answers()].sort(([a], [b]) => a - b),
    [
      [1, 'handed over'],
      [2, 'handed over'],
    ],
  );
  t.equal((await threads.states()).size, 2);
});

t.test('each thread receives its answers, and refusals', async (t) => {
  const { threads, answers, logged } = await start(t, 2);
  threads.learn(['s1', 's2']);
  await until('both threads have an answer', () => answers().length === 2);
  for (const number of [1, 2])
    t.same(
      answers().find(([thread]) => thread === number),
      [
        number,
        {
          type: 'passages',
          id: 1,
          passages: [
            { source: 's1', text: 'of s1' },
            { source: 's2', text: 'of s2' },
          ],
        },
      ],
    );
  threads.addSpeech('', { text: 'a1', voiceId: 'v', language: 'en' }, []);
  await until('both threads have another answer', () => answers().length === 4);
  t.match(answers()[3]?.[1], {
    type: 'refused',
    id: 2,
    code: 'call_not_live',
    message: 'b c a1 CA k',
    details: [],
    retryAfterSeconds: null,
  });
  threads.learn(['broken']);
  await until('both threads are refused', () => answers().length === 6);
  t.match(answers()[5]?.[1], { type: 'refused', code: 'internal' });
  t.notMatch(JSON.stringify(answers()[5]), /views are gone/);
  t.match(logged.join(''), /"event":"media.question_failed".*the views are gone/);
});

t.test(
  'changed providers of the installation reach each thread, and a business has its own there',
  async (t) => {
    const { threads, answers } = await start(t, 2);
    threads.change({ ...readConfig({}, {}), model: { type: 'none' } });
    await until('both threads have an answer', () => answers().length === 2);
    t.same(answers()[1]?.[1], {
      type: 'providers',
      id: 3,
      lists: [{ role: 'model', agentId: 'a', choices: [{ ...OWN, choice: 'none' }], standIn: 'none' }],
    });
  },
);

t.test('a thread that ends is replaced, and its audio moves to the node', async (t) => {
  const { threads, logged, nodeSpool } = await start(t, 1);
  const spool = join(spoolOfThread(nodeSpool, 1), 'spool');
  mkdirSync(spool, { recursive: true });
  writeFileSync(join(spool, 'b.c.w.agent'), 'audio');
  threads.learn(['end']);
  await until('the thread is gone', async () => (await threads.states()).size === 0);
  await until('another thread runs', async () => (await threads.states()).size === 1);
  t.ok(existsSync(join(nodeSpool, 'spool', 'b.c.w.agent')));
  t.match(logged.join(''), /"event":"media.thread.replaced"/);
});

t.test('if one thread cannot start, none is started', async (t) => {
  for (const behaviour of ['fails at its start', 'fails in the second'])
    await t.rejects(start(t, 2, behaviour), { message: 'the port cannot be opened' }, behaviour);
});

t.test('a thread that does not answer is left out', async (t) => {
  const { threads } = await start(t, 1, 'says nothing');
  t.equal((await threads.states()).size, 0);
});
