/** Waiting for room on a simulated disk. */
import pino from 'pino';
import t from 'tap';
import { hasRoomToStart, isDiskFull, NoRoom, untilRoom } from '../../../src/engine/room.js';

const MIB = 1024 * 1024;

t.test('waits until there is twice the room of a full disk, and logs that once', async (t) => {
  const logged: Record<string, unknown>[] = [];
  const logger = pino({}, { write: (line: string) => void logged.push(JSON.parse(line)) });
  const left = [0, 9 * MIB, 17 * MIB];
  let looks = 0;
  await untilRoom({
    directory: '/d',
    disk: async () => {
      looks += 1;
      return { freeBytes: left.shift() ?? 0, totalBytes: 2 ** 40 };
    },
    signal: new AbortController().signal,
    logger,
  });
  t.equal(looks, 3);
  t.match(
    logged,
    [
      { event: 'journal.no_room', directory: '/d', freeBytes: 0, todo: /Free some space/ },
      { event: 'journal.has_room', freeBytes: 17 * MIB },
    ],
    'stable names, what is wrong and what to do',
  );
});

t.test('stops waiting when it is aborted', async (t) => {
  const halt = new AbortController();
  const waiting = untilRoom({
    directory: '/d',
    disk: async () => ({ freeBytes: 0, totalBytes: 2 ** 40 }),
    signal: halt.signal,
    logger: pino({ level: 'silent' }),
  });
  halt.abort();
  await waiting;
  t.pass('the wait ended');
});

t.test('a disk that cannot be measured has room, and a full disk is recognised by its code', async (t) => {
  t.equal(await hasRoomToStart({ directory: '/d', disk: async () => null }), true);
  t.equal(isDiskFull(Object.assign(new Error('full'), { code: 'ENOSPC' })), true);
  t.equal(isDiskFull(new NoRoom('/d')), true);
  t.equal(isDiskFull(new Error('full')), false);
});
