/** The ledger lists every movement once, and sums each day. */
import t from 'tap';
import { created } from '../journal.js';
import { openViews } from '../store-support.js';

const ALL = { kind: null, from: 0, to: Number.MAX_SAFE_INTEGER } as const;

t.test('lists grants and charges page by page, without calls that cost nothing', async (t) => {
  const { store, show } = await openViews(t);
  await show('business', 'b1', 'b1', [
    created('One'),
    { type: 'credit.granted', microcredits: 1_000, reason: 'start' },
  ]);
  const settle = (callId: string, chargedMicrocredits: number) => [
    { type: 'credit.reserved', callId, source: null, blocks: 1, microcredits: 100 },
    { type: 'credit.settled', callId, blocks: 1, chargedMicrocredits, releasedMicrocredits: 0 },
    { type: 'line.released', callId },
  ];
  await show('business', 'b1', 'b1', settle('k1', 100));
  await show('business', 'b1', 'b1', settle('k2', 0));
  await show('business', 'b1', 'b1', [
    { type: 'credit.reservation_made', reservationId: 'r1', microcredits: 50 },
    {
      type: 'credit.reservation_captured',
      reservationId: 'r1',
      chargedMicrocredits: 30,
      releasedMicrocredits: 20,
    },
    { type: 'credit.reservation_made', reservationId: 'r2', microcredits: 7 },
    {
      type: 'credit.reservation_captured',
      reservationId: 'r2',
      chargedMicrocredits: 7,
      releasedMicrocredits: 0,
      analysisOf: 'k1',
    },
    { type: 'credit.reservation_made', reservationId: 'r3', microcredits: 9 },
    {
      type: 'credit.reservation_captured',
      reservationId: 'r3',
      chargedMicrocredits: 5,
      releasedMicrocredits: 4,
      simulationRunId: 's1',
    },
  ]);
  await show('business', 'b2', 'b2', [
    created('Two'),
    { type: 'credit.granted', microcredits: 5, reason: 'of another business' },
  ]);

  const { items, nextCursor } = store.ledger('b1', ALL, { limit: 50, cursor: null });
  t.match(
    [...items].sort((a, b) => b.microcredits - a.microcredits),
    [
      { kind: 'grant', microcredits: 1_000, reason: 'start', callId: null },
      { kind: 'simulation', microcredits: -5, callId: null, simulationRunId: 's1' },
      { kind: 'analysis', microcredits: -7, callId: 'k1', reason: null },
      { kind: 'summary', microcredits: -30, callId: null, reason: null },
      { kind: 'call', microcredits: -100, callId: 'k1', campaignId: null },
    ],
  );
  t.equal(items.length, 5);
  t.equal(nextCursor, null);
  const { availableMicrocredits } = store.business('b1') ?? {};
  t.equal(
    items.reduce((sum, { microcredits }) => sum + microcredits, 0),
    availableMicrocredits,
    'adds up to the available credit while nothing is reserved',
  );

  const first = store.ledger('b1', ALL, { limit: 2, cursor: null });
  const second = store.ledger('b1', ALL, { limit: 3, cursor: first.nextCursor });
  t.same([...first.items, ...second.items], items, 'the pages hold the same items');
  t.throws(
    () => store.ledger('b1', { ...ALL, kind: 'call' }, { limit: 2, cursor: first.nextCursor }),
    { code: 'cursor_invalid' },
    'a cursor is bound to its filters',
  );
  t.match(store.ledger('b1', { ...ALL, kind: 'call' }, { limit: 2, cursor: null }).items, [{ callId: 'k1' }]);
  const at = Date.parse(items[0]?.at ?? '');
  t.same(store.ledger('b1', { ...ALL, to: 0 }, { limit: 2, cursor: null }).items, []);
  t.same(store.ledger('b1', { ...ALL, from: at + 86_400_000 }, { limit: 2, cursor: null }).items, []);

  t.same(store.ledgerDays('b1', 30, at), [
    {
      day: new Date(at).toISOString().slice(0, 10),
      grantedMicrocredits: 1_000,
      callMicrocredits: 100,
      summaryMicrocredits: 30,
      analysisMicrocredits: 7,
      simulationMicrocredits: 5,
    },
  ]);
  t.same(store.ledgerDays('b1', 30, at + 31 * 86_400_000), [], 'only the latest days');
});
