/** The voice is lowered at once: what the carrier holds is cleared, and sent again from where it was playing. */
import t from 'tap';
import { FRAME_BYTES } from '../../../media/audio/frames.js';
import { attenuated, LOWEST_LEVEL } from '../../../media/speech/attenuation.js';
import { createPlayout, type PlayoutOutput } from '../../../media/speech/playout.js';
import { newUtterance, reckonedMs, sentMs, type UtteranceKind } from '../../../media/speech/utterance.js';
import { MULAW_TO_PCM, pcmToMulaw } from '../../../providers/speech/dsp/g711.js';

/** Each frame has samples of its own. */
const framesOf = (count: number): Uint8Array => {
  const audio = new Uint8Array(count * FRAME_BYTES);
  for (let frame = 0; frame < count; frame += 1)
    audio.fill(pcmToMulaw(4_000 + frame * 400), frame * FRAME_BYTES, (frame + 1) * FRAME_BYTES);
  return audio;
};

const spoken = (id: string, frames: number, kind: UtteranceKind = 'reply') => {
  const utterance = newUtterance(id, 1, kind, 'Hello.', 0);
  utterance.chunks = [framesOf(frames)];
  utterance.bytes = frames * FRAME_BYTES;
  utterance.complete = true;
  return utterance;
};

const createTrack = () => {
  const playout = createPlayout(200, 200, null);
  const pumped = (fromMs: number, toMs: number): PlayoutOutput[] => {
    const out: PlayoutOutput[] = [];
    for (let at = fromMs; at <= toMs; at += 20) playout.pump(at, out);
    return out;
  };
  return { playout, pumped };
};

const payloads = (out: readonly PlayoutOutput[]): readonly Uint8Array[] =>
  out.flatMap((output) => (output.type === 'send_audio' ? [output.payload] : []));
const marks = (out: readonly PlayoutOutput[]): readonly string[] =>
  out.flatMap((output) => (output.type === 'send_mark' ? [output.name] : []));
const frameOf = (index: number): Uint8Array =>
  framesOf(index + 1).subarray(index * FRAME_BYTES, (index + 1) * FRAME_BYTES);

t.test('sends what was about to play again, 12 dB lower, in the same step', async (t) => {
  const { playout, pumped } = createTrack();
  const utterance = spoken('u1', 40);
  playout.enqueue(utterance);
  pumped(0, 300);
  const out: PlayoutOutput[] = [];
  playout.lower(310, out);
  t.equal(out[0]?.type, 'send_clear');
  const again = payloads(out);
  t.equal(again.length, 10, 'the whole lead');
  // 310 ms are in the middle of frame 15, which plays again.
  t.same(again[0], attenuated(frameOf(15), LOWEST_LEVEL));
  t.same(again[9], attenuated(frameOf(24), LOWEST_LEVEL));
  t.equal(sentMs(utterance), 500);
  t.equal(reckonedMs(utterance, 350), 340, 'it is reckoned from there');
  const more: PlayoutOutput[] = [];
  playout.lower(330, more);
  t.same(more, [], 'once');
});

t.test('receipts of cleared audio prove nothing; a mark follows the first frame', async (t) => {
  const { playout, pumped } = createTrack();
  const utterance = spoken('u1', 40);
  playout.enqueue(utterance);
  const before = marks(pumped(0, 300));
  t.ok(before.includes('u1:1:400'));
  playout.receipt('u1:1:200', 210);
  const out: PlayoutOutput[] = [];
  playout.lower(300, out);
  t.equal(playout.receipt('u1:1:400', 320), null);
  t.equal(utterance.ackedMs, 200);
  t.equal(playout.receipt('u1:1:280', 325), utterance, 'what had played before counts');
  t.equal(utterance.ackedMs, 280);
  t.equal(marks(out)[0], 'u1:1:320:1');
  t.equal(playout.receipt('u1:1:320:1', 330), utterance);
  t.equal(utterance.ackedMs, 320);
});

t.test('the voice rises step by step with the next frames, and nothing is lost or repeated', async (t) => {
  const { playout, pumped } = createTrack();
  playout.enqueue(spoken('u1', 40));
  playout.enqueue(spoken('u2', 20));
  const first = payloads(pumped(0, 700));
  const out: PlayoutOutput[] = [];
  playout.lower(720, out);
  playout.raise();
  const rest = [...payloads(out), ...payloads(pumped(740, 1_400))];
  t.equal(first.length, 45, 'the second utterance has begun');
  t.equal(rest.length, 60 - 36);
  const levels = rest.map((frame, index) => {
    const at = 36 + index;
    const original = frameOf(at < 40 ? at : at - 40);
    return [0, 1, 2, 3].find((level) => Buffer.from(frame).equals(attenuated(original, level)));
  });
  t.same(levels, [...Array.from({ length: 10 }, () => 3), 3, 2, 1, ...Array.from({ length: 11 }, () => 0)]);
});

t.test('what receipts prove is not sent again', async (t) => {
  const { playout, pumped } = createTrack();
  const utterance = spoken('u1', 40);
  playout.enqueue(utterance);
  pumped(0, 300);
  utterance.ackedMs = 360;
  const out: PlayoutOutput[] = [];
  playout.lower(300, out);
  t.same(payloads(out)[0], attenuated(frameOf(18), LOWEST_LEVEL));
});

t.test('keys keep their loudness, and with nothing sent ahead nothing is cleared', async (t) => {
  const { playout, pumped } = createTrack();
  const out: PlayoutOutput[] = [];
  playout.lower(0, out);
  t.same(out, []);
  playout.enqueue(spoken('k1', 5, 'keys'));
  t.same(payloads(pumped(20, 20))[0], frameOf(0));
});

t.test('the agent is voiced where its sound plays, until it is cleared', async (t) => {
  const { playout, pumped } = createTrack();
  playout.enqueue(spoken('u1', 40));
  pumped(0, 300);
  t.same(
    [-10, 0, 250, 470, 480].map((atMs) => playout.voicedAt(atMs)),
    [false, true, true, true, false],
  );
  playout.clear(310, []);
  t.same(
    [250, 305, 320].map((atMs) => playout.voicedAt(atMs)),
    [true, true, false],
  );
});

t.test('a level takes off its decibels, within the steps of µ-law', async (t) => {
  for (const [level, lossDb] of [
    [0, 0],
    [1, 4],
    [2, 8],
    [3, 12],
  ] as const) {
    const [sample = 0] = attenuated(Uint8Array.of(pcmToMulaw(16_000)), level);
    const measured = 20 * Math.log10(16_000 / (MULAW_TO_PCM[sample] ?? 1));
    t.ok(Math.abs(measured - lossDb) < 0.4, `level ${level}: ${measured} dB`);
  }
  t.throws(() => attenuated(new Uint8Array(1), 4), RangeError);
});
