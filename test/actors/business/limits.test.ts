/** Destinations, prices by prefix, the spend limit of a day and the calls per minute of a business. */
import fc from 'fast-check';
import t from 'tap';
import type { BusinessCommand } from '../../../actors/business/commands.js';
import type { BusinessEvent } from '../../../actors/business/events.js';
import { business } from '../../../actors/business/index.js';
import { STANDARD_PRICES } from '../../../schemas/accounts/prices.js';
import { DomainError } from '../../../schemas/errors.js';
import { fold } from '../../support/actors/fold.js';
import { casesOf } from '../../support/full-run.js';

const HOUR = 3_600_000;
const NOON = Date.UTC(2026, 5, 15, 12);

const created = (lines = 1_000, microcredits = 1_000_000) => {
  const folded = fold(business);
  const prices = { ...STANDARD_PRICES, call_block: 100 };
  folded.apply({ type: 'create', name: 'Acme', lines, prices, microcredits }, 0);
  return folded;
};

const admit = (callId: string, to?: string): BusinessCommand => ({
  type: 'admit_call',
  callId,
  source: null,
  ...(to === undefined ? {} : { to }),
});
const settle = (callId: string, blocks: number): BusinessCommand => ({
  type: 'settle_call',
  callId,
  blocks,
  carrierCostMicrocredits: 0,
});

t.test('a call costs the price of its longest prefix, from its first block to its settlement', async (t) => {
  const folded = created();
  folded.apply({ type: 'set_call_prices', prices: { '1': 200, '1242': 900, '49': 50 } }, 1);
  for (const [callId, to, price] of [
    ['c1', '+14155550123', 200],
    ['c2', '+12423591234', 900],
    ['c3', '+4930123456', 50],
    ['c4', '+442071838750', 100],
    ['c5', undefined, 100],
  ] as const) {
    const before = folded.state;
    folded.apply(admit(callId, to), 2);
    t.equal(before.availableMicrocredits - folded.state.availableMicrocredits, price, `${to}`);
    folded.apply({ type: 'extend_call', callId, block: 3 }, 3);
    t.equal(folded.state.admissions[callId]?.microcredits, 3 * price);
    // Blocks are settled at the price at which they were reserved.
    folded.apply(settle(callId, 2), 4);
    t.equal(folded.state.chargedMicrocredits - before.chargedMicrocredits, 2 * price);
  }
});

t.test('a live call keeps its price by prefix when prices change', async (t) => {
  const folded = created();
  folded.apply({ type: 'set_call_prices', prices: { '1': 200 } }, 1);
  folded.apply(admit('c1', '+14155550123'), 2);
  folded.apply({ type: 'set_call_prices', prices: { '1': 5_000 } }, 3);
  folded.apply({ type: 'extend_call', callId: 'c1', block: 2 }, 4);
  folded.apply(settle('c1', 3), 5);
  t.equal(folded.state.chargedMicrocredits, 600);
});

t.test(
  'the spend limit refuses the call that would exceed it, with the time until the day ends',
  async (t) => {
    const folded = created();
    folded.apply({ type: 'set_call_limits', spendPerDayMicrocredits: 250 }, NOON - 1);
    folded.apply(admit('c1'), NOON);
    folded.apply(admit('c2'), NOON);
    t.throws(() => folded.apply(admit('c3'), NOON), {
      code: 'spend_limit_reached',
      retryAfterSeconds: 12 * 3_600,
    });
    t.same(folded.apply(admit('c2'), NOON), [], 'an admitted call stays admitted');
    folded.apply(settle('c1', 0), NOON + 1);
    folded.apply(admit('c3'), NOON + 2);
    t.throws(() => folded.apply(admit('c4'), NOON + 3), { code: 'spend_limit_reached' });
    folded.apply({ type: 'set_call_limits', spendPerDayMicrocredits: 300 }, NOON + 4);
    folded.apply(admit('c4'), NOON + 5);
    t.throws(() => folded.apply(admit('c5'), NOON + 6), { code: 'spend_limit_reached' });
    folded.apply(admit('c5'), NOON + 12 * HOUR);
    t.equal(folded.state.spend.microcredits, 100, 'the next day counts separately');
  },
);

t.test('a day ends at midnight in the time zone of the business', async (t) => {
  const folded = created();
  folded.apply({ type: 'set_time_zone', timeZone: 'America/New_York' }, 1);
  folded.apply({ type: 'set_call_limits', spendPerDayMicrocredits: 100 }, 1);
  folded.apply(admit('c1'), NOON);
  t.equal(folded.state.spend.endsAt, Date.UTC(2026, 5, 16, 4));
  t.throws(() => folded.apply(admit('c2'), NOON + 15 * HOUR), {
    code: 'spend_limit_reached',
    retryAfterSeconds: 3_600,
  });
  folded.apply(admit('c2'), NOON + 16 * HOUR);
});

t.test('a call is not extended beyond the spend limit, and the reply says why', async (t) => {
  const folded = created();
  folded.apply({ type: 'set_call_limits', spendPerDayMicrocredits: 250 }, NOON);
  folded.apply(admit('c1'), NOON);
  folded.apply({ type: 'extend_call', callId: 'c1', block: 2 }, NOON);
  const extend = { type: 'extend_call', callId: 'c1', block: 3 } as const;
  t.same(folded.apply(extend, NOON), []);
  t.match(business.replies.extend_call(folded.state, extend), {
    call: { is: 'admitted', reservedBlocks: 2 },
    spendLimited: true,
  });
  folded.apply(extend, NOON + 12 * HOUR);
  t.match(business.replies.extend_call(folded.state, extend), {
    call: { reservedBlocks: 3 },
    spendLimited: false,
  });
  // One of the three blocks is of the new day: that one is returned first.
  folded.apply(settle('c1', 2), NOON + 13 * HOUR);
  t.equal(folded.state.spend.microcredits, 0);
});

t.test('the rate limit refuses calls until the oldest call of the last minute is a minute old', async (t) => {
  const folded = created();
  folded.apply({ type: 'set_call_limits', callsPerMinute: 2 }, NOON);
  folded.apply(admit('c1'), NOON);
  folded.apply({ type: 'extend_call', callId: 'c1', block: 9 }, NOON + 1);
  folded.apply(admit('c2'), NOON + 20_000);
  folded.apply(settle('c1', 0), NOON + 21_000);
  t.throws(() => folded.apply(admit('c3'), NOON + 30_000), {
    code: 'call_rate_exceeded',
    retryAfterSeconds: 30,
  });
  folded.apply(admit('c3'), NOON + 60_000);
  t.throws(() => folded.apply(admit('c4'), NOON + 60_000), {
    code: 'call_rate_exceeded',
    retryAfterSeconds: 20,
  });
  folded.apply({ type: 'set_call_limits', callsPerMinute: 3 }, NOON + 60_001);
  folded.apply(admit('c4'), NOON + 60_002);
  t.throws(() => folded.apply(admit('c5'), NOON + 60_003), { code: 'call_rate_exceeded' });
  folded.apply({ type: 'set_call_limits', callsPerMinute: null }, NOON + 60_004);
  folded.apply(admit('c5'), NOON + 60_005);
  folded.apply({ type: 'set_call_limits', callsPerMinute: 0 }, NOON + 60_006);
  t.throws(() => folded.apply(admit('c6'), NOON + 60_007), { code: 'call_rate_exceeded' });
});

t.test('seeds countries once, and never replaces countries that were set', async (t) => {
  const folded = created();
  folded.apply({ type: 'seed_destinations', countries: ['DE'] }, 1);
  t.same(folded.state.destinations, { countries: ['DE'], types: [] });
  t.same(folded.apply({ type: 'seed_destinations', countries: ['US'] }, 2), []);
  folded.apply({ type: 'set_destinations', types: ['satellite'] }, 3);
  t.same(folded.state.destinations, { countries: ['DE'], types: ['satellite'] }, 'omitted fields stay');
  const other = created();
  other.apply({ type: 'set_destinations', countries: null }, 1);
  t.same(other.apply({ type: 'seed_destinations', countries: ['US'] }, 2), []);
});

const DAY = 24 * HOUR;

/** Spend of the day from events alone: its reservations, and for settled calls what earlier days did not cover. */
const modelOfSpend = () => {
  const calls = new Map<string, { earlier: number; today: number; charged: number | null }>();
  let seen = 0;
  let day = 0;
  return (events: readonly BusinessEvent[], at: number): number => {
    if (Math.floor(at / DAY) !== day) {
      day = Math.floor(at / DAY);
      for (const [callId, call] of calls)
        if (call.charged === null)
          calls.set(callId, { earlier: call.earlier + call.today, today: 0, charged: null });
        else calls.delete(callId);
    }
    for (const event of events.slice(seen)) {
      if (event.type === 'credit.reserved') {
        const call = calls.get(event.callId) ?? { earlier: 0, today: 0, charged: null };
        calls.set(event.callId, { ...call, today: call.today + event.microcredits });
      }
      const call = event.type === 'credit.settled' ? calls.get(event.callId) : undefined;
      if (event.type === 'credit.settled' && call !== undefined) call.charged = event.chargedMicrocredits;
    }
    seen = events.length;
    return [...calls.values()].reduce(
      (sum, { earlier, today, charged }) => sum + (charged === null ? today : Math.max(0, charged - earlier)),
      0,
    );
  };
};

const NUMBERS = ['+14155550123', '+12423591234', '+4930123456', undefined] as const;
const step = fc.record({
  after: fc.integer({ min: 0, max: 40_000 }),
  act: fc.oneof(
    { weight: 5, arbitrary: fc.constant('admit' as const) },
    { weight: 2, arbitrary: fc.constant('extend' as const) },
    { weight: 2, arbitrary: fc.constant('settle' as const) },
    { weight: 1, arbitrary: fc.constant('prices' as const) },
  ),
  pick: fc.nat({ max: 1_000 }),
});

t.test(
  'no order of calls spends more than the limit, or starts more calls in any minute than the rate',
  async (t) => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 3_000 }),
        fc.integer({ min: 0, max: 6 }),
        fc.array(step, { maxLength: 80 }),
        (limit, rate, steps) => {
          const folded = created();
          folded.apply({ type: 'set_call_limits', spendPerDayMicrocredits: limit, callsPerMinute: rate }, 1);
          const admitted: number[] = [];
          const spends = modelOfSpend();
          let at = Date.UTC(2026, 0, 1, 23, 30);
          let calls = 0;
          for (const { after, act, pick } of steps) {
            at += after;
            const up = Object.entries(folded.state.admissions);
            const [callId, admission] = up[pick % Math.max(1, up.length)] ?? [];
            try {
              if (act === 'prices')
                folded.apply({ type: 'set_call_prices', prices: { '1': pick, '1242': 2 * pick } }, at);
              else if (act === 'admit') {
                calls += 1;
                folded.apply(admit(`c${calls}`, NUMBERS[pick % NUMBERS.length]), at);
                admitted.push(at);
              } else if (callId !== undefined && admission !== undefined) {
                const blocks = admission.blocks + (pick % 3);
                if (act === 'extend') folded.apply({ type: 'extend_call', callId, block: blocks }, at);
                else folded.apply(settle(callId, pick % (admission.blocks + 1)), at);
              }
            } catch (error) {
              if (!(error instanceof DomainError)) throw error;
            }
            if (spends(folded.events, at) > limit) return false;
          }
          return admitted.every((moment, index) => {
            const earlier = admitted[index - rate];
            return earlier === undefined || rate === 0 || moment - earlier >= 60_000;
          });
        },
      ),
      { numRuns: casesOf(1_000) },
    );
    t.pass('the property held');
  },
);
