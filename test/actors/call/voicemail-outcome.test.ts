/** The outcome of an attempt that a machine answered, as a campaign gets it. */
import t from 'tap';
import { call } from '../../../actors/call/index.js';
import { END_REASONS, type EndReason } from '../../../schemas/calls/voice-call.js';
import { answered, report } from './call-script.js';

const outcomeOf = (reason: EndReason) => {
  const folded = answered();
  folded.apply({ type: 'hang_up', by: END_REASONS[reason], reason }, 2_000);
  folded.apply(report('completed', { durationSeconds: 2 }), 3_000);
  const { settle } = call.effects(folded.state);
  return settle?.kind === 'settle' ? settle.outcome : null;
};

t.test('a machine, or an announcement in place of the callee, is a voicemail', async (t) => {
  for (const reason of ['voicemail', 'mailbox_full', 'unavailable'] as const)
    t.equal(outcomeOf(reason), 'voicemail', reason);
});

t.test('a menu and a number that does not exist are not retried as voicemail', async (t) => {
  for (const reason of ['ivr_menu', 'not_in_service', 'agent_hangup'] as const)
    t.equal(outcomeOf(reason), 'completed', reason);
});
