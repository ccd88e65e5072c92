/** Carriers that stand in for one that is in trouble: nothing is ever asked of two. */
import t from 'tap';
import { call } from '../../../actors/call/index.js';
import { fold } from '../../support/fold.js';
import { CLEARED, START } from './call-script.js';

t.test('a carrier in trouble is followed by the next, and nothing else is asked twice', async (t) => {
  const folded = fold(call);
  folded.tell({ ...START, standIns: ['telnyx', 'plivo'] }, 0);
  folded.tell(CLEARED, 0);
  t.same(folded.effects(), ['place']);
  const failed = {
    type: 'placement_result',
    result: { outcome: 'refused', reason: 'carrier_failed' },
  } as const;
  t.same(folded.tell(failed, 100), [{ type: 'call.placing', carrier: 'telnyx' }]);
  t.same(folded.effects(), ['place:2']);
  t.same(folded.tell(failed, 200), [{ type: 'call.placing', carrier: 'plivo' }]);
  t.match(folded.tell(failed, 300), [{ type: 'call.ended', endReason: 'carrier_failed' }], 'nobody is left');

  const refused = fold(call);
  refused.tell({ ...START, standIns: ['telnyx'] }, 0);
  refused.tell(CLEARED, 0);
  const invalid = {
    type: 'placement_result',
    result: { outcome: 'refused', reason: 'invalid_number' },
  } as const;
  t.match(
    refused.tell(invalid, 100),
    [{ type: 'call.ended', endReason: 'invalid_number' }],
    'it is about the number',
  );

  const unclear = fold(call);
  unclear.tell({ ...START, standIns: ['telnyx'] }, 0);
  unclear.tell(CLEARED, 0);
  t.same(unclear.tell({ type: 'placement_result', result: { outcome: 'unknown' } }, 100), [
    { type: 'call.placement_unknown' },
  ]);

  const cancelled = fold(call);
  cancelled.tell({ ...START, standIns: ['telnyx'] }, 0);
  cancelled.tell(CLEARED, 0);
  cancelled.tell({ type: 'cancel' }, 50);
  t.match(
    cancelled.tell(failed, 100),
    [{ type: 'call.ended', status: 'cancelled' }],
    'it is not wanted any more',
  );
});

t.test(
  'each is asked from the number that the call was accepted with, and puts through from it',
  async (t) => {
    const folded = fold(call);
    folded.tell({ ...START, standIns: ['telnyx', 'plivo'], from: { telnyx: '+14155550101' } }, 0);
    folded.tell(CLEARED, 0);
    const owed = () => Object.values(call.effects(folded.state));
    t.match(owed(), [{ kind: 'place', carrier: 'loopback' }]);
    t.notOk('from' in (owed()[0] ?? {}), 'its usual one');
    const failed = {
      type: 'placement_result',
      result: { outcome: 'refused', reason: 'carrier_failed' },
    } as const;
    folded.tell(failed, 100);
    t.match(owed(), [{ kind: 'place', carrier: 'telnyx', from: '+14155550101' }]);
    folded.tell({ type: 'placement_result', result: { outcome: 'placed', carrierCallId: 'k1' } }, 200);
    folded.tell({ type: 'attach_media', attachmentId: 'm1' }, 300);
    folded.tell({ type: 'transfer', useId: 'u1', to: '+14155550170' }, 400);
    t.match(
      owed().filter(({ kind }) => kind === 'transfer'),
      [{ carrier: 'telnyx', from: '+14155550101', to: '+14155550170' }],
    );
  },
);
