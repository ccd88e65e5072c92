/** The reconciler of effects, without a journal: which effects run, in what context, and what their results do. */
import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import t from 'tap';
import { runEffects } from '../../../../actors/runtime/activation/effects.js';
import type { EffectContext } from '../../../../actors/runtime/actor.js';
import type { Lease } from '../../../../actors/runtime/cluster/node-lease.js';
import { RETRY_POLICY, verdictOn } from '../../../../actors/runtime/trouble/trouble.js';
import { DomainError } from '../../../../schemas/errors.js';
import { until } from '../../../../testkit/until.js';
import { memoryBook } from '../../../support/actors/trouble.js';
import { HELD } from '../lease-held.js';

interface Fx {
  readonly kind: 'run';
}
type Perform = (context: EffectContext<Fx>) => Promise<string | null>;

const OWED = { a: { kind: 'run' } } as const;

const running = (
  perform: Perform,
  complete: (key: string, attempt: number, command: string) => Promise<void>,
  others: Partial<Parameters<typeof runEffects<Fx, string>>[0]> = {},
) =>
  runEffects<Fx, string>({
    ref: { kind: 'k', business: 'b', id: 'i' },
    perform,
    complete,
    logger: pino({ level: 'silent' }),
    random: () => 0,
    count: () => undefined,
    now: Date.now,
    lease: HELD,
    trouble: memoryBook(),
    retryPolicy: RETRY_POLICY,
    onParked: () => undefined,
    ...others,
  });

const accept = async (): Promise<void> => undefined;

t.test('runs an owed effect once, however often it is reconciled', async (t) => {
  let ran = 0;
  const offered: unknown[] = [];
  const effects = running(
    async () => {
      ran += 1;
      return 'done';
    },
    async (...offer) => {
      offered.push(offer);
    },
  );
  effects.reconcile(OWED, false);
  effects.reconcile(OWED, false);
  await until('its result is offered', () => offered.length > 0);
  effects.reconcile(OWED, false);
  t.equal(ran, 1);
  t.same(offered, [['a', 1, 'done']]);
  t.equal(effects.running(), 1, 'it counts until the state no longer owes it');
  effects.reconcile({}, false);
  t.equal(effects.running(), 0);
});

t.test('sets resumed from the second attempt on, and for effects owed at load', async (t) => {
  const attempts: (readonly [string, number, boolean])[] = [];
  const perform: Perform = async ({ key, attempt, resumed }) => {
    attempts.push([key, attempt, resumed]);
    if (attempt < 3) throw new Error('not yet');
    return null;
  };
  const effects = running(perform, accept);
  effects.reconcile(OWED, false);
  await until('three attempts', () => attempts.length === 3);
  t.same(attempts, [
    ['a', 1, false],
    ['a', 2, true],
    ['a', 3, true],
  ]);
  const loaded = running(async ({ key, attempt, resumed }) => {
    attempts.push([key, attempt, resumed]);
    return null;
  }, accept);
  loaded.reconcile({ b: { kind: 'run' } }, true);
  await until('the loaded effect runs', () => attempts.length === 4);
  t.same(attempts[3], ['b', 1, true]);
});

t.test('aborts an effect that is no longer owed, and drops its result', async (t) => {
  let aborted = false;
  let ended = false;
  const effects = running(
    ({ signal }) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => {
          aborted = true;
          resolve('too late');
          setImmediate(() => {
            ended = true;
          });
        });
      }),
    async () => {
      t.fail('the result of an aborted effect is offered');
    },
  );
  effects.reconcile(OWED, false);
  await new Promise((resolve) => setImmediate(resolve));
  effects.reconcile({}, false);
  t.ok(aborted);
  await until('the effect has ended', () => ended);
});

t.test(
  'offers the same result again while the journal is unavailable, without running the effect again',
  async (t) => {
    let ran = 0;
    const offered: unknown[] = [];
    const effects = running(
      async () => {
        ran += 1;
        return 'paid';
      },
      async (...offer) => {
        offered.push(offer);
        if (offered.length < 3)
          throw new DomainError(offered.length === 1 ? 'journal_unavailable' : 'not_ready');
      },
    );
    effects.reconcile(OWED, false);
    await until('the result is accepted', () => offered.length === 3);
    t.equal(ran, 1);
    t.same(offered, [
      ['a', 1, 'paid'],
      ['a', 1, 'paid'],
      ['a', 1, 'paid'],
    ]);
    effects.stop();
  },
);

t.test('counts a result that the actor refuses as a failed attempt', async (t) => {
  const offered: unknown[] = [];
  const effects = running(
    async ({ attempt }) => `result ${attempt}`,
    async (...offer) => {
      offered.push(offer);
      if (offered.length === 1) throw new DomainError('call_already_ended');
    },
  );
  effects.reconcile(OWED, false);
  await until('the second result is accepted', () => offered.length === 2);
  t.same(offered, [
    ['a', 1, 'result 1'],
    ['a', 2, 'result 2'],
  ]);
});

t.test('stop aborts all effects, and none starts afterwards', async (t) => {
  const signals: AbortSignal[] = [];
  const effects = running(({ signal }) => {
    signals.push(signal);
    return new Promise(() => undefined);
  }, accept);
  effects.reconcile(OWED, false);
  await until('the effect runs', () => signals.length === 1);
  effects.stop();
  effects.stop();
  t.ok(signals[0]?.aborted);
  effects.reconcile({ b: { kind: 'run' } }, false);
  t.equal(effects.running(), 0);
});

/** A clock that advances by four minutes each time it is read. */
const hurriedClock = () => {
  let minutes = 0;
  return () => {
    minutes += 4;
    return minutes * 60_000;
  };
};

t.test(
  'parks an effect that fails for too long: it is noted as trouble and runs again only on request',
  async (t) => {
    let ran = 0;
    let isRepaired = false;
    const book = memoryBook();
    const lines: { readonly level: number; readonly event: string }[] = [];
    const effects = running(
      async () => {
        ran += 1;
        if (!isRepaired) throw new Error('out of order');
        return 'done';
      },
      accept,
      {
        now: hurriedClock(),
        trouble: book,
        logger: pino({ level: 'info' }, { write: (line) => void lines.push(JSON.parse(line)) }),
      },
    );
    effects.reconcile(OWED, false);
    await until('it is parked', () => effects.isParked('a'), 20_000);
    t.same(
      [...book.entries.values()],
      [
        {
          failing: { kind: 'effect', what: 'k-run', ref: { kind: 'k', business: 'b', id: 'i' }, key: 'a' },
          attempts: ran,
        },
      ],
    );
    t.same(
      lines.map(({ event }) => event),
      ['effect.failed'],
      'the log has one line, not one per attempt',
    );
    t.equal(effects.running(), 0);
    const before = ran;
    effects.reconcile(OWED, false);
    await delay(500);
    t.equal(ran, before);
    t.ok(effects.retry('a'));
    await until('it is parked again, after one attempt', () => effects.isParked('a'));
    t.equal(ran, before + 1);
    isRepaired = true;
    t.ok(effects.retry('a'));
    await until('it has left the trouble book', () => book.entries.size === 0);
    t.equal(ran, before + 2);
    effects.reconcile({}, false);
    t.notOk(effects.retry('a'), 'it is not owed');
  },
);

t.test('an effect that an earlier process parked is tried once at load, and parked again', async (t) => {
  let ran = 0;
  const book = memoryBook();
  await book.note(
    { kind: 'effect', what: 'k-run', ref: { kind: 'k', business: 'b', id: 'i' }, key: 'a' },
    new Error('then'),
    { attempts: 40, since: 0 },
  );
  const effects = running(
    async () => {
      ran += 1;
      throw new Error('still');
    },
    accept,
    { trouble: book },
  );
  effects.reconcile(OWED, true);
  await until('it is parked', () => effects.isParked('a'));
  t.equal(ran, 1);
  t.match([...book.entries.values()], [{ attempts: 41 }]);
  effects.reconcile({}, false);
  await until('an effect that is no longer owed leaves the book', () => book.entries.size === 0);
});

t.test(
  'parks refusals after a minute and other failures after ten, but never for an unreachable actor',
  async (t) => {
    const minute = 60_000;
    const at = (error: unknown, failingMs: number) => verdictOn(error, failingMs, RETRY_POLICY);
    const [refused, passing, internal] = [
      new DomainError('contact_context_required'),
      new DomainError('journal_unavailable'),
      new DomainError('internal'),
    ];
    t.same([at(refused, minute - 1), at(refused, minute)], ['again', 'park']);
    for (const error of [internal, new Error('refused connection'), 'a string'])
      t.same([at(error, 10 * minute - 1), at(error, 10 * minute)], ['again', 'park']);
    t.same([at(passing, 10 * minute - 1), at(passing, 600 * minute)], ['again', 'note']);
  },
);

t.test('does not park an effect whose trouble cannot be noted', async (t) => {
  let ran = 0;
  const effects = running(
    async () => {
      ran += 1;
      throw new Error('out of order');
    },
    accept,
    {
      now: hurriedClock(),
      trouble: memoryBook(() => 'not_kept'),
      retryPolicy: { refusedMs: 0, failedMs: 0, wakeTries: 1 },
    },
  );
  effects.reconcile(OWED, false);
  await until('attempts continue', () => ran >= 4);
  t.notOk(effects.isParked('a'));
  effects.stop();
});

/** A lease that the test ends and renews. */
const leaseByHand = () => {
  let isHeld = true;
  let ends = 0;
  const waiting = new Set<() => void>();
  const lease: Lease = {
    holds: () => isHeld,
    held: async () => {
      if (!isHeld) await new Promise<void>((resolve) => waiting.add(resolve));
    },
    tenure: () => {
      const since = isHeld ? ends : null;
      return () => isHeld && ends === since;
    },
  };
  return {
    lease,
    end: () => {
      isHeld = false;
      ends += 1;
    },
    renew: () => {
      isHeld = true;
      for (const proceed of waiting) proceed();
    },
  };
};

t.test('starts no attempt without the lease, and marks an attempt that waited as resumed', async (t) => {
  const { lease, end, renew } = leaseByHand();
  const resumptions: boolean[] = [];
  const effects = running(
    async ({ resumed }) => {
      resumptions.push(resumed);
      return null;
    },
    accept,
    { lease },
  );
  effects.reconcile(OWED, false);
  end();
  await delay(50);
  t.same(resumptions, []);
  renew();
  await until('the attempt begins', () => resumptions.length > 0);
  t.same(resumptions, [true]);
  effects.stop();
});

t.test('an attempt whose lease ended meanwhile does nothing irreversible', async (t) => {
  const { lease, end, renew } = leaseByHand();
  const actions: string[] = [];
  let proceed: (() => void) | null = null;
  const effects = running(
    async ({ resumed, assertOurs }) => {
      if (resumed) {
        actions.push('looked');
        return null;
      }
      await new Promise<void>((resolve) => {
        proceed = resolve;
      });
      assertOurs();
      actions.push('sent');
      return null;
    },
    accept,
    { lease },
  );
  effects.reconcile(OWED, false);
  const finish = await until<(() => void) | null>('the first attempt has begun', () => proceed);
  end();
  renew();
  finish();
  await until('the next attempt checks', () => actions.length > 0);
  t.same(actions, ['looked']);
  effects.stop();
});
