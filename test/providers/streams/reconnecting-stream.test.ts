/** The guarantees of a stream over lost connections, S1 to S5 (reconnecting-stream.ts), for any protocol, without waits. */
import fc from 'fast-check';
import t from 'tap';
import {
  type ReconnectingInput,
  ReconnectingStream,
} from '../../../providers/streams/reconnecting-stream.js';
import { failureOfCloseCode, type StreamFailure } from '../../../providers/streams/stream-failure.js';
import type { StreamLimits } from '../../../providers/streams/stream-limits.js';
import type { LinkClock, StreamProtocol } from '../../../providers/streams/stream-protocol.js';
import { seedOfRun } from '../../../testkit/seeded.js';

const LIMITS: StreamLimits = {
  connectMs: 2_000,
  recoverMs: 3_000,
  pausesMs: [0, 250, 1_000],
  maxLosses: 5,
  pingMs: 5_000,
  silentMs: 12_000,
  maxQueuedBytes: 64 * 1_024,
  stalledMs: 3_000,
  finishMs: 3_500,
  maxKeptMs: 20_000,
  quietKeptMs: 20_000,
  catchUpSpeed: 4,
  burstMs: 1_000,
};

/** A message of the server: what it reports, at times of its own connection. */
interface Message {
  readonly text?: string;
  readonly atMs?: number;
  readonly isReady?: boolean;
  readonly confirmedMs?: number;
  readonly isFlushed?: boolean;
  readonly failure?: StreamFailure;
}

type TestEvent = { readonly type: string; readonly text?: string; readonly atMs?: number };

const connectionOf = (clock: LinkClock) => {
  let isReady = false;
  let isFlushed = false;
  let confirmedMs = 0;
  return {
    opening: () => 'hello',
    isReady: () => isReady,
    isFlushed: () => isFlushed,
    read: (text: string) => {
      const message: Message = JSON.parse(text);
      isReady ||= message.isReady ?? false;
      isFlushed ||= message.isFlushed ?? false;
      if (message.confirmedMs !== undefined) confirmedMs = clock.streamMs(message.confirmedMs);
      const event = { type: 'heard', text: message.text ?? '', atMs: clock.streamMs(message.atMs ?? 0) };
      const events = message.text === undefined ? [] : [event];
      return { events, messages: [], failure: message.failure ?? null };
    },
    due: () => ({ events: [], messages: [], failure: null }),
    wakeAt: () => Number.POSITIVE_INFINITY,
    audio: (mulaw: Uint8Array) => mulaw,
    finish: () => ['finish'],
    confirmedMs: () => confirmedMs,
    neededFromMs: () => 0,
  };
};

const PROTOCOL: StreamProtocol<TestEvent> = {
  name: 'test',
  messageBytes: 160,
  shortMessages: true,
  keepAlive: null,
  goodbye: 'bye',
  progress: 'confirmed',
  address: () => ({ url: 'ws://127.0.0.1', headers: {} }),
  open: connectionOf,
  closed: (code, hasSentFinish) => (code === 1000 && hasSentFinish ? null : failureOfCloseCode(code)),
  lost: (_, willRetry) => [{ type: willRetry ? 'lost' : 'given up' }],
};

const createBench = (progress: 'ready' | 'confirmed' = 'confirmed', limits = LIMITS) => {
  const stream = new ReconnectingStream<TestEvent>({ ...PROTOCOL, progress }, limits);
  const bench = {
    stream,
    now: 0,
    queued: 0,
    connectsAt: [] as number[],
    /** The audio that the current connection has received. */
    received: Buffer.alloc(0),
    texts: [] as string[],
    events: [] as TestEvent[],
    finished: 0,
    feed: (input: ReconnectingInput): void => {
      for (const output of stream.feed(input, bench.now, bench.queued)) {
        if (output.type === 'connect') {
          bench.connectsAt.push(bench.now);
          bench.received = Buffer.alloc(0);
        } else if (output.type === 'send') {
          if (typeof output.data === 'string') bench.texts.push(output.data);
          else bench.received = Buffer.concat([bench.received, output.data]);
        } else if (output.type === 'event') bench.events.push(output.event);
        else if (output.type === 'finished') bench.finished += 1;
      }
    },
    serve: (message: Message): void => bench.feed({ type: 'message', text: JSON.stringify(message) }),
    audio: (ms: number, byte = 0xff): void =>
      bench.feed({ type: 'audio', mulaw: new Uint8Array(ms * 8).fill(byte) }),
    /** Wakes the stream whenever it asks for it. */
    wait: (ms: number): void => {
      const until = bench.now + ms;
      for (let at = stream.wakeAt(); at !== null && at <= until; at = stream.wakeAt()) {
        bench.now = Math.max(bench.now, at);
        bench.feed({ type: 'tick' });
      }
      bench.now = until;
    },
    accept: (): void => {
      bench.feed({ type: 'opened' });
      bench.serve({ isReady: true });
    },
  };
  return bench;
};

/** A bench with an open connection that accepts audio. */
const connected = (...args: Parameters<typeof createBench>) => {
  const bench = createBench(...args);
  bench.feed({ type: 'start' });
  bench.accept();
  return bench;
};

t.test('S1: sends again exactly the audio that is not confirmed, in order, whenever it is lost', (t) => {
  const seed = seedOfRun();
  t.comment(`PARLEY_TEST_SEED=${seed}`);
  const step = fc.record({
    frames: fc.integer({ min: 1, max: 40 }),
    confirmed: fc.double({ min: 0, max: 1, noNaN: true }),
    isLost: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 20 }), (steps) => {
      const bench = connected('confirmed', {
        ...LIMITS,
        maxLosses: 100,
        pausesMs: Array<number>(100).fill(0),
      });
      const written: number[] = [];
      let base = 0;
      let confirmed = 0;
      for (const { frames, confirmed: share, isLost } of steps) {
        for (let frame = 0; frame < frames; frame += 1) {
          const byte = (written.length / 160) % 256;
          written.push(...Array<number>(160).fill(byte));
          bench.audio(20, byte);
          bench.feed({ type: 'ponged' });
          bench.wait(20);
        }
        const confirmedMs = Math.floor((bench.received.length / 8) * share);
        confirmed = Math.max(confirmed, base + confirmedMs * 8);
        bench.serve({ confirmedMs });
        const expected = written.slice(base, base + bench.received.length);
        if (!bench.received.equals(Uint8Array.from(expected))) throw new Error('a gap or a repetition');
        if (!isLost) continue;
        bench.feed({ type: 'broken' });
        base = confirmed;
        bench.accept();
      }
      bench.wait(10_000);
      // The last audio may be too short for a message.
      bench.feed({ type: 'finish' });
      return base + bench.received.length === written.length;
    }),
    { seed, numRuns: 50 },
  );
  t.end();
});

t.test('S1: keeps audio that is written before the start, up to the limit', (t) => {
  const bench = createBench();
  for (let second = 0; second < 25; second += 1) bench.audio(1_000, second);
  const kept = bench.stream.unconfirmed();
  t.equal(kept.length, LIMITS.maxKeptMs * 8);
  t.equal(kept[0], 5, 'the oldest audio is dropped');
  bench.feed({ type: 'start' });
  bench.accept();
  t.equal(bench.received[0], 5);
  t.end();
});

t.test('S1: abandons a connection that accepts audio so slowly that some is dropped', (t) => {
  const bench = connected();
  bench.audio(100);
  bench.queued = LIMITS.maxQueuedBytes + 1;
  bench.audio(20_000);
  t.same(bench.connectsAt, [0], 'only audio that was sent is dropped');
  bench.audio(200);
  bench.queued = 0;
  bench.feed({ type: 'tick' });
  t.equal(bench.connectsAt.length, 2);
  t.match(bench.events, [{ type: 'lost' }]);
  t.end();
});

t.test('S2: a lost connection reports nothing, and events before a failure are reported once', (t) => {
  const bench = connected();
  bench.audio(400);
  const failure = { kind: 'rate', detail: 'busy', lasting: false } as const;
  bench.serve({ text: 'one', atMs: 100, confirmedMs: 200, failure });
  bench.serve({ text: 'late' });
  bench.accept();
  t.equal(bench.received.length, 200 * 8, 'the confirmed audio is not sent again');
  t.match(bench.events, [{ type: 'heard', text: 'one' }, { type: 'lost' }]);
  t.equal(bench.events.length, 2);
  t.end();
});

t.test('S3: times are on the clock of the stream, and never beyond the audio that was sent', (t) => {
  const bench = connected();
  bench.audio(1_000);
  bench.serve({ text: 'one', atMs: 600, confirmedMs: 600 });
  bench.feed({ type: 'broken' });
  bench.accept();
  bench.serve({ text: 'two', atMs: 100 });
  bench.serve({ text: 'three', atMs: 1e9 });
  t.same(
    bench.events.flatMap(({ atMs }) => (atMs === undefined ? [] : [atMs])),
    [600, 700, 1_000],
  );
  t.end();
});

t.test('S4: pauses longer after each loss without progress, and then fails once', (t) => {
  const bench = createBench();
  bench.feed({ type: 'start' });
  for (let attempt = 0; attempt < 10; attempt += 1) {
    bench.feed({ type: 'broken' });
    bench.wait(300);
  }
  t.same(bench.connectsAt, [0, 0, 550, 1_600]);
  t.match(bench.events, [
    { type: 'given up' },
    { type: 'failed', reason: 'test failed: unavailable (no connection)' },
  ]);
  t.equal(bench.finished, 1);
  bench.audio(100);
  bench.feed({ type: 'close' });
  t.equal(bench.finished, 1, 'nothing follows');
  t.equal(bench.stream.wakeAt(), null);
  t.end();
});

t.test('S4: a connection that never opens ends at the deadline of the recovery', (t) => {
  const bench = createBench();
  bench.feed({ type: 'start' });
  bench.wait(LIMITS.recoverMs - 1);
  t.equal(bench.finished, 0);
  bench.wait(1);
  t.match(bench.events.at(-1), { type: 'failed', reason: 'test failed: timeout (no connection in time)' });
  t.end();
});

t.test('S4: progress resets the count of attempts, by the measure of the protocol', (t) => {
  const losses = (progress: 'ready' | 'confirmed', confirms: boolean): number => {
    const bench = connected(progress);
    let count = 0;
    while (bench.finished === 0) {
      bench.audio(200);
      if (confirms) bench.serve({ confirmedMs: 100 });
      bench.feed({ type: 'closed', code: 1011 });
      bench.wait(1_000);
      bench.accept();
      count += 1;
    }
    return count;
  };
  t.equal(losses('confirmed', false), LIMITS.pausesMs.length + 1, 'a session alone is no progress');
  t.equal(losses('confirmed', true), LIMITS.maxLosses + 1);
  t.equal(losses('ready', false), LIMITS.maxLosses + 1);
  t.end();
});

t.test('S4: losses count for a minute, and a connection that lasted is not held against the next', (t) => {
  const bench = connected();
  for (let loss = 0; loss < 20; loss += 1) {
    for (let second = 0; second < 15; second += 1) {
      bench.wait(1_000);
      bench.feed({ type: 'ponged' });
    }
    bench.feed({ type: 'broken' });
    bench.accept();
  }
  t.equal(bench.connectsAt.length, 21);
  t.equal(bench.finished, 0);
  t.end();
});

t.test('S4: heeds Retry-After within the time for a recovery, and does not repeat a lasting failure', (t) => {
  const busy = createBench();
  busy.feed({ type: 'start' });
  busy.feed({ type: 'refused', status: 429, retryAfterMs: 2_000 });
  busy.wait(3_000);
  t.same(busy.connectsAt, [0, 2_000]);
  const away = createBench();
  away.feed({ type: 'start' });
  away.feed({ type: 'refused', status: 503, retryAfterMs: LIMITS.recoverMs });
  t.match(away.events.at(-1), { type: 'failed', reason: 'test failed: unavailable (HTTP 503)' });
  const refused = connected();
  refused.feed({ type: 'closed', code: 1008 });
  t.match(refused.events, [{ type: 'given up' }, { type: 'failed' }]);
  t.same(refused.connectsAt, [0]);
  t.end();
});

t.test('S4: reports the loss of a connection only if it was ready', (t) => {
  const bench = createBench();
  bench.feed({ type: 'start' });
  bench.feed({ type: 'opened' });
  bench.feed({ type: 'rubbish' });
  t.same(bench.events, []);
  bench.accept();
  bench.feed({ type: 'broken' });
  t.same(bench.events, [{ type: 'lost' }]);
  t.end();
});

t.test('S5: finishes after the results, after an orderly close, or at the deadline', (t) => {
  const finishing = () => {
    const bench = connected();
    bench.audio(100);
    bench.feed({ type: 'finish' });
    t.same(bench.texts, ['hello', 'finish']);
    t.equal(bench.finished, 0);
    return bench;
  };
  const answered = finishing();
  answered.serve({ text: 'last', isFlushed: true });
  t.match(answered.events, [{ type: 'heard', text: 'last' }]);
  t.equal(answered.finished, 1);
  const closed = finishing();
  closed.feed({ type: 'closed', code: 1000 });
  t.equal(closed.finished, 1);
  const mute = finishing();
  mute.wait(LIMITS.finishMs);
  t.equal(mute.finished, 1);
  const broken = finishing();
  broken.feed({ type: 'broken' });
  broken.accept();
  t.equal(broken.received.length, 800, 'the audio is sent and finished again');
  t.same(broken.texts, ['hello', 'finish', 'hello', 'finish']);
  const unused = connected();
  unused.feed({ type: 'finish' });
  t.equal(unused.finished, 1, 'without audio there is nothing to wait for');
  t.same(unused.texts, ['hello', 'bye']);
  t.end();
});

t.test('close ends the stream at any time, once, with a goodbye on an open connection', (t) => {
  const open = connected();
  open.feed({ type: 'close' });
  open.feed({ type: 'close' });
  t.same(open.texts, ['hello', 'bye']);
  t.equal(open.finished, 1);
  const idle = createBench();
  idle.feed({ type: 'close' });
  t.same([idle.connectsAt, idle.texts, idle.finished], [[], [], 1]);
  idle.feed({ type: 'start' });
  t.same(idle.connectsAt, []);
  t.end();
});

t.test('a confirmation of all audio does not end the connection, whatever fraction of a ms was sent', (t) => {
  const bench = connected();
  bench.feed({ type: 'audio', mulaw: new Uint8Array(164) });
  bench.serve({ text: 'one', atMs: 20, confirmedMs: 21 });
  bench.feed({ type: 'tick' });
  t.match(bench.events, [{ type: 'heard' }]);
  t.same(bench.connectsAt, [0]);
  t.end();
});
