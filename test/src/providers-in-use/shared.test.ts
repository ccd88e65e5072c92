/** Values that are opened once for all their users, kept for a while, and closed. */
import { mock } from 'node:test';
import t, { type Test } from 'tap';
import { createShared, Full } from '../../../src/providers-in-use/shared.js';

const start = (t: Test, limits: Partial<{ maxPerOwner: number; maxTotal: number }> = {}) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  t.teardown(() => mock.timers.reset());
  const events: string[] = [];
  const shared = createShared<string>(
    async (value) => {
      events.push(`closed ${value}`);
      if (value === 'stubborn') throw new Error('it does not close');
    },
    (error) => void events.push(String(error)),
    { maxPerOwner: 2, maxTotal: 3, warmMs: 1_000, ...limits },
  );
  const take = (owner: string, key: string) =>
    shared.take(owner, key, async () => {
      events.push(`opened ${key}`);
      return key;
    });
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
  return { events, shared, take, settle };
};

t.test('S1, S2: opened once for all, and closed a while after the last release', async (t) => {
  const { events, shared, take, settle } = start(t);
  const [first, second] = await Promise.all([take('a', 'x'), take('a', 'x')]);
  t.same(events, ['opened x']);
  first.release();
  first.release();
  mock.timers.tick(5_000);
  await settle();
  t.same(events, ['opened x'], 'a second release has no effect');
  second.release();
  mock.timers.tick(900);
  const again = await take('a', 'x');
  mock.timers.tick(5_000);
  t.same(events, ['opened x'], 'it was still warm');
  again.release();
  mock.timers.tick(1_000);
  await settle();
  t.same(events, ['opened x', 'closed x']);
  t.equal(shared.size(), 0);
  await take('a', 'x');
  t.same(events.at(-1), 'opened x');
});

t.test('S3: unused values make room, and values in use do not', async (t) => {
  const { events, take, settle } = start(t);
  (await take('a', 'x')).release();
  (await take('a', 'y')).release();
  (await take('a', 'x')).release();
  const z = await take('a', 'z');
  await settle();
  t.same(events, ['opened x', 'opened y', 'opened z', 'closed y'], 'the longest unused first');
  await take('a', 'x');
  await t.rejects(take('a', 'y'), { name: 'Full', message: 'all 2 that may be open are in use' });
  const b = await take('b', 'x');
  await t.rejects(take('c', 'x'), Full, 'the limit for all owners together');
  b.release();
  await take('c', 'x');
  z.release();
});

t.test('S4: a value that could not be opened is retried, and takes no room', async (t) => {
  const { shared, take } = start(t, { maxPerOwner: 1 });
  const failing = () => shared.take('a', 'x', () => Promise.reject(new Error('no such model')));
  await t.rejects(Promise.all([failing(), failing()]), { message: 'no such model' });
  t.equal(shared.size(), 0);
  t.equal((await take('a', 'x')).value, 'x');
});

t.test('closes everything, and reports what does not close', async (t) => {
  const { events, shared, take } = start(t);
  const held = await take('a', 'stubborn');
  await take('a', 'x');
  await shared.close();
  t.same(events.slice(2).sort(), ['Error: it does not close', 'closed stubborn', 'closed x']);
  held.release();
  mock.timers.tick(5_000);
  t.equal(events.length, 5, 'nothing is closed twice');
});
