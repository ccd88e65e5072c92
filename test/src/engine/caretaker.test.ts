import { setTimeout as delay } from 'node:timers/promises';
import pino from 'pino';
import t from 'tap';
import type { Restart } from '../../../src/engine/care.js';
import { diskOf, startCaretaker } from '../../../src/engine/caretaker.js';
import { until } from '../../../testkit/until.js';

const MIB = 1024 * 1024;

t.test(
  'a disk that fills up and has room again is reported, and the server is then restarted once',
  async (t) => {
    const logged: unknown[] = [];
    const restarts: Restart[] = [];
    let freeMiB = 1_000;
    const caretaker = await startCaretaker({
      directory: '/somewhere',
      disk: async () => ({ freeBytes: freeMiB * MIB, totalBytes: 2_000 * MIB }),
      responds: async () => true,
      restart: async (why) => void restarts.push(why),
      logger: pino({}, { write: (line: string) => void logged.push(JSON.parse(line)) }),
    });
    t.teardown(caretaker.stop);
    t.equal(caretaker.hasRoom(), true);
    freeMiB = 1;
    await until('the disk is full', () => !caretaker.hasRoom(), 3_000);
    t.same(restarts, [], 'a restart would not help');
    freeMiB = 1_000;
    await until('the disk has room', () => caretaker.hasRoom(), 3_000);
    await until('the server is restarted', () => restarts.length > 0, 3_000);
    t.same(restarts, ['disk_was_full']);
    t.match(logged, [
      { event: 'journal.full', directory: '/somewhere', freeBytes: MIB },
      { event: 'journal.has_room', freeBytes: 1_000 * MIB },
      { event: 'engine.restarted', why: 'disk_was_full' },
    ]);
  },
);

t.test(
  'the server is restarted if the journal is reported in error, and nothing happens after the stop',
  async (t) => {
    const restarts: Restart[] = [];
    let looks = 0;
    const caretaker = await startCaretaker({
      directory: t.testdir(),
      disk: diskOf,
      responds: async () => {
        looks += 1;
        return true;
      },
      restart: async (why) => void restarts.push(why),
      logger: pino({ level: 'silent' }),
    });
    caretaker.watchErrors(() => 60_000);
    await until('the server is restarted', () => restarts.length > 0, 3_000);
    t.same(restarts, ['in_error']);
    await caretaker.stop();
    const before = looks;
    await delay(1_200);
    t.equal(looks, before);
  },
);

t.test('returns the size of a disk, or null if it cannot be measured', async (t) => {
  const disk = await diskOf(t.testdir());
  t.ok(disk !== null && disk.totalBytes > 0 && disk.freeBytes <= disk.totalBytes);
  t.equal(await diskOf('/no/such/directory'), null);
});
