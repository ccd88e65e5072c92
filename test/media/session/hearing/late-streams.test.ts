/** A busy node reads the first audio of a stream late: the recording has all audio where it was said. */
import t from 'tap';
import { createMediaSession } from '../../../../media/session/index.js';
import { briefOf } from '../carrier.js';

const FRAME_MS = 20;
const BYTES_PER_MS = 8;
/** Start of the speech on the clock of the recording, ms. */
const SPOKEN_AT = 1_000;

/** Position of each frame in the recording, ms, if frame n arrives at `arrivesAt(n)`; null if it is missing. */
const recorded = (frames: number, arrivesAt: (frame: number) => number): readonly (number | null)[] => {
  const session = createMediaSession(briefOf());
  session.step({ type: 'connected' }, arrivesAt(0));
  const track = new Uint8Array(60_000 * BYTES_PER_MS);
  for (let frame = 0; frame < frames; frame += 1) {
    const payload = new Uint8Array(FRAME_MS * BYTES_PER_MS).fill(frame + 1);
    const input = { type: 'audio', timestampMs: frame * FRAME_MS, payload } as const;
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
