/** The end of answered calls: hung up, billed and settled, whatever the carrier reports or leaves out. */
import fc from 'fast-check';
import t from 'tap';
import type { CallCommand, CheckResult } from '../../../actors/call/commands.js';
import type { CallEvent } from '../../../actors/call/events.js';
import { call } from '../../../actors/call/index.js';
import { CALL_LIFE_MS, LAST_HANG_UP_MS, LINE_WAIT_MS } from '../../../actors/call/timers.js';
import { DomainError } from '../../../schemas/errors.js';
import { fold } from '../../support/actors/fold.js';
import { casesOf } from '../../support/full-run.js';
import { answered, CLEARED, placed, report, START } from './call-script.js';

t.setTimeout(120_000);

type Call = ReturnType<typeof answered>;

/** The results of what a call owes from now on. */
interface Carrier {
  readonly look: CheckResult;
  readonly hangUp: 'accepted' | 'gone' | 'failed';
  /** Blocks are granted up to this one. */
  readonly credit: number;
}

const SILENT: Carrier = { look: { outcome: 'unknown' }, hangUp: 'failed', credit: 10_000 };
const FORGETFUL: Carrier = { look: { outcome: 'not_found' }, hangUp: 'gone', credit: 10_000 };

const attach = (attachmentId: string, carrierCallId = 'CA1'): CallCommand => ({
  type: 'attach_media',
  attachmentId,
  carrierCallId,
});

/** Reports a result for everything that is owed at `at`. */
const answerAll = (folded: Call, { look, hangUp, credit }: Carrier, at: number): void => {
  for (const key of folded.effects()) {
    const [kind, number] = key.split(':');
    const count = Number(number);
    if (kind === 'place') folded.apply({ type: 'placement_result', result: { outcome: 'unknown' } }, at);
    if (kind === 'check') folded.apply({ type: 'check_result', check: count, result: look }, at);
    if (kind === 'hang_up') folded.apply({ type: 'hangup_result', attempt: count, outcome: hangUp }, at);
    if (kind === 'reserve_block')
      folded.apply({ type: 'block_result', block: count, granted: count <= credit }, at);
  }
};

/** Advances from one due time to the next until `isDone`, or until nothing more is due. Returns the time of that. */
const follow = (
  folded: Call,
  carrierAt: (step: number) => Carrier,
  from: number,
  isDone: (state: Call['state']) => boolean,
): number => {
  let at = from;
  answerAll(folded, carrierAt(0), at);
  for (let step = 1; !isDone(folded.state) && step < 20_000; step += 1) {
    const next = Math.min(...Object.values(folded.timers()));
    if (!Number.isFinite(next)) return at;
    at = Math.max(at, next);
    folded.advance(at);
    answerAll(folded, carrierAt(step), at);
  }
  return at;
};

const untilEnded = (folded: Call, carrier: Carrier, from: number): number =>
  follow(
    folded,
    () => carrier,
    from,
    ({ ended }) => ended !== null,
  );

const hasRequestedHangUp = ({ events }: { readonly events: readonly CallEvent[] }): boolean =>
  events.some(({ type }) => type === 'call.hangup_due');

t.test('a call that waited for its line may last four hours from its answer', async (t) => {
  const folded = fold(call);
  folded.apply({ ...START, line: 'waiting' }, 0);
  const dialledAt = LINE_WAIT_MS - 1_000;
  folded.apply({ type: 'line_granted' }, dialledAt);
  folded.apply({ type: 'clear_result', result: { outcome: 'cleared', at: dialledAt, rules: [] } }, dialledAt);
  folded.apply(report('answered'), dialledAt + 500);
  folded.apply(attach('m1'), dialledAt + 600);
  const still: CheckResult = { outcome: 'found', report: { carrierCallId: 'CA1', progress: 'answered' } };
  const at = follow(
    folded,
    () => ({ ...SILENT, look: still }),
    dialledAt + 1_000,
    ({ ended, hangUp }) => ended !== null || hangUp !== null,
  );
  t.equal(folded.state.ended, null);
  t.equal(at, dialledAt + 500 + CALL_LIFE_MS, 'it is hung up only then');
});

t.test('a call that is four hours old is hung up, billed and settled', async (t) => {
  const folded = answered();
  folded.apply(attach('m1'), 1_100);
  const still: CheckResult = { outcome: 'found', report: { carrierCallId: 'CA1', progress: 'answered' } };
  const at = untilEnded(folded, { ...SILENT, look: still }, 1_200);
  t.ok(hasRequestedHangUp(folded), 'the carrier received a hang-up');
  t.equal(at, 1_000 + CALL_LIFE_MS + LAST_HANG_UP_MS, 'and had time to confirm');
  t.match(folded.state.hangUp, { requestedAt: 1_000 + CALL_LIFE_MS, reason: 'max_duration', by: 'system' });
  t.match(folded.state.ended, {
    status: 'completed',
    endedBy: 'system',
    endReason: 'max_duration',
    durationSeconds: CALL_LIFE_MS / 1_000,
  });
  folded.apply({ type: 'detach_media', attachmentId: 'm1' }, at + 10);
  t.ok(folded.effects().includes('settle'));
});

t.test('a carrier that confirms the last hang-up determines the duration', async (t) => {
  const folded = answered();
  folded.apply(attach('m1'), 1_100);
  follow(
    folded,
    () => SILENT,
    1_200,
    ({ ended, hangUp }) => ended !== null || hangUp !== null,
  );
  folded.apply(report('completed', { durationSeconds: 14_401 }), 1_000 + CALL_LIFE_MS + 1_000);
  t.match(folded.state.ended, { status: 'completed', endReason: 'max_duration', durationSeconds: 14_401 });
});

t.test('does not charge for time that is not proven', async (t) => {
  const poor = answered();
  poor.apply(attach('m1'), 1_100);
  untilEnded(poor, { ...SILENT, credit: 3 }, 1_200);
  t.match(
    poor.state.ended,
    { endReason: 'insufficient_credit', durationSeconds: 60 },
    'no more than the reserved blocks',
  );

  const slow = answered();
  slow.apply(attach('m1'), 1_100);
  slow.apply({ type: 'detach_media', attachmentId: 'm1', heardUntil: 4_000 }, 9_000);
  untilEnded(slow, SILENT, 9_100);
  t.match(slow.state.ended, { durationSeconds: 3 }, 'not the time after the last frame');

  const ahead = answered();
  ahead.apply(attach('m1'), 1_100);
  ahead.apply({ type: 'detach_media', attachmentId: 'm1', heardUntil: 90_000 }, 9_000);
  untilEnded(ahead, SILENT, 9_100);
  t.match(ahead.state.ended, { durationSeconds: 8 }, 'not the time of a clock that is ahead');

  const lost = answered();
  lost.apply(attach('m1'), 1_100);
  lost.apply({ type: 'detach_media', attachmentId: 'm1' }, 12_345);
  untilEnded(lost, SILENT, 12_400);
  t.match(
    lost.state.ended,
    { endReason: 'media_lost', durationSeconds: 12 },
    'not the time after its media ended',
  );
});

t.test('a completed call whose carrier leaves out the duration is billed by our clock', async (t) => {
  const folded = answered();
  folded.apply(attach('m1'), 1_100);
  folded.apply(report('completed'), 9_500);
  t.match(folded.state.ended, { status: 'completed', durationSeconds: 9 });
});

t.test('a placed call that its carrier no longer knows ends after two minutes', async (t) => {
  const ringing = placed();
  const endedAt = untilEnded(ringing, FORGETFUL, 200);
  t.match(ringing.state.ended, { status: 'failed', endReason: 'carrier_failed', durationSeconds: 0 });
  t.ok(endedAt < 200_000, `its line is free after ${endedAt} ms`);
  t.ok(ringing.state.checking.count >= 3, 'no single check was believed');

  const talking = answered();
  talking.apply(attach('m1'), 1_100);
  untilEnded(talking, FORGETFUL, 1_200);
  t.match(
    talking.state.ended,
    { status: 'completed', endedBy: 'unknown', endReason: 'completed', durationSeconds: 30 },
    'billed up to the first check that did not find it',
  );

  const cancelled = placed();
  cancelled.apply({ type: 'cancel' }, 300);
  untilEnded(cancelled, FORGETFUL, 400);
  t.match(cancelled.state.ended, { status: 'cancelled', endReason: 'cancelled' });
});

t.test('a call that is found again in between does not end', async (t) => {
  const folded = answered();
  const found: CheckResult = { outcome: 'found', report: { carrierCallId: 'CA1', progress: 'answered' } };
  const answers: readonly CheckResult[] = [{ outcome: 'not_found' }, { outcome: 'not_found' }, found];
  folded.apply(attach('m1'), 1_100);
  let look = 0;
  const carrier = (): Carrier => {
    if (folded.state.checking.owed) look += 1;
    return { ...SILENT, look: answers[look % 3] ?? found };
  };
  follow(folded, carrier, 2_000, ({ ended }) => ended !== null || look > 60);
  t.equal(folded.state.ended, null);
});

t.test('a call with media is never treated as a call that was not placed', async (t) => {
  for (const look of ['not_found', 'unknown'] as const) {
    const folded = fold(call);
    folded.apply(START, 0);
    folded.apply(CLEARED, 0);
    folded.apply(attach('m1', 'CA7'), 900);
    folded.apply({ type: 'placement_result', result: { outcome: 'unknown' } }, 3_000);
    t.match(
      folded.state.placement,
      { type: 'placed', carrierCallId: 'CA7' },
      'its socket identifies the call',
    );
    folded.apply({ type: 'hang_up', by: 'agent', reason: 'agent_hangup' }, 5_000);
    t.same(
      folded.effects().filter((key) => key.startsWith('hang_up')),
      ['hang_up:1'],
    );
    untilEnded(folded, { ...SILENT, look: { outcome: look } }, 5_000);
    t.match(folded.state.ended, { status: 'completed', endReason: 'agent_hangup', durationSeconds: 5 });
  }
});

t.test('a refused placement does not end a call that already has media', async (t) => {
  const folded = fold(call);
  folded.apply(START, 0);
  folded.apply(CLEARED, 0);
  folded.apply(attach('m1', 'CA7'), 900);
  folded.apply({ type: 'placement_result', result: { outcome: 'refused', reason: 'carrier_failed' } }, 3_000);
  t.match(folded.state, { ended: null, placement: { type: 'placed', carrierCallId: 'CA7' } });
});

t.test('turns before the hang-up are recorded before the call settles', async (t) => {
  const turn = {
    turnId: 't1',
    speaker: 'assistant',
    text: 'Goodbye.',
    at: 5_500,
    audioOffsetMs: 4_000,
    audioEndOffsetMs: 4_400,
    interrupted: false,
    heard: 'acked',
    latencies: null,
  } as const;
  const folded = answered();
  folded.apply(attach('m1'), 1_100);
  folded.apply(report('completed', { durationSeconds: 5 }), 6_000);
  t.same(folded.effects(), [], 'nothing is settled while a session may still write');
  folded.apply({ type: 'record_turn', turn }, 6_020);
  folded.apply({ type: 'detach_media', attachmentId: 'm1' }, 6_030);
  t.same(folded.effects(), ['finish_recording', 'settle']);
  t.same(folded.timers(), {});
  folded.apply({ type: 'record_turn', turn: { ...turn, turnId: 't2' } }, 7_000);
  t.equal(folded.state.turns.length, 2, 'a later turn is kept all the same');

  const silent = answered();
  silent.apply(report('completed', { durationSeconds: 5 }), 6_000);
  t.same(silent.effects(), ['settle'], 'a call without media does not wait');

  const crashed = answered();
  crashed.apply(attach('m1'), 1_100);
  crashed.apply(report('completed', { durationSeconds: 5 }), 6_000);
  t.same(crashed.timers(), { books: 16_000 });
  crashed.advance(15_999);
  t.same(crashed.effects(), []);
  crashed.advance(16_000);
  t.same(crashed.effects(), ['finish_recording', 'settle'], 'it does not wait for a session that is gone');
  t.match(crashed.events.at(-1), { type: 'call.media_detached', attachmentId: 'm1' });
  t.same(crashed.apply({ type: 'detach_media', attachmentId: 'm1' }, 17_000), []);

  const old = answered();
  old.apply(attach('m1'), 1_100);
  old.apply(report('completed', { durationSeconds: 5 }), 6_000);
  old.apply({ type: 'settle_result', blocks: 1, chargedMicrocredits: 10 }, 6_010);
  old.apply({ type: 'recording_result', recording: null }, 6_020);
  t.same([old.timers(), old.effects()], [{}, []], 'nor if an older version has settled without it');
});

const COMMANDS: fc.Arbitrary<CallCommand> = fc.oneof(
  fc.constant<CallCommand>(report('ringing')),
  fc.constant<CallCommand>(report('answered')),
  fc.constant<CallCommand>(attach('m1')),
  fc.constant<CallCommand>(attach('m2')),
  fc.constant<CallCommand>({ type: 'detach_media', attachmentId: 'm1' }),
  fc.constant<CallCommand>({ type: 'detach_media', attachmentId: 'm2' }),
  fc.constant<CallCommand>({ type: 'cancel' }),
  fc.constant<CallCommand>({ type: 'hang_up', by: 'agent', reason: 'agent_hangup' }),
  fc.constant<CallCommand>({ type: 'placement_result', result: { outcome: 'placed', carrierCallId: 'CA1' } }),
  fc.constant<CallCommand>({ type: 'placement_result', result: { outcome: 'unknown' } }),
  fc.constant<CallCommand>({
    type: 'placement_result',
    result: { outcome: 'refused', reason: 'rejected_by_carrier' },
  }),
);

const LOOKS: fc.Arbitrary<CheckResult> = fc
  .constantFrom<CheckResult['outcome'][]>('not_found', 'unknown', 'found')
  .map((outcome) =>
    outcome === 'found' ? { outcome, report: { carrierCallId: 'CA1', progress: 'answered' } } : { outcome },
  );

/** The carrier's own word that the call has ended: a check that does not find it, or a refused placement. */
const reportsEnd = (command: CallCommand): boolean =>
  (command.type === 'check_result' && command.result.outcome === 'not_found') ||
  (command.type === 'placement_result' && command.result.outcome === 'refused');

const RUNS = casesOf(100);

t.test(
  'no path ends an answered call without its duration, or without a hang-up request to the carrier',
  async (t) => {
    let answeredCount = 0;
    fc.assert(
      fc.property(
        fc.array(fc.tuple(COMMANDS, fc.integer({ min: 0, max: 90_000 })), { maxLength: 12 }),
        fc.array(
          fc.record({
            look: LOOKS,
            hangUp: fc.constantFrom('accepted', 'gone', 'failed'),
            credit: fc.integer({ min: 1, max: 50 }),
          }),
          { minLength: 1, maxLength: 6 },
        ),
        (script, carriers) => {
          const folded = fold(call);
          const carrierAt = (step: number): Carrier => carriers[step % carriers.length] ?? SILENT;
          let isReportedEnded = false;
          const send = (command: CallCommand, at: number): void => {
            try {
              folded.apply(command, at);
              if (reportsEnd(command)) isReportedEnded = true;
            } catch (error) {
              if (!(error instanceof DomainError)) throw error;
            }
          };
          folded.apply(START, 0);
          folded.apply(CLEARED, 0);
          let at = 0;
          for (const [index, [command, later]] of script.entries()) {
            at += later;
            folded.advance(at);
            if (carrierAt(index).look.outcome === 'not_found' && folded.state.checking.owed)
              isReportedEnded = true;
            answerAll(folded, carrierAt(index), at);
            send(command, at);
          }
          const watched = (step: number): Carrier => {
            const carrier = carrierAt(step);
            if (carrier.look.outcome === 'not_found' && folded.state.checking.owed) isReportedEnded = true;
            return carrier;
          };
          follow(folded, watched, at, ({ ended }) => ended !== null);
          const { ended, answeredAt, billing, placement } = folded.state;
          if (ended === null) return false;
          if (answeredAt === null) return ended.durationSeconds === 0;
          answeredCount += 1;
          const isBilled =
            ended.status === 'completed' &&
            ended.durationSeconds >= 1 &&
            ended.durationSeconds <= billing.reservedBlocks * 20;
          // A call without a known carrier id cannot be hung up; a socket would have brought the id.
          return isBilled && (isReportedEnded || hasRequestedHangUp(folded) || placement.type !== 'placed');
        },
      ),
      { numRuns: RUNS },
    );
    t.ok(answeredCount > RUNS * 0.3, `${answeredCount} of the calls were answered`);
  },
);

t.test('hangs up a call that a machine answered, unless its agent speaks to machines', async (t) => {
  const machine = report('answered', { answeredBy: 'machine' });
  const usual = answered();
  t.match(usual.apply(machine, 2_000), [
    { type: 'call.hangup_requested', by: 'customer', reason: 'voicemail' },
    { type: 'call.hangup_due' },
  ]);
  t.same(usual.apply(machine, 2_100), [], 'a repetition');
  usual.apply(report('completed', { durationSeconds: 2 }), 3_000);
  t.match(usual.state.ended, { endReason: 'voicemail', endedBy: 'customer' });
  t.same(answered().apply(report('answered', { answeredBy: 'human' }), 2_000), []);
  for (const voicemail of [{ type: 'talk' }, { type: 'leave_message', text: 'Call me.' }] as const) {
    const other = fold(call);
    other.apply({ ...START, agent: { ...START.agent, voicemail } }, 0);
    other.apply(CLEARED, 0);
    other.apply({ type: 'placement_result', result: { outcome: 'placed', carrierCallId: 'CA1' } }, 100);
    t.same(other.apply(machine, 2_000), [{ type: 'call.answered' }], voicemail.type);
  }
});
