/** How old views may be when they decide access, with a fake clock and a fake journal. */
import t from 'tap';
import { DomainError } from '../../../../schemas/errors.js';
import { createFreshness, FRESH_MS, GAP_MS, GRACE_MS } from '../../../../views/kernel/store/freshness.js';

/** A journal whose end and answers the test controls, and views that follow it unless they are held back. */
const setUp = () => {
  let now = 0;
  const timers: { readonly at: number; readonly resolve: () => void }[] = [];
  let looks = 0;
  let end = 0;
  let applied = 0;
  let journal: 'answers' | 'refuses' | 'is silent' = 'answers';
  let isHeldBack = false;
  let isStuck = false;
  const waiting: { readonly seq: number; readonly resolve: () => void; readonly reject: () => void }[] = [];
  const turns = async (): Promise<void> => {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  };
  const freshness = createFreshness({
    now: () => now,
    pause: (ms) => new Promise((resolve) => timers.push({ at: now + ms, resolve })),
    ask: async () => {
      looks += 1;
      if (journal === 'refuses') throw new Error('no responders');
      if (journal === 'is silent') await new Promise(() => undefined);
      return [end];
    },
    reach: ([seq = 0]) => {
      if (!isHeldBack) applied = end;
      if (applied >= seq) return Promise.resolve();
      return new Promise((resolve, reject) =>
        waiting.push({ seq, resolve, reject: () => reject(new DomainError('not_ready')) }),
      );
    },
    isStuck: () => isStuck,
  });
  /** Advances the clock, timer by timer. */
  const pass = async (ms: number): Promise<void> => {
    const until = now + ms;
    for (;;) {
      await turns();
      const [next] = timers.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at);
      if (next === undefined) break;
      timers.splice(timers.indexOf(next), 1);
      now = Math.max(now, next.at);
      next.resolve();
    }
    now = until;
    await turns();
  };
  /** Whether the promise has settled by now, and how. */
  const watch = (promise: Promise<void>) => {
    let state = 'pending';
    promise.then(
      () => {
        state = 'done';
      },
      (error: unknown) => {
        state = error instanceof DomainError ? error.code : String(error);
      },
    );
    return async (): Promise<string> => {
      await turns();
      return state;
    };
  };
  return {
    freshness,
    pass,
    watch,
    looks: () => looks,
    applied: () => applied,
    commit: () => {
      end += 1;
    },
    journal: (behaviour: typeof journal) => {
      journal = behaviour;
    },
    holdBack: (held: boolean) => {
      isHeldBack = held;
      if (held) return;
      applied = end;
      for (const { resolve } of waiting.splice(0)) resolve();
    },
    giveUp: () => {
      for (const { reject } of waiting.splice(0)) reject();
    },
    stick: () => {
      isStuck = true;
    },
  };
};

t.test('fresh views are used without a look, older ones catch up first', async (t) => {
  const { freshness, pass, looks, applied, commit } = setUp();
  t.equal(freshness.isFresh('read'), false, 'nothing is known at the start');
  await freshness.freshen('read');
  t.equal(looks(), 1);
  commit();
  await pass(400);
  t.equal(freshness.isFresh('change'), true);
  t.equal(looks(), 1, 'fresh views cost no look');
  await pass(FRESH_MS);
  t.equal(freshness.isFresh('change'), false);
  await freshness.freshen('change');
  t.equal(applied(), 1);
  t.equal(freshness.isFresh('change'), true);
});

t.test('a busy node looks twice a second, and no request waits', async (t) => {
  const { freshness, pass, looks } = setUp();
  await freshness.freshen('read');
  for (let ms = 0; ms < 10_000; ms += 10) {
    await pass(10);
    t.ok(freshness.isFresh(ms % 20 === 0 ? 'read' : 'change') || t.fail(`a request waited at ${ms} ms`));
  }
  t.ok(looks() <= 21, `${looks()} looks in ten seconds`);
});

t.test('views that lag are not used: requests wait until they catch up or fail', async (t) => {
  const { freshness, pass, watch, commit, holdBack, giveUp } = setUp();
  await freshness.freshen('read');
  holdBack(true);
  commit();
  await pass(FRESH_MS + 1);
  t.equal(freshness.isFresh('read'), false);
  const [first, second] = [watch(freshness.freshen('read')), watch(freshness.freshen('change'))];
  await pass(5_000);
  t.same(
    [await first(), await second()],
    ['pending', 'pending'],
    'the journal has answered: the views are behind',
  );
  holdBack(false);
  t.same([await first(), await second()], ['done', 'done']);

  holdBack(true);
  commit();
  await pass(FRESH_MS + 1);
  const third = watch(freshness.freshen('read'));
  await pass(1);
  giveUp();
  t.equal(await third(), 'not_ready');
});

t.test('an unknown record is looked up again after everything committed so far', async (t) => {
  const { freshness, watch, pass, commit, applied } = setUp();
  await freshness.freshen('read');
  await pass(GAP_MS);
  commit();
  const found = watch(freshness.current());
  t.equal(await found(), 'done', 'at once if there was no recent look');
  t.equal(applied(), 1);
  commit();
  const next = watch(freshness.current());
  t.equal(await next(), 'pending');
  await pass(GAP_MS);
  t.equal(await next(), 'done', 'an earlier look is not enough');
  t.equal(applied(), 2);
});

t.test('a flood of unknown keys costs the journal ten looks a second', async (t) => {
  const { freshness, pass, watch, looks } = setUp();
  await freshness.freshen('read');
  const before = looks();
  const flood: (() => Promise<string>)[] = [];
  for (let ms = 0; ms < 2_000; ms += 1) {
    for (let n = 0; n < 5; n += 1) flood.push(watch(freshness.current()));
    await pass(1);
  }
  await pass(GAP_MS);
  t.ok(looks() - before <= 22, `${looks() - before} looks for 10,000 keys in two seconds`);
  const states = await Promise.all(flood.map((state) => state()));
  t.ok(
    states.every((state) => state === 'done'),
    'no request still waits',
  );
});

t.test('reads continue for a minute while the journal is unavailable, changes do not', async (t) => {
  for (const behaviour of ['refuses', 'is silent'] as const) {
    const { freshness, pass, watch, journal } = setUp();
    await freshness.freshen('read');
    journal(behaviour);
    await pass(FRESH_MS + 1);
    const [read, change] = [watch(freshness.freshen('read')), watch(freshness.freshen('change'))];
    await pass(1_100);
    t.equal(await read(), 'done', `a journal that ${behaviour}`);
    t.equal(freshness.isFresh('read'), true, 'the next read does not wait');
    t.equal(freshness.isFresh('change'), false);
    if (behaviour === 'refuses') {
      await pass(10_000);
      t.equal(await change(), 'journal_unavailable');
    }
    await pass(GRACE_MS);
    t.equal(freshness.isFresh('read'), false);
    const late = watch(freshness.freshen('read'));
    await pass(1);
    if (behaviour === 'refuses') t.equal(await late(), 'not_ready');
    journal('answers');
    await pass(1_000);
    await freshness.freshen('change');
    t.equal(freshness.isFresh('change'), true);
  }
});

t.test('reads continue for a minute while the views cannot be written', async (t) => {
  const { freshness, pass, watch, commit, holdBack, stick } = setUp();
  await freshness.freshen('read');
  holdBack(true);
  stick();
  commit();
  await pass(FRESH_MS + 1);
  t.equal(freshness.isFresh('read'), true);
  t.equal(freshness.isFresh('change'), false);
  await pass(GRACE_MS);
  t.equal(freshness.isFresh('read'), false);
  t.equal(await watch(freshness.freshen('read'))(), 'pending');
});

t.test('long-lived clients may stay while the views keep up', async (t) => {
  const { freshness, pass, commit, holdBack } = setUp();
  t.equal(freshness.isTrusted(), false);
  await freshness.freshen('read');
  for (let n = 0; n < 20; n += 1) {
    await pass(5_000);
    t.equal(freshness.isTrusted(), true);
  }
  holdBack(true);
  commit();
  await pass(5_000);
  t.equal(freshness.isTrusted(), true);
  await pass(5_001);
  t.equal(freshness.isTrusted(), false);
});

t.test('a revocation is confirmed once all trusted views have it', async (t) => {
  const { freshness, pass, watch } = setUp();
  const confirmed = watch(freshness.everywhere());
  await pass(FRESH_MS);
  t.equal(await confirmed(), 'pending');
  await pass(100);
  t.equal(await confirmed(), 'done');
});
