/**
 * The carrier of test calls: its answers for a browser that is connected, may still connect, has left, or is in an
 * unknown state.
 */
import t from 'tap';
import { createBrowserCarrier } from '../../../providers/carriers/browser/index.js';
import { browserDialect, forLeg, fromLeg } from '../../../providers/carriers/browser/media-dialect.js';

const signal = new AbortController().signal;

t.test('look-ups and hang-ups follow the state of the browser', async (t) => {
  let holder: 'held' | 'none' | 'unknown' = 'none';
  let now = 0;
  const carrier = createBrowserCarrier({ ask: async () => holder }, () => now);
  const lookUp = async (callId: string) =>
    carrier.lookUp({ callId, carrierCallId: callId, to: 'browser', placedAfter: 0 }, signal);
  const progress = (is: string) => ({ outcome: 'found', report: { carrierCallId: 'c1', progress: is } });
  t.match(await lookUp('c1'), progress('ringing'), 'the browser may still connect');
  now = 64_999;
  t.match(await lookUp('c1'), progress('ringing'));
  now = 65_000;
  t.match(await lookUp('c1'), progress('ended'), 'the browser never connected');
  holder = 'held';
  t.match(await lookUp('c1'), progress('ringing'), 'the browser is connected');
  holder = 'unknown';
  t.match(await lookUp('c1'), { outcome: 'unknown' });
  t.equal(await carrier.hangUp('c1', signal), 'failed', 'the hang-up is retried');
  holder = 'held';
  t.equal(await carrier.hangUp('c1', signal), 'accepted');
  holder = 'none';
  t.equal(await carrier.hangUp('c2', signal), 'gone');
  now = 0;
  t.match(await lookUp('c2'), { report: { progress: 'ended' } }, 'no browser connects after a hang-up');
});

t.test('has no callbacks and refuses transfers', async (t) => {
  const carrier = createBrowserCarrier({ ask: async () => 'none' }, () => 0);
  t.notOk(carrier.verifyCallback({ url: '', headers: {}, body: new Uint8Array(0) }));
  const to = { carrierCallId: 'c1', to: '+14155550100', documentUrl: '', ringTimeoutMs: 1 };
  t.equal(await carrier.transfer(to, signal), 'refused');
});

t.test('each half of the dialect reads what the other half writes', async (t) => {
  const read = browserDialect.reader();
  t.match(read(fromLeg.start('c1')), { type: 'start', carrierCallId: 'c1', encoding: 'mulaw', sequence: 1 });
  const audio = Uint8Array.from({ length: 160 }, (_, at) => at);
  t.match(read(fromLeg.media(20.5, audio)), {
    type: 'media',
    timestampMs: 20.5,
    payload: audio,
    sequence: 2,
  });
  t.match(read(fromLeg.key('#')), { type: 'dtmf', digit: '#' });
  t.match(read(fromLeg.mark('u1:2:400')), { type: 'mark', name: 'u1:2:400' });
  t.match(read(fromLeg.stop()), { type: 'stop' });
  for (const bad of [[], [0], [77, 1, 2]]) t.match(read(Uint8Array.from(bad)), { type: 'invalid' });
  const writer = browserDialect.writer('leg');
  t.same(forLeg(writer.media(audio)), { type: 'media', payload: audio });
  t.same(forLeg(writer.mark('ü:1:20')), { type: 'mark', name: 'ü:1:20' });
  t.same(forLeg(writer.clear()), { type: 'clear' });
  t.throws(() => forLeg('what'));
});
