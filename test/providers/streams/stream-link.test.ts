/** One connection: when it pings, keeps the line alive, sends audio, and gives up. */
import t from 'tap';
import type { StreamLimits } from '../../../providers/streams/stream-limits.js';
import { BYTES_PER_MS, StreamLink } from '../../../providers/streams/stream-link.js';
import type { StreamProtocol } from '../../../providers/streams/stream-protocol.js';
import { createUnconfirmedAudio } from '../../../providers/streams/unconfirmed-audio.js';

const LIMITS: StreamLimits = {
  connectMs: 5_000,
  recoverMs: 10_000,
  pausesMs: [0],
  maxLosses: 5,
  pingMs: 3_000,
  silentMs: 8_000,
  maxQueuedBytes: 1_000,
  stalledMs: 2_000,
  finishMs: 3_000,
  maxKeptMs: 10_000,
  quietKeptMs: 1_000,
  catchUpSpeed: 2,
  burstMs: 400,
};

const QUIET = { events: [], messages: [], failure: null } as const;

const protocolOf = (shortMessages: boolean): StreamProtocol<never> => ({
  name: 'test',
  messageBytes: 100 * BYTES_PER_MS,
  shortMessages,
  keepAlive: { afterMs: 5_000, message: 'keep alive' },
  goodbye: null,
  progress: 'ready',
  address: () => ({ url: 'ws://127.0.0.1', headers: {} }),
  closed: () => null,
  lost: () => [],
  open: () => ({
    opening: () => null,
    isReady: () => true,
    read: () => QUIET,
    due: () => QUIET,
    wakeAt: () => Number.POSITIVE_INFINITY,
    audio: (mulaw) => mulaw,
    finish: () => ['finish'],
    isFlushed: () => false,
    confirmedMs: () => 0,
    neededFromMs: () => 0,
  }),
});

/** Opened at 1,000 ms; `append` adds audio. */
const opened = (shortMessages = true) => {
  const audio = createUnconfirmedAudio(LIMITS.maxKeptMs * BYTES_PER_MS);
  const link = new StreamLink(protocolOf(shortMessages), audio, LIMITS, 1_000);
  return { link, audio, append: (ms: number) => audio.append(new Uint8Array(ms * BYTES_PER_MS).fill(1)) };
};

const sizes = (messages: readonly (string | Uint8Array)[]): readonly (string | number)[] =>
  messages.map((message) => (typeof message === 'string' ? message : message.length / BYTES_PER_MS));

t.test('pings at its interval, once each', async (t) => {
  const { link } = opened();
  t.notOk(link.pingDue(3_999));
  t.ok(link.pingDue(4_000));
  t.notOk(link.pingDue(4_001), 'the same ping');
  t.notOk(link.pingDue(6_999));
  t.ok(link.pingDue(7_000));
});

t.test('a line without audio is kept alive, and nothing is sent sooner', async (t) => {
  const { link, append } = opened();
  t.same(link.next(5_999, 0, false), []);
  t.same(link.next(6_000, 0, false), ['keep alive']);
  t.same(link.next(10_999, 0, false), []);
  append(100);
  t.same(sizes(link.next(11_000, 0, false)), [100], 'audio instead');
  t.same(link.next(15_999, 0, false), []);
  t.equal(link.wakeAt(), 4_000, 'for the ping');
});

t.test('audio that was kept is sent at once up to a burst, then faster than real time', async (t) => {
  const { link, append } = opened();
  append(1_000);
  t.same(sizes(link.next(1_000, 0, false)), [400]);
  t.equal(link.wakeAt(), 1_050, 'when another message has been earned');
  t.same(sizes(link.next(1_049, 0, false)), []);
  t.same(sizes(link.next(1_050, 0, false)), [100]);
  t.equal(link.sentMs(), 500);
  t.equal(link.streamMs(600), 500, 'no time beyond the audio that was sent');
  t.equal(link.streamMs(-1), 0);
});

t.test('the last audio is sent short or filled with silence, and then finished once', async (t) => {
  for (const shortMessages of [true, false]) {
    const { link, append } = opened(shortMessages);
    append(150);
    const [all, finish, ...others] = link.next(1_100, 0, true);
    t.same(others, []);
    t.equal(finish, 'finish');
    t.ok(link.hasSentFinish);
    t.equal(all?.length, 150 * BYTES_PER_MS);
    t.same(link.next(9_000, 0, true), []);
  }
  const { link, append } = opened(false);
  append(50);
  t.same(sizes(link.next(1_100, 0, false)), [], 'more may come');
  const [last] = link.next(1_100, 0, true);
  if (!(last instanceof Uint8Array)) throw new Error('no audio');
  t.same([...new Set(last.slice(50 * BYTES_PER_MS))], [0xff], 'silence');
  t.equal(last.length, 100 * BYTES_PER_MS);
});

t.test('a full send buffer holds audio back, and ends the connection in the end', async (t) => {
  const { link, append } = opened();
  append(300);
  t.same(link.next(1_000, 1_001, false), []);
  t.equal(link.overdue(1_000, 1_001), null);
  t.equal(link.overdue(2_999, 1_001), null);
  t.match(link.overdue(3_000, 1_001), { kind: 'timeout', detail: 'send buffer is stalled' });
  t.equal(link.overdue(3_001, 1_000), null, 'it has drained');
  t.equal(link.overdue(5_000, 1_001), null, 'and fills again');
  t.same(sizes(link.next(5_000, 1_000, false)), [300]);
});

t.test('a connection that is not heard for too long is given up', async (t) => {
  const { link } = opened();
  t.equal(link.overdue(8_999, 0), null);
  t.match(link.overdue(9_000, 0), { kind: 'timeout', detail: 'no answer to a ping' });
  link.heard(9_000);
  t.equal(link.overdue(16_999, 0), null);
  t.notOk(link.isStable(10_999));
  t.ok(link.isStable(11_000));
});

t.test('audio that was dropped before it was confirmed ends the connection', async (t) => {
  const { link, audio, append } = opened();
  append(200);
  link.next(1_000, 0, false);
  t.equal(link.overdue(1_000, 0), null);
  audio.forgetBefore(link.sentTo);
  t.equal(link.overdue(1_000, 0), null, 'all of it was sent');
  append(LIMITS.maxKeptMs + 1);
  t.match(link.overdue(1_000, 0), { kind: 'timeout', detail: 'audio is accepted too slowly' });
});
