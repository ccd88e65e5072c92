/** The journal's time, without a server: its response to steps of server clocks, lost samples and paused machines. */
import fc from 'fast-check';
import t from 'tap';
import {
  afterSample,
  byWallClock,
  correctionMs,
  correctionOfOthers,
  FOLLOWED_MS,
  firstTime,
  type JournalTime,
  type Sample,
  SLEW,
  timeAt,
  trustIn,
} from '../../../../actors/runtime/timekeeping/journal-time.js';

const EPOCH = 1_800_000_000_000;
const HOUR = 3_600_000;

/** A sample at `at` of a server whose clock is `ahead` of the true time and which stamps halfway in `roundTrip`. */
const sampleAt = (at: number, ahead = 0, roundTrip = 2): Sample => ({
  sentAt: at,
  receivedAt: at + roundTrip,
  stampedAt: EPOCH + at + roundTrip / 2 + ahead,
  wallOffset: null,
});
const begun = (ahead = 0): JournalTime => firstTime(sampleAt(0, ahead), null);
/** The time after samples every two seconds between `from` and `to`. */
const follow = (time: JournalTime, from: number, to: number, ahead: number): JournalTime => {
  let followed = time;
  for (let at = from; at < to; at += 2_000) followed = afterSample(followed, sampleAt(at, ahead), null);
  return followed;
};
/** How far a time is ahead of the true time, ms. */
const errorAt = (time: JournalTime, at: number): number => timeAt(time, at) - EPOCH - at;

t.test('follows the wall clock before the first stamp', async (t) => {
  t.equal(timeAt(byWallClock(EPOCH, 500), 700), EPOCH + 200);
});

t.test('adopts the first stamp at once, however far off the wall clock is', async (t) => {
  t.equal(errorAt(begun(), 1_000), 0);
});

t.test('uses the sample with the shortest round trip', async (t) => {
  // Stamped at the very beginning of a long round trip.
  const slow: Sample = { sentAt: 2_000, receivedAt: 2_400, stampedAt: EPOCH + 2_000, wallOffset: null };
  const time = afterSample(begun(), slow, null);
  t.ok(Math.abs(errorAt(time, 60_000)) < 1);
});

t.test('slews towards a server that is slightly off, in either direction', async (t) => {
  for (const ahead of [3_000, -3_000]) {
    const time = follow(begun(), 2_000, 100_000, ahead);
    const error = errorAt(time, 100_000);
    t.ok(Math.abs(error - Math.sign(ahead) * 100_000 * SLEW) < 50, `${error} ms after 100 s`);
    t.ok(Math.abs(errorAt(follow(time, 100_000, 400_000, ahead), 400_000) - ahead) < 2, 'reached');
  }
});

t.test('does not follow a server that steps by more than the bound, and reports its offset', async (t) => {
  for (const ahead of [HOUR, -HOUR, 50 * HOUR, -20_000]) {
    const time = follow(begun(), 2_000, 600_000, ahead);
    t.equal(errorAt(time, 600_000), 0, `${ahead} ms`);
    t.ok(Math.abs(time.heldMs - ahead) <= 1);
    t.equal(correctionMs(time, 600_000), -Math.round(time.heldMs));
    const corrected = follow(time, 600_000, 602_000, 0);
    t.equal(corrected.heldMs, 0, 'it is followed again once it is right');
    t.ok(Math.abs(errorAt(corrected, 700_000)) < 1);
  }
});

t.test('a new leader replaces the samples of the previous one', async (t) => {
  // The window is full of samples of a shorter round trip.
  const first = follow(begun(), 2_000, 20_000, 0);
  let time = first;
  for (let at = 20_000; at < 120_000; at += 2_000) time = afterSample(time, sampleAt(at, 500, 40), null);
  t.ok(Math.abs(errorAt(time, 120_000) - 500) < 25);
});

t.test('time continues while samples are lost', async (t) => {
  t.equal(errorAt(begun(), 10 * HOUR), 0);
  const time = afterSample(begun(), sampleAt(10 * HOUR, 700), null);
  t.ok(errorAt(time, 10 * HOUR) <= 1, 'and does not jump when samples return');
});

t.test('a node that starts while the others hold their time holds the same time', async (t) => {
  const holding = follow(begun(), 2_000, 60_000, HOUR);
  const previous = {
    node: 'other',
    correctionMs: correctionMs(holding, 60_000),
    stampedAt: EPOCH + 60_000 + HOUR,
  };
  const sample = sampleAt(61_000, HOUR);
  const others = correctionOfOthers(previous, 'self', sample.stampedAt);
  const time = firstTime(sample, others);
  t.ok(Math.abs(errorAt(time, 61_000)) < 2);
  t.ok(Math.abs(time.heldMs - HOUR) < 2, 'and knows that the server is off');
  t.ok(Math.abs(errorAt(follow(time, 62_000, 80_000, HOUR), 80_000)) < 2);
});

t.test('the correction of other nodes is valid for seconds, and never after a step back', async (t) => {
  const previous = { node: 'other', correctionMs: -HOUR, stampedAt: EPOCH };
  t.equal(correctionOfOthers(previous, 'self', EPOCH + 5_000), -HOUR);
  t.equal(correctionOfOthers(previous, 'self', EPOCH + 60_000), null, 'no other node is alive');
  t.equal(correctionOfOthers(previous, 'self', EPOCH - 60_000), null);
  t.equal(correctionOfOthers(previous, 'other', EPOCH + 1_000), null, 'its own correction');
  t.equal(correctionOfOthers(null, 'self', EPOCH), null);
});

t.test('a node whose machine was paused catches up if the others agree with the server', async (t) => {
  // The monotonic clock stood still for an hour.
  const late = sampleAt(60_000, HOUR);
  t.ok(Math.abs(errorAt(afterSample(begun(), late, 0), 60_000) - HOUR) < 2);
  t.equal(afterSample(begun(), late, null).heldMs > 0, true, 'not if there are no other nodes');
  t.equal(afterSample(begun(), late, -HOUR).heldMs > 0, true, 'nor if they hold their time, too');
  t.equal(errorAt(afterSample(begun(), sampleAt(60_000, -HOUR), 0), 60_000), 0, 'and never backwards');
});

t.test('a time that the wall clock confirms is trusted against the server', async (t) => {
  const held = follow(begun(), 2_000, 4_000, HOUR);
  t.match(trustIn(begun(), HOUR), { type: 'followed' }, 'a wall clock alone proves nothing');
  t.match(trustIn(held, 300), { type: 'held' });
  t.match(trustIn(held, HOUR), { type: 'untrusted' }, 'both contradict it');
  t.match(trustIn(held, -HOUR), { type: 'untrusted' }, 'all three differ');
});

t.test('time never goes back and keeps its pace, whatever servers stamp', async () => {
  const stamped = fc.record({
    afterMs: fc.integer({ min: 1, max: 120_000 }),
    roundTrip: fc.integer({ min: 0, max: 5_000 }),
    ahead: fc.oneof(
      fc.integer({ min: -20_000, max: 20_000 }),
      fc.integer({ min: -50 * HOUR, max: 50 * HOUR }),
    ),
  });
  fc.assert(
    fc.property(fc.array(stamped, { maxLength: 60 }), (all) => {
      let time = begun();
      let at = 2;
      for (const { afterMs, roundTrip, ahead } of all) {
        const before = timeAt(time, at);
        const sample = sampleAt(at + afterMs, ahead, roundTrip);
        const { receivedAt } = sample;
        const passed = timeAt(time, receivedAt) - before;
        if (Math.abs(passed - (receivedAt - at)) > SLEW * (receivedAt - at) + 1e-3) return false;
        const next = afterSample(time, sample, null);
        if (Math.abs(timeAt(next, receivedAt) - timeAt(time, receivedAt)) > 1e-3) return false;
        time = next;
        at = receivedAt;
      }
      return true;
    }),
  );
});

t.test('nodes that follow the same servers stay in step, whenever each takes its samples', async () => {
  const leaders = fc.array(fc.integer({ min: -4_000, max: 4_000 }), { minLength: 1, maxLength: 5 });
  const phases = fc.tuple(fc.integer({ min: 0, max: 1_999 }), fc.integer({ min: 0, max: 1_999 }));
  fc.assert(
    fc.property(leaders, phases, (aheads, [phaseA, phaseB]) => {
      let [a, b] = [begun(), begun()];
      let at = 2_000;
      for (const ahead of aheads) {
        for (let round = 0; round < 100; round += 1, at += 2_000) {
          a = afterSample(a, sampleAt(at + phaseA, ahead), null);
          b = afterSample(b, sampleAt(at + phaseB, ahead), null);
          if (Math.abs(timeAt(a, at + 2_000) - timeAt(b, at + 2_000)) > FOLLOWED_MS * SLEW) return false;
        }
      }
      return true;
    }),
  );
});

t.test('the wall clock decides within a round trip, and never beyond it', async (t) => {
  const late = { sentAt: 1_000, receivedAt: 1_400, stampedAt: EPOCH + 1_100 };
  const errorWith = (wallOffset: number): number => errorAt(firstTime({ ...late, wallOffset }, null), 1_400);
  t.equal(errorWith(EPOCH), 0, 'stamped early and received late');
  t.equal(errorWith(EPOCH + 50), 50);
  t.equal(errorWith(EPOCH + 20_000), -100, 'the wall clock was set: the middle of the round trip counts');
});
