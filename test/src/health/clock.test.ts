/** What a node reports about its clocks: in the log, /readyz, the metrics and the trouble book. */
import { pino } from 'pino';
import { Registry } from 'prom-client';
import t from 'tap';
import type { ClockReading } from '../../../actors/runtime/timekeeping/journal-clock.js';
import type { Failing, Trouble } from '../../../actors/runtime/trouble/trouble.js';
import { watchClock } from '../../../src/health/clock.js';
import { clockNotReady } from '../../../src/health/readiness.js';
import { until } from '../../../testkit/until.js';

const HOUR = 3_600_000;
const CORRECT: ClockReading = { trust: { type: 'followed' }, wallAheadMs: 3 };

t.test('a clock that is off is reported everywhere until it is right again', async (t) => {
  let reading = CORRECT;
  const logged: string[] = [];
  const logger = pino({}, { write: (line: string) => void logged.push(line) });
  const entries = new Map<string, Failing>();
  const registry = new Registry();
  const watch = watchClock({
    clock: { now: () => HOUR, reading: () => reading },
    book: {
      note: async (failing) => {
        entries.set(`${failing.what} ${failing.key}`, failing);
        return 'noted';
      },
      clear: async ({ what, key }) => void entries.delete(`${what} ${key}`),
    },
    name: 'node-1',
    logger,
    registry,
  });
  t.teardown(() => watch.stop());
  t.same(watch.lines(), []);

  reading = { trust: { type: 'untrusted', serverAheadMs: -HOUR }, wallAheadMs: HOUR };
  t.same(watch.lines(), [
    "The clock of this machine is 3600 s ahead of the journal's time.",
    "The clock of the journal's server is 3600 s behind the journal's time.",
  ]);
  await until('both clocks are in the trouble book', () => entries.size === 2);
  t.same([...entries.keys()].toSorted(), ['server node-1', 'wall node-1']);
  const waiting = watch.untilTrusted(new AbortController().signal);
  t.equal(await Promise.race([waiting, 'waits']), 'waits', 'queued calls wait');
  t.match(logged.join(''), /"clock\.wall_off".*3600000/);
  t.match(logged.join(''), /"clock\.server_off","trust":"untrusted","serverAheadMs":-3600000/);
  const metrics = await registry.metrics();
  t.match(metrics, /^parley_clock_offset_seconds 3600$/m);
  t.match(metrics, /^parley_clock_server_offset_seconds -3600$/m);

  reading = CORRECT;
  await until('no clock is in the trouble book', () => entries.size === 0);
  t.ok(await waiting);
  t.notOk(await watch.untilTrusted(AbortSignal.abort()));
  t.match(logged.join(''), /"clock\.wall_right"/);
  t.match(logged.join(''), /"clock\.server_followed"/);
});

t.test('the trouble entry of a node that is gone is removed', async (t) => {
  const watch = watchClock({
    clock: { now: () => HOUR, reading: () => CORRECT },
    book: { note: async () => 'noted', clear: async () => undefined },
    name: 'node-1',
    logger: pino({ level: 'silent' }),
    registry: new Registry(),
  });
  t.teardown(() => watch.stop());
  const entry = (lastAt: number): Trouble => ({
    id: 'id',
    kind: 'clock',
    what: 'wall',
    ref: null,
    key: 'node-2',
    since: 0,
    lastAt,
    attempts: 1,
    code: 'clock_off',
    message: '',
    nextTryAt: null,
  });
  t.ok(await watch.retry(entry(HOUR - 40_000)), 'the entry was noted again recently');
  t.notOk(await watch.retry(entry(HOUR - 600_000)));
});

t.test('a node is unready, and starts no calls, only while the time is untrusted', async (t) => {
  t.equal(clockNotReady({ type: 'followed' }), null);
  t.equal(clockNotReady({ type: 'held', serverAheadMs: HOUR }), null, 'two clocks agree');
  t.match(clockNotReady({ type: 'untrusted', serverAheadMs: -HOUR }), {
    code: 'clock_untrusted',
    message: /3600 s behind/,
    refuses: { what: 'calls', as: 'not_ready' },
  });
});
