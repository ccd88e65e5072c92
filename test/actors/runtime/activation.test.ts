/** One activation on a real journal: fencing, repetition, faults, timers, and what is written when. */
import fc from 'fast-check';
import t from 'tap';
import type { Journal } from '../../../actors/runtime/journal.js';
import { JournalUnavailable } from '../../../actors/runtime/journal-errors.js';
import { REMEMBERED_COMMANDS } from '../../../actors/runtime/loaded.js';
import type { Query } from '../../../actors/runtime/wire.js';
import { until } from '../../../testkit/until.js';
import { count, tell, tellBriefly, world } from './activation-world.js';
import { type ErrandCommand, LOOK } from './errand.js';

t.setTimeout(60_000);

const times = (factor: number): Query => ({ type: 'query', name: 'sum_times', args: [factor] });

t.test('a stale activation is fenced: it loads what others wrote and decides again', async (t) => {
  const { make, publishCommit, counts } = await world(t);
  const activation = make();
  await tell(activation, count(1));
  await publishCommit('one', [{ type: 'counted', by: 10 }]);
  t.match(await tell(activation, count(100)), { answer: { sum: 111 } }, 'nothing lost, nothing twice');
  t.equal(counts.get('conflict'), 1);
});

t.test('two activations that both believe to be the one: every command counts once', async (t) => {
  const { make, counts } = await world(t);
  const both = [make(), make()];
  await Promise.all(both.flatMap((each) => Array.from({ length: 50 }, () => tell(each, count(1)))));
  const sums = await Promise.all(both.map((each) => tell(each, count(1))));
  t.equal(Math.max(...sums.map(({ answer }) => Number(Object(answer).sum))), 102);
  t.equal(counts.get('commit'), 102);
});

t.test('a query and a command that changes nothing write nothing', async (t) => {
  const { make, lying } = await world(t);
  const activation = make();
  t.match(await tell(activation, LOOK), { seq: 0 });
  await t.rejects(tell(activation, count(0)), { code: 'validation_failed' });
  t.same(await lying('>'), {});
});

t.test(
  'a repeated command is answered: while it is remembered, by a fresh activation, and after that',
  async (t) => {
    const { make, counts } = await world(t);
    const activation = make();
    await tell(activation, count(1), 'first');
    t.match(await tell(activation, count(1), 'first'), { answer: { sum: 1 }, seq: 1 });
    for (let index = 0; index <= REMEMBERED_COMMANDS; index += 1) await tell(activation, count(1));
    const sum = REMEMBERED_COMMANDS + 2;
    t.match(
      await tell(activation, count(1), 'first'),
      { answer: { sum } },
      'forgotten, but the journal knows it',
    );
    t.match(await tell(make(), count(1), 'first'), { answer: { sum } }, 'so does another process');
    t.equal(counts.get('commit'), sum);
  },
);

t.test('a fault in decide fails its command alone', async (t) => {
  const { make } = await world(t);
  const activation = make();
  await tell(activation, count(1));
  const results = await Promise.allSettled([tell(activation, { type: 'break' }), tell(activation, count(1))]);
  t.match(results, [
    { status: 'rejected', reason: { code: 'internal' } },
    { status: 'fulfilled', value: { answer: { sum: 2 } } },
  ]);
});

t.test('an unknown outcome: the command is put again, and applied once whatever had happened', async (t) => {
  const { journal, make } = await world(t);
  for (const written of [true, false]) {
    let failing = true;
    const flaky: Journal = {
      ...journal,
      append: async (...args) => {
        if (!failing) return journal.append(...args);
        failing = false;
        if (written) await journal.append(...args);
        throw new JournalUnavailable('no answer');
      },
    };
    const id = `written-${written}`;
    const activation = make({ id, journal: flaky });
    t.match(await tell(activation, count(1), 'x'), { answer: { sum: 1 } }, id);
    t.notOk(failing, 'there was one');
    t.match(await tell(make({ id }), LOOK), { answer: { sum: 1 } });
  }
});

t.test('an unknown outcome that stays unknown: the asker is told in time, and may repeat it', async (t) => {
  const { journal, make } = await world(t);
  let away = true;
  const flaky: Journal = {
    ...journal,
    append: async (...args) => {
      if (away) throw new JournalUnavailable('no answer');
      return journal.append(...args);
    },
  };
  const activation = make({ journal: flaky });
  const began = performance.now();
  await t.rejects(tellBriefly(activation, count(1), 'x'), { code: 'journal_unavailable' });
  t.ok(performance.now() - began < 2_000);
  away = false;
  t.match(await tell(activation, count(1), 'x'), { answer: { sum: 1 } });
});

t.test('an effect that an unknown commit owes is begun without anybody asking', async (t) => {
  const { journal, make } = await world(t);
  let away = false;
  let writes = 0;
  const flaky: Journal = {
    ...journal,
    append: async (...args) => {
      const appended = await journal.append(...args);
      writes += 1;
      away = writes === 1;
      if (away) throw new JournalUnavailable('no answer');
      return appended;
    },
    read: (...args) => {
      if (away) throw new JournalUnavailable('no answer');
      return journal.read(...args);
    },
  };
  const resumed: boolean[] = [];
  const activation = make({
    journal: flaky,
    perform: async (context) => {
      resumed.push(context.resumed);
      return { type: 'finish' };
    },
  });
  await t.rejects(tellBriefly(activation, { type: 'send' }), { code: 'journal_unavailable' });
  away = false;
  t.notOk(activation.idle(), 'it is not retired meanwhile');
  await until('it is done', async () => Object((await tell(activation, LOOK)).answer).done === true);
  t.same(resumed, [true]);
});

t.test('a timer that could not be armed with its commit is armed soon after', async (t) => {
  const { journal, make, lying } = await world(t);
  let failing = true;
  const flaky: Journal = {
    ...journal,
    arm: async (...args) => {
      if (!failing) return journal.arm(...args);
      failing = false;
      throw new JournalUnavailable('no answer');
    },
  };
  const activation = make({ journal: flaky });
  t.match(
    await tell(activation, { type: 'wake_me', at: Date.now() + 60_000 }),
    { seq: 1 },
    'the commit stands',
  );
  await until('it is armed', async () => Object.keys(await lying('timer.>')).length === 1);
});

t.test(
  'a timer that moves is due at the earlier time as long as the later one is not committed',
  async (t) => {
    const { journal, make } = await world(t);
    const armed: number[] = [];
    let writing = true;
    const watched: Journal = {
      ...journal,
      arm: async (...args) => {
        armed.push(args[2]);
        await journal.arm(...args);
      },
      append: async (...args) => {
        if (!writing) throw new JournalUnavailable('no answer');
        return journal.append(...args);
      },
    };
    const activation = make({ journal: watched });
    const now = Date.now();
    await tell(activation, { type: 'wake_me', at: now + 60_000 });
    writing = false;
    await t.rejects(tellBriefly(activation, { type: 'wake_me', at: now + 90_000 }), {
      code: 'journal_unavailable',
    });
    t.same([...new Set(armed)], [now + 60_000], 'the earlier one still lies there');
    writing = true;
    await tell(activation, { type: 'wake_me', at: now + 90_000 });
    t.equal(armed.at(-1), now + 90_000);
    await tell(activation, { type: 'wake_me', at: now + 30_000 });
    t.equal(armed.at(-1), now + 30_000);
  },
);

t.test('a command that nobody waits for any more is not begun', async (t) => {
  const { make } = await world(t);
  const activation = make();
  const late = activation.run({ commandId: 'late', at: 1, command: count(1) }, Date.now() - 1);
  await t.rejects(late, { code: 'journal_unavailable' });
  t.match(await tell(activation, LOOK), { answer: { sum: 0 } });
});

t.test('wakes: due ones are told, those moved or given up are not, repeated ones once', async (t) => {
  const { make } = await world(t);
  const now = Date.now();
  const activation = make({ now: () => now });
  await activation.wake('alarm', now - 5);
  t.match(await tell(activation, LOOK), { answer: { rang: 0 } }, 'nobody wanted that one');
  await tell(activation, { type: 'wake_me', at: now + 50 });
  await activation.wake('alarm', now - 5);
  t.match(await tell(activation, LOOK), { answer: { rang: 0 } }, 'it was moved');
  await Promise.all([activation.wake('alarm', now + 50), activation.wake('alarm', now + 50)]);
  t.match(
    await tell(activation, LOOK),
    { answer: { rang: 1, alarm: null } },
    'due by the server’s clock, which may be a little ahead of ours; twice is once',
  );
  await tell(activation, { type: 'wake_me', at: now - 10 });
  await activation.wake('alarm', now - 20);
  t.match(await tell(activation, LOOK), { answer: { rang: 2 } }, 'late by now, whichever wake says so');
});

t.test(
  'nothing is armed where nothing is owed or wanted; the watchdog is up while an effect is owed',
  async (t) => {
    const { make, lying } = await world(t);
    const activation = make();
    await tell(activation, count(1));
    t.same(await lying('timer.>'), {});
    await tell(activation, { type: 'send' });
    const watchdog = { 'timer.0.errand.b.one.watchdog': 1 };
    t.same(await lying('timer.>'), watchdog);
    t.equal(activation.effectsRunning(), 1);
    await until('it has fired', async () => Object.keys(await lying('timer.>')).length === 0, 3_000);
    await activation.wake('watchdog', Date.now());
    t.same(await lying('timer.>'), watchdog, 'up again: it is still owed');
    await tell(activation, { type: 'finish' });
    t.equal(activation.effectsRunning(), 0);
    await until('it has fired again', async () => Object.keys(await lying('timer.>')).length === 0, 3_000);
    await activation.wake('watchdog', Date.now());
    t.same(await lying('timer.>'), {}, 'and rests');
  },
);

t.test('whoever loads an actor makes sure that it is woken', async (t) => {
  const { make, lying, publishCommit } = await world(t);
  const at = Date.now() + 60_000;
  await publishCommit('one', [{ type: 'alarm', at }, { type: 'sent' }]);
  await tell(make(), LOOK);
  t.same(await lying('timer.>'), {
    'timer.0.errand.b.one.alarm': 1,
    'timer.0.errand.b.one.watchdog': 1,
  });
});

t.test('a wake for a time that was moved arms the time that is wanted', async (t) => {
  const { make, lying, publishCommit } = await world(t);
  await publishCommit('one', [{ type: 'alarm', at: Date.now() + 60_000 }]);
  const activation = make();
  await activation.wake('alarm', Date.now() - 1_000);
  t.same(await lying('timer.>'), { 'timer.0.errand.b.one.alarm': 1 });
  t.match(await tell(activation, LOOK), { answer: { rang: 0 } });
});

t.test('one that has given way decides nothing more, and its effects end', async (t) => {
  const { make, lying } = await world(t);
  let aborted = false;
  const activation = make({
    perform: ({ signal }) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => {
          aborted = true;
          resolve({ type: 'finish' });
        });
      }),
  });
  await tell(activation, { type: 'send' });
  await new Promise((resolve) => setImmediate(resolve));
  activation.abdicate();
  await t.rejects(tell(activation, count(1)), { name: 'Moved' });
  t.ok(aborted);
  t.same(await lying('evt.>'), { 'evt.0.errand.b.one': 1 });
});

t.test('what was written as it gave way is told by whoever goes on', async (t) => {
  const { make, journal } = await world(t);
  const stays = make();
  t.match(await tell(stays, count(1)), { answer: { sum: 1 } });
  const goes = make({
    journal: {
      ...journal,
      append: async (...commit) => {
        const appended = await journal.append(...commit);
        // It hears of the other while its commit is on its way.
        goes.abdicate();
        return appended;
      },
    },
  });
  await t.rejects(tell(goes, count(10), 'asked'), { name: 'Moved' });
  t.match(await tell(stays, count(10), 'asked'), { answer: { sum: 11 } }, 'counted, and counted once');
  t.match(await tell(stays, LOOK), { answer: { sum: 11 } });
});

t.test('a snapshot and the commits after it are the same as all commits', async (t) => {
  const { make, journal } = await world(t);
  let id = 0;
  const step = fc.oneof(
    fc.integer({ min: 1, max: 9 }).map(count),
    fc.constant<ErrandCommand>({ type: 'wake_me', at: Date.now() + 3_600_000 }),
    fc.constant<ErrandCommand>({ type: 'finish' }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 35 }), async (steps) => {
      id += 1;
      const name = `p${id}`;
      const activation = make({ id: name });
      let last: unknown = null;
      for (const command of steps) last = (await tell(activation, command)).answer;
      await activation.stop();
      const withSnapshot = await tell(make({ id: name }), LOOK);
      const forgetful: Journal = { ...journal, loadSnapshot: async () => null };
      const withoutOne = await tell(make({ id: name, journal: forgetful }), LOOK);
      return t.same(withSnapshot, withoutOne) && t.same(withSnapshot.answer, last);
    }),
    { numRuns: 15 },
  );
});

t.test('a wake that somebody else armed in the place of ours does not lose ours', async (t) => {
  const { make, journal, lying } = await world(t);
  const activation = make();
  const at = Date.now() + 60_000;
  await tell(activation, { type: 'wake_me', at });
  // A name has one schedule. Somebody with a stale state replaces it, and is woken for it: ours is gone.
  const early = Date.now() + 100;
  await journal.arm(activation.ref, 'alarm', early);
  await until('it is due', async () => Object.keys(await lying('wake.>')).length > 0);
  t.same(await lying('timer.>'), {});
  await activation.wake('alarm', early);
  t.same(Object.keys(await lying('timer.>')), ['timer.0.errand.b.one.alarm']);
  t.match(await tell(activation, LOOK), { answer: { rang: 0, alarm: at } });
});

t.test('a query is answered in its turn, behind the commands before it', async (t) => {
  const { make } = await world(t);
  const activation = make();
  const answers = await Promise.all([
    tell(activation, LOOK),
    tell(activation, count(1)),
    tell(activation, LOOK),
    tell(activation, count(10)),
    tell(activation, times(3)),
  ]);
  t.match(answers, [
    { answer: { sum: 0 }, seq: 0 },
    { answer: { sum: 1 }, seq: 1 },
    { answer: { sum: 1 }, seq: 1 },
    { answer: { sum: 11 }, seq: 2 },
    { answer: 33, seq: 2 },
  ]);
});

t.test('a query loads the actor from its journal, and leaves nothing there', async (t) => {
  const { make, lying } = await world(t);
  await tell(make(), count(7), 'first');
  const before = await lying('>');
  const activation = make();
  t.match(await tell(activation, times(2), 'asked'), { answer: 14, seq: 1 });
  t.same(await lying('>'), before);
  // Its id is not remembered: a command of the same id is decided on.
  t.match(await tell(activation, count(1), 'asked'), { answer: { sum: 8 } });
  // Nor is it mistaken for a command whose id it has.
  t.match(await tell(activation, times(2), 'first'), { answer: 16 });
});

t.test('a query refuses as it likes, and what is asked next is answered', async (t) => {
  const { make } = await world(t);
  const activation = make();
  await tell(activation, count(4));
  await t.rejects(tell(activation, times(0)), { code: 'validation_failed', message: 'nothing to multiply' });
  t.match(await tell(activation, times(2)), { answer: 8 });
});

t.test('a query that this build does not know is not understood', async (t) => {
  const { make, lying } = await world(t);
  const activation = make();
  for (const name of ['praises', 'constructor', '__proto__'])
    await t.rejects(tell(activation, { type: 'query', name, args: [] }), {
      name: 'NotUnderstood',
      version: null,
    });
  t.same(await lying('>'), {});
});
