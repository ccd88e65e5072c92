/** What a call records of its agent's disclosure. */
import t from 'tap';
import { call } from '../../../actors/call/index.js';
import { attachedMedia } from '../../../actors/call/queries.js';
import { fold } from '../../support/actors/fold.js';
import { CLEARED, report, START } from './call-script.js';

const HEARD = { type: 'disclose', heardAtMs: 2_470, heard: 'acked' } as const;

const answered = (disclosure: string | undefined = 'This call is recorded.') => {
  const folded = fold(call);
  const agent = { ...START.agent, ...(disclosure === '' ? {} : { disclosure }) };
  folded.apply({ ...START, agent }, 0);
  folded.apply(CLEARED, 0);
  folded.apply({ type: 'placement_result', result: { outcome: 'placed', carrierCallId: 'CA1' } }, 100);
  folded.apply({ type: 'attach_media', attachmentId: 'a1' }, 1_000);
  return folded;
};

t.test('records the disclosure once, and the next session of the call knows it', async (t) => {
  const folded = answered();
  t.equal(attachedMedia(folded.state).disclosed, false);
  t.same(folded.apply(HEARD, 3_500), [{ type: 'call.disclosed', heardAtMs: 2_470, heard: 'acked' }]);
  t.same(
    folded.apply({ ...HEARD, heardAtMs: 9_000, heard: 'estimated' }, 9_500),
    [],
    'the first time counts',
  );
  t.equal(attachedMedia(folded.state).disclosed, true);
  t.same(folded.state.disclosed, { heardAtMs: 2_470, heard: 'acked' });
});

t.test('the end of the call includes what was known of the disclosure by then', async (t) => {
  const end = (folded: ReturnType<typeof answered>) =>
    folded
      .apply(report('completed', { durationSeconds: 3 }), 4_000)
      .find(({ type }) => type === 'call.ended');
  const heard = answered();
  heard.apply(HEARD, 3_500);
  t.match(end(heard), { disclosed: { heardAtMs: 2_470, heard: 'acked' } });
  t.match(end(answered()), { disclosed: null });
  const without = end(answered(''));
  t.ok(without);
  t.notOk(without !== undefined && 'disclosed' in without, 'an agent without a disclosure');
});

t.test('an end that the platform decides includes it, too', async (t) => {
  const folded = answered();
  folded.apply({ type: 'hang_up', by: 'provider', reason: 'disclosure_failed' }, 9_000);
  const ended = folded.apply(report('completed', { durationSeconds: 9 }), 9_500);
  t.match(
    ended.find(({ type }) => type === 'call.ended'),
    { endedBy: 'provider', endReason: 'disclosure_failed', disclosed: null },
  );
});

t.test('keeps a disclosure that is reported after the end', async (t) => {
  const folded = answered();
  folded.apply(report('completed', { durationSeconds: 3 }), 4_000);
  t.match(folded.apply(HEARD, 4_100), [{ type: 'call.disclosed' }]);
});

t.test('ignores a disclosure of an agent that has none', async (t) => {
  t.same(answered('').apply(HEARD, 3_500), []);
});
