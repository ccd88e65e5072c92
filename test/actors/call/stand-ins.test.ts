/** Fallback carriers for one that fails: no call is ever placed with two carriers. */
import t from 'tap';
import { call } from '../../../actors/call/index.js';
import { fold } from '../../support/actors/fold.js';
import { CLEARED, START } from './call-script.js';

t.test('tries the next carrier after a carrier failure, and in no other case', async (t) => {
  const folded = fold(call);
  folded.apply({ ...START, standIns: ['telnyx', 'plivo'] }, 0);
  folded.apply(CLEARED, 0);
  t.same(folded.effects(), ['place']);
  const failed = {
    type: 'placement_result',
    result: { outcome: 'refused', reason: 'carrier_failed' },
  } as const;
  t.same(folded.apply(failed, 100), [{ type: 'call.placing', carrier: 'telnyx' }]);
  t.same(folded.effects(), ['place:2']);
  t.same(folded.apply(failed, 200), [{ type: 'call.placing', carrier: 'plivo' }]);
  t.match(folded.apply(failed, 300), [{ type: 'call.ended', endReason: 'carrier_failed' }], 'none is left');

  const refused = fold(call);
  refused.apply({ ...START, standIns: ['telnyx'] }, 0);
  refused.apply(CLEARED, 0);
  const invalid = {
    type: 'placement_result',
    result: { outcome: 'refused', reason: 'invalid_number' },
  } as const;
  t.match(
    refused.apply(invalid, 100),
    [{ type: 'call.ended', endReason: 'invalid_number' }],
    'the number is the cause',
  );

  const unclear = fold(call);
  unclear.apply({ ...START, standIns: ['telnyx'] }, 0);
  unclear.apply(CLEARED, 0);
  t.same(unclear.apply({ type: 'placement_result', result: { outcome: 'unknown' } }, 100), [
    { type: 'call.placement_unknown' },
  ]);

  const cancelled = fold(call);
  cancelled.apply({ ...START, standIns: ['telnyx'] }, 0);
  cancelled.apply(CLEARED, 0);
  cancelled.apply({ type: 'cancel' }, 50);
  t.match(
    cancelled.apply(failed, 100),
    [{ type: 'call.ended', status: 'cancelled' }],
    'the call is no longer wanted',
  );
});

t.test(
  'each carrier dials from the number that the call was accepted with, and transfers from it, too',
  async (t) => {
    const folded = fold(call);
    folded.apply({ ...START, standIns: ['telnyx', 'plivo'], from: { telnyx: '+14155550101' } }, 0);
    folded.apply(CLEARED, 0);
    const owed = () => Object.values(call.effects(folded.state));
    t.match(owed(), [{ kind: 'place', carrier: 'loopback' }]);
    t.notOk('from' in (owed()[0] ?? {}), 'its default number');
    const failed = {
      type: 'placement_result',
      result: { outcome: 'refused', reason: 'carrier_failed' },
    } as const;
    folded.apply(failed, 100);
    t.match(owed(), [{ kind: 'place', carrier: 'telnyx', from: '+14155550101' }]);
    folded.apply({ type: 'placement_result', result: { outcome: 'placed', carrierCallId: 'k1' } }, 200);
    folded.apply({ type: 'attach_media', attachmentId: 'm1' }, 300);
    folded.apply({ type: 'transfer', useId: 'u1', to: '+14155550170' }, 400);
    t.match(
      owed().filter(({ kind }) => kind === 'transfer'),
      [{ carrier: 'telnyx', from: '+14155550101', to: '+14155550170' }],
    );
  },
);
