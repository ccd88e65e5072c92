/** Whether a media session follows one that never detached: what that session had not reported yet is lost. */
import t from 'tap';
import { call } from '../../../actors/call/index.js';
import { attachedMedia } from '../../../actors/call/queries.js';
import { fold } from '../../support/actors/fold.js';
import { CLEARED, report, START } from './call-script.js';

const talking = () => {
  const folded = fold(call);
  folded.apply(START, 0);
  folded.apply(CLEARED, 0);
  folded.apply({ type: 'placement_result', result: { outcome: 'placed', carrierCallId: 'CA1' } }, 100);
  folded.apply(report('answered'), 1_000);
  folded.apply({ type: 'attach_media', attachmentId: 'm1', carrierCallId: 'CA1' }, 1_100);
  return folded;
};

t.test('the first session follows no other', async (t) => {
  t.equal(attachedMedia(talking().state).followsLost, false);
});

t.test('a session after the death of a node follows a lost session', async (t) => {
  const folded = talking();
  folded.apply({ type: 'attach_media', attachmentId: 'm2', carrierCallId: 'CA1' }, 5_000);
  t.equal(attachedMedia(folded.state).followsLost, true);
});

t.test('a session after a handover does not follow a lost session', async (t) => {
  const folded = talking();
  folded.apply({ type: 'detach_media', attachmentId: 'm1' }, 4_000);
  folded.apply({ type: 'attach_media', attachmentId: 'm2', carrierCallId: 'CA1' }, 5_000);
  t.equal(attachedMedia(folded.state).followsLost, false);
});
