/** What a callee of the simulated network hears, and when. */
import t from 'tap';
import {
  createEarpiece,
  newStreamStats,
  type PlayedSpan,
} from '../../../../simulators/phone-network/audio/earpiece.js';

const TICK_MS = 20;
const frames = (count: number): Buffer => Buffer.alloc(160 * count, 0x20);

t.test('audio after an underrun of one tick is heard after that tick, not in its place', async (t) => {
  const played: PlayedSpan[] = [];
  const stats = newStreamStats();
  const earpiece = createEarpiece({
    callClock: (at) => at,
    played,
    stats,
    onFrame: () => undefined,
    onMark: () => undefined,
  });
  earpiece.take(frames(10));
  for (let due = 0; due <= 200; due += TICK_MS) earpiece.play(due);
  earpiece.take(frames(5));
  for (let due = 220; due <= 400; due += TICK_MS) earpiece.play(due);
  t.same(
    played.map(({ atMs, chunks }) => [atMs, chunks.length]),
    [
      [0, 10],
      [220, 5],
    ],
  );
  t.equal(stats.underruns, 1);
  t.equal(stats.playedMs, 300);
});
