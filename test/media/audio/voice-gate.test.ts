/** The energy gate, and a model's verdict on what opened it. */
import t from 'tap';
import { createVoiceGate, type GateOutput, type VoiceGate } from '../../../media/audio/voice-gate.js';

/** A power meter that reads the first byte as a level: 10^level. */
const powerOf = (payload: Uint8Array): number => 10 ** (payload[0] ?? 0);
const FRAME_MS = 20;
const QUIET = 2;
const LOUD = 7;

interface Line {
  readonly gate: VoiceGate;
  readonly out: GateOutput[];
  /** Feeds frames of a level; if `wavering`, the level goes up and down as that of a voice. */
  feed(level: number, ms: number, wavering?: boolean): void;
  judge(speech: boolean, sound?: number): void;
  /** The latest sound sent to the model. */
  sound(): number;
  sentFrames(): number;
}

const lineWith = (confirmed: boolean): Line => {
  const gate = createVoiceGate(powerOf, confirmed);
  const out: GateOutput[] = [];
  const sound = (): number => out.findLast(({ type }) => type === 'confirm_voice')?.sound ?? 0;
  let frames = 0;
  return {
    gate,
    out,
    feed: (level, ms, wavering = false) => {
      for (let at = 0; at < ms; at += FRAME_MS) {
        frames += 1;
        const payload = new Uint8Array(160).fill(wavering && frames % 2 === 0 ? level - 1 : level);
        out.push(...gate.hear(payload));
      }
    },
    judge: (speech, number = sound()) => void out.push(...gate.judge(number, speech)),
    sound,
    sentFrames: () => out.filter(({ type }) => type === 'confirm_voice').length,
  };
};

t.test('without a model the gate alone decides, and sends nothing', async (t) => {
  const line = lineWith(false);
  line.feed(QUIET, 1_000);
  line.feed(LOUD, 200);
  t.equal(line.gate.speechMs(), 200);
  t.ok(line.gate.speaking() && line.gate.loud());
  t.same(line.out, []);
});

t.test('with a model a sound is speech from the verdict on, and not before', async (t) => {
  const line = lineWith(true);
  line.feed(QUIET, 1_000);
  t.equal(line.sentFrames(), 0, 'the model gets no silence');
  line.feed(LOUD, 200);
  t.equal(line.gate.speechMs(), 0);
  t.notOk(line.gate.speaking());
  t.equal(line.sentFrames(), 10 + 9, 'it gets the 200 ms before the gate opened, and everything since');
  line.judge(true);
  t.equal(line.gate.speechMs(), 200, 'all of the sound counts');
  t.ok(line.gate.speaking());
  t.match(line.out.at(-1), { type: 'voice_over', sound: 1 }, 'the model need not listen any longer');
  const sent = line.sentFrames();
  line.feed(LOUD, 400);
  t.equal(line.sentFrames(), sent);
  line.feed(QUIET, 700);
  t.notOk(line.gate.speaking());
});

t.test('a sound judged to be noise is not speech, however clear, until the verdict changes', async (t) => {
  const line = lineWith(true);
  line.feed(QUIET, 1_000);
  line.feed(LOUD, 200);
  line.judge(false);
  line.feed(LOUD, 1_800, true);
  t.ok(line.gate.clear());
  t.notOk(line.gate.speaking());
  t.equal(line.gate.speechMs(), 0);
  line.judge(true);
  t.ok(line.gate.speaking(), 'a voice speaks over the noise');
});

t.test('a clear sound longer than a cough is speech even before the verdict', async (t) => {
  const line = lineWith(true);
  line.feed(QUIET, 1_000);
  line.feed(LOUD, 300, true);
  t.notOk(line.gate.speaking(), 'a cough is this long');
  line.feed(LOUD, 40, true);
  t.ok(line.gate.speaking());
});

t.test('a model without a verdict in time is not waited for', async (t) => {
  const line = lineWith(true);
  line.feed(QUIET, 1_000);
  line.feed(LOUD, 1_400);
  t.notOk(line.gate.speaking());
  line.feed(LOUD, 140);
  t.ok(line.gate.speaking(), 'energy alone decides');
});

t.test('a verdict on a sound that has ended is dropped', async (t) => {
  const line = lineWith(true);
  line.feed(QUIET, 1_000);
  line.feed(LOUD, 200);
  line.feed(QUIET, 800);
  t.match(line.out.at(-1), { type: 'voice_over', sound: 1 });
  line.feed(LOUD, 200);
  t.equal(line.sound(), 2);
  line.judge(true, 1);
  t.notOk(line.gate.speaking());
  line.judge(true, 2);
  t.ok(line.gate.speaking());
});

t.test('a voice is checked again after two seconds, and counts as one until the verdict', async (t) => {
  const line = lineWith(true);
  line.feed(QUIET, 4_000);
  line.feed(LOUD, 200);
  line.judge(true);
  // Pauses keep the floor low.
  for (let word = 0; word < 5; word += 1) {
    line.feed(LOUD, 380);
    line.feed(QUIET, 60);
  }
  line.feed(LOUD, 100);
  t.equal(line.sound(), 2);
  t.ok(line.gate.speaking());
  line.judge(false);
  t.notOk(line.gate.speaking(), 'the voice has ended, a noise continues');
});
