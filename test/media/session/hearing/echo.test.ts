/** The agent's own voice comes back from a speakerphone: no answer is cut by it, and the customer still interrupts. */
import t from 'tap';
import { speechLike } from '../../../../media/rehearsal/speech-like.js';
import { IS_FULL_RUN } from '../../../support/full-run.js';
import { ANSWER, callOverSpeakerphone, type Speakerphone } from './speakerphone.js';

const LOSSES_DB = [15, 20, 25, 30, 35] as const;
const DELAYS_MS = [60, 160, 270, 400] as const;
const NOISES_DBFS = [-60, -50] as const;

const ALL: readonly Speakerphone[] = LOSSES_DB.flatMap((lossDb, loss) =>
  DELAYS_MS.flatMap((delayMs, delay) =>
    NOISES_DBFS.map((noiseDbfs) => ({ echo: { lossDb, delayMs }, noiseDbfs, seed: 1 + loss * 10 + delay })),
  ),
);
/** Each loss with half of the delays, and each delay with both noises. */
const SOME = ALL.filter((_, index) => index % 4 === Math.floor(index / 8) % 4);

const nameOf = ({ echo, noiseDbfs }: Speakerphone): string =>
  `-${echo?.lossDb} dB after ${echo?.delayMs} ms, noise of ${noiseDbfs} dBFS`;

t.test(
  'no answer is cut by its own echo, although it is the first thing that the customer hears',
  async (t) => {
    for (const phone of IS_FULL_RUN ? ALL : SOME) {
      const call = callOverSpeakerphone(phone);
      t.equal(call.stoppedMs, null, `${nameOf(phone)}: cleared at ${call.clearedMs.join(', ')}`);
      t.ok(
        call.gapsMs.every((gapMs) => gapMs <= 150),
        `${nameOf(phone)}: gaps ${call.gapsMs.join(', ')}`,
      );
      t.ok(
        call.turns.some(({ text, interrupted }) => text === ANSWER && !interrupted),
        nameOf(phone),
      );
    }
  },
);

t.test('a true "wait" over the echo stops the agent within 600 ms', async (t) => {
  for (const phone of SOME) {
    const pcm = speechLike(0.4, -20, phone.seed);
    const results = [{ type: 'partial', text: 'wait', atMs: 480 }] as const;
    const call = callOverSpeakerphone({ ...phone, said: [{ atMs: 4_000, pcm, results }] });
    const afterMs = (call.stoppedMs ?? Number.NaN) - 4_000;
    t.ok(afterMs > 0 && afterMs <= 600, `${nameOf(phone)}: after ${afterMs} ms`);
  }
});

t.test('so does speech of which no word is recognised, a little later', async (t) => {
  for (const phone of SOME) {
    const pcm = speechLike(2, -18, phone.seed + 1);
    const call = callOverSpeakerphone({ ...phone, said: [{ atMs: 4_000, pcm }] });
    const afterMs = (call.stoppedMs ?? Number.NaN) - 4_000;
    t.ok(afterMs > 0 && afterMs <= 1_600, `${nameOf(phone)}: after ${afterMs} ms`);
  }
});

t.test('words that are recognised in the echo are not the customer’s', async (t) => {
  const nothing = new Int16Array(8 * 900);
  const results = [
    { type: 'partial', text: 'nine in the', atMs: 500 },
    { type: 'final', text: 'nine in the morning until', atMs: 1_200 },
  ] as const;
  const said = [{ atMs: 3_000, pcm: nothing, results }];
  const phone = { echo: { lossDb: 20, delayMs: 160 }, noiseDbfs: -60, seed: 7 };
  const call = callOverSpeakerphone({ ...phone, said });
  t.same([call.stoppedMs, call.requests], [null, 1]);
  t.ok(call.notes.includes('echo'));
  t.notOk(call.turns.some(({ text }) => text.startsWith('nine')));
  const without = callOverSpeakerphone({ ...phone, echo: null, said });
  t.not(without.stoppedMs, null, 'on a line without an echo they are');
});

t.test('without an echo, speech is not mistaken for one', async (t) => {
  for (let seed = 1; seed <= 12; seed += 1) {
    const pcm = speechLike(2, -32, seed + 500);
    const call = callOverSpeakerphone({ echo: null, noiseDbfs: -60, seed, said: [{ atMs: 1_500, pcm }] });
    const afterMs = (call.stoppedMs ?? Number.NaN) - 1_500;
    t.ok(afterMs > 0 && afterMs <= 1_600, `seed ${seed}: after ${afterMs} ms`);
  }
});

t.test('after two interruptions without words, a sound alone stops nothing', async (t) => {
  const sound = (atMs: number) => ({ atMs, pcm: speechLike(0.8, -20, atMs) });
  const answer = `${ANSWER} ${ANSWER}`;
  const call = callOverSpeakerphone({
    echo: null,
    noiseDbfs: -60,
    seed: 3,
    answer,
    voice: { bargeInDuck: false },
    said: [sound(1_000), sound(6_000), sound(12_000)],
  });
  t.ok(call.clearedMs.some((atMs) => atMs > 1_000 && atMs < 1_800));
  t.ok(call.clearedMs.some((atMs) => atMs > 6_000 && atMs < 6_800));
  t.notOk(
    call.clearedMs.some((atMs) => atMs > 12_000),
    call.clearedMs.join(', '),
  );
});
