/** The clock of the simulated network after its process got no processor time for a while. */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import t from 'tap';
import { createNetworkClock, TICK_MS } from '../../../../simulators/phone-network/audio/clock.js';
import { listening } from '../../../../simulators/support/listening.js';
import { blockThread } from '../../../../testkit/block-thread.js';

t.test('reads input that arrived during a stall before it plays the missed ticks', async (t) => {
  const far: Socket[] = [];
  const heard: (number | 'audio')[] = [];
  const server = createServer((socket) => {
    far.push(socket);
    socket.on('data', () => heard.push('audio'));
  });
  const near = connect(await listening(server), '127.0.0.1');
  await Promise.all([once(near, 'connect'), once(server, 'connection')]);
  const clock = createNetworkClock();
  try {
    const caughtUp = new Promise<void>((resolve) => {
      clock.add((dueMs) => {
        const isLate = performance.now() - dueMs >= TICK_MS;
        if (heard.length > 0 || !isLate) heard.push(dueMs);
        if (heard.length === 1) {
          near.write('a frame');
          blockThread(5 * TICK_MS);
        } else if (heard.length > 1 && !isLate) resolve();
      });
    });
    await caughtUp;
    const [first, second, ...ticks] = heard;
    t.equal(second, 'audio', 'input is read before the missed ticks');
    t.ok(ticks.length >= 4, 'every missed tick fires');
    t.same(
      ticks.map((dueMs) => Math.round(Number(dueMs) - Number(first))),
      ticks.map((_, index) => (index + 1) * TICK_MS),
      'each tick has its own due time',
    );
  } finally {
    clock.stop();
    near.destroy();
    for (const socket of far) socket.destroy();
    server.close();
  }
});
