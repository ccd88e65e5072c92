/** The first audio of a stream waited for a busy node: the recording has it, and what follows, where it was said. */
import t from 'tap';
import { createMediaSession } from '../../media/session/index.js';
import { briefOf } from './carrier.js';

const FRAME_MS = 20;
const BYTES_PER_MS = 8;
/** Said from here on the recording's clock, ms. */
const SAID_AT = 1_000;

/** Where each frame lies in the recording, by its number, ms, when frame number n comes at `arrivesAt(n)`. */
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
  Array.from({ length: frames }, (_, frame) => SAID_AT + frame * FRAME_MS);

t.test('a stream whose audio comes in time lies where it came', async (t) => {
  t.same(
    recorded(100, (frame) => SAID_AT + frame * FRAME_MS),
    inPlace(100),
  );
});

t.test('a stream whose first audio waited, and came at once, lies where it was said', async (t) => {
  const READ_AT = SAID_AT + 800;
  t.same(
    recorded(100, (frame) => Math.max(READ_AT, SAID_AT + frame * FRAME_MS)),
    inPlace(100),
  );
});

t.test('audio that is late by less than a frame moves nothing', async (t) => {
  t.same(
    recorded(100, (frame) => SAID_AT + frame * FRAME_MS + (frame === 0 ? 0 : frame % 15)),
    inPlace(100),
  );
});

t.test('audio that waits in the middle of a stream moves nothing', async (t) => {
  const READ_AT = SAID_AT + 3_000;
  const late = (frame: number): number => {
    const saidAt = SAID_AT + frame * FRAME_MS;
    return saidAt >= 2_500 && saidAt < READ_AT ? READ_AT : saidAt;
  };
  t.same(recorded(200, late), inPlace(200));
});
