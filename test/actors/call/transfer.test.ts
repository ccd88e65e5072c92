/** Call transfer: requested once, and a customer who talks to somebody else is not hung up on. */
import t from 'tap';
import { effects } from '../../../actors/call/effects.js';
import { call } from '../../../actors/call/index.js';
import { attachedMedia, details } from '../../../actors/call/queries.js';
import { timers } from '../../../actors/call/timers.js';
import { fold } from '../../support/actors/fold.js';
import { answered, CLEARED, report, START } from './call-script.js';

const TO = '+14155550199';
const USE = { id: 'u1', name: 'to_support', arguments: {}, at: 2_000 } as const;
const ASK = { type: 'transfer', useId: 'u1', to: TO } as const;
const result = (outcome: 'accepted' | 'refused' | 'unknown') =>
  ({ type: 'transfer_result', useId: 'u1', outcome }) as const;

const talking = () => {
  const folded = answered();
  folded.apply({ type: 'attach_media', attachmentId: 'a1' }, 1_100);
  folded.apply({ type: 'begin_tool', use: USE }, 2_000);
  return folded;
};
/** The customer was transferred to somebody else. */
const gone = () => {
  const folded = talking();
  folded.apply(ASK, 3_000);
  folded.apply({ type: 'detach_media', attachmentId: 'a1' }, 3_200);
  folded.apply(result('accepted'), 3_300);
  return folded;
};

t.test('requests a transfer from the carrier once, after recording it', async (t) => {
  const folded = talking();
  t.same(folded.apply(ASK, 3_000), [{ type: 'call.transfer_requested', useId: 'u1', to: TO }]);
  t.same(effects(folded.state)['transfer:u1'], {
    kind: 'transfer',
    carrier: 'loopback',
    carrierCallId: 'CA1',
    useId: 'u1',
    to: TO,
  });
  t.same(folded.apply(ASK, 3_050), [], 'a repetition');
  t.same(folded.apply(result('accepted'), 3_300), [
    { type: 'call.transfer_answered', useId: 'u1', outcome: 'accepted' },
    {
      type: 'call.tool_ended',
      id: 'u1',
      end: { outcome: 'done', result: 'The customer is being put through.', durationMs: 300 },
    },
  ]);
  t.same(folded.apply(result('refused'), 3_400), [], 'a repetition');
  t.notOk(effects(folded.state)['transfer:u1']);
  t.same(details(folded.state).transfer, { useId: 'u1', outcome: 'accepted' });
});

t.test('refuses a transfer that is not possible', async (t) => {
  const refused = (folded: ReturnType<typeof talking>): void =>
    void t.throws(() => folded.apply({ ...ASK, useId: 'u2' }, 4_000), { code: 'call_not_live' });
  refused(gone());
  const ending = talking();
  ending.apply({ type: 'hang_up', by: 'agent', reason: 'agent_hangup' }, 3_000);
  refused(ending);
  const completed = talking();
  completed.apply(report('completed'), 3_000);
  refused(completed);
  const nameless = fold(call);
  nameless.apply(START, 0);
  nameless.apply(CLEARED, 0);
  nameless.apply({ type: 'placement_result', result: { outcome: 'unknown' } }, 100);
  nameless.apply({ type: 'attach_media', attachmentId: 'a1' }, 1_000);
  refused(nameless);
});

t.test('allows another transfer after a refusal', async (t) => {
  const folded = talking();
  folded.apply(ASK, 3_000);
  folded.apply(result('refused'), 3_300);
  t.match(folded.state.toolUses, [{ end: { outcome: 'failed' } }]);
  t.same(folded.apply({ ...ASK, useId: 'u2' }, 4_000), [
    { type: 'call.transfer_requested', useId: 'u2', to: TO },
  ]);
});

t.test('does not hang up a transferred call for lack of media', async (t) => {
  for (const outcome of [null, 'accepted', 'unknown'] as const) {
    const folded = talking();
    folded.apply(ASK, 3_000);
    if (outcome !== null) folded.apply(result(outcome), 3_100);
    folded.apply({ type: 'detach_media', attachmentId: 'a1' }, 3_200);
    t.notOk(timers(folded.state).media_lost, String(outcome));
    t.ok(timers(folded.state).deadline, 'it still has a deadline');
  }
  const refused = talking();
  refused.apply(ASK, 3_000);
  refused.apply(result('refused'), 3_100);
  refused.apply({ type: 'detach_media', attachmentId: 'a1' }, 3_200);
  t.ok(timers(refused.state).media_lost);
});

t.test('a transferred call ends as completed, with its whole duration', async (t) => {
  const folded = gone();
  folded.apply(report('completed', { durationSeconds: 61 }), 62_000);
  t.match(folded.state.ended, { endReason: 'completed', durationSeconds: 61 });
});

t.test('a customer whose transfer reached no one comes back, and the agent is informed', async (t) => {
  const folded = gone();
  t.match(folded.apply({ type: 'attach_media', attachmentId: 'a2' }, 30_000), [
    { type: 'call.transfer_answered', useId: 'u1', outcome: 'returned' },
    { type: 'call.media_attached', attachmentId: 'a2' },
  ]);
  t.match(attachedMedia(folded.state), {
    isBack: true,
    toolUses: [{ id: 'u1', outcome: 'failed', result: /was not answered/ }],
  });
  const turn = {
    turnId: 't9',
    speaker: 'assistant',
    text: 'Nobody was there.',
    at: 31_000,
    audioOffsetMs: 0,
    audioEndOffsetMs: 900,
    interrupted: false,
    heard: 'acked',
    latencies: null,
  } as const;
  folded.apply({ type: 'record_turn', turn }, 32_000);
  t.equal(attachedMedia(folded.state).isBack, false, 'the agent has spoken since');
  folded.apply({ type: 'detach_media', attachmentId: 'a2' }, 33_000);
  t.ok(timers(folded.state).media_lost, 'missing media counts again');
  t.same(folded.apply({ ...ASK, useId: 'u2' }, 34_000), [
    { type: 'call.transfer_requested', useId: 'u2', to: TO },
  ]);
});
