import t from 'tap';
import { created } from '../journal.js';
import { openViews } from '../store-support.js';

t.test('the credit and lines of a business follow its events', async (t) => {
  const { store, show } = await openViews(t);
  const ledger = () => {
    const b1 = store.business('b1');
    return [b1?.availableMicrocredits, b1?.reservedMicrocredits, b1?.chargedMicrocredits, b1?.leasedLines];
  };
  t.equal(store.business('b1'), null);
  await show('business', 'b1', 'b1', [
    created('One'),
    { type: 'credit.granted', microcredits: 1_000, reason: 'start' },
  ]);
  t.same(ledger(), [1_000, 0, 0, 0]);
  await show('business', 'b1', 'b1', [
    { type: 'credit.reserved', callId: 'k1', blocks: 1, microcredits: 100 },
    { type: 'line.leased', callId: 'k1', checkAt: 0 },
  ]);
  await show('business', 'b1', 'b1', [
    { type: 'credit.reserved', callId: 'k1', blocks: 1, microcredits: 100 },
    { type: 'credit.reserved', callId: 'k2', blocks: 1, microcredits: 100 },
    { type: 'line.queued', callId: 'k2' },
  ]);
  t.same(ledger(), [700, 300, 0, 1]);
  await show('business', 'b1', 'b1', [
    {
      type: 'credit.settled',
      callId: 'k1',
      blocks: 1,
      chargedMicrocredits: 100,
      releasedMicrocredits: 100,
    },
    { type: 'line.released', callId: 'k1' },
    { type: 'line.leased', callId: 'k2', checkAt: 0 },
  ]);
  t.same(ledger(), [800, 100, 100, 1]);
  await show('business', 'b1', 'b1', [
    { type: 'credit.reservation_made', reservationId: 'r1', microcredits: 50 },
  ]);
  t.same(ledger(), [750, 150, 100, 1], 'a summary reserves credit');
  await show('business', 'b1', 'b1', [
    {
      type: 'credit.reservation_captured',
      reservationId: 'r1',
      chargedMicrocredits: 30,
      releasedMicrocredits: 20,
    },
  ]);
  t.same(ledger(), [770, 100, 130, 1], 'and is charged for a part of it');
  await show('business', 'b1', 'b1', [{ type: 'lines.changed', lines: 9 }]);
  t.match(store.business('b1'), { businessId: 'b1', name: 'One', lines: 9 });
});

t.test('a revoked key is still found by its id, and marked as revoked', async (t) => {
  const { store, show } = await openViews(t);
  t.equal(store.key('key1'), null);
  await show('business', 'b1', 'b1', [
    { type: 'key.created', keyId: 'key1', name: 'n', secretHash: 'ab', scopes: ['voice:read'] },
  ]);
  const key = { keyId: 'key1', businessId: 'b1', secretHash: 'ab', scopes: ['voice:read'], revoked: false };
  t.same(store.key('key1'), key);
  await show('business', 'b1', 'b1', [{ type: 'key.revoked', keyId: 'key1' }]);
  t.same(store.key('key1'), { ...key, revoked: true });
});
