/** Stalled streams fail instead of blocking their readers, and are aborted. */
import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';
import { textOf } from '../../operations/model-text.js';
import { withCache } from '../../providers/speech/speech-cache.js';
import { Stalled, unlessStalled } from '../../providers/stalls.js';

const LIMITS = { firstMs: 60, betweenMs: 30 };
const never = new Promise<never>(() => undefined);
const all = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
  const got: T[] = [];
  for await (const item of items) got.push(item);
  return got;
};
const unabortedSignal = new AbortController().signal;

t.test('a stream that stalls before or after its first item fails and is aborted', async (t) => {
  for (const items of [[], [1], [1, 2, 3]]) {
    let stopped = false;
    const got: number[] = [];
    const stream = unlessStalled(
      async function* (signal) {
        signal.addEventListener('abort', () => {
          stopped = true;
        });
        yield* items;
        await never;
      },
      unabortedSignal,
      LIMITS,
    );
    await t.rejects(async () => {
      for await (const item of stream) got.push(item);
    }, Stalled);
    t.same(got, items, 'items before the stall are delivered');
    t.ok(stopped);
  }
});

t.test('reads a slow but steady stream to its end, and passes errors on', async (t) => {
  const slow = unlessStalled(
    async function* () {
      for (let item = 0; item < 4; item += 1) {
        await delay(5);
        yield item;
      }
    },
    unabortedSignal,
    LIMITS,
  );
  t.same(await all(slow), [0, 1, 2, 3]);
  const broken = unlessStalled(
    // biome-ignore lint/correctness/useYield: it throws before it yields anything
    async function* (): AsyncGenerator<number> {
      throw new Error('broken');
    },
    unabortedSignal,
    LIMITS,
  );
  await t.rejects(all(broken), { message: 'broken' });
});

t.test('an abort does not wait for a stream that ignores it', async (t) => {
  const stop = new AbortController();
  const reading = all(
    unlessStalled(
      async function* () {
        yield 1;
        await never;
      },
      stop.signal,
      { firstMs: 60_000, betweenMs: 60_000 },
    ),
  );
  setTimeout(() => stop.abort(), 5);
  await t.rejects(reading, { name: 'AbortError' });
});

t.test('a greeting that stalled while the phone rang is synthesised again when it is needed', async (t) => {
  let requests = 0;
  const cache = withCache(
    {
      name: 'by hand',
      voices: [],
      close: async () => undefined,
      synthesise: async function* () {
        requests += 1;
        if (requests === 1) await never;
        yield { mulaw: new Uint8Array(80) };
      },
    },
    1_000_000,
    { firstMs: 200, betweenMs: 200 },
    LIMITS,
  );
  const request = { text: 'Hello', voiceId: 'v', language: 'en' };
  const preparing = all(cache.synthesise(request, unabortedSignal));
  preparing.catch(() => undefined);
  await delay(LIMITS.firstMs + 20);
  t.equal(
    (await all(cache.synthesise(request, unabortedSignal))).length,
    1,
    'the stalled synthesis is not awaited',
  );
  await t.rejects(preparing, Stalled, 'the preparation does not wait for ever either');
  t.equal((await all(cache.synthesise(request, unabortedSignal))).length, 1, 'the result is cached');
  t.equal(requests, 2);
});

t.test('a written answer whose model stalls fails instead of hanging', async (t) => {
  const stalling = {
    name: 'by hand',
    respond: async function* () {
      yield { type: 'text', text: 'We' } as const;
      await never;
    },
  };
  await t.rejects(textOf(stalling, { messages: [], tools: [] }, unabortedSignal, LIMITS), Stalled);
});
