import { performance } from 'node:perf_hooks';
import t from 'tap';
import { backoffMs, pause, steadyBackoffMs } from '../../../actors/runtime/backoff.js';

t.test('doubles from 0.2 s to 10 s, with half of it random', async (t) => {
  t.same(
    [1, 2, 3, 6, 7, 50].map((attempt) => backoffMs(attempt, 0)),
    [100, 200, 400, 3_200, 5_000, 5_000],
  );
  t.equal(backoffMs(1, 0.5), 150);
  t.ok(backoffMs(2_000, 0.999) <= 10_000, 'for any number of attempts');
});

t.test('doubles to the limit without a random part for a single caller', async (t) => {
  const backoff = { firstMs: 50, longestMs: 5_000 };
  t.same(
    [1, 2, 3, 7, 8, 2_000].map((attempt) => steadyBackoffMs(attempt, backoff)),
    [50, 100, 200, 3_200, 5_000, 5_000],
  );
});

t.test('a pause ends at once if it is aborted before it begins or during it', async (t) => {
  const began = performance.now();
  const abort = new AbortController();
  const paused = pause(60_000, abort.signal);
  abort.abort();
  await paused;
  await pause(60_000, abort.signal);
  t.ok(performance.now() - began < 30_000);
});
