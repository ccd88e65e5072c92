import { chmodSync, chownSync, lstatSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import t from 'tap';
import { openDataDir } from '../../../src/engine/data-dir.js';

const NOBODY_UID = 65_534;
const canChangeOwner = process.geteuid?.() === 0;

const modeOf = (path: string): string => (lstatSync(path).mode & 0o777).toString(8);

/** Opens the directory, and returns what was logged. */
const opened = (dataDir: string): readonly object[] => {
  const logged: object[] = [];
  const write = (line: string): void => {
    const { event, mode, entries }: Readonly<Record<string, unknown>> = JSON.parse(line);
    logged.push({ event, ...(mode === undefined ? {} : { mode }), entries });
  };
  openDataDir(dataDir, pino({ messageKey: 'event' }, { write }));
  return logged;
};

t.beforeEach((t) => {
  const before = process.umask(0);
  t.teardown(() => process.umask(before));
});

t.test('a new data directory is private to its owner, for any umask', async (t) => {
  const dataDir = join(t.testdir(), 'above', 'data');
  t.same(opened(dataDir), []);
  t.equal(modeOf(dataDir), '700');
  t.same(opened(dataDir), [], 'the second time changes nothing');
});

t.test('a data directory that was open to others is made private, with its content', async (t) => {
  const elsewhere = t.testdir({ file: 'not ours to change', data: { nats: { store: {} } } });
  const dataDir = join(elsewhere, 'data');
  for (const path of [elsewhere, dataDir, join(dataDir, 'nats'), join(dataDir, 'nats', 'store')])
    chmodSync(path, 0o775);
  chmodSync(join(elsewhere, 'file'), 0o644);
  writeFileSync(join(dataDir, 'views.sqlite'), '', { mode: 0o644 });
  writeFileSync(join(dataDir, 'nats', 'store', 'block'), '', { mode: 0o640 });
  writeFileSync(join(dataDir, 'nats-server'), '', { mode: 0o755 });
  writeFileSync(join(dataDir, 'closed'), '', { mode: 0o600 });
  symlinkSync(join(elsewhere, 'file'), join(dataDir, 'link'));
  symlinkSync(elsewhere, join(dataDir, 'loop'));
  t.same(opened(dataDir), [{ event: 'data_dir.tightened', mode: '0775', entries: 5 }]);
  for (const name of ['', 'nats', 'nats/store', 'nats-server'])
    t.equal(modeOf(join(dataDir, name)), '700', name);
  for (const name of ['views.sqlite', 'nats/store/block', 'closed'])
    t.equal(modeOf(join(dataDir, name)), '600', name);
  t.equal(modeOf(join(elsewhere, 'file')), '644', 'links are not followed');
  t.equal(modeOf(elsewhere), '775');
  t.same(opened(dataDir), []);
});

t.test('a data directory of another user is refused and left unchanged', async (t) => {
  if (!canChangeOwner) return void t.comment('only root can change the owner of a directory');
  const dataDir = join(t.testdir({ data: { file: '' } }), 'data');
  chmodSync(dataDir, 0o755);
  chmodSync(join(dataDir, 'file'), 0o644);
  chownSync(dataDir, NOBODY_UID, NOBODY_UID);
  t.throws(() => opened(dataDir), {
    name: 'EngineError',
    message: /belongs to user 65534, but this process runs as user 0: run as the owner, or .*--data-dir/,
  });
  t.equal(modeOf(dataDir), '755');
  t.equal(modeOf(join(dataDir, 'file')), '644');
});

t.test('an open data directory with files of other users is refused', async (t) => {
  if (!canChangeOwner) return void t.comment('only root can change the owner of a file');
  const dataDir = join(t.testdir({ data: {} }), 'data');
  mkdirSync(join(dataDir, 'nats'));
  const planted = join(dataDir, 'nats', 'user.nk');
  writeFileSync(planted, 'a seed that somebody knows', { mode: 0o644 });
  chownSync(planted, NOBODY_UID, NOBODY_UID);
  chmodSync(dataDir, 0o777);
  t.throws(() => opened(dataDir), {
    name: 'EngineError',
    message: /other users could write to .*belong to them: .*user\.nk; check them/,
  });
  t.equal(modeOf(dataDir), '700', 'others can no longer write to it');
  t.equal(modeOf(planted), '644');
});

t.test('files of other users in a private data directory are logged and left alone', async (t) => {
  if (!canChangeOwner) return void t.comment('only root can change the owner of a directory');
  const dataDir = join(t.testdir({ data: { 'lost+found': {} } }), 'data');
  chmodSync(dataDir, 0o700);
  chownSync(join(dataDir, 'lost+found'), NOBODY_UID, NOBODY_UID);
  t.same(opened(dataDir), [{ event: 'data_dir.not_ours', entries: 1 }]);
});
