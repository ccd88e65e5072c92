/** The charge for an answered call whose session died without detaching: up to the last sign of the call. */
import t from 'tap';
import type { CallCommand, CheckResult } from '../../../actors/call/commands.js';
import { call } from '../../../actors/call/index.js';
import { fold } from '../../support/actors/fold.js';
import { CLEARED, report, START } from './call-script.js';

const FOUND: CheckResult = { outcome: 'found', report: { carrierCallId: 'CA1', progress: 'answered' } };
const NOT_FOUND: CheckResult = { outcome: 'not_found' };
const UNKNOWN: CheckResult = { outcome: 'unknown' };
const ATTACH: CallCommand = { type: 'attach_media', attachmentId: 'm1', carrierCallId: 'CA1' };

/** Answered at 1 s; its session begins 0.1 s later. Six minutes are reserved. */
const talking = () => {
  const folded = fold(call);
  folded.apply({ ...START, reservedBlocks: 18 }, 0);
  folded.apply(CLEARED, 0);
  folded.apply({ type: 'placement_result', result: { outcome: 'placed', carrierCallId: 'CA1' } }, 100);
  folded.apply(report('answered'), 1_000);
  folded.apply(ATTACH, 1_100);
  return folded;
};

/** Makes the check that is due at `at`. */
const look = (folded: ReturnType<typeof talking>, at: number, result: CheckResult): void => {
  folded.advance(at);
  folded.apply({ type: 'check_result', check: folded.state.checking.count, result }, at);
};

/** The service is killed after the first check, at 31 s. */
const killedAfterCheck = () => {
  const folded = talking();
  look(folded, 31_000, FOUND);
  return folded;
};

t.test('charges up to the last sign if the carrier leaves out the duration five minutes later', async (t) => {
  const folded = killedAfterCheck();
  folded.apply(report('completed'), 311_000);
  t.match(folded.state.ended, { status: 'completed', durationSeconds: 30 });
});

t.test('charges up to the last sign if the carrier has forgotten the call five minutes later', async (t) => {
  const folded = killedAfterCheck();
  for (const at of [311_000, 400_000, 500_000]) look(folded, at, NOT_FOUND);
  t.match(folded.state.ended, { status: 'completed', durationSeconds: 30 });
});

t.test('a carrier that cannot say after the service is back proves nothing', async (t) => {
  const folded = killedAfterCheck();
  look(folded, 311_000, UNKNOWN);
  folded.apply(report('completed'), 312_000);
  t.match(folded.state.ended, { durationSeconds: 30 });
});

t.test('charges one second for a call without any sign after its first frame', async (t) => {
  const folded = talking();
  folded.apply(report('completed'), 311_000);
  t.match(folded.state.ended, { durationSeconds: 1 });
});

t.test("the carrier's duration counts, however long there was no sign of the call", async (t) => {
  const folded = killedAfterCheck();
  folded.apply(report('completed', { durationSeconds: 290 }), 311_000);
  t.match(folded.state.ended, { durationSeconds: 290 });
});

t.test('charges a call whose session is alive up to its end', async (t) => {
  const betweenLooks = killedAfterCheck();
  betweenLooks.apply(report('completed'), 59_000);
  t.match(betweenLooks.state.ended, { durationSeconds: 58 });

  const silentCarrier = talking();
  for (let at = 31_000; at < 200_000; at += 30_000) look(silentCarrier, at, UNKNOWN);
  silentCarrier.apply(report('completed'), 201_000);
  t.match(silentCarrier.state.ended, { durationSeconds: 200 }, 'also while its carrier cannot say anything');
});

t.test('charges a call that continues in another process up to its end', async (t) => {
  const folded = killedAfterCheck();
  folded.apply({ type: 'attach_media', attachmentId: 'm2', carrierCallId: 'CA1' }, 311_000);
  folded.apply(report('completed'), 320_000);
  t.match(folded.state.ended, { durationSeconds: 319 });
});
