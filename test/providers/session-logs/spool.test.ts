/** The log of a session on its node's disk: complete after closing, and a disk that fails never disturbs the call. */
import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import t, { type Test } from 'tap';
import { startSessionLog } from '../../../media/driver/session-log.js';
import { readSessionLogs, type SessionLog } from '../../../media/session/log.js';
import { spooledLog } from '../../../providers/session-logs/keys.js';
import {
  createSessionLogSpool,
  type SessionLogCount,
  type SessionLogSpool,
} from '../../../providers/session-logs/spool.js';
import { seededBytes } from '../../../testkit/seeded.js';
import { until } from '../../../testkit/until.js';
import { briefOf } from '../../media/session/carrier.js';
import { diskToFill } from '../../support/files/small-disk.js';

const CALL = { businessId: randomUUID(), callId: randomUUID() };
const ROOM = Number.POSITIVE_INFINITY;

interface Opened {
  readonly spool: SessionLogSpool;
  readonly counted: SessionLogCount[];
  readonly logged: string[];
  /** The sessions in the directory. */
  sessions(): readonly SessionLog[];
}

const openIn = (t: Test, dir: string, freeBytes = ROOM): Opened => {
  const counted: SessionLogCount[] = [];
  const logged: string[] = [];
  const spool = createSessionLogSpool({
    dir,
    thread: 2,
    now: () => Date.UTC(2026, 10, 30),
    newId: randomUUID,
    count: (count) => void counted.push(count),
    freeBytes: async () => freeBytes,
    logger: pino({}, { write: (line: string) => void logged.push(line) }),
  });
  t.teardown(() => spool.close());
  const sessions = (): readonly SessionLog[] =>
    readdirSync(dir)
      .filter((name) => name.endsWith('.done'))
      .flatMap((name) => readSessionLogs(readFileSync(join(dir, name))).sessions);
  return { spool, counted, logged, sessions };
};

/** `seconds` of audio that cannot be compressed, 50 frames each. */
const talk = (log: ReturnType<typeof startSessionLog>, seconds: number, from = 0): void => {
  for (let frame = from * 50; frame < (from + seconds) * 50; frame += 1)
    log.add({ type: 'audio', timestampMs: frame * 20, payload: seededBytes(frame, 160) }, frame * 20, []);
};

const lostIn = (counted: readonly SessionLogCount[]): readonly string[] =>
  counted.flatMap((count) => (count.what === 'incomplete' ? [count.why] : []));

t.test('a closed log is whole, private, and named after its call', async (t) => {
  const dir = join(t.testdir(), 'spool');
  const { spool, counted, sessions } = openIn(t, dir);
  const log = startSessionLog(spool.open, CALL, briefOf({}, { epochMs: Date.UTC(2026, 10, 29, 23, 59) }));
  talk(log, 30);
  await until('a chunk is on the disk', () => counted.length > 0);
  t.ok(readdirSync(dir).some((name) => spooledLog(name)?.state === 'open'));
  await log.close();
  await log.close();
  const [name = '', ...others] = readdirSync(dir);
  t.match(spooledLog(name), { ...CALL, day: '2026-11-29', thread: 2, state: 'done' });
  t.same(others, []);
  t.equal(statSync(join(dir, name)).mode & 0o077, 0);
  t.equal(statSync(dir).mode & 0o077, 0);
  t.match(sessions(), [{ inputs: { length: 1_500 }, brief: { attachmentId: 'attached0' } }]);
  t.equal(sessions()[0]?.incomplete, undefined);
  const written = counted.reduce((sum, count) => sum + (count.what === 'written' ? count.bytes : 0), 0);
  t.equal(written, statSync(join(dir, name)).size);
});

t.test('a full disk ends the log, which says so; it is counted and logged once', async (t) => {
  const disk = await diskToFill(t);
  const { spool, counted, logged, sessions } = openIn(t, disk.path);
  const log = startSessionLog(spool.open, CALL, briefOf());
  talk(log, 20);
  await until('a chunk is on the disk', () => counted.length > 0);
  await disk.fill();
  talk(log, 600, 20);
  await until('the loss is known', () => lostIn(counted).length > 0);
  talk(log, 60, 620);
  await disk.clear();
  await log.close();
  t.same(lostIn(counted), ['disk']);
  t.equal(logged.filter((line) => line.includes('session_log.incomplete')).length, 1);
  t.match(sessions(), [{ incomplete: 'disk' }]);
  t.ok((sessions()[0]?.inputs.length ?? 0) > 0, 'what was on the disk is kept');

  const next = startSessionLog(spool.open, { ...CALL, callId: randomUUID() }, briefOf());
  talk(next, 5);
  await next.close();
  t.equal(sessions().filter(({ incomplete }) => incomplete === undefined).length, 1, 'later logs are whole');
});

t.test('a directory that cannot be written loses the log, and nothing else', async (t) => {
  const dir = t.testdir({ spool: 'a file' });
  const { spool, counted } = openIn(t, join(dir, 'spool'));
  const log = startSessionLog(spool.open, CALL, briefOf());
  talk(log, 30);
  await log.close();
  t.same(lostIn(counted), ['disk']);
});

t.test('a disk that cannot keep up loses the log rather than memory', async (t) => {
  const dir = t.testdir();
  const { spool, counted, sessions } = openIn(t, dir);
  const log = startSessionLog(spool.open, CALL, briefOf());
  // More than may wait, in one turn of the loop: nothing is written meanwhile.
  for (let part = 0; part < 40; part += 1)
    log.add(
      { type: 'speech_audio', utterance: 'u', payload: new Uint8Array(1024 * 1024), words: [] },
      part * 20,
      [],
    );
  await log.close();
  t.same(lostIn(counted), ['backlog']);
  t.match(sessions(), [{ incomplete: 'backlog' }]);
  const kept = sessions()[0]?.inputs.length ?? 0;
  t.ok(kept > 20 && kept < 40, `${kept} of 40`);
});

t.test('a disk that is nearly full gets no logs', async (t) => {
  const dir = t.testdir();
  const { spool, counted, sessions } = openIn(t, dir, 1_000);
  mkdirSync(dir, { recursive: true });
  const log = startSessionLog(spool.open, CALL, briefOf());
  await until(
    'the disk was measured',
    () => {
      talk(log, 10);
      return lostIn(counted).length > 0;
    },
    30_000,
  );
  await log.close();
  t.same(lostIn(counted), ['disk']);
  t.match(sessions(), [{ incomplete: 'disk' }]);
});

t.test('closing the spool closes the logs of live sessions', async (t) => {
  const dir = t.testdir();
  const { spool, sessions } = openIn(t, dir);
  const log = startSessionLog(spool.open, CALL, briefOf());
  talk(log, 12);
  await spool.close();
  t.equal(sessions().length, 1);
});
