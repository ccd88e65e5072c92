import fc from 'fast-check';
import t from 'tap';
import type { BusinessCommand } from '../../../actors/business/commands.js';
import { business } from '../../../actors/business/index.js';
import { STANDARD_PRICES } from '../../../schemas/accounts/prices.js';
import { DomainError } from '../../../schemas/errors.js';
import { fold } from '../../support/actors/fold.js';
import { casesOf } from '../../support/full-run.js';

const CREATE: BusinessCommand = {
  type: 'create',
  name: 'Acme',
  lines: 2,
  prices: { ...STANDARD_PRICES, call_block: 100 },
  microcredits: 1_000,
};

const created = (change: Partial<Extract<BusinessCommand, { type: 'create' }>> = {}) => {
  const folded = fold(business);
  folded.apply({ ...CREATE, ...change }, 0);
  return folded;
};

const settle = (
  callId: string,
  blocks: number,
  carrierCostMicrocredits = 0,
): Extract<BusinessCommand, { type: 'settle_call' }> => ({
  type: 'settle_call',
  callId,
  blocks,
  carrierCostMicrocredits,
});

t.test('a call is admitted with one block and a line, and settled once', async (t) => {
  const folded = created();
  folded.apply({ type: 'admit_call', callId: 'c1', source: null }, 1);
  t.same(folded.apply({ type: 'admit_call', callId: 'c1', source: null }, 2), []);
  t.match(folded.state, { availableMicrocredits: 900, reservedMicrocredits: 100, leased: 1 });
  folded.apply({ type: 'extend_call', callId: 'c1', block: 3 }, 3);
  folded.apply(settle('c1', 2), 4);
  t.match(folded.state, {
    availableMicrocredits: 800,
    reservedMicrocredits: 0,
    chargedMicrocredits: 200,
    leased: 0,
  });
  t.same(folded.apply(settle('c1', 2), 5), []);
  t.match(business.replies.settle_call(folded.state, settle('c1', 2)).call, {
    is: 'settled',
    blocks: 2,
    chargedMicrocredits: 200,
  });
});

t.test('a late request for a settled call or reservation reserves nothing', async (t) => {
  const folded = created();
  const admit: BusinessCommand = { type: 'admit_call', callId: 'c1', source: null };
  folded.apply(admit, 1);
  folded.apply(settle('c1', 0), 2);
  t.same(folded.apply(admit, 3), []);
  t.match(business.replies.admit_call(folded.state, admit).call, { is: 'settled', blocks: 0 });
  folded.apply({ ...admit, again: true }, 4);
  t.match(folded.state, { leased: 1, reservedMicrocredits: 100 }, 'unless the call had not started');

  const reserve: BusinessCommand = { type: 'reserve', reservationId: 'r1', microcredits: 50 };
  folded.apply(reserve, 5);
  folded.apply({ type: 'capture', reservationId: 'r1', microcredits: 20 }, 6);
  t.same(folded.apply(reserve, 7), []);
  t.match(folded.state, { reservedMicrocredits: 100, chargedMicrocredits: 20 });
});

t.test('an unconnected attempt costs what the carrier charges, and no more than the balance', async (t) => {
  const folded = created();
  folded.apply({ type: 'admit_call', callId: 'c1', source: null }, 1);
  folded.apply(settle('c1', 0, 30), 2);
  t.equal(folded.state.chargedMicrocredits, 30);
  folded.apply({ type: 'admit_call', callId: 'c2', source: null }, 3);
  folded.apply(settle('c2', 0, 999_999), 4);
  t.match(folded.state, { availableMicrocredits: 0, chargedMicrocredits: 1_000 });
});

t.test('a reserved block keeps its price when the price changes', async (t) => {
  const folded = created();
  folded.apply({ type: 'admit_call', callId: 'c1', source: null }, 1);
  folded.apply({ type: 'set_price', item: 'call_block', microcredits: 300 }, 2);
  folded.apply(settle('c1', 2), 3);
  t.equal(folded.state.chargedMicrocredits, 400, 'one block at 100, one at 300');
});

t.test('refuses a call without credit for one block', async (t) => {
  const folded = created({ microcredits: 99 });
  t.throws(
    () => folded.apply({ type: 'admit_call', callId: 'c1', source: null }, 1),
    new DomainError('insufficient_credit'),
  );
});

t.test('waiting calls get lines in order of arrival, and are notified once', async (t) => {
  const folded = created({ lines: 1 });
  for (const callId of ['c1', 'c2', 'c3']) folded.apply({ type: 'admit_call', callId, source: null }, 1);
  t.same(folded.effects(), []);
  folded.apply(settle('c1', 1), 2);
  t.same(folded.effects(), ['notify:c2']);
  folded.apply({ type: 'line_notified', callId: 'c2' }, 3);
  t.same(folded.effects(), []);
  folded.apply({ type: 'set_lines', lines: 2 }, 4);
  t.same(folded.effects(), ['notify:c3']);
});

t.test(
  'checks a reservation whose call has been silent, and frees it if the call does not exist',
  async (t) => {
    const folded = created();
    folded.apply({ type: 'admit_call', callId: 'c1', source: null }, 0);
    folded.advance(5 * 60_000);
    t.equal(folded.effects().length, 1);
    folded.apply({ type: 'call_alive', callId: 'c1' }, 5 * 60_000 + 5);
    t.same(folded.effects(), []);
    folded.advance(11 * 60_000);
    folded.apply(settle('c1', 0), 11 * 60_000);
    t.match(folded.state, { availableMicrocredits: 1_000, leased: 0 });
    t.same(folded.timers(), {});
  },
);

t.test('categories are unique by name', async (t) => {
  const folded = created();
  folded.apply({ type: 'create_category', categoryId: 'k1', name: 'Leads' }, 1);
  t.same(folded.apply({ type: 'create_category', categoryId: 'k1', name: 'Leads' }, 1), []);
  t.throws(() => folded.apply({ type: 'create_category', categoryId: 'k2', name: 'leads' }, 1), {
    code: 'category_exists',
  });
});

const callId = fc.constantFrom('c1', 'c2', 'c3', 'c4');
const anyCommand: fc.Arbitrary<BusinessCommand> = fc.oneof(
  callId.map((id): BusinessCommand => ({ type: 'admit_call', callId: id, source: null })),
  fc
    .tuple(callId, fc.integer({ min: 1, max: 6 }))
    .map(([id, block]): BusinessCommand => ({ type: 'extend_call', callId: id, block })),
  fc
    .tuple(callId, fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 400 }))
    .map(([id, blocks, cost]) => settle(id, blocks, cost)),
  fc.integer({ min: 0, max: 4 }).map((lines): BusinessCommand => ({ type: 'set_lines', lines })),
  fc
    .integer({ min: 0, max: 300 })
    .map((price): BusinessCommand => ({ type: 'set_price', item: 'call_block', microcredits: price })),
  fc
    .integer({ min: 1, max: 500 })
    .map((microcredits): BusinessCommand => ({ type: 'grant_credit', microcredits, reason: 'top-up' })),
);

t.test('under any order of commands the ledger adds up and lines are never oversold', async (t) => {
  fc.assert(
    fc.property(fc.array(anyCommand, { maxLength: 60 }), (commands) => {
      const folded = created();
      let at = 0;
      for (const command of commands) {
        at += 1_000;
        const leasedBefore = folded.state.leased;
        try {
          folded.apply(command, at);
        } catch (error) {
          if (!(error instanceof DomainError)) throw error;
        }
        const { availableMicrocredits, reservedMicrocredits, chargedMicrocredits, leased, lines } =
          folded.state;
        const granted = folded.events.reduce(
          (sum, event) => sum + (event.type === 'credit.granted' ? event.microcredits : 0),
          0,
        );
        if (availableMicrocredits < 0 || reservedMicrocredits < 0) return false;
        if (availableMicrocredits + reservedMicrocredits + chargedMicrocredits !== granted) return false;
        // Fewer purchased lines do not cut off running calls, but no further call gets a line.
        if (leased > Math.max(lines, leasedBefore)) return false;
      }
      const settled = folded.events.flatMap((event) =>
        event.type === 'credit.settled' ? [event.callId] : [],
      );
      const admitted = folded.events.flatMap((event) =>
        event.type === 'credit.reserved' && event.blocks === 1 ? [event.callId] : [],
      );
      return settled.length <= admitted.length;
    }),
    { numRuns: casesOf(2_000) },
  );
  t.pass('the property held');
});
