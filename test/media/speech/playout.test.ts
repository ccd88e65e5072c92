/** The outbound track: how far ahead frames leave, how many at a time, and which bytes they hold. */
import fc from 'fast-check';
import t from 'tap';
import { FRAME_BYTES } from '../../../media/audio/frames.js';
import { type Background, createPlayout, type PlayoutOutput } from '../../../media/speech/playout.js';
import { newUtterance, type Utterance } from '../../../media/speech/utterance.js';

const LEAD_MS = 200;

/** A complete utterance with these chunks of audio. */
const spoken = (chunks: readonly Uint8Array[]): Utterance => {
  const utterance = newUtterance('u1', 1, 'greeting', 'Hello.', 0);
  utterance.chunks = [...chunks];
  utterance.bytes = chunks.reduce((sum, { length }) => sum + length, 0);
  utterance.complete = true;
  return utterance;
};

const numbered = (length: number): Uint8Array => Uint8Array.from({ length }, (_, index) => index % 251);

/** The frames that leave at each tick of 20 ms. */
const played = (
  chunks: readonly Uint8Array[],
  ticks: number,
  background: Background = null,
): readonly (readonly Uint8Array[])[] => {
  const playout = createPlayout(LEAD_MS, 200, background);
  playout.enqueue(spoken(chunks));
  return Array.from({ length: ticks }, (_, tick) => {
    const out: PlayoutOutput[] = [];
    playout.pump(tick * 20, out);
    return out.flatMap((output) => (output.type === 'send_audio' ? [output.payload] : []));
  });
};

t.test('fills the lead at once, then sends two frames at a time, never beyond it', async (t) => {
  const ticks = played([numbered(50 * FRAME_BYTES)], 50);
  t.same(ticks.map(({ length }) => length).slice(0, 8), [10, 0, 2, 0, 2, 0, 2, 0]);
  let sent = 0;
  for (const [tick, frames] of ticks.entries()) {
    for (const _ of frames) {
      t.ok(sent * 20 - tick * 20 < LEAD_MS, 'P1');
      sent += 1;
    }
    if (sent < 50) t.ok(sent * 20 - tick * 20 > LEAD_MS - 40, 'P4');
  }
  t.equal(sent, 50, 'the last frames wait for nothing');
});

t.test('the beginning of an utterance waits for nothing but the lead', async (t) => {
  const playout = createPlayout(LEAD_MS, 200, null);
  playout.enqueue(spoken([numbered(10 * FRAME_BYTES)]));
  playout.pump(0, []);
  playout.enqueue({ ...spoken([numbered(10 * FRAME_BYTES)]), id: 'u2' });
  const out: PlayoutOutput[] = [];
  playout.pump(20, out);
  t.match(out, [{ type: 'send_audio', utterance: 'u2' }, { type: 'send_mark' }]);
});

t.test(
  'marks follow the audio at the current distance, and each utterance has one at its beginning and end',
  async (t) => {
    const playout = createPlayout(LEAD_MS, 100, null);
    playout.enqueue(spoken([numbered(25 * FRAME_BYTES)]));
    const out: PlayoutOutput[] = [];
    playout.pump(0, out);
    playout.markEvery(40);
    for (let at = 20; at < 600; at += 20) playout.pump(at, out);
    const marks = out.flatMap((output) => (output.type === 'send_mark' ? [output.name] : []));
    t.same(
      marks.map((name) => Number(name.split(':')[2])),
      [20, 100, 200, 240, 280, 320, 360, 400, 440, 480, 500],
    );
  },
);

t.test('a receipt proves all earlier audio, even if the receipts for that were lost', async (t) => {
  const playout = createPlayout(LEAD_MS, 200, null);
  const [first, second] = [spoken([numbered(5 * FRAME_BYTES)]), spoken([numbered(10 * FRAME_BYTES)])];
  playout.enqueue(first);
  playout.enqueue({ ...second, id: 'u2' });
  for (let at = 0; at < 200; at += 20) playout.pump(at, []);
  t.equal(playout.receipt('u2:1:20', 120)?.id, 'u2');
  t.match(first, { ackedMs: 100, firstPlayedAt: 0 });
});

t.test('a frame is a view of shared audio; noise is mixed into a copy', async (t) => {
  const shared = numbered(20 * FRAME_BYTES);
  for (const frame of played([shared], 20).flat()) t.equal(frame.buffer, shared.buffer);
  const before = Uint8Array.from(shared);
  const mixed = played([shared], 20, (frame) => void frame.fill(0)).flat();
  t.ok(mixed.slice(0, 20).every((frame) => frame.every((byte) => byte === 0)));
  t.same(shared, before);
});

t.test(
  'sends exactly the synthesised audio for any chunking, with silence up to the end of the last frame',
  async () => {
    fc.assert(
      fc.property(fc.array(fc.nat(700), { minLength: 1, maxLength: 12 }), (lengths) => {
        const whole = numbered(lengths.reduce((sum, length) => sum + length, 0));
        let from = 0;
        const chunks = lengths.map((length) => {
          from += length;
          return whole.subarray(from - length, from);
        });
        const heard = Buffer.concat(played(chunks, 100).flat());
        const rest = heard.subarray(whole.length);
        return (
          heard.subarray(0, whole.length).equals(whole) &&
          rest.length < FRAME_BYTES &&
          rest.every((byte) => byte === 0xff)
        );
      }),
    );
  },
);
