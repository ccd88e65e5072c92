/** What a stream promises over connections that come and go (recognition-stream.ts), without sockets and without waiting. */
import t from 'tap';
import { LIVE_LIMITS } from '../../../../providers/speech/recognisers/limits.js';
import { createBench, final, PLAIN } from './stream-bench.js';

t.test('what no final confirmed is sent again, and its times are those of the stream', (t) => {
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

t.test('kept audio is sent faster than it was spoken, and not at once', (t) => {
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

t.test('silence that was heard is forgotten, a guess is kept, and nothing beyond the bound', (t) => {
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
  t.equal(sentAgain(), 10_500, 'from half a second before the guess on');
  bench.say({ type: 'partial', text: 'a', startMs: 500, endMs: 900 });
  for (let second = 0; second < 30; second += 1) {
    listen(1);
    bench.say({ type: 'partial', text: 'a', startMs: 500, endMs: 900 });
  }
  t.equal(sentAgain(), LIVE_LIMITS.mostKeptMs);
  t.end();
});

t.test('what is being said is kept, though what was said before is told meanwhile', (t) => {
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

t.test('words that have to come are waited for, and no longer than for others', (t) => {
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
  'tries and time are bounded, and the failure is told once, with nothing of the provider in it',
  (t) => {
    const refused = createBench();
    refused.feed({ type: 'refused', status: 401, retryAfterMs: null });
    refused.wait(60_000);
    t.same(refused.events, [{ type: 'failed', reason: 'plain failed: auth (HTTP 401)' }]);
    t.equal(refused.connects, 1, 'a key that is refused is not shown again');

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
    for (let loss = 0; loss <= LIVE_LIMITS.mostLosses; loss += 1) {
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
    t.equal(restless.connects, LIVE_LIMITS.mostLosses + 1);
    restless.say(final('late', 0, 1));
    restless.audio(20);
    t.equal(restless.wakeAt(), null, 'and nothing follows');
    t.end();
  },
);

t.test('a provider that stays silent is given up when it owes words, and not otherwise', (t) => {
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
  t.equal(never.connects, 2, 'it never said anything');

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
  t.equal(quiet.connects, 1, 'who hears nothing may say nothing');
  t.ok(quiet.pings >= 11, `${quiet.pings} pings`);

  const gone = createBench();
  gone.feed({ type: 'opened' });
  gone.audio(20);
  gone.say({ type: 'settled', throughMs: 20 });
  gone.wait(LIVE_LIMITS.silentMs);
  t.equal(gone.connects, 2, 'nobody answers pings');
  t.end();
});

t.test('a provider that does not read is given nothing more, and replaced after a while', (t) => {
  const bench = createBench();
  bench.feed({ type: 'opened' });
  bench.audio(100);
  bench.say({ type: 'settled', throughMs: 0 });
  bench.queued = LIVE_LIMITS.mostQueuedBytes + 1;
  bench.audio(1_000);
  t.equal(bench.sentMs(), 100);
  bench.wait(LIVE_LIMITS.stalledMs - 100);
  t.equal(bench.connects, 1);
  bench.wait(100);
  bench.queued = 0;
  t.equal(bench.connects, 2);
  bench.feed({ type: 'opened' });
  bench.wait(100);
  t.equal(bench.sentMs(), 1_100, 'and nothing of it is lost');
  t.end();
});

t.test('finish sends what is left, asks once, and is answered in time', (t) => {
  const bench = createBench();
  bench.feed({ type: 'opened' });
  bench.audio(30);
  t.equal(bench.sentMs(), 20 + 10, 'all of a piece that is large enough');
  bench.audio(10);
  bench.feed({ type: 'finish' });
  t.equal(bench.sentMs(), 40);
  t.same(bench.told, ['finish']);
  bench.say(final('last', 0, 40));
  t.equal(bench.finished, 0);
  bench.say({ type: 'flushed' });
  t.equal(bench.finished, 1);
  t.same(bench.told, ['finish'], 'no goodbye to who was asked to finish');

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
  t.equal(closed.finished, 1, 'a close in good order is an answer');

  const unused = createBench();
  unused.feed({ type: 'finish' });
  t.equal(unused.finished, 1, 'nothing was said');
  t.end();
});

t.test('a connection that is lost while it finishes is made again, and asked again', (t) => {
  const bench = createBench();
  bench.feed({ type: 'opened' });
  bench.audio(500);
  bench.feed({ type: 'finish' });
  bench.feed({ type: 'broken' });
  bench.wait(0);
  bench.feed({ type: 'opened' });
  t.equal(bench.sentMs(), 500);
  t.same(bench.told, ['finish', 'finish']);
  bench.say(final('last', 0, 400));
  bench.say({ type: 'flushed' });
  t.match(bench.events, [{ type: 'final', text: 'last' }]);
  t.equal(bench.finished, 1);
  t.end();
});

t.test('nothing is sent before a protocol is ready, and a keep-alive when nothing else was', (t) => {
  const bench = createBench(LIVE_LIMITS, { ...PLAIN, saysReady: true });
  bench.feed({ type: 'opened' });
  bench.audio(100);
  t.equal(bench.sentMs(), 0);
  bench.say({ type: 'ready' });
  t.equal(bench.sentMs(), 100);
  bench.wait(4_000);
  t.same(bench.told, ['alive']);
  bench.feed({ type: 'close' });
  t.same(bench.told, ['alive', 'bye']);
  t.end();
});

t.test('times that cannot be are put where they can', (t) => {
  const bench = createBench();
  bench.feed({ type: 'opened' });
  bench.audio(1_000);
  bench.say(final('x', -5, 1e12));
  t.match(bench.events, [{ startMs: 0, endMs: 1_000 }]);
  t.end();
});
