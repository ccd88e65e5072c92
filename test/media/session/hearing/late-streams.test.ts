/** A busy node reads the first audio of a stream late: the recording has all audio where it was said. */
import t from 'tap';
import { createMediaSession } from '../../../../media/session/index.js';
import { briefOf } from '../carrier.js';

const FRAME_MS = 20;
const BYTES_PER_MS = 8;
/** Start of the speech on the clock of the recording, ms. */
const SPOKEN_AT = 1_000;

/** Position of each frame in the recording, ms, if frame n arrives at `arrivesAt(n)`; null if it is missing. */
const recorded = (
  frames: number,
  arrivesAt: (frame: number) => number,
  waitedMs: (frame: number) => number = () => 0,
): readonly (number | null)[] => {
  const session = createMediaSession(briefOf());
  session.step({ type: 'connected' }, arrivesAt(0));
  const track = new Uint8Array(60_000 * BYTES_PER_MS);
  for (let frame = 0; frame < frames; frame += 1) {
    const payload = new Uint8Array(FRAME_MS * BYTES_PER_MS).fill(frame + 1);
    const input = {
      type: 'audio',
      timestampMs: frame * FRAME_MS,
      payload,
      waitedMs: waitedMs(frame),
    } as const;
    for (const output of session.step(input, arrivesAt(frame)))
      if (output.type === 'record' && output.track === 'customer')
        track.set(output.payload, Math.round(output.atMs * BYTES_PER_MS));
  }
  return Array.from({ length: frames }, (_, frame) => {
    const at = track.indexOf(frame + 1);
    return at === -1 ? null : at / BYTES_PER_MS;
  });
};

const inPlace = (frames: number): readonly number[] =>
  Array.from({ length: frames }, (_, frame) => SPOKEN_AT + frame * FRAME_MS);

t.test('audio that arrives on time is recorded where it arrived', async (t) => {
  t.same(
    recorded(100, (frame) => SPOKEN_AT + frame * FRAME_MS),
    inPlace(100),
  );
});

t.test('a stream whose first audio arrives late and all at once is recorded where it was said', async (t) => {
  const READ_AT = SPOKEN_AT + 800;
  t.same(
    recorded(100, (frame) => Math.max(READ_AT, SPOKEN_AT + frame * FRAME_MS)),
    inPlace(100),
  );
});

t.test('audio that is late by less than a frame shifts nothing', async (t) => {
  t.same(
    recorded(100, (frame) => SPOKEN_AT + frame * FRAME_MS + (frame === 0 ? 0 : frame % 15)),
    inPlace(100),
  );
});

t.test('a delay in the middle of a stream shifts nothing', async (t) => {
  const READ_AT = SPOKEN_AT + 3_000;
  const late = (frame: number): number => {
    const spokenAt = SPOKEN_AT + frame * FRAME_MS;
    return spokenAt >= 2_500 && spokenAt < READ_AT ? READ_AT : spokenAt;
  };
  t.same(recorded(200, late), inPlace(200));
});

t.test('a stream whose audio is late for seconds is recorded where it was said', async (t) => {
  // Ever less late: half a second late at first, on time after three seconds.
  const late = (frame: number): number => SPOKEN_AT + frame * FRAME_MS + Math.max(0, 600 - frame * 4);
  const positions = recorded(200, late);
  t.same(positions.slice(150), inPlace(200).slice(150));
  t.ok(
    positions.every((at, frame) => at !== null && at - SPOKEN_AT - frame * FRAME_MS < FRAME_MS),
    'what was recorded too late before is moved',
  );
});

t.test('a stream that was on time for a second is not moved any more', async (t) => {
  // A carrier whose clock is fast, or that sends ahead, is no proof that earlier audio was late.
  const early = (frame: number): number => SPOKEN_AT + frame * FRAME_MS - (frame < 100 ? 0 : 400);
  t.same(recorded(99, early), inPlace(99));
  t.same(recorded(200, early).slice(0, 99), inPlace(99));
});

t.test(
  'a session that starts late leaves out what was said before its recording, and moves nothing',
  async (t) => {
    // The first 380 ms arrived before the recording's clock started; 0 is in the middle of frame 19.
    const BEGAN_AT = -390;
    const arrivesAt = (frame: number): number => Math.max(0, BEGAN_AT + frame * FRAME_MS);
    const waited = (frame: number): number => Math.max(0, -(BEGAN_AT + frame * FRAME_MS));
    const positions = recorded(100, arrivesAt, waited);
    t.ok(positions.slice(0, 19).every((at) => at === null));
    t.equal(positions[19], 0, 'of a frame that was half said, the rest is kept');
    t.same(
      positions.slice(20),
      Array.from({ length: 80 }, (_, index) => 10 + index * FRAME_MS),
    );
  },
);
