import t from 'tap';
import { prepareSpeech, withCache } from '../../../providers/speech/speech-cache.js';
import type { SpeechChunk, SpeechRequest, Synthesiser } from '../../../providers/speech/synthesiser.js';

/** A synthesiser that a test steers chunk by chunk. */
const steered = () => {
  const requests: {
    readonly text: string;
    readonly signal: AbortSignal;
    next: (chunk: SpeechChunk | Error | null) => void;
  }[] = [];
  const inner: Synthesiser = {
    name: 'steered',
    voices: [],
    synthesise: async function* ({ text }, signal) {
      const queue: (SpeechChunk | Error | null)[] = [];
      let wake: () => void = () => undefined;
      requests.push({
        text,
        signal,
        next: (chunk) => {
          queue.push(chunk);
          wake();
        },
      });
      signal.addEventListener('abort', () => wake());
      for (;;) {
        while (queue.length === 0 && !signal.aborted)
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        signal.throwIfAborted();
        const chunk = queue.shift();
        if (chunk === null || chunk === undefined) return;
        if (chunk instanceof Error) throw chunk;
        yield chunk;
      }
    },
    close: async () => undefined,
  };
  return { inner, requests };
};

const request = (text: string): SpeechRequest => ({ text, voiceId: 'v', language: 'en' });
const chunk = (samples: number): SpeechChunk => ({ mulaw: new Uint8Array(samples).fill(7) });
const never = new AbortController().signal;

const collect = async (cache: Synthesiser, text: string, signal = never): Promise<number> => {
  let samples = 0;
  for await (const { mulaw } of cache.synthesise(request(text), signal)) samples += mulaw.length;
  return samples;
};

t.test('synthesises a shared text once, and streams it to each reader', async (t) => {
  const { inner, requests } = steered();
  const cache = withCache(inner);
  const both = [collect(cache, 'hello'), collect(cache, 'hello')];
  requests[0]?.next(chunk(100));
  const late = collect(cache, 'hello');
  requests[0]?.next(chunk(50));
  requests[0]?.next(null);
  t.same(await Promise.all([...both, late]), [150, 150, 150]);
  t.equal(await collect(cache, 'hello'), 150, 'later requests are served from memory');
  t.equal(requests.length, 1);
});

t.test('an abort takes effect while no chunk comes, and the other readers get all chunks', async (t) => {
  const { inner, requests } = steered();
  const cache = withCache(inner);
  const stop = new AbortController();
  const stopped = collect(cache, 'hello', stop.signal);
  const second = collect(cache, 'hello');
  stop.abort();
  await t.rejects(stopped, { name: 'AbortError' });
  t.equal(requests[0]?.signal.aborted, false);
  requests[0]?.next(chunk(10));
  requests[0]?.next(null);
  t.equal(await second, 10);
});

t.test('abandons a text without readers, and synthesises it again on request', async (t) => {
  const { inner, requests } = steered();
  const cache = withCache(inner);
  const stop = new AbortController();
  const stopped = collect(cache, 'hello', stop.signal);
  requests[0]?.next(chunk(10));
  stop.abort();
  await t.rejects(stopped, { name: 'AbortError' });
  t.equal(requests[0]?.signal.aborted, true);
  const again = collect(cache, 'hello');
  requests[1]?.next(chunk(20));
  requests[1]?.next(null);
  t.equal(await again, 20);
});

t.test('a failure reaches all readers, and is not cached', async (t) => {
  const { inner, requests } = steered();
  const cache = withCache(inner);
  const both = [collect(cache, 'hello'), collect(cache, 'hello')];
  requests[0]?.next(new Error('broken'));
  for (const stream of both) await t.rejects(stream, { message: 'broken' });
  const again = collect(cache, 'hello');
  requests[1]?.next(null);
  t.equal(await again, 0);
});

t.test('evicts the least recently used text beyond its limit', async (t) => {
  const { inner, requests } = steered();
  const cache = withCache(inner, 250);
  const say = async (text: string): Promise<number> => {
    const before = requests.length;
    const collected = collect(cache, text);
    requests[before]?.next(chunk(100));
    requests[before]?.next(null);
    await collected;
    return requests.length;
  };
  await say('a');
  await say('b');
  await say('a');
  t.equal(await say('c'), 3, 'a was still there');
  t.equal(await say('a'), 3, 'a was used after b');
  t.equal(await say('b'), 4, 'b was evicted');
});

t.test('preparing never rejects, caches its result, and reports failures', async (t) => {
  const { inner, requests } = steered();
  const cache = withCache(inner);
  const failures: unknown[] = [];
  const onFailed = (error: unknown): void => void failures.push(error);
  const prepared = prepareSpeech(cache, request('hello'), onFailed);
  requests[0]?.next(chunk(10));
  requests[0]?.next(null);
  await prepared;
  t.equal(await collect(cache, 'hello'), 10);
  t.same(failures, []);
  const failed = prepareSpeech(cache, request('broken'), onFailed);
  requests[1]?.next(new Error('broken'));
  await failed;
  t.match(failures, [new Error('broken')]);
});

/** The chunks that a reader gets. */
const chunksOf = async (cache: Synthesiser, text: string): Promise<readonly SpeechChunk[]> => {
  const chunks: SpeechChunk[] = [];
  const { signal } = new AbortController();
  for await (const part of cache.synthesise(request(text), signal)) chunks.push(part);
  return chunks;
};

t.test('all readers share the same bytes, as views and not as copies', async (t) => {
  const { inner, requests } = steered();
  const cache = withCache(inner);
  const waiting = Array.from({ length: 200 }, () => chunksOf(cache, 'hello'));
  const minute = chunk(480_000);
  requests[0]?.next(minute);
  requests[0]?.next(null);
  const results = [...(await Promise.all(waiting)), await chunksOf(cache, 'hello')];
  t.equal(requests.length, 1, 'synthesised, and so encoded, once');
  t.ok(results.every(({ length }) => length === 1));
  t.ok(results.every(([part]) => part?.mulaw.buffer === minute.mulaw.buffer));
});

t.test('late readers get many pieces as one, with all of their words', async (t) => {
  const { inner, requests } = steered();
  const cache = withCache(inner);
  const early = chunksOf(cache, 'hello');
  for (let piece = 0; piece < 50; piece += 1) {
    const startMs = piece * 10;
    requests[0]?.next({
      mulaw: new Uint8Array(80).fill(piece),
      words: [{ word: `w${piece}`, startMs, endMs: startMs + 10 }],
    });
    if (piece % 7 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  const late = chunksOf(cache, 'hello');
  requests[0]?.next(null);
  const kept = chunksOf(cache, 'hello');
  const whole = Uint8Array.from({ length: 4_000 }, (_, at) => Math.floor(at / 80));
  for (const [who, chunks] of Object.entries({ early: await early, late: await late, kept: await kept })) {
    t.same(Buffer.concat(chunks.map(({ mulaw }) => mulaw)), Buffer.from(whole), who);
    t.same(
      chunks.flatMap(({ words }) => words ?? []).map(({ word }) => word),
      Array.from({ length: 50 }, (_, piece) => `w${piece}`),
      who,
    );
  }
  t.equal((await chunksOf(cache, 'hello')).length, 1);
});

t.test('a prepared text is due as soon as a caller waits for it', async (t) => {
  const due: number[] = [];
  let finish: () => void = () => undefined;
  const synthesised = new Promise<void>((resolve) => {
    finish = resolve;
  });
  let dueAt: () => number = () => Number.NaN;
  const cache = withCache({
    name: 'waits',
    voices: [],
    synthesise: async function* (request) {
      dueAt = request.dueAt ?? dueAt;
      await synthesised;
      yield { mulaw: new Uint8Array(1) };
    },
    close: async () => undefined,
  });
  const request = { text: 'one moment', voiceId: 'v', language: 'en' };
  const ask = async (speech: SpeechRequest): Promise<void> => {
    for await (const _chunk of cache.synthesise(speech, new AbortController().signal));
  };
  const prepared = ask({ ...request, background: true });
  due.push(dueAt());
  const ahead = ask({ ...request, inMs: 60_000 });
  due.push(dueAt() - performance.now());
  const wanted = ask(request);
  due.push(dueAt() - performance.now());
  finish();
  await Promise.all([prepared, ahead, wanted]);
  t.equal(due[0], Number.POSITIVE_INFINITY);
  t.ok((due[1] ?? 0) > 50_000 && (due[1] ?? 0) <= 60_000);
  t.ok((due[2] ?? 1) <= 0);
});

t.test('a late text is requested once more, unless it waits in a queue', async (t) => {
  const now = performance.now.bind(performance);
  let aheadMs = 0;
  t.intercept(performance, 'now', { value: () => now() + aheadMs });
  for (const hasQueue of [false, true]) {
    const { inner, requests } = steered();
    const cache = withCache({ ...inner, hasQueue });
    t.equal(cache.hasQueue, hasQueue);
    const readers = [collect(cache, 'hello')];
    aheadMs += 4_000;
    readers.push(collect(cache, 'hello'));
    t.equal(requests.length, hasQueue ? 1 : 2);
    for (const { next } of requests) {
      next(chunk(100));
      next(null);
    }
    t.same(await Promise.all(readers), [100, 100]);
  }
});
