import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { adoptSpools, spoolOfThread } from '../../../src/media-threads/threads.js';

const leave = (nodeSpool: string, thread: number, name: string): void => {
  const dir = join(spoolOfThread(nodeSpool, thread), 'spool');
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, name), `audio of ${name}`);
};

t.test('only the audio of the given thread moves to the spool of the node', async (t) => {
  const spool = t.testdir({ spool: { 'own.customer': 'written by the node' } });
  leave(spool, 1, 'b.c.w1.customer');
  leave(spool, 1, 'b.c.w1.agent');
  leave(spool, 2, 'b.c.w2.agent');
  await adoptSpools(spool, 1);
  t.same(readdirSync(join(spool, 'spool')).sort(), ['b.c.w1.agent', 'b.c.w1.customer', 'own.customer']);
  t.equal(readFileSync(join(spool, 'spool', 'b.c.w1.agent'), 'utf8'), 'audio of b.c.w1.agent');
  t.notOk(existsSync(spoolOfThread(spool, 1)));
  t.ok(existsSync(spoolOfThread(spool, 2)), 'the other thread is still running');
});

t.test('the audio of all threads of an earlier process moves to the spool of the node', async (t) => {
  const spool = t.testdir({});
  leave(spool, 1, 'b.c.w1.customer');
  leave(spool, 7, 'b.d.w2.customer');
  await adoptSpools(spool, null);
  t.same(readdirSync(join(spool, 'spool')).sort(), ['b.c.w1.customer', 'b.d.w2.customer']);
  await adoptSpools(spool, null);
  t.same(readdirSync(join(spool, 'spool')).sort(), ['b.c.w1.customer', 'b.d.w2.customer']);
});

t.test('nothing is created if there is no audio', async (t) => {
  const spool = join(t.testdir({}), 'not-there');
  await adoptSpools(spool, null);
  await adoptSpools(spool, 3);
  t.notOk(existsSync(spool));
});
