/** When a carrier that reports no such call is believed. */
import t from 'tap';
import { checkEvery, isGone, isNotPlaced } from '../../../actors/call/checking.js';
import { answered, placed } from './call-script.js';

t.test('a placement without an answer is disproved two minutes after its request', async (t) => {
  const { state } = placed();
  const waiting = { ...state, placement: { type: 'placing', since: 5_000 } } as const;
  t.notOk(isNotPlaced(waiting, 124_999));
  t.ok(isNotPlaced(waiting, 125_000));
  const unknown = { ...state, placement: { type: 'unknown', since: 5_000 } } as const;
  t.notOk(isNotPlaced(unknown, 124_999));
  t.ok(isNotPlaced(unknown, 125_000));
  t.notOk(isNotPlaced({ ...unknown, answeredAt: 6_000 }, 1_000_000), 'the customer has answered');
  t.notOk(isNotPlaced(state, 1_000_000), 'the carrier has named the call');
});

t.test('a call is gone at the third look of two minutes that does not find it', async (t) => {
  const { state } = answered();
  const missing = (looks: number) => ({
    ...state,
    checking: { ...state.checking, missing: { looks, since: 10_000 } },
  });
  t.notOk(isGone(missing(1), 1_000_000), 'at the second look');
  t.notOk(isGone(missing(2), 129_999), 'too early');
  t.ok(isGone(missing(2), 130_000));
  t.ok(isGone(missing(9), 130_000));
  t.notOk(isGone(state, 1_000_000), 'no look has missed it');
  const unknown = { ...missing(2), placement: { type: 'unknown', since: 0 } } as const;
  t.ok(isGone(unknown, 130_000), 'it was answered');
  t.notOk(isGone({ ...unknown, answeredAt: null }, 130_000), 'it may never have existed');
});

t.test('a call is looked up more rarely while it talks than while it rings', async (t) => {
  t.equal(checkEvery(placed().state), 20_000);
  t.equal(checkEvery(answered().state), 30_000);
  const detached = answered();
  detached.apply({ type: 'attach_media', attachmentId: 'm1', carrierCallId: 'CA1' }, 1_100);
  t.equal(checkEvery(detached.state), 30_000, 'its session is attached');
  detached.apply({ type: 'detach_media', attachmentId: 'm1' }, 9_000);
  t.equal(checkEvery(detached.state), 5_000, 'its session has left');
  const unknown = { ...placed().state, placement: { type: 'unknown', since: 0 } } as const;
  t.same(
    [0, 1, 9].map((count) => checkEvery({ ...unknown, checking: { ...unknown.checking, count } })),
    [2_000, 4_000, 15_000],
  );
});
