import fc from 'fast-check';
import t from 'tap';
import type { CallCommand, CallProgressReport, ClearResult } from '../../../actors/call/commands.js';
import type { CallEvent } from '../../../actors/call/events.js';
import { call } from '../../../actors/call/index.js';
import { TERMINAL_STATUSES } from '../../../schemas/calls/voice-call.js';
import { DomainError } from '../../../schemas/errors.js';
import { fold } from '../../support/actors/fold.js';
import { casesOf } from '../../support/full-run.js';
import { answered, CLEARED, placed, report, START } from './call-script.js';

const types = (events: readonly CallEvent[]) => events.map((event) => event.type);

t.test(
  'a call is placed once it has a line and is cleared, and a second start changes nothing',
  async (t) => {
    const folded = fold(call);
    t.same(types(folded.apply(START, 0)), ['call.accepted', 'call.line_leased']);
    t.same(folded.effects(), ['clear']);
    t.same(types(folded.apply(CLEARED, 1)), ['call.placing']);
    t.same(folded.apply(CLEARED, 2), []);
    t.same(folded.effects(), ['place']);
    t.same(folded.apply(START, 5), []);
  },
);

t.test('the greeting begins once, and only an event records that', async (t) => {
  const folded = answered();
  folded.apply({ type: 'attach_media', attachmentId: 'a1' }, 1_100);
  t.equal(folded.state.greetingBegun, false, 'however long attaching took');
  t.same(types(folded.apply({ type: 'begin_greeting' }, 1_200)), ['call.greeting_begun']);
  t.same(folded.apply({ type: 'begin_greeting' }, 1_300), []);
  folded.apply({ type: 'attach_media', attachmentId: 'a2' }, 9_000);
  t.equal(folded.state.greetingBegun, true);
});

t.test('a media session that was replaced does not end the call', async (t) => {
  const folded = answered();
  folded.apply({ type: 'attach_media', attachmentId: 'a1' }, 1_100);
  folded.apply({ type: 'attach_media', attachmentId: 'a2' }, 9_000);
  const silence = { type: 'hang_up', by: 'system', reason: 'silence' } as const;
  t.same(folded.apply({ ...silence, attachmentId: 'a1' }, 9_500), []);
  t.same(types(folded.apply({ ...silence, attachmentId: 'a2' }, 9_600)), [
    'call.hangup_requested',
    'call.hangup_due',
  ]);
});

t.test('a detached media session may still hang up if no other session has attached', async (t) => {
  const folded = answered();
  folded.apply({ type: 'attach_media', attachmentId: 'a1' }, 1_100);
  folded.apply({ type: 'detach_media', attachmentId: 'a1' }, 2_000);
  const last = { type: 'hang_up', by: 'agent', reason: 'agent_hangup', attachmentId: 'a1' } as const;
  t.match(types(folded.apply(last, 2_100)), ['call.hangup_requested']);
});

t.test(
  'a call without a free line waits, is dialled when it gets one, and gives up after 30 minutes',
  async (t) => {
    const folded = fold(call);
    folded.apply({ ...START, line: 'waiting' }, 0);
    t.same(folded.effects(), []);
    t.same(types(folded.apply({ type: 'line_granted' }, 1_000)), ['call.line_leased']);
    t.same(folded.effects(), ['clear']);
    t.same(folded.apply({ type: 'line_granted' }, 1_001), [], 'a repeated grant changes nothing');

    const late = fold(call);
    late.apply({ ...START, line: 'waiting' }, 0);
    late.advance(30 * 60_000);
    t.match(late.state.ended, { status: 'failed', endReason: 'no_line' });
    t.same(late.effects(), ['settle'], 'its reservation is returned');
  },
);

t.test('looks up a placement of unknown outcome, and never repeats it', async (t) => {
  const search = (answer: 'not_found' | 'unknown') => {
    const folded = fold(call);
    folded.apply(START, 0);
    folded.apply(CLEARED, 0);
    folded.apply({ type: 'placement_result', result: { outcome: 'unknown' } }, 3_000);
    t.notOk(folded.effects().includes('place'));
    for (let at = 5_000; folded.state.ended === null && at < 700_000; at += 1_000) {
      folded.advance(at);
      const { owed, count: check } = folded.state.checking;
      if (owed) folded.apply({ type: 'check_result', check, result: { outcome: answer } }, at);
    }
    t.match(folded.state.ended, { status: 'failed', endReason: 'placement_unknown' });
    t.equal(folded.events.filter((event) => event.type === 'call.placing').length, 1);
    t.ok(folded.state.checking.count >= 5, 'it was looked up repeatedly');
    return folded.state.ended?.at ?? 0;
  };
  t.equal(search('unknown'), 600_000, 'a carrier that cannot say is queried for ten minutes');
  const at = search('not_found');
  t.ok(at >= 120_000 && at < 140_000, `a carrier without such a call is queried for two: ${at}`);
});

t.test('an unknown placement that the carrier knows after all continues as that call', async (t) => {
  const folded = fold(call);
  folded.apply(START, 0);
  folded.apply(CLEARED, 0);
  folded.apply({ type: 'placement_result', result: { outcome: 'unknown' } }, 3_000);
  folded.advance(5_000);
  const found = { outcome: 'found', report: { carrierCallId: 'CA9', progress: 'answered' } } as const;
  folded.apply({ type: 'check_result', check: 1, result: found }, 5_100);
  t.match(folded.state, { status: 'answered', placement: { type: 'placed', carrierCallId: 'CA9' } });
  folded.apply(report('completed', { carrierCallId: 'CA-other', durationSeconds: 3 }), 6_000);
  t.equal(folded.state.ended, null, 'a report of another call does not affect this one');
});

t.test('a callback that overtakes the placement response identifies the call', async (t) => {
  const folded = fold(call);
  folded.apply(START, 0);
  folded.apply(CLEARED, 0);
  folded.apply(report('ringing'), 50);
  t.equal(folded.state.status, 'ringing');
  t.same(folded.apply({ type: 'placement_result', result: { outcome: 'unknown' } }, 60), []);
  t.same(folded.effects(), []);
});

t.test('late and repeated reports never move a call backwards', async (t) => {
  const folded = answered();
  t.same(folded.apply(report('ringing'), 2_000), []);
  t.same(folded.apply(report('answered'), 2_000), []);
  folded.apply(report('completed', { durationSeconds: 41 }), 42_000);
  t.match(folded.state.ended, {
    status: 'completed',
    endedBy: 'customer',
    endReason: 'customer_hangup',
    durationSeconds: 41,
  });
  t.same(folded.apply(report('failed'), 43_000), []);
  t.same(folded.apply(report('answered'), 43_000), []);
});

t.test(
  'a cancellation before the placement ends the call at once; later it waits for the carrier',
  async (t) => {
    const waiting = fold(call);
    waiting.apply({ ...START, line: 'waiting' }, 0);
    waiting.apply({ type: 'cancel' }, 10);
    t.match(waiting.state.ended, { status: 'cancelled', endedBy: 'operator', endReason: 'cancelled' });

    const ringing = placed();
    t.same(types(ringing.apply({ type: 'cancel' }, 200)), ['call.hangup_requested', 'call.hangup_due']);
    t.equal(ringing.state.status, 'cancelling');
    t.same(ringing.effects(), ['hang_up:1']);
    t.same(ringing.apply({ type: 'cancel' }, 201), [], 'a repetition sends no new request');
    ringing.apply(report('answered'), 300);
    t.equal(ringing.state.status, 'cancelling', 'only a terminal result leaves cancelling');
    ringing.apply(report('cancelled'), 400);
    t.match(ringing.state.ended, { status: 'cancelled', endedBy: 'operator', endReason: 'cancelled' });
    t.throws(() => ringing.apply({ type: 'cancel' }, 500), new DomainError('call_already_ended'));
  },
);

t.test(
  'a cancellation while the placement request is in flight hangs up as soon as the call is known',
  async (t) => {
    const folded = fold(call);
    folded.apply(START, 0);
    folded.apply(CLEARED, 0);
    folded.apply({ type: 'cancel' }, 10);
    t.same(folded.effects(), ['place'], 'the outcome of the placement is still needed');
    folded.apply({ type: 'placement_result', result: { outcome: 'placed', carrierCallId: 'CA1' } }, 100);
    t.same(folded.effects(), ['hang_up:1']);

    const refused = fold(call);
    refused.apply(START, 0);
    refused.apply(CLEARED, 0);
    refused.apply({ type: 'cancel' }, 10);
    refused.apply(
      { type: 'placement_result', result: { outcome: 'refused', reason: 'invalid_number' } },
      100,
    );
    t.match(refused.state.ended, { status: 'cancelled' });
  },
);

t.test(
  'a hang-up is tried at 0, 1, 2, 5, 10, 30 s and then every minute until the carrier confirms',
  async (t) => {
    const folded = answered();
    folded.apply({ type: 'hang_up', by: 'agent', reason: 'agent_hangup' }, 10_000);
    const tried: number[] = [];
    for (let at = 10_000; at <= 170_000; at += 500) {
      folded.advance(at);
      const { hangUp, checking } = folded.state;
      if (hangUp?.owed) {
        tried.push((at - 10_000) / 1_000);
        folded.apply({ type: 'hangup_result', attempt: hangUp.attempt, outcome: 'failed' }, at);
      }
      if (checking.owed)
        folded.apply({ type: 'check_result', check: checking.count, result: { outcome: 'unknown' } }, at);
    }
    t.same(tried, [0, 1, 2, 5, 10, 30, 90, 150]);
    t.equal(folded.state.status, 'answered', 'a hang-up of the agent is not a cancellation');
    folded.apply(report('completed', { durationSeconds: 12 }), 171_000);
    t.match(folded.state.ended, { endedBy: 'agent', endReason: 'agent_hangup' });
  },
);

t.test('a hang-up of a call that is gone asks the carrier how it ended', async (t) => {
  const folded = answered();
  folded.apply({ type: 'hang_up', by: 'agent', reason: 'agent_hangup' }, 10_000);
  folded.apply({ type: 'hangup_result', attempt: 1, outcome: 'gone' }, 10_050);
  t.same(folded.effects(), ['check:1']);
});

t.test('ends a call whose end is never confirmed after 4 hours', async (t) => {
  const folded = answered();
  folded.apply({ type: 'hang_up', by: 'agent', reason: 'agent_hangup' }, 10_000);
  for (let at = 10_000; at <= 4 * 3_600_000 + 10_000; at += 10_000) {
    folded.advance(at);
    const { hangUp, checking } = folded.state;
    if (hangUp?.owed) folded.apply({ type: 'hangup_result', attempt: hangUp.attempt, outcome: 'failed' }, at);
    if (checking.owed)
      folded.apply({ type: 'check_result', check: checking.count, result: { outcome: 'unknown' } }, at);
  }
  t.match(
    folded.state.ended,
    { status: 'completed', endedBy: 'agent', endReason: 'agent_hangup', durationSeconds: 9 },
    'and charges the time until the hang-up',
  );
});

t.test(
  'blocks are reserved before they begin; without credit the call ends with the last paid block',
  async (t) => {
    const folded = answered();
    folded.apply({ type: 'attach_media', attachmentId: 'm1' }, 1_000);
    folded.advance(18_000);
    t.ok(folded.effects().includes('reserve_block:2'));
    folded.apply({ type: 'block_result', block: 2, granted: true }, 18_010);
    folded.advance(38_000);
    folded.apply({ type: 'block_result', block: 3, granted: false }, 38_010);
    folded.advance(40_999);
    t.equal(folded.state.hangUp, null);
    folded.advance(41_000);
    t.match(folded.state.hangUp, { by: 'system', reason: 'insufficient_credit' });
  },
);

t.test('media answers the call, a newer socket takes over, and an older one cannot detach it', async (t) => {
  const folded = placed();
  folded.apply({ type: 'attach_media', attachmentId: 'm1' }, 5_000);
  t.match(folded.state, { status: 'answered', media: { startedAt: 5_000 } });
  folded.apply({ type: 'attach_media', attachmentId: 'm2' }, 9_000);
  t.match(folded.state.media, { startedAt: 5_000, attachmentId: 'm2' }, 'the recording clock continues');
  t.same(folded.apply({ type: 'detach_media', attachmentId: 'm1' }, 9_001), []);
});

t.test('a call whose media does not come back is looked up and then hung up', async (t) => {
  const folded = answered();
  folded.apply({ type: 'attach_media', attachmentId: 'm1' }, 1_000);
  folded.apply({ type: 'detach_media', attachmentId: 'm1' }, 6_000);
  t.ok(folded.effects().includes('check:1'));
  folded.apply({ type: 'check_result', check: 1, result: { outcome: 'unknown' } }, 6_100);
  folded.advance(36_000);
  t.match(folded.state.hangUp, { by: 'provider', reason: 'media_lost' });
});

t.test('refuses media for a call that is unknown or about to end', async (t) => {
  const attach: CallCommand = { type: 'attach_media', attachmentId: 'm1' };
  t.throws(() => fold(call).apply(attach, 0), new DomainError('call_not_live'));
  const ending = answered();
  ending.apply({ type: 'cancel' }, 2_000);
  t.throws(() => ending.apply(attach, 3_000), new DomainError('call_not_live'));
});

t.test('keeps a turn that arrives after the end, and keeps it once', async (t) => {
  const folded = answered();
  folded.apply(report('completed', { durationSeconds: 5 }), 6_000);
  const turn = {
    turnId: 't1',
    speaker: 'customer',
    text: 'bye',
    at: 5_500,
    audioOffsetMs: 4_000,
    audioEndOffsetMs: 4_400,
    interrupted: false,
    heard: 'acked',
    latencies: null,
  } as const;
  folded.apply({ type: 'record_turn', turn }, 6_100);
  folded.apply({ type: 'record_turn', turn }, 6_200);
  t.equal(folded.state.turns.length, 1);
});

t.test('an ended call owes its settlement and its recording until both are done', async (t) => {
  const folded = answered();
  folded.apply({ type: 'attach_media', attachmentId: 'm1' }, 1_000);
  folded.apply(report('completed', { durationSeconds: 5 }), 6_000);
  t.same(folded.effects(), [], 'not before its media session has reported what was heard last');
  folded.apply({ type: 'detach_media', attachmentId: 'm1' }, 6_050);
  t.same(folded.effects(), ['finish_recording', 'settle']);
  folded.apply({ type: 'recording_result', recording: null }, 6_100);
  folded.apply({ type: 'settle_result', blocks: 1, chargedMicrocredits: 10 }, 6_200);
  t.same(folded.effects(), []);
  t.same(folded.timers(), {});
});

/** Any command at any time, in any order. */
const anyCommand: fc.Arbitrary<CallCommand> = fc.oneof(
  fc.constant<CallCommand>(START),
  fc.constant<CallCommand>({ ...START, line: 'waiting' }),
  fc.constant<CallCommand>({ type: 'line_granted' }),
  fc
    .constantFrom<ClearResult>(
      { outcome: 'cleared', at: Number.MAX_SAFE_INTEGER, rules: [] },
      { outcome: 'refused', reason: 'suppressed', rules: [] },
      { outcome: 'claim_lost' },
    )
    .map((result): CallCommand => ({ type: 'clear_result', result })),
  fc.constant<CallCommand>({ type: 'cancel' }),
  fc.constant<CallCommand>({ type: 'hang_up', by: 'system', reason: 'silence' }),
  fc.constantFrom('m1', 'm2').map((attachmentId): CallCommand => ({ type: 'attach_media', attachmentId })),
  fc.constantFrom('m1', 'm2').map((attachmentId): CallCommand => ({ type: 'detach_media', attachmentId })),
  fc
    .constantFrom<CallProgressReport['progress']>(
      'queued',
      'ringing',
      'answered',
      'completed',
      'busy',
      'no_answer',
      'failed',
      'cancelled',
    )
    .map((progress) => report(progress, { durationSeconds: 7 })),
  fc.constant<CallCommand>({ type: 'placement_result', result: { outcome: 'unknown' } }),
  fc.constant<CallCommand>({ type: 'placement_result', result: { outcome: 'placed', carrierCallId: 'CA1' } }),
  fc.constant<CallCommand>({
    type: 'placement_result',
    result: { outcome: 'refused', reason: 'carrier_failed' },
  }),
  fc
    .record({ check: fc.integer({ min: 1, max: 8 }), outcome: fc.constantFrom('not_found', 'unknown') })
    .map(({ check, outcome }): CallCommand => ({ type: 'check_result', check, result: { outcome } })),
  fc
    .integer({ min: 1, max: 3 })
    .map((attempt): CallCommand => ({ type: 'hangup_result', attempt, outcome: 'gone' })),
  fc.boolean().map((granted): CallCommand => ({ type: 'block_result', block: 2, granted })),
  fc.constant<CallCommand>({ type: 'settle_result', blocks: 1, chargedMicrocredits: 5 }),
);

t.test('under any order of commands a call has one placement and one end, and never goes back', async (t) => {
  const rank = ['queued', 'ringing', 'answered', 'cancelling', ...TERMINAL_STATUSES];
  const stage = (status: string) => Math.min(rank.indexOf(status), 4);
  fc.assert(
    fc.property(
      fc.array(fc.tuple(anyCommand, fc.integer({ min: 0, max: 60_000 })), { maxLength: 40 }),
      (script) => {
        const folded = fold(call);
        let at = 0;
        for (const [command, later] of script) {
          const before = stage(folded.state.status);
          at += later;
          folded.advance(at);
          try {
            folded.apply(command, at);
          } catch (error) {
            if (!(error instanceof DomainError)) throw error;
          }
          if (stage(folded.state.status) < before) return false;
        }
        const count = (type: CallEvent['type']) =>
          folded.events.filter((event) => event.type === type).length;
        const open = folded.state.accepted !== null && folded.state.ended === null;
        return (
          count('call.placing') <= 1 &&
          count('call.ended') <= 1 &&
          count('call.settled') <= 1 &&
          (!open || Object.keys(folded.timers()).length > 0)
        );
      },
    ),
    { numRuns: casesOf(2_000) },
  );
  t.pass('the property held');
});
