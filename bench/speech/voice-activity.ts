/**
 * Voice activity detection on generated lines through µ-law: energy alone, and energy confirmed by Silero. Reports hits
 * and their delay after the speech begins, false triggers per minute, and the cost.
 * Run: `npm run bench:voice`
 */
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import Table from 'cli-table3';
import { createPowerMeter } from '../../media/audio/voice-activity.js';
import { createVoiceGate, type GateOutput } from '../../media/audio/voice-gate.js';
import { atLevel } from '../../media/rehearsal/level.js';
import { sessionSettings } from '../../media/settings.js';
import { decodeMulaw, encodeMulaw } from '../../providers/speech/dsp/g711.js';
import { createFlite } from '../../providers/speech/offline/flite/synthesiser.js';
import { startSilero } from '../../providers/speech/silero/detector.js';
import type { VoiceDetector } from '../../providers/speech/voice-detector.js';
import { babble, mixed, noiseOf, voiceOf } from '../../testkit/noises.js';

const FRAME = 160;
const FRAME_MS = 20;
/** Line noise before the speech, ms: by then the gate has adapted to it. */
const LEAD_MS = 3_000;
const NOISE_SECONDS = 60;
const { bargeInMs } = sessionSettings({});
const SENTENCES = [
  'I would like to book a table',
  'what are your opening hours',
  'yes please',
  'could you tell me where the station is',
  'no thank you',
] as const;

interface Run {
  /** When a sound would have interrupted the agent, ms; two triggers within two seconds count as one. */
  readonly triggers: readonly number[];
  /** Share of the time in which speech was detected. */
  readonly speaking: number;
  /** Time on this thread, µs per frame. */
  readonly cost: number;
  /** Frames passed to the model. */
  readonly shown: number;
}

/** Feeds the frames of a line one after the other. A verdict takes effect one frame after the frame it was made on. */
const run = async (line: Int16Array, detector: VoiceDetector | null): Promise<Run> => {
  const wire = encodeMulaw(line);
  const gate = createVoiceGate(createPowerMeter(), detector !== null);
  const triggers: number[] = [];
  let frames = 0;
  let speaking = 0;
  let cost = 0;
  let shown = 0;
  let answered = (): void => undefined;
  const stream = detector?.open(({ sound, speech }) => {
    carryOut(gate.judge(sound, speech));
    answered();
  });
  const carryOut = (outputs: readonly GateOutput[]): void => {
    for (const output of outputs) {
      if (output.type === 'voice_over') stream?.end(output.sound);
      else {
        shown += 1;
        stream?.show(output.sound, decodeMulaw(output.payload));
      }
    }
  };
  for (let at = 0; at + FRAME <= wire.length; at += FRAME) {
    frames += 1;
    const before = shown;
    const began = performance.now();
    carryOut(gate.hear(wire.subarray(at, at + FRAME)));
    cost += performance.now() - began;
    // As in real time, where the thread has 20 ms for a frame.
    if (shown > before)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, 4);
        answered = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    if (gate.speaking()) speaking += 1;
    const confirmed = gate.loud() && gate.speechMs() >= bargeInMs;
    const ms = frames * FRAME_MS;
    if (confirmed && ms - (triggers.at(-1) ?? Number.NEGATIVE_INFINITY) > 2_000) triggers.push(ms);
  }
  stream?.close();
  return { triggers, speaking: speaking / frames, cost: (cost * 1_000) / frames, shown };
};

/** When a clip of speech becomes audible, ms. */
const onsetOf = (speech: Int16Array): number => {
  const meter = createPowerMeter();
  const wire = encodeMulaw(speech);
  for (let at = 0; at + FRAME <= wire.length; at += FRAME)
    if (meter(wire.subarray(at, at + FRAME)) > 16_000) return at / 8;
  return 0;
};

const voices = createFlite();
const room = await babble(voices, -36, NOISE_SECONDS);
const speech: Int16Array[] = [];
for (const { id } of voices.voices)
  for (const text of SENTENCES) speech.push(await voiceOf(voices, text, id));
await voices.close();

const silero = await startSilero().catch((error: unknown) => {
  process.stderr.write(`without Silero: ${String(error)}\n`);
  return null;
});
const detectors: readonly (readonly [string, VoiceDetector | null])[] = [
  ['energy', null],
  ...(silero === null ? [] : [['energy + Silero', silero] as const]),
];

const under = (kind: (typeof NOISES)[number], dbfs: number, seconds: number, seed = 1): Int16Array =>
  kind === 'babble' ? atLevel(room.subarray(0, seconds * 8_000), dbfs) : noiseOf(kind, dbfs, seconds, seed);
const NOISES = ['white', 'pink', 'car', 'hum', 'babble', 'music', 'ringback', 'coughs'] as const;
const LINES: readonly (readonly [string, number, (seed: number) => Int16Array])[] = [
  ['quiet, -24 dBFS', -24, () => new Int16Array(8_000)],
  ['quiet, -38 dBFS', -38, () => new Int16Array(8_000)],
  ...(['white', 'pink', 'car', 'babble'] as const).map(
    (kind) => [`${kind} -34, speech -24`, -24, (seed: number) => under(kind, -34, 6, seed)] as const,
  ),
];

const hits = new Table({
  head: ['line', ...detectors.flatMap(([name]) => [name, 'median ms', 'latest ms'])],
});
for (const [name, dbfs, line] of LINES) {
  const row: string[] = [];
  for (const [, detector] of detectors) {
    const delays: number[] = [];
    for (const [index, clip] of speech.entries()) {
      const levelled = atLevel(clip, dbfs);
      const onset = LEAD_MS + onsetOf(atLevel(clip, -24));
      const { triggers } = await run(mixed(line(index + 1), levelled, LEAD_MS), detector);
      const first = triggers.find((ms) => ms > onset && ms < LEAD_MS + clip.length / 8 + 100);
      if (first !== undefined) delays.push(first - onset);
    }
    delays.sort((a, b) => a - b);
    row.push(
      `${delays.length}/${speech.length}`,
      String(Math.round(delays[delays.length >> 1] ?? 0)),
      String(Math.round(delays.at(-1) ?? 0)),
    );
  }
  hits.push([name, ...row]);
}

const falls = new Table({
  head: [
    'noise',
    ...detectors.flatMap(([name]) => [`${name}: false/min`, 'speaking', 'µs per frame', 'frames to model']),
  ],
});
for (const kind of NOISES) {
  const row: string[] = [];
  for (const [, detector] of detectors) {
    const measured = await run(under(kind, -36, NOISE_SECONDS), detector);
    row.push(
      String(measured.triggers.length),
      `${Math.round(measured.speaking * 100)} %`,
      measured.cost.toFixed(1),
      `${Math.round((100 * measured.shown * FRAME_MS) / (NOISE_SECONDS * 1_000))} %`,
    );
  }
  falls.push([`${kind}, -36 dBFS`, ...row]);
}

let thread = '';
if (silero !== null) {
  const before = process.cpuUsage();
  const seconds = 15;
  const stream = silero.open(() => undefined);
  const line = decodeMulaw(encodeMulaw(noiseOf('pink', -30, seconds)));
  for (let at = 0; at + FRAME <= line.length; at += FRAME) stream.show(1, line.subarray(at, at + FRAME));
  // By then everything has been processed; that takes some 100 ms.
  await delay(1_000);
  stream.close();
  const { user, system } = process.cpuUsage(before);
  thread = `Silero: ${Math.round((user + system) / ((seconds * 1_000) / 32))} µs per 32 ms of audio, in its own thread\n`;
  await silero.close();
}
process.stdout.write(`${hits.toString()}\n${falls.toString()}\n${thread}`);
