/**
 * A call in simulated time whose customer has a speakerphone: it returns the agent's voice, with a delay and a loss, and
 * adds noise. The agent answers for some ten seconds, and the customer may speak meanwhile.
 */

import { speechLike } from '../../../../media/rehearsal/speech-like.js';
import { createMediaSession } from '../../../../media/session/index.js';
import type { SessionInput, SessionOutput } from '../../../../media/session/io.js';
import { decodeMulaw, pcmToMulaw } from '../../../../providers/speech/dsp/g711.js';
import type { VoiceSettings } from '../../../../schemas/agents/voice-settings.js';
import { noiseOf } from '../../../../testkit/noises.js';
import { briefOf } from '../carrier.js';

const FRAME = 160;
const FRAME_MS = 20;
const MS_PER_CHARACTER = 60;
const SAMPLES_PER_MS = 8;
const NOISE_SECONDS = 20;
/** Level of the agent's voice. */
const AGENT_DBFS = -18;

/** About ten seconds, in three sentences. */
export const ANSWER =
  'We are open from nine in the morning until six in the evening. On Saturdays we close at two in the afternoon. Parking is free behind the building.';

/** What the customer says. Times are ms after the answer began to play. */
export interface Said {
  readonly atMs: number;
  readonly pcm: Int16Array;
  /** What the recogniser reports, and how long after the sound began or ended; empty: nothing. */
  readonly results?: readonly {
    readonly type: 'partial' | 'final';
    readonly text: string;
    readonly atMs: number;
  }[];
}

export interface Speakerphone {
  /** Null: there is no echo. */
  readonly echo: { readonly lossDb: number; readonly delayMs: number } | null;
  readonly noiseDbfs: number;
  readonly seed: number;
  readonly answer?: string;
  readonly voice?: VoiceSettings;
  /** Default: none, so that the answer is the first thing that the customer hears. */
  readonly greeting?: string;
  readonly language?: string;
  readonly said?: readonly Said[];
  /** How long the call lasts after the question. Default: until well after the answer. */
  readonly lengthMs?: number;
}

export interface SpeakerphoneCall {
  /** Stretches within the answer in which the line had nothing to play, ms. */
  readonly gapsMs: readonly number[];
  /** When the voice was lowered and cleared, ms after the answer began. */
  readonly clearedMs: readonly number[];
  /** When the answer was stopped, ms after it began; null: it was not. */
  readonly stoppedMs: number | null;
  readonly turns: readonly {
    readonly speaker: string;
    readonly text: string;
    readonly interrupted: boolean;
  }[];
  readonly requests: number;
  readonly notes: readonly string[];
}

/** Sounds are made once: calls differ in little. */
const made = new Map<string, Int16Array>();
const once = (key: string, make: () => Int16Array): Int16Array => {
  const sound = made.get(key) ?? make();
  made.set(key, sound);
  return sound;
};

/** The carrier: plays frames in real time, and echoes the marks between them. */
const createCarrier = () => {
  /** Everything that was played, from the call's beginning; null: the line had nothing to play. */
  const played: (Int16Array | null)[] = [];
  let queue: ({ readonly frame: Uint8Array } | { readonly mark: string })[] = [];
  let reached: string[] = [];
  return {
    played,
    take: (output: SessionOutput): void => {
      if (output.type === 'send_audio') queue.push({ frame: output.payload });
      else if (output.type === 'send_mark') queue.push({ mark: output.name });
      else if (output.type === 'send_clear') {
        reached.push(...queue.flatMap((item) => ('mark' in item ? [item.mark] : [])));
        queue = [];
      }
    },
    /** Plays 20 ms; returns whether there was anything to play. */
    play: (): boolean => {
      let item = queue.shift();
      for (; item !== undefined && 'mark' in item; item = queue.shift()) reached.push(item.mark);
      played.push(item === undefined ? null : decodeMulaw(item.frame));
      return item !== undefined;
    },
    /** The marks that were reached since the last call. */
    marks: (): readonly string[] => {
      const marks = reached;
      reached = [];
      return marks;
    },
  };
};

/** The customer's track: the echo of what was played, noise, and what they say. */
const createTrack = (
  { echo, noiseDbfs, said = [] }: Speakerphone,
  played: readonly (Int16Array | null)[],
): ((now: number, beganAt: number | null) => Uint8Array) => {
  const noise = once(`noise ${noiseDbfs}`, () => noiseOf('white', noiseDbfs, NOISE_SECONDS));
  const gain = echo === null ? 0 : 10 ** (-echo.lossDb / 20);
  const echoAt = (sample: number): number => {
    const from = sample - (echo?.delayMs ?? 0) * SAMPLES_PER_MS;
    return from < 0 ? 0 : (played[Math.floor(from / FRAME)]?.[from % FRAME] ?? 0) * gain;
  };
  return (now, beganAt) =>
    Uint8Array.from({ length: FRAME }, (_, index) => {
      const sample = now * SAMPLES_PER_MS + index;
      let value = (noise[sample % noise.length] ?? 0) + echoAt(sample);
      for (const { atMs, pcm } of said)
        if (beganAt !== null) value += pcm[sample - (beganAt + atMs) * SAMPLES_PER_MS] ?? 0;
      return pcmToMulaw(Math.round(value));
    });
};

/** What the recogniser reports of what the customer says, each result once. */
const createResults = ({ said = [] }: Speakerphone) => {
  const pending = new Set(
    said.flatMap(({ atMs, pcm, results = [] }) => results.map((result) => ({ atMs, pcm, result }))),
  );
  return (sinceBegan: number): readonly SessionInput[] =>
    [...pending].flatMap((entry): SessionInput[] => {
      const { atMs, pcm, result } = entry;
      if (sinceBegan < atMs + result.atMs) return [];
      pending.delete(entry);
      const endMs = Math.min(sinceBegan, atMs + pcm.length / SAMPLES_PER_MS);
      return [recognised(result.type, result.text, atMs, endMs)];
    });
};

const recognised = (
  type: 'partial' | 'final',
  text: string,
  startMs: number,
  endMs: number,
): SessionInput => ({
  type: 'recognised',
  event:
    type === 'partial'
      ? { type, text, startMs, endMs }
      : { type, text, startMs, endMs, confidence: 1, endOfUtterance: true },
});

/** Plays a call until well after its answer. */
export const callOverSpeakerphone = (phone: Speakerphone): SpeakerphoneCall => {
  const { seed, answer = ANSWER, voice = {}, greeting = '', language = 'en' } = phone;
  const session = createMediaSession(briefOf(voice, { greeting, language }));
  const carrier = createCarrier();
  const trackAt = createTrack(phone, carrier.played);
  const resultsAt = createResults(phone);
  const outputs: { readonly atMs: number; readonly output: SessionOutput }[] = [];
  let now = 0;
  let voices = 0;
  let requests = 0;
  let beganAt: number | null = null;

  const feed = (input: SessionInput): void => {
    for (const output of session.step(input, now)) {
      outputs.push({ atMs: now, output });
      carrier.take(output);
      react(output);
    }
  };
  const react = (output: SessionOutput): void => {
    if (output.type === 'respond') {
      requests += 1;
      const { generation } = output;
      feed({ type: 'model_text', generation, text: requests === 1 ? answer : 'Certainly.' });
      feed({ type: 'model_done', generation });
    } else if (output.type === 'synthesise') {
      voices += 1;
      const { utterance, text } = output;
      const seconds = (text.length * MS_PER_CHARACTER) / 1_000;
      const voiceSeed = seed * 100 + voices;
      const pcm = once(`${seconds} ${voiceSeed}`, () => speechLike(seconds, AGENT_DBFS, voiceSeed));
      feed({ type: 'speech_audio', utterance, payload: Uint8Array.from(pcm, pcmToMulaw), words: [] });
      feed({ type: 'speech_done', utterance });
    }
  };

  const tick = (): void => {
    const isPlaying = carrier.play();
    if (isPlaying && requests > 0) beganAt ??= now;
    const payload = trackAt(now, beganAt);
    now += FRAME_MS;
    for (const name of carrier.marks()) feed({ type: 'mark', name });
    feed({ type: 'audio', timestampMs: now - FRAME_MS, payload });
    // Times of results count from the answer's first sound.
    if (beganAt !== null) for (const result of resultsAt(now - beganAt)) feed(shifted(result, beganAt));
    feed({ type: 'tick', dueMs: now });
  };

  feed({ type: 'connected' });
  while (now < 1_000 + greeting.length * MS_PER_CHARACTER) tick();
  const firstFrame = carrier.played.length;
  feed(recognised('final', 'What are your hours?', now - 400, now));
  const until = now + (phone.lengthMs ?? answer.length * MS_PER_CHARACTER + 9_000);
  while (now < until) tick();

  const zero = beganAt ?? 0;
  const commands = outputs.flatMap(({ output }) => (output.type === 'command' ? [output.command] : []));
  return {
    gapsMs: gapsOf(carrier.played.slice(firstFrame)),
    clearedMs: outputs.filter(({ output }) => output.type === 'send_clear').map(({ atMs }) => atMs - zero),
    stoppedMs: firstStop(outputs, zero),
    turns: commands.flatMap((command) => (command.type === 'record_turn' ? [command.turn] : [])),
    requests,
    notes: commands.flatMap((command) => (command.type === 'note' ? [command.note.code] : [])),
  };
};

/** The same result on the session's clock. */
const shifted = (input: SessionInput, byMs: number): SessionInput =>
  input.type !== 'recognised' || input.event.type === 'failed'
    ? input
    : {
        type: 'recognised',
        event: { ...input.event, startMs: input.event.startMs + byMs, endMs: input.event.endMs + byMs },
      };

/** The lengths of the stretches between the first and the last sound in which the line had nothing to play. */
const gapsOf = (played: readonly (Int16Array | null)[]): readonly number[] => {
  const gapsMs: number[] = [];
  let gapMs = 0;
  for (const frame of played.slice(
    Math.max(
      0,
      played.findIndex((piece) => piece !== null),
    ),
  )) {
    if (frame === null) gapMs += FRAME_MS;
    else if (gapMs > 0) {
      gapsMs.push(gapMs);
      gapMs = 0;
    }
  }
  return gapsMs;
};

/** A clear that no audio follows at once. */
const firstStop = (
  outputs: readonly { readonly atMs: number; readonly output: SessionOutput }[],
  zero: number,
): number | null => {
  const stop = outputs.find(
    ({ atMs, output }, index) =>
      output.type === 'send_clear' &&
      !outputs.slice(index).some((later) => later.output.type === 'send_audio' && later.atMs === atMs),
  );
  return stop === undefined ? null : stop.atMs - zero;
};
