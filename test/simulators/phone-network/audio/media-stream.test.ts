/** The carrier's side of a stream: which audio it sends, and with which times. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import t from 'tap';
import { type WebSocket, WebSocketServer } from 'ws';
import { newStreamStats, type StreamStats } from '../../../../simulators/phone-network/audio/earpiece.js';
import { createNetworkLateness } from '../../../../simulators/phone-network/audio/lateness.js';
import { openMediaStream } from '../../../../simulators/phone-network/audio/media-stream.js';
import { NAMED_SCRIPTS } from '../../../../simulators/phone-network/callee.js';
import { twilioProtocol } from '../../../../simulators/phone-network/twilio/stream-protocol.js';
import { listening } from '../../../../simulators/support/listening.js';
import { until } from '../../../../testkit/until.js';

/** An open stream, and the server that it streams to. */
interface Opened {
  readonly socket: WebSocket;
  /** What the server has received. */
  readonly received: readonly string[];
  readonly tick: (dueMs: number) => void;
  /** The times for which the callee's audio was requested. */
  readonly frameTimes: readonly number[];
  readonly stats: StreamStats;
}

const withStream = async (work: (opened: Opened) => Promise<void>): Promise<void> => {
  const http = createServer();
  const server = new WebSocketServer({ server: http });
  const received: string[] = [];
  const sockets: WebSocket[] = [];
  server.on('connection', (socket) => {
    sockets.push(socket);
    socket.on('message', (data) => received.push(data.toString()));
  });
  const ticks: ((dueMs: number) => void)[] = [];
  const frameTimes: number[] = [];
  const stats = newStreamStats();
  let opened = false;
  const stream = openMediaStream({
    url: `ws://127.0.0.1:${await listening(http)}`,
    protocol: twilioProtocol,
    accountSid: 'AC1',
    callSid: 'CA1',
    parameters: {},
    headers: {},
    script: NAMED_SCRIPTS.silent,
    clock: {
      add: (tick) => {
        ticks.push(tick);
        return () => undefined;
      },
      stop: () => undefined,
    },
    lateness: createNetworkLateness(),
    callClock: (atMs) => atMs,
    played: [],
    stats,
    nextFrame: (atMs) => {
      frameTimes.push(atMs);
      return null;
    },
    onFrame: () => undefined,
    onOpen: () => {
      opened = true;
    },
    onTick: () => undefined,
    onClose: () => undefined,
  });
  try {
    await until('the stream is open', () => opened && sockets.length === 1);
    const [socket] = sockets;
    if (socket === undefined) throw new Error('no socket');
    const tick = (dueMs: number): void => {
      for (const onTick of ticks) onTick(dueMs);
    };
    await work({ socket, received, tick, frameTimes, stats });
  } finally {
    stream.drop();
    server.close();
    http.close();
    await once(http, 'close');
  }
};

t.test('a stream has no audio from before it opened, however late its ticks are', (t) =>
  withStream(async ({ received, tick, frameTimes }) => {
    const now = performance.now();
    for (const dueMs of [now - 400, now - 380, now + 20, now + 40]) tick(dueMs);
    await until('audio arrives', () => received.filter((text) => text.includes('"media"')).length >= 2);
    t.same(frameTimes, [now + 20, now + 40], 'the callee is heard from the opening on');
    const stamps = received.flatMap((text) => /"timestamp":"(\d+)"/.exec(text)?.[1] ?? []);
    t.same(stamps, ['0', '20']);
  }),
);

t.test('only audio that was played before its mark is acknowledged', (t) =>
  withStream(async ({ socket, received, tick, stats }) => {
    await until('the stream has started', () => received.some((text) => text.includes('"start"')));
    const streamSid = /"streamSid":"([^"]+)"/.exec(received.join(''))?.[1];
    const payload = Buffer.alloc(160, 0x20).toString('base64');
    const media = { event: 'media', streamSid, media: { payload } };
    const mark = (name: string) => ({ event: 'mark', streamSid, mark: { name } });
    for (const message of [media, media, mark('a'), media, media, media, mark('b')])
      socket.send(JSON.stringify(message));
    await until('the marks have arrived', () => stats.marksQueued === 2);
    const now = performance.now();
    for (let played = 1; played <= 4; played += 1) tick(now + 20 * played);
    t.match(stats, { playedMs: 80, marksEchoed: 1, acknowledgedMs: 40 });
    socket.send(JSON.stringify({ event: 'clear', streamSid }));
    await until('the marks of cleared audio are echoed', () => stats.marksEchoed === 2);
    t.match(stats, { playedMs: 80, acknowledgedMs: 80 }, 'audio that was cleared was not played');
  }),
);
