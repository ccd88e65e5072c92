/** Distinguishes speech from noise: the energy gate on generated noises and spoken sentences. */
import t from 'tap';
import { createPowerMeter, createVoiceActivity } from '../../../media/audio/voice-activity.js';
import { atLevel } from '../../../media/rehearsal/level.js';
import { encodeMulaw } from '../../../providers/speech/dsp/g711.js';
import { babble, joined, mixed, type NoiseKind, noiseOf, voiceOf } from '../../../testkit/noises.js';
import { voices } from '../../support/audio/voices.js';

t.setTimeout(200_000);

const FRAME = 160;
/** Length of speech that interrupts a session, ms. */
const CONFIRMED_MS = 200;
const LEVELS = [-30, -36, -44, -50] as const;
const SENTENCES = ['I would like to book a table', 'what are your opening hours', 'yes please'] as const;

interface Heard {
  readonly atMs: number;
  readonly confirmed: boolean;
  readonly speaking: boolean;
  readonly clear: boolean;
  readonly silenceMs: number;
}

/** The state of the gate after each 20 ms of a line. */
const gate = (line: Int16Array): readonly Heard[] => {
  const powerOf = createPowerMeter();
  const voice = createVoiceActivity();
  const wire = encodeMulaw(line);
  const heard: Heard[] = [];
  for (let at = 0; at + FRAME <= wire.length; at += FRAME) {
    voice.push(powerOf(wire.subarray(at, at + FRAME)), FRAME);
    heard.push({
      atMs: at / 8 + 20,
      confirmed: voice.loud() && voice.speechMs() >= CONFIRMED_MS,
      speaking: voice.speaking(),
      clear: voice.clear(),
      silenceMs: voice.silenceMs(),
    });
  }
  return heard;
};

const room = await babble(voices, -30, 40);
const spoken: Int16Array[] = [];
for (const { id } of voices.voices)
  for (const text of SENTENCES) spoken.push(await voiceOf(voices, text, id));
const noise = (kind: NoiseKind | 'babble', dbfs: number, seconds: number, seed = 1): Int16Array =>
  kind === 'babble' ? atLevel(room.subarray(0, seconds * 8_000), dbfs) : noiseOf(kind, dbfs, seconds, seed);

/** Number of sentences that are confirmed while they are spoken over the noise `under`. */
const found = (dbfs: number, under: (seed: number) => Int16Array): number =>
  spoken.filter((speech, index) =>
    gate(mixed(under(index + 1), atLevel(speech, dbfs), 3_000)).some(
      ({ atMs, confirmed }) => confirmed && atMs > 3_000 && atMs < 3_100 + speech.length / 8,
    ),
  ).length;

t.test('steady noise is never speech, however loud, not even at its onset', async (t) => {
  for (const kind of ['white', 'pink', 'car', 'hum'] as const)
    for (const dbfs of LEVELS)
      t.same(
        gate(noise(kind, dbfs, 25)).filter(({ confirmed }) => confirmed),
        [],
        `${kind} at ${dbfs} dBFS`,
      );
});

t.test('steady noise does not keep the line from counting as silent', async (t) => {
  for (const kind of ['white', 'pink', 'car', 'hum'] as const)
    for (const dbfs of LEVELS) {
      const heard = gate(noise(kind, dbfs, 25));
      const share = heard.filter(({ speaking }) => speaking).length / heard.length;
      t.ok(share < 0.05, `${kind} at ${dbfs} dBFS: ${share}`);
    }
});

t.test('a noise that starts or becomes louder counts as speech for at most two seconds', async (t) => {
  for (const kind of ['white', 'pink', 'hum'] as const)
    for (const [before, after] of [
      [-90, -30],
      [-50, -36],
      [-44, -30],
    ] as const) {
      const heard = gate(joined(noise(kind, before, 5), noise(kind, after, 10)));
      t.same(
        heard.filter(({ atMs, speaking }) => speaking && atMs > 7_600).map(({ atMs }) => atMs),
        [],
        `${kind} from ${before} to ${after} dBFS`,
      );
    }
});

t.test('at most a few sounds of a neighbouring table count as the customer', async (t) => {
  for (const dbfs of LEVELS) {
    const heard = gate(noise('babble', dbfs, 40));
    const begun = heard.filter(({ confirmed }, index) => {
      const before = heard.slice(Math.max(0, index - 50), index);
      return confirmed && before.every((sample) => !sample.confirmed);
    });
    t.ok(begun.length <= 4, `${begun.length} in 40 s at ${dbfs} dBFS`);
    const share = heard.filter(({ speaking }) => speaking).length / heard.length;
    t.ok(share < 0.25, `${share} of the time at ${dbfs} dBFS`);
  }
});

t.test('loud and soft speech is found on a quiet line', async (t) => {
  const silence = new Int16Array(5 * 8_000);
  t.equal(
    found(-24, () => silence),
    spoken.length,
  );
  t.equal(
    found(-38, () => silence),
    spoken.length,
  );
});

t.test('speech is found over any noise that is 12 dB below it', async (t) => {
  for (const kind of ['white', 'pink', 'car', 'hum', 'music', 'babble'] as const) {
    const count = found(-24, (seed) => noise(kind, -36, 6, seed));
    t.ok(count >= spoken.length - 1, `${kind}: ${count} of ${spoken.length}`);
  }
});

t.test('continuous speech in noise has no silence in its middle', async (t) => {
  const text =
    'We went to the market in the morning and bought apples, plums and a very large melon, and then the train ' +
    'was late again so I walked along the river and met an old friend from school';
  const speech = atLevel(await voiceOf(voices, text, 'flite:slt'), -22);
  for (const kind of ['white', 'pink', 'car', 'babble'] as const) {
    const heard = gate(mixed(noise(kind, -36, 20), speech, 3_000)).filter(
      ({ atMs }) => atMs > 3_500 && atMs < 2_900 + speech.length / 8,
    );
    const pause = Math.max(...heard.map(({ silenceMs }) => silenceMs));
    t.ok(pause < 600, `${kind}: ${pause} ms`);
  }
});

t.test('a voice on a quiet line is clear soon after it is confirmed, a tone never is', async (t) => {
  const clearAt = spoken.map((speech) => {
    const heard = gate(mixed(new Int16Array(5 * 8_000), atLevel(speech, -24), 3_000));
    const confirmedAt = heard.find(({ confirmed }) => confirmed)?.atMs ?? 0;
    return (heard.find(({ confirmed, clear }) => confirmed && clear)?.atMs ?? 60_000) - confirmedAt;
  });
  t.ok(clearAt.filter((ms) => ms === 0).length >= spoken.length / 2, `${clearAt}`);
  t.ok(
    clearAt.every((ms) => ms <= 250),
    `${clearAt}`,
  );
  for (const kind of ['ringback', 'hum', 'music'] as const)
    for (const dbfs of LEVELS)
      t.same(
        gate(noise(kind, dbfs, 25)).filter(({ confirmed, clear }) => confirmed && clear),
        [],
        `${kind} at ${dbfs} dBFS`,
      );
});

t.test('lost audio that is replaced by silence does not turn a known noise into speech', async (t) => {
  const voice = createVoiceActivity();
  for (let frame = 0; frame < 200; frame += 1) voice.push(1_000_000, FRAME);
  t.notOk(voice.speaking(), 'the noise is known');
  voice.push(0, 8 * 400);
  for (let frame = 0; frame < 200; frame += 1) voice.push(1_000_000, FRAME);
  t.notOk(voice.speaking(), 'the noise is known again two seconds later');
  voice.push(0, 0);
  t.notOk(voice.speaking());
});
