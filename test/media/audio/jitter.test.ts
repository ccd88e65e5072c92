/** Inbound audio in order, whatever the carrier's clock does. */
import t from 'tap';
import { createJitter, type OrderedAudio } from '../../../media/audio/jitter.js';

const frame = (value: number) => new Uint8Array(160).fill(value);
const values = (audio: readonly OrderedAudio[]) => audio.map(({ payload }) => payload[0]);

t.test('puts frames in order, and drops a frame that comes too late', async (t) => {
  const jitter = createJitter();
  const out = [0, 20, 60, 40, 80].flatMap((at) => jitter.push(at, frame(at)));
  t.same(values(out), [0, 20, 40, 60, 80]);
  t.same(jitter.push(20, frame(1)), []);
  t.equal(jitter.counts.dropped, 1);
});

t.test(
  'a clock that restarts at zero within a stream is followed, and no frame of the new count is lost',
  async (t) => {
    const jitter = createJitter();
    for (let at = 0; at < 60_000; at += 20) jitter.push(at, frame(1));
    const out: OrderedAudio[] = [];
    for (let at = 0; at < 400; at += 20) out.push(...jitter.push(at, frame(2)));
    t.equal(out.length, 20, 'all frames of the new count');
    t.equal(out[0]?.restarted, true);
    t.equal(out.filter(({ restarted }) => restarted).length, 1, 'there is one restart');
    t.same(
      out.map(({ streamMs }) => streamMs),
      Array.from({ length: 20 }, (_, index) => index * 20),
    );
    t.equal(jitter.counts.dropped, 0);
  },
);

t.test('late frames between newer ones do not count as a restarted clock', async (t) => {
  const jitter = createJitter();
  const out: OrderedAudio[] = [];
  for (let at = 1_000; at < 3_000; at += 20) {
    out.push(...jitter.push(at, frame(1)));
    out.push(...jitter.push(at - 800, frame(2)));
  }
  t.notOk(out.some(({ restarted }) => restarted));
  t.notOk(values(out).includes(2));
});

t.test('a leap forward starts a new count, and a small gap is filled with silence', async (t) => {
  const jitter = createJitter();
  jitter.push(0, frame(1));
  const gap = [60, 80, 100, 120, 140].flatMap((at) => jitter.push(at, frame(2)));
  t.equal(gap[0]?.payload.length, 320, '40 ms are missing');
  const leap = jitter.push(3_600_000, frame(3));
  t.equal(leap.at(-1)?.restarted, true);
});
