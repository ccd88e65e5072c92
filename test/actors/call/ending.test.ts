/** How calls end that were answered: hung up, billed and settled, whatever the carrier says or does not say. */
import fc from 'fast-check';
import t from 'tap';
import type { CallCommand, CheckResult } from '../../../actors/call/commands.js';
import type { CallEvent } from '../../../actors/call/events.js';
import { call } from '../../../actors/call/index.js';
import { CALL_LIFE_MS, LAST_HANG_UP_MS, LINE_WAIT_MS } from '../../../actors/call/timers.js';
import { DomainError } from '../../../schemas/errors.js';
import { fold } from '../../support/fold.js';
import { answered, placed, report, START } from './call-script.js';

t.setTimeout(120_000);

type Call = ReturnType<typeof answered>;

/** How the world answers what a call owes from now on. */
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

/** Answers everything that is owed at `at`. */
const answerAll = (one: Call, { look, hangUp, credit }: Carrier, at: number): void => {
  for (const key of one.effects()) {
    const [kind, number] = key.split(':');
    const count = Number(number);
    if (kind === 'place') one.tell({ type: 'placement_result', result: { outcome: 'unknown' } }, at);
    if (kind === 'check') one.tell({ type: 'check_result', check: count, result: look }, at);
    if (kind === 'hang_up') one.tell({ type: 'hangup_result', attempt: count, outcome: hangUp }, at);
    if (kind === 'reserve_block')
      one.tell({ type: 'block_result', block: count, granted: count <= credit }, at);
  }
};

/** Lets time pass from one due time to the next until `done`, or until nothing is due any more. Returns when that was. */
const follow = (
  one: Call,
  carrierAt: (step: number) => Carrier,
  from: number,
  done: (state: Call['state']) => boolean,
): number => {
  let at = from;
  answerAll(one, carrierAt(0), at);
  for (let step = 1; !done(one.state) && step < 20_000; step += 1) {
    const next = Math.min(...Object.values(one.timers()));
    if (!Number.isFinite(next)) return at;
    at = Math.max(at, next);
    one.advance(at);
    answerAll(one, carrierAt(step), at);
  }
  return at;
};

const untilEnded = (one: Call, carrier: Carrier, from: number): number =>
  follow(
    one,
    () => carrier,
    from,
    ({ ended }) => ended !== null,
  );

const asked = ({ events }: { readonly events: readonly CallEvent[] }): boolean =>
  events.some(({ type }) => type === 'call.hangup_due');

t.test('a call that waited for its line has its whole four hours from its answer', async (t) => {
  const one = fold(call);
  one.tell({ ...START, line: 'waiting' }, 0);
  const dialledAt = LINE_WAIT_MS - 1_000;
  one.tell({ type: 'line_granted' }, dialledAt);
  one.tell(report('answered'), dialledAt + 500);
  one.tell(attach('m1'), dialledAt + 600);
  const still: CheckResult = { outcome: 'found', report: { carrierCallId: 'CA1', progress: 'answered' } };
  const at = follow(
    one,
    () => ({ ...SILENT, look: still }),
    dialledAt + 1_000,
    ({ ended, hangUp }) => ended !== null || hangUp !== null,
  );
  t.equal(one.state.ended, null);
  t.equal(at, dialledAt + 500 + CALL_LIFE_MS, 'and only then it is hung up');
});

t.test('a call that is four hours old is hung up, billed and settled', async (t) => {
  const one = answered();
  one.tell(attach('m1'), 1_100);
  const still: CheckResult = { outcome: 'found', report: { carrierCallId: 'CA1', progress: 'answered' } };
  const at = untilEnded(one, { ...SILENT, look: still }, 1_200);
  t.ok(asked(one), 'the carrier was asked');
  t.equal(at, 1_000 + CALL_LIFE_MS + LAST_HANG_UP_MS, 'and had time to confirm');
  t.match(one.state.hangUp, { requestedAt: 1_000 + CALL_LIFE_MS, reason: 'max_duration', by: 'system' });
  t.match(one.state.ended, {
    status: 'completed',
    endedBy: 'system',
    endReason: 'max_duration',
    durationSeconds: CALL_LIFE_MS / 1_000,
  });
  one.tell({ type: 'detach_media', attachmentId: 'm1' }, at + 10);
  t.ok(one.effects().includes('settle'));
});

t.test('a carrier that confirms the last hang-up says how long the call was', async (t) => {
  const one = answered();
  one.tell(attach('m1'), 1_100);
  follow(
    one,
    () => SILENT,
    1_200,
    ({ ended, hangUp }) => ended !== null || hangUp !== null,
  );
  one.tell(report('completed', { durationSeconds: 14_401 }), 1_000 + CALL_LIFE_MS + 1_000);
  t.match(one.state.ended, { status: 'completed', endReason: 'max_duration', durationSeconds: 14_401 });
});

t.test('what nobody can prove is not charged', async (t) => {
  const poor = answered();
  poor.tell(attach('m1'), 1_100);
  untilEnded(poor, { ...SILENT, credit: 3 }, 1_200);
  t.match(
    poor.state.ended,
    { endReason: 'insufficient_credit', durationSeconds: 60 },
    'no more than was set aside',
  );

  const lost = answered();
  lost.tell(attach('m1'), 1_100);
  lost.tell({ type: 'detach_media', attachmentId: 'm1' }, 12_345);
  untilEnded(lost, SILENT, 12_400);
  t.match(
    lost.state.ended,
    { endReason: 'media_lost', durationSeconds: 12 },
    'not what came after its media ended',
  );
});

t.test('a completed call whose carrier leaves out the duration is billed by our clock', async (t) => {
  const one = answered();
  one.tell(attach('m1'), 1_100);
  one.tell(report('completed'), 9_500);
  t.match(one.state.ended, { status: 'completed', durationSeconds: 9 });
});

t.test('a placed call of which its carrier knows nothing any more is over after two minutes', async (t) => {
  const ringing = placed();
  const endedAt = untilEnded(ringing, FORGETFUL, 200);
  t.match(ringing.state.ended, { status: 'failed', endReason: 'carrier_failed', durationSeconds: 0 });
  t.ok(endedAt < 200_000, `its line is free after ${endedAt} ms`);
  t.ok(ringing.state.checking.count >= 3, 'no single look was believed');

  const talking = answered();
  talking.tell(attach('m1'), 1_100);
  untilEnded(talking, FORGETFUL, 1_200);
  t.match(
    talking.state.ended,
    { status: 'completed', endedBy: 'unknown', endReason: 'completed', durationSeconds: 30 },
    'billed up to the first look that did not find it',
  );

  const cancelled = placed();
  cancelled.tell({ type: 'cancel' }, 300);
  untilEnded(cancelled, FORGETFUL, 400);
  t.match(cancelled.state.ended, { status: 'cancelled', endReason: 'cancelled' });
});

t.test('a call that is found again in between is not over', async (t) => {
  const one = answered();
  const found: CheckResult = { outcome: 'found', report: { carrierCallId: 'CA1', progress: 'answered' } };
  const answers: readonly CheckResult[] = [{ outcome: 'not_found' }, { outcome: 'not_found' }, found];
  one.tell(attach('m1'), 1_100);
  let look = 0;
  const carrier = (): Carrier => {
    if (one.state.checking.owed) look += 1;
    return { ...SILENT, look: answers[look % 3] ?? found };
  };
  follow(one, carrier, 2_000, ({ ended }) => ended !== null || look > 60);
  t.equal(one.state.ended, null);
});

t.test('a call that somebody speaks on is never taken for one that was not placed', async (t) => {
  for (const look of ['not_found', 'unknown'] as const) {
    const one = fold(call);
    one.tell(START, 0);
    one.tell(attach('m1', 'CA7'), 900);
    one.tell({ type: 'placement_result', result: { outcome: 'unknown' } }, 3_000);
    t.match(one.state.placement, { at: 'placed', carrierCallId: 'CA7' }, 'its socket says which call it is');
    one.tell({ type: 'hang_up', by: 'agent', reason: 'agent_hangup' }, 5_000);
    t.same(
      one.effects().filter((key) => key.startsWith('hang_up')),
      ['hang_up:1'],
    );
    untilEnded(one, { ...SILENT, look: { outcome: look } }, 5_000);
    t.match(one.state.ended, { status: 'completed', endReason: 'agent_hangup', durationSeconds: 5 });
  }
});

t.test('a refusal of a call that somebody speaks on already ends nothing', async (t) => {
  const one = fold(call);
  one.tell(START, 0);
  one.tell(attach('m1', 'CA7'), 900);
  one.tell({ type: 'placement_result', result: { outcome: 'refused', reason: 'carrier_failed' } }, 3_000);
  t.match(one.state, { ended: null, placement: { at: 'placed', carrierCallId: 'CA7' } });
});

t.test('what was said before the hang-up is in the books before the call settles', async (t) => {
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
  const one = answered();
  one.tell(attach('m1'), 1_100);
  one.tell(report('completed', { durationSeconds: 5 }), 6_000);
  t.same(one.effects(), [], 'nothing is settled while a session may still write');
  one.tell({ type: 'record_turn', turn }, 6_020);
  one.tell({ type: 'detach_media', attachmentId: 'm1' }, 6_030);
  t.same(one.effects(), ['finish_recording', 'settle']);
  t.same(one.timers(), {});
  one.tell({ type: 'record_turn', turn: { ...turn, turnId: 't2' } }, 7_000);
  t.equal(one.state.turns.length, 2, 'what comes later is kept all the same');

  const silent = answered();
  silent.tell(report('completed', { durationSeconds: 5 }), 6_000);
  t.same(silent.effects(), ['settle'], 'a call without media waits for nobody');

  const crashed = answered();
  crashed.tell(attach('m1'), 1_100);
  crashed.tell(report('completed', { durationSeconds: 5 }), 6_000);
  t.same(crashed.timers(), { books: 16_000 });
  crashed.advance(15_999);
  t.same(crashed.effects(), []);
  crashed.advance(16_000);
  t.same(crashed.effects(), ['finish_recording', 'settle'], 'a session that is gone is not waited for');
  t.match(crashed.events.at(-1), { type: 'call.media_detached', attachmentId: 'm1' });
  t.same(crashed.tell({ type: 'detach_media', attachmentId: 'm1' }, 17_000), []);

  const old = answered();
  old.tell(attach('m1'), 1_100);
  old.tell(report('completed', { durationSeconds: 5 }), 6_000);
  old.tell({ type: 'settle_result', blocks: 1, chargedMicrocredits: 10 }, 6_010);
  old.tell({ type: 'recording_result', recording: null }, 6_020);
  t.same([old.timers(), old.effects()], [{}, []], 'nor is one that an older version settled without');
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

/** The carrier's own word that the call is over: a report of its end, a look that does not find it, a refusal. */
const saidOver = (command: CallCommand): boolean =>
  (command.type === 'check_result' && command.result.outcome === 'not_found') ||
  (command.type === 'placement_result' && command.result.outcome === 'refused');

t.test(
  'no path leaves an answered call ended without its seconds, or without the carrier having been asked to hang up',
  async (t) => {
    let answeredOnes = 0;
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
          const one = fold(call);
          const carrierAt = (step: number): Carrier => carriers[step % carriers.length] ?? SILENT;
          let over = false;
          const tell = (command: CallCommand, at: number): void => {
            try {
              one.tell(command, at);
              if (saidOver(command)) over = true;
            } catch (error) {
              if (!(error instanceof DomainError)) throw error;
            }
          };
          one.tell(START, 0);
          let at = 0;
          for (const [index, [command, later]] of script.entries()) {
            at += later;
            one.advance(at);
            if (carrierAt(index).look.outcome === 'not_found' && one.state.checking.owed) over = true;
            answerAll(one, carrierAt(index), at);
            tell(command, at);
          }
          const watched = (step: number): Carrier => {
            const carrier = carrierAt(step);
            if (carrier.look.outcome === 'not_found' && one.state.checking.owed) over = true;
            return carrier;
          };
          follow(one, watched, at, ({ ended }) => ended !== null);
          const { ended, answeredAt, billing, placement } = one.state;
          if (ended === null) return false;
          if (answeredAt === null) return ended.durationSeconds === 0;
          answeredOnes += 1;
          const isBilled =
            ended.status === 'completed' &&
            ended.durationSeconds >= 1 &&
            ended.durationSeconds <= billing.reservedBlocks * 20;
          // Nobody can be asked about a call of which no name is known; a socket would have told it.
          return isBilled && (over || asked(one) || placement.at !== 'placed');
        },
      ),
      { numRuns: 250 },
    );
    t.ok(answeredOnes > 60, `${answeredOnes} of the calls were answered`);
  },
);
