/** A recipient that may only be contacted later. */
import t from 'tap';
import { recipients } from '../../../actors/recipients/index.js';
import { CLAIM, CLAIMING } from '../../support/actors/claimed-recipient.js';
import { fold } from '../../support/actors/fold.js';

t.test('a postponed recipient waits for its time, uses no attempt and is claimed again', async (t) => {
  const folded = fold(recipients);
  for (const command of CLAIMING) folded.apply(command, 0);
  const claim = CLAIM;
  folded.apply({ type: 'postpone', claim, reason: 'quiet_hours', until: 10_000 }, 1);
  t.match(folded.state.recipients, [{ status: 'retry_wait', attempts: 0, retryAt: 10_000 }]);
  t.same(folded.apply({ type: 'confirm', claim, activity: { kind: 'call', id: 'c' } }, 2), []);
  folded.advance(10_000);
  folded.apply({ type: 'direct', gate: { seq: 0, is: 'open' }, grant: { seq: 2, count: 1 } }, 10_001);
  t.match(folded.state.recipients, [{ status: 'claimed', attempts: 0, revision: 2, retryAt: null }]);
});
