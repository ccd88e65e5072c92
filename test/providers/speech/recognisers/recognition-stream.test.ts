/** The promises of a stream over lost connections (recognition-stream.ts), tested without sockets and without waits. */
import t from 'tap';
import { LIVE_LIMITS } from '../../../../providers/speech/recognisers/limits.js';
import { createBench, final, PLAIN } from './stream-bench.js';

t.test('resends audio that no final has confirmed, with the times of the stream', (t) => {
  const bench = createBench();
  bench.feed({ type: 'opened' });
  bench.audio(1_000);
  bench.say(final('one', 200, 600));
  bench.audio(400, 0x20);
  bench.feed({ type: 'closed', code: 1006 });
  bench.wait(0);
  t.equal(bench.connects, 2);
  bench.feed({ type: 'opened' });
  bench.audio(100, 0x21);
  t.equal(bench.sentMs(), 900, 'from 600 ms on');
  bench.say(final('two', 400, 850));
  t.match(bench.events, [
    { type: 'final', text: 'one', startMs: 200, endMs: 600 },
    { type: 'final', text: 'two', startMs: 1_000, endMs: 1_450, words: [{ startMs: 1_000, endMs: 1_450 }] },
  ]);
  t.end();
});

t.test('sends kept audio faster than real time, but not all at once', (t) => {
  const bench = createBench();
  for (let ms = 0; ms < 3_000; ms += 20) bench.audio(20);
  bench.feed({ type: 'opened' });
  t.equal(bench.sentMs(), LIVE_LIMITS.burstMs);
  bench.wait(250);
  t.ok(bench.sentMs() >= 1_900 && bench.sentMs() <= 2_000, `${bench.sentMs()} ms`);
  bench.wait(500);
  t.equal(bench.sentMs(), 3_000);
  t.end();
});

t.test('forgets settled silence, keeps the audio of a partial, and nothing beyond the limit', (t) => {
  const bench = createBench();
  bench.feed({ type: 'opened' });
  const listen = (seconds: number): void => {
    for (let ms = 0; ms < seconds * 1_000; ms += 20) {
      bench.wait(20);
      bench.audio(20);
      bench.feed({ type: 'ponged' });
    }
  };
  const sentAgain = (): number => {
    bench.feed({ type: 'broken' });
    bench.wait(0);
    bench.feed({ type: 'opened' });
    bench.wait(8_000);
    return bench.sentMs();
  };
  listen(1);
  bench.say({ type: 'settled', throughMs: 1_000 });
  listen(9);
  t.equal(sentAgain(), LIVE_LIMITS.quietKeptMs);
  bench.say({ type: 'partial', text: 'a', startMs: 4_000, endMs: 4_500 });
  for (let second = 0; second < 9; second += 1) {
    listen(1);
    bench.say({ type: 'partial', text: 'a', startMs: 4_000, endMs: 4_500 });
  }
  t.equal(sentAgain(), 10_500, 'from half a second before the partial on');
  bench.say({ type: 'partial', text: 'a', startMs: 500, endMs: 900 });
  for (let second = 0; second < 30; second += 1) {
    listen(1);
    bench.say({ type: 'partial', text: 'a', startMs: 500, endMs: 900 });
  }
  t.equal(sentAgain(), LIVE_LIMITS.maxKeptMs);
  t.end();
});

t.test('keeps current speech while the final of earlier speech arrives', (t) => {
  const bench = createBench();
  bench.feed({ type: 'opened' });
  bench.audio(1_000);
  bench.say({ type: 'speech', startMs: 100 });
  bench.audio(1_000);
  bench.wait(1_000);
  bench.say({ type: 'speech', startMs: 1_500 });
  bench.say(final('one', 100, 900));
  for (let ms = 0; ms < 9_000; ms += 20) {
    bench.wait(20);
    bench.audio(20);
    bench.feed({ type: 'ponged' });
  }
  bench.feed({ type: 'broken' });
  bench.wait(0);
  bench.feed({ type: 'opened' });
  bench.wait(8_000);
  t.equal(bench.sentMs(), 10_000, 'from half a second before it on');
  t.end();
});

t.test('waits for announced words no longer than for others', (t) => {
  const bench = createBench();
  bench.feed({ type: 'opened' });
  bench.audio(20);
  bench.say({ type: 'awaited' });
  for (let ms = 0; ms < 10_100; ms += 20) {
    bench.wait(20);
    bench.audio(20);
    bench.feed({ type: 'ponged' });
  }
  t.equal(bench.connects, 2);
  t.end();
});

t.test(
  'bounds attempts and time, and reports the failure only once and without text of the provider',
  (t) => {
    const refused = createBench();
    refused.feed({ type: 'refused', status: 401, retryAfterMs: null });
    refused.wait(60_000);
    t.same(refused.events, [{ type: 'failed', reason: 'plain failed: auth (HTTP 401)' }]);
    t.equal(refused.connects, 1, 'a refused key is not sent again');

    const away = createBench();
    for (let step = 0; step < 20; step += 1) {
      away.feed({ type: 'broken' });
      away.wait(1_000);
    }
    t.same(away.events, [{ type: 'failed', reason: 'plain failed: unavailable (no connection)' }]);
    t.equal(away.connects, LIVE_LIMITS.pausesMs.length + 1);

    const silent = createBench();
    silent.wait(60_000);
    t.same(silent.events, [{ type: 'failed', reason: 'plain failed: timeout (no connection in time)' }]);

    const restless = createBench();
    for (let loss = 0; loss <= LIVE_LIMITS.maxLosses; loss += 1) {
      restless.feed({ type: 'opened' });
      restless.audio(1_000);
      restless.say(final('x', 100, 900));
      restless.feed({ type: 'closed', code: 1011 });
      restless.wait(0);
    }
    t.same(
      restless.events.filter(({ type }) => type === 'failed'),
      [{ type: 'failed', reason: 'plain failed: unavailable (close code 1011)' }],
    );
    t.equal(restless.connects, LIVE_LIMITS.maxLosses + 1);
    restless.say(final('late', 0, 1));
    restless.audio(20);
    t.equal(restless.wakeAt(), null, 'nothing follows');
    t.end();
  },
);

t.test('gives up a silent provider if it owes words, and not otherwise', (t) => {
  const listening = (bench: ReturnType<typeof createBench>, seconds: number): void => {
    for (let ms = 0; ms < seconds * 1_000; ms += 20) {
      bench.wait(20);
      bench.audio(20);
      bench.feed({ type: 'ponged' });
    }
  };
  const never = createBench();
  never.feed({ type: 'opened' });
  listening(never, 10.1);
  t.equal(never.connects, 2, 'the provider never said anything');

  const guessing = createBench();
  guessing.feed({ type: 'opened' });
  guessing.audio(20);
  guessing.say({ type: 'partial', text: 'a', startMs: 0, endMs: 20 });
  guessing.wait(9_000);
  t.equal(guessing.connects, 1, 'without audio nothing becomes final');
  listening(guessing, 10.1);
  t.equal(guessing.connects, 2);

  const quiet = createBench();
  quiet.feed({ type: 'opened' });
  quiet.audio(20);
  quiet.say({ type: 'settled', throughMs: 20 });
  listening(quiet, 60);
  t.equal(quiet.connects, 1, 'a provider that hears nothing may say nothing');
  t.ok(quiet.pings >= 11, `${quiet.pings} pings`);

  const gone = createBench();
  gone.feed({ type: 'opened' });
  gone.audio(20);
  gone.say({ type: 'settled', throughMs: 20 });
  gone.wait(LIVE_LIMITS.silentMs);
  t.equal(gone.connects, 2, 'no pongs arrive');
  t.end();
});

t.test('sends nothing more to a provider that does not read, and reconnects after a while', (t) => {
  const bench = createBench();
  bench.feed({ type: 'opened' });
  bench.audio(100);
  bench.say({ type: 'settled', throughMs: 0 });
  bench.queued = LIVE_LIMITS.maxQueuedBytes + 1;
  bench.audio(1_000);
  t.equal(bench.sentMs(), 100);
  bench.wait(LIVE_LIMITS.stalledMs - 100);
  t.equal(bench.connects, 1);
  bench.wait(100);
  bench.queued = 0;
  t.equal(bench.connects, 2);
  bench.feed({ type: 'opened' });
  bench.wait(100);
  t.equal(bench.sentMs(), 1_100, 'nothing is lost');
  t.end();
});

t.test('finish sends the remaining audio, asks once, and resolves in time', (t) => {
  const bench = createBench();
  bench.feed({ type: 'opened' });
  bench.audio(30);
  t.equal(bench.sentMs(), 20 + 10, 'all of a piece that is large enough');
  bench.audio(10);
  bench.feed({ type: 'finish' });
  t.equal(bench.sentMs(), 40);
  t.same(bench.messages, ['finish']);
  bench.say(final('last', 0, 40));
  t.equal(bench.finished, 0);
  bench.say({ type: 'flushed' });
  t.equal(bench.finished, 1);
  t.same(bench.messages, ['finish'], 'no goodbye after a request to finish');

  const mute = createBench();
  mute.feed({ type: 'opened' });
  mute.audio(100);
  mute.feed({ type: 'finish' });
  mute.wait(LIVE_LIMITS.finishMs - 1);
  t.equal(mute.finished, 0);
  mute.wait(1);
  t.equal(mute.finished, 1);
  t.equal(mute.disconnects, 1);

  const closed = createBench();
  closed.feed({ type: 'opened' });
  closed.audio(100);
  closed.feed({ type: 'finish' });
  closed.feed({ type: 'closed', code: 1000 });
  t.equal(closed.finished, 1, 'a clean close is an answer');

  const unused = createBench();
  unused.feed({ type: 'finish' });
  t.equal(unused.finished, 1, 'nothing was said');
  t.end();
});

t.test('reconnects and asks again if the connection is lost during finish', (t) => {
  const bench = createBench();
  bench.feed({ type: 'opened' });
  bench.audio(500);
  bench.feed({ type: 'finish' });
  bench.feed({ type: 'broken' });
  bench.wait(0);
  bench.feed({ type: 'opened' });
  t.equal(bench.sentMs(), 500);
  t.same(bench.messages, ['finish', 'finish']);
  bench.say(final('last', 0, 400));
  bench.say({ type: 'flushed' });
  t.match(bench.events, [{ type: 'final', text: 'last' }]);
  t.equal(bench.finished, 1);
  t.end();
});

t.test('sends nothing before a protocol is ready, and a keep-alive when idle', (t) => {
  const bench = createBench(LIVE_LIMITS, { ...PLAIN, saysReady: true });
  bench.feed({ type: 'opened' });
  bench.audio(100);
  t.equal(bench.sentMs(), 0);
  bench.say({ type: 'ready' });
  t.equal(bench.sentMs(), 100);
  bench.wait(4_000);
  t.same(bench.messages, ['alive']);
  bench.feed({ type: 'close' });
  t.same(bench.messages, ['alive', 'bye']);
  t.end();
});

t.test('clamps impossible times to the audio', (t) => {
  const bench = createBench();
  bench.feed({ type: 'opened' });
  bench.audio(1_000);
  bench.say(final('x', -5, 1e12));
  t.match(bench.events, [{ startMs: 0, endMs: 1_000 }]);
  t.end();
});
