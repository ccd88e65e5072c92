/** The carrier's side of a stream: which audio it sends, and with which times. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import t from 'tap';
import { WebSocketServer } from 'ws';
import { createNetworkLateness } from '../../../../simulators/phone-network/audio/lateness.js';
import { openMediaStream } from '../../../../simulators/phone-network/audio/media-stream.js';
import { calleeByNumber } from '../../../../simulators/phone-network/callee.js';
import { twilioProtocol } from '../../../../simulators/phone-network/twilio/stream-protocol.js';
import { listening } from '../../../../simulators/support/listening.js';
import { until } from '../../../../testkit/until.js';

t.test('a stream has no audio from before it opened, however late its ticks are', async (t) => {
  const http = createServer();
  const server = new WebSocketServer({ server: http });
  const received: string[] = [];
  server.on('connection', (socket) => socket.on('message', (data) => received.push(data.toString())));
  const ticks: ((dueMs: number) => void)[] = [];
  const asked: number[] = [];
  let opened = false;
  const stream = openMediaStream({
    url: `ws://127.0.0.1:${await listening(http)}`,
    protocol: twilioProtocol,
    accountSid: 'AC1',
    callSid: 'CA1',
    script: calleeByNumber('+15550000'),
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
    stats: {
      framesReceived: 0,
      bytesReceived: 0,
      underruns: 0,
      clears: 0,
      marksQueued: 0,
      marksEchoed: 0,
    },
    nextFrame: (atMs) => {
      asked.push(atMs);
      return null;
    },
    onOpen: () => {
      opened = true;
    },
    onTick: () => undefined,
    onClose: () => undefined,
  });
  try {
    await until('the stream is open', () => opened);
    const now = performance.now();
    for (const dueMs of [now - 400, now - 380, now + 20, now + 40]) for (const tick of ticks) tick(dueMs);
    await until('audio arrives', () => received.filter((text) => text.includes('"media"')).length >= 2);
    t.same(asked, [now + 20, now + 40], 'the callee is heard from the opening on');
    const stamps = received.flatMap((text) => /"timestamp":"(\d+)"/.exec(text)?.[1] ?? []);
    t.same(stamps, ['0', '20']);
  } finally {
    stream.drop();
    server.close();
    http.close();
    await once(http, 'close');
  }
});
