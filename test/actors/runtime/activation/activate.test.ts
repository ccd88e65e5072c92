/** One activation on a real journal: fencing, repeated commands, faults, timers, and the order of writes. */
import fc from 'fast-check';
import t from 'tap';
import { REMEMBERED_COMMANDS } from '../../../../actors/runtime/activation/loaded.js';
import type { Query } from '../../../../actors/runtime/cluster/wire.js';
import type { Journal } from '../../../../actors/runtime/journal/journal.js';
import { JournalUnavailable } from '../../../../actors/runtime/journal-errors.js';
import { until } from '../../../../testkit/until.js';
import { type ErrandCommand, LOOK } from '../errand.js';
import { apply, applyBriefly, count, world } from './world.js';

t.setTimeout(60_000);

const times = (factor: number): Query => ({ type: 'query', name: 'sum_times', args: [factor] });

t.test('fences a stale activation: it loads the commits of others and decides again', async (t) => {
  const { make, publishCommit, counts } = await world(t);
  const activation = make();
  await apply(activation, count(1));
  await publishCommit('one', [{ type: 'counted', by: 10 }]);
  t.match(await apply(activation, count(100)), { answer: { sum: 111 } }, 'nothing is lost or applied twice');
  t.equal(counts.get('conflict'), 1);
});

t.test('applies every command once while two activations both believe they are the only one', async (t) => {
  const { make, counts } = await world(t);
  const both = [make(), make()];
  await Promise.all(both.flatMap((each) => Array.from({ length: 50 }, () => apply(each, count(1)))));
  const sums = await Promise.all(both.map((activation) => apply(activation, count(1))));
  t.equal(Math.max(...sums.map(({ answer }) => Number(Object(answer).sum))), 102);
  t.equal(counts.get('commit'), 102);
});

t.test('a query and a refused command write nothing', async (t) => {
  const { make, messageCounts } = await world(t);
  const activation = make();
  t.match(await apply(activation, LOOK), { seq: 0 });
  await t.rejects(apply(activation, count(0)), { code: 'validation_failed' });
  t.same(await messageCounts('>'), {});
});

t.test(
  'answers a repeated command while it is remembered, after it is forgotten, and in a new activation',
  async (t) => {
    const { make, counts } = await world(t);
    const activation = make();
    await apply(activation, count(1), 'first');
    t.match(await apply(activation, count(1), 'first'), { answer: { sum: 1 }, seq: 1 });
    for (let index = 0; index <= REMEMBERED_COMMANDS; index += 1) await apply(activation, count(1));
    const sum = REMEMBERED_COMMANDS + 2;
    t.match(
      await apply(activation, count(1), 'first'),
      { answer: { sum } },
      'forgotten in memory, but known from the journal',
    );
    t.match(await apply(make(), count(1), 'first'), { answer: { sum } }, 'a new activation knows it too');
    t.equal(counts.get('commit'), sum);
  },
);

t.test('a fault in decide fails only its own command', async (t) => {
  const { make } = await world(t);
  const activation = make();
  await apply(activation, count(1));
  const results = await Promise.allSettled([
    apply(activation, { type: 'break' }),
    apply(activation, count(1)),
  ]);
  t.match(results, [
    { status: 'rejected', reason: { code: 'internal' } },
    { status: 'fulfilled', value: { answer: { sum: 2 } } },
  ]);
});

t.test('retries a command of unknown outcome, and applies it once whether written or not', async (t) => {
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
    t.match(await apply(activation, count(1), 'x'), { answer: { sum: 1 } }, id);
    t.notOk(failing, 'the first append failed');
    t.match(await apply(make({ id }), LOOK), { answer: { sum: 1 } });
  }
});

t.test('rejects in time while the outcome stays unknown, and accepts the repeated command', async (t) => {
  const { journal, make } = await world(t);
  let isAway = true;
  const flaky: Journal = {
    ...journal,
    append: async (...args) => {
      if (isAway) throw new JournalUnavailable('no answer');
      return journal.append(...args);
    },
  };
  const activation = make({ journal: flaky });
  const began = performance.now();
  await t.rejects(applyBriefly(activation, count(1), 'x'), { code: 'journal_unavailable' });
  t.ok(performance.now() - began < 2_000);
  isAway = false;
  t.match(await apply(activation, count(1), 'x'), { answer: { sum: 1 } });
});

t.test('starts an effect owed by a commit of unknown outcome without a further request', async (t) => {
  const { journal, make } = await world(t);
  let isAway = false;
  let writes = 0;
  const flaky: Journal = {
    ...journal,
    append: async (...args) => {
      const appended = await journal.append(...args);
      writes += 1;
      isAway = writes === 1;
      if (isAway) throw new JournalUnavailable('no answer');
      return appended;
    },
    read: (...args) => {
      if (isAway) throw new JournalUnavailable('no answer');
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
  await t.rejects(applyBriefly(activation, { type: 'send' }), { code: 'journal_unavailable' });
  isAway = false;
  t.notOk(activation.isIdle(), 'the activation is not idle meanwhile');
  await until('the errand is done', async () => Object((await apply(activation, LOOK)).answer).done === true);
  t.same(resumed, [true]);
});

t.test('arms a timer soon after its commit if it could not be armed with it', async (t) => {
  const { journal, make, messageCounts } = await world(t);
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
    await apply(activation, { type: 'wake_me', at: Date.now() + 60_000 }),
    { seq: 1 },
    'the commit succeeds',
  );
  await until('the timer is armed', async () => Object.keys(await messageCounts('timer.>')).length === 1);
});

t.test(
  'keeps a timer at its earlier time until the commit that moves it to a later time is written',
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
    await apply(activation, { type: 'wake_me', at: now + 60_000 });
    writing = false;
    await t.rejects(applyBriefly(activation, { type: 'wake_me', at: now + 90_000 }), {
      code: 'journal_unavailable',
    });
    t.same([...new Set(armed)], [now + 60_000], 'the earlier timer is still armed');
    writing = true;
    await apply(activation, { type: 'wake_me', at: now + 90_000 });
    t.equal(armed.at(-1), now + 90_000);
    await apply(activation, { type: 'wake_me', at: now + 30_000 });
    t.equal(armed.at(-1), now + 30_000);
  },
);

t.test('does not start a command after its caller has stopped waiting', async (t) => {
  const { make } = await world(t);
  const activation = make();
  const late = activation.run({ commandId: 'late', at: 1, command: count(1) }, Date.now() - 1);
  await t.rejects(late, { code: 'journal_unavailable' });
  t.match(await apply(activation, LOOK), { answer: { sum: 0 } });
});

t.test('handles a due wake once, and ignores wakes for timers that were moved or are not set', async (t) => {
  const { make } = await world(t);
  const now = Date.now();
  const activation = make({ now: () => now });
  await activation.wake('alarm', now - 5);
  t.match(await apply(activation, LOOK), { answer: { rang: 0 } }, 'no timer is set');
  await apply(activation, { type: 'wake_me', at: now + 50 });
  await activation.wake('alarm', now - 5);
  t.match(await apply(activation, LOOK), { answer: { rang: 0 } }, 'the timer was moved');
  await Promise.all([activation.wake('alarm', now + 50), activation.wake('alarm', now + 50)]);
  t.match(
    await apply(activation, LOOK),
    { answer: { rang: 1, alarm: null } },
    'due by the server’s clock, which may be slightly ahead; the repeated wake is ignored',
  );
  await apply(activation, { type: 'wake_me', at: now - 10 });
  await activation.wake('alarm', now - 20);
  t.match(await apply(activation, LOOK), { answer: { rang: 2 } }, 'an overdue timer is fired by any wake');
});

t.test(
  'arms nothing while nothing is owed or wanted, and arms the watchdog while an effect is owed',
  async (t) => {
    const { make, messageCounts } = await world(t);
    const activation = make();
    await apply(activation, count(1));
    t.same(await messageCounts('timer.>'), {});
    await apply(activation, { type: 'send' });
    const watchdog = { 'timer.0.errand.b.one.watchdog': 1 };
    t.same(await messageCounts('timer.>'), watchdog);
    t.equal(activation.effectsRunning(), 1);
    await until('it fires', async () => Object.keys(await messageCounts('timer.>')).length === 0, 3_000);
    await activation.wake('watchdog', Date.now());
    t.same(await messageCounts('timer.>'), watchdog, 'armed again: the effect is still owed');
    await apply(activation, { type: 'finish' });
    t.equal(activation.effectsRunning(), 0);
    await until('it fires again', async () => Object.keys(await messageCounts('timer.>')).length === 0);
    await activation.wake('watchdog', Date.now());
    t.same(await messageCounts('timer.>'), {}, 'not armed any more');
  },
);

t.test('arms the missing timers of an actor when it is loaded', async (t) => {
  const { make, messageCounts, publishCommit } = await world(t);
  const at = Date.now() + 60_000;
  await publishCommit('one', [{ type: 'alarm', at }, { type: 'sent' }]);
  await apply(make(), LOOK);
  t.same(await messageCounts('timer.>'), {
    'timer.0.errand.b.one.alarm': 1,
    'timer.0.errand.b.one.watchdog': 1,
  });
});

t.test('a wake for a timer that was moved arms the timer at the wanted time', async (t) => {
  const { make, messageCounts, publishCommit } = await world(t);
  await publishCommit('one', [{ type: 'alarm', at: Date.now() + 60_000 }]);
  const activation = make();
  await activation.wake('alarm', Date.now() - 1_000);
  t.same(await messageCounts('timer.>'), { 'timer.0.errand.b.one.alarm': 1 });
  t.match(await apply(activation, LOOK), { answer: { rang: 0 } });
});

t.test('an activation that has yielded decides nothing more and aborts its effects', async (t) => {
  const { make, messageCounts } = await world(t);
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
  await apply(activation, { type: 'send' });
  await new Promise((resolve) => setImmediate(resolve));
  activation.abdicate();
  await t.rejects(apply(activation, count(1)), { name: 'Moved' });
  t.ok(aborted);
  t.same(await messageCounts('evt.>'), { 'evt.0.errand.b.one': 1 });
});

t.test('a command written while its activation yields is answered by the one that stays', async (t) => {
  const { make, journal } = await world(t);
  const stays = make();
  t.match(await apply(stays, count(1)), { answer: { sum: 1 } });
  const yielding = make({
    journal: {
      ...journal,
      append: async (...commit) => {
        const appended = await journal.append(...commit);
        // It learns of the other activation while its commit is in flight.
        yielding.abdicate();
        return appended;
      },
    },
  });
  await t.rejects(apply(yielding, count(10), 'repeated'), { name: 'Moved' });
  t.match(await apply(stays, count(10), 'repeated'), { answer: { sum: 11 } }, 'applied exactly once');
  t.match(await apply(stays, LOOK), { answer: { sum: 11 } });
});

t.test('a snapshot and the commits after it lead to the same state as all commits', async (t) => {
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
      for (const command of steps) last = (await apply(activation, command)).answer;
      await activation.stop();
      const withSnapshot = await apply(make({ id: name }), LOOK);
      const forgetful: Journal = { ...journal, loadSnapshot: async () => null };
      const withoutSnapshot = await apply(make({ id: name, journal: forgetful }), LOOK);
      return t.same(withSnapshot, withoutSnapshot) && t.same(withSnapshot.answer, last);
    }),
    { numRuns: 15 },
  );
});

t.test('restores a timer whose schedule another activation replaced', async (t) => {
  const { make, journal, messageCounts } = await world(t);
  const activation = make();
  const at = Date.now() + 60_000;
  await apply(activation, { type: 'wake_me', at });
  // A timer name has one schedule. An activation with a stale state replaces it and gets its wake: ours is gone.
  const early = Date.now() + 100;
  await journal.arm(activation.ref, 'alarm', early);
  await until('the replacement is due', async () => Object.keys(await messageCounts('wake.>')).length > 0);
  t.same(await messageCounts('timer.>'), {});
  await activation.wake('alarm', early);
  t.same(Object.keys(await messageCounts('timer.>')), ['timer.0.errand.b.one.alarm']);
  t.match(await apply(activation, LOOK), { answer: { rang: 0, alarm: at } });
});

t.test('answers a query in its turn, after the commands before it', async (t) => {
  const { make } = await world(t);
  const activation = make();
  const answers = await Promise.all([
    apply(activation, LOOK),
    apply(activation, count(1)),
    apply(activation, LOOK),
    apply(activation, count(10)),
    apply(activation, times(3)),
  ]);
  t.match(answers, [
    { answer: { sum: 0 }, seq: 0 },
    { answer: { sum: 1 }, seq: 1 },
    { answer: { sum: 1 }, seq: 1 },
    { answer: { sum: 11 }, seq: 2 },
    { answer: 33, seq: 2 },
  ]);
});

t.test('a query loads the actor from its journal and writes nothing', async (t) => {
  const { make, messageCounts } = await world(t);
  await apply(make(), count(7), 'first');
  const before = await messageCounts('>');
  const activation = make();
  t.match(await apply(activation, times(2), 'queried'), { answer: 14, seq: 1 });
  t.same(await messageCounts('>'), before);
  // The id of a query is not remembered: a command with the same id is decided.
  t.match(await apply(activation, count(1), 'queried'), { answer: { sum: 8 } });
  // A query with the id of an earlier command is not mistaken for that command.
  t.match(await apply(activation, times(2), 'first'), { answer: 16 });
});

t.test('a query may fail with its own error, and the next query is answered', async (t) => {
  const { make } = await world(t);
  const activation = make();
  await apply(activation, count(4));
  await t.rejects(apply(activation, times(0)), { code: 'validation_failed', message: 'nothing to multiply' });
  t.match(await apply(activation, times(2)), { answer: 8 });
});

t.test('rejects a query that this build does not know with NotUnderstood', async (t) => {
  const { make, messageCounts } = await world(t);
  const activation = make();
  for (const name of ['praises', 'constructor', '__proto__'])
    await t.rejects(apply(activation, { type: 'query', name, args: [] }), {
      name: 'NotUnderstood',
      version: null,
    });
  t.same(await messageCounts('>'), {});
});
