/** Work in lanes: in order within a lane, in parallel across lanes, and never more at a time than there are places. */
import t from 'tap';
import { createLanes } from '../../../../actors/runtime/consumers/lanes.js';

/** Work that runs until the test ends it. */
const heldWork = () => {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    named: (name: string) => (): Promise<void> =>
      new Promise((resolve) => {
        begun.push(name);
        ends.set(name, resolve);
      }),
    end: async (name: string): Promise<void> => {
      ends.get(name)?.();
      for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
    },
  };
};

t.test('runs work in order within a lane, and in parallel across lanes', async (t) => {
  const lanes = createLanes(10);
  const { begun, named, end } = heldWork();
  const runs = [lanes.run('a', named('a1')), lanes.run('a', named('a2')), lanes.run('b', named('b1'))];
  await end('nothing');
  t.same(begun, ['a1', 'b1']);
  await end('a1');
  t.same(begun, ['a1', 'b1', 'a2']);
  await end('a2');
  await end('b1');
  await Promise.all(runs);
  await lanes.idle();
});

t.test('runs no more work at a time than there are places, and starts waiting work in order', async (t) => {
  const lanes = createLanes(2);
  const { begun, named, end } = heldWork();
  for (const name of ['a', 'b', 'c', 'd']) void lanes.run(name, named(name));
  await end('nothing');
  t.same(begun, ['a', 'b']);
  await end('b');
  t.same(begun, ['a', 'b', 'c']);
  await end('a');
  t.same(begun, ['a', 'b', 'c', 'd']);
  await end('c');
  await end('d');
  await lanes.idle();
});

t.test('reports a failure to the caller that handed the work in, and frees its place', async (t) => {
  const lanes = createLanes(1);
  await t.rejects(
    lanes.run('a', () => Promise.reject(new Error('no'))),
    { message: 'no' },
  );
  const failing = lanes.run('a', () => Promise.reject(new Error('again')));
  let ran = false;
  const behind = lanes.run('a', async () => {
    ran = true;
  });
  await t.rejects(failing, { message: 'again' });
  await behind;
  t.ok(ran, 'the work behind it continues');
});
