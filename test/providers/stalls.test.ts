/** Streams that stall: nobody waits for them for ever, and they are told to stop. */
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
const nobody = new AbortController().signal;

t.test('a stream that stalls before or after its first item fails, and is told to stop', async (t) => {
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
      nobody,
      LIMITS,
    );
    await t.rejects(async () => {
      for await (const item of stream) got.push(item);
    }, Stalled);
    t.same(got, items, 'what came is there');
    t.ok(stopped);
  }
});

t.test('a stream that is slow but steady is read to its end; one that throws throws that', async (t) => {
  const slow = unlessStalled(
    async function* () {
      for (let item = 0; item < 4; item += 1) {
        await delay(5);
        yield item;
      }
    },
    nobody,
    LIMITS,
  );
  t.same(await all(slow), [0, 1, 2, 3]);
  const broken = unlessStalled(
    // biome-ignore lint/correctness/useYield: it fails before it has anything
    async function* (): AsyncGenerator<number> {
      throw new Error('broken');
    },
    nobody,
    LIMITS,
  );
  await t.rejects(all(broken), { message: 'broken' });
});

t.test('who gives up does not wait for a stream that ignores it', async (t) => {
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

t.test('a greeting that stalled while the phone rang is made anew when it is wanted', async (t) => {
  let asked = 0;
  const cache = withCache(
    {
      name: 'by hand',
      voices: [],
      close: async () => undefined,
      synthesise: async function* () {
        asked += 1;
        if (asked === 1) await never;
        yield { mulaw: new Uint8Array(80) };
      },
    },
    1_000_000,
    { firstMs: 200, betweenMs: 200 },
    LIMITS,
  );
  const request = { text: 'Hello', voiceId: 'v', language: 'en' };
  const preparing = all(cache.synthesise(request, nobody));
  preparing.catch(() => undefined);
  await delay(LIMITS.firstMs + 20);
  t.equal((await all(cache.synthesise(request, nobody))).length, 1, 'it is not waited for');
  await t.rejects(preparing, Stalled, 'who prepared it does not wait for ever either');
  t.equal((await all(cache.synthesise(request, nobody))).length, 1, 'what was made is kept');
  t.equal(asked, 2);
});

t.test('an answer in writing whose model stalls fails instead of hanging', async (t) => {
  const stalling = {
    name: 'by hand',
    respond: async function* () {
      yield { type: 'text', text: 'We' } as const;
      await never;
    },
  };
  await t.rejects(textOf(stalling, { messages: [], tools: [] }, nobody, LIMITS), Stalled);
});
