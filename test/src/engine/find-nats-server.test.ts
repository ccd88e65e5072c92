import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { findNatsServer, parseVersion } from '../../../src/engine/find-nats-server.js';

/** Installs a program that prints a version like nats-server: enough for the search, which only runs `--version`. */
const install = async (
  directory: string,
  version: string,
  output = `nats-server: v${version}`,
): Promise<string> => {
  await mkdir(directory, { recursive: true });
  const path = join(directory, 'nats-server');
  await writeFile(path, `#!/bin/sh\necho '${output}'\n`);
  await chmod(path, 0o755);
  return path;
};

t.test('reads versions as the server prints them', async (t) => {
  t.same(parseVersion('nats-server: v2.15.1'), [2, 15, 1]);
  t.same(parseVersion('nats-server: v2.14.0-RC.2'), [2, 14, 0]);
  t.same(parseVersion('2.10.27-1+b3'), [2, 10, 27]);
  t.equal(parseVersion('nats-server: unknown'), null);
});

t.test('PATH comes first, then daemon directories, then the newest of the cache', async (t) => {
  const root = t.testdir();
  const cacheDir = join(root, 'cache');
  const find = (path: string, daemonDirectories: readonly string[] = []) =>
    findNatsServer({ cacheDir, env: { PATH: path }, daemonDirectories });
  t.equal(await find(''), null);
  await install(join(cacheDir, 'nats-server-2.14.9'), '2.14.9');
  const newest = await install(join(cacheDir, 'nats-server-2.14.10'), '2.14.10');
  t.same(await find(''), { path: newest, version: [2, 14, 10] });
  const daemon = await install(join(root, 'sbin'), '2.14.0');
  t.equal((await find('', [join(root, 'sbin')]))?.path, daemon);
  const onPath = await install(join(root, 'bin'), '2.14.1');
  t.equal(
    (await find(`relative:${join(root, 'none')}:${join(root, 'bin')}`, [join(root, 'sbin')]))?.path,
    onPath,
  );
});

t.test('skips programs that are too old, do not run or are something else', async (t) => {
  const root = t.testdir();
  await install(join(root, 'old'), '2.13.9');
  await install(join(root, 'other'), '2.15.0', 'another program v2.15.0');
  await install(join(root, 'broken'), '2.15.0');
  await writeFile(join(root, 'broken', 'nats-server'), 'no program');
  const good = await install(join(root, 'good'), '2.15.0');
  const PATH = ['old', 'other', 'broken', 'good'].map((name) => join(root, name)).join(':');
  const found = await findNatsServer({ cacheDir: join(root, 'cache'), env: { PATH }, daemonDirectories: [] });
  t.equal(found?.path, good);
});
