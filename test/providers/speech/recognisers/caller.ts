/** A caller who speaks to a simulator through a recogniser, and the resulting events. */
import { inspect } from 'node:util';
import type { Test } from 'tap';
import type { Recogniser, RecognitionEvent } from '../../../../providers/speech/recogniser.js';
import { LIVE_LIMITS, type RecognitionLimits } from '../../../../providers/speech/recognisers/limits.js';
import type { NetworkKind } from '../../../../providers/speech/recognisers/network-kind.js';
import { createNetworkRecogniser } from '../../../../providers/speech/recognisers/network-recogniser.js';
import type { Connection, Fault } from '../../../../simulators/recognition/world.js';
import { type SpeechPart, speak } from '../../../../simulators/support/spoken.js';
import { seeded, seedOfRun } from '../../../../testkit/seeded.js';
import {
  type SimulatedRecognisers,
  startRecognisers,
} from '../../../../testkit/simulators/simulated-recognisers.js';

/** Distinctive, so that it is found wherever it leaks. */
export const KEY = 'dg-4f1e9c77a2b84d5e';
export const WORDS =
  'hello I would like to book a table for two people tomorrow at seven please thank you'.split(' ');
/** Ranges of word indexes. The second one is long, so that connections are lost in the middle of it. */
const UTTERANCES: readonly (readonly [number, number])[] = [
  [0, 1],
  [1, 8],
  [8, 11],
  [11, 17],
];
const WORD_MS = 180;
const BETWEEN_WORDS_MS = 60;
const PAUSE_MS = 600;

/** As in a call, except for times that would make tests slow. */
export const LIMITS: RecognitionLimits = {
  ...LIVE_LIMITS,
  connectMs: 600,
  recoverMs: 3_000,
  pausesMs: [0, 50, 100],
  answerMs: 500,
  pingMs: 100,
  silentMs: 800,
  finishMs: 4_000,
  catchUpSpeed: 20,
};

interface Utterance {
  readonly text: string;
  readonly startMs: number;
  readonly endMs: number;
}

interface Script {
  readonly audio: Uint8Array;
  readonly utterances: readonly Utterance[];
}

/** All utterances, with pauses between them; `seed` varies the silences. */
export const scriptOf = (seed: number): Script => {
  const sounds: SpeechPart[] = [{ silenceMs: PAUSE_MS }];
  const utterances: Utterance[] = [];
  let at = PAUSE_MS;
  for (const [from, to] of UTTERANCES) {
    const startMs = at;
    for (let word = from; word < to; word += 1) {
      sounds.push({ word, ms: WORD_MS }, { silenceMs: BETWEEN_WORDS_MS });
      at += WORD_MS + BETWEEN_WORDS_MS;
    }
    utterances.push({ text: WORDS.slice(from, to).join(' '), startMs, endMs: at - BETWEEN_WORDS_MS });
    sounds.push({ silenceMs: PAUSE_MS });
    at += PAUSE_MS;
  }
  return { audio: speak(sounds, seeded(seed)), utterances };
};

interface Called {
  readonly events: readonly RecognitionEvent[];
  /** Time that `finish` took, ms. */
  readonly finishedMs: number;
  readonly connections: readonly Connection[];
}

export interface Caller {
  readonly name: string;
  readonly script: Script;
  readonly simulator: SimulatedRecognisers;
  /** A recogniser that sends `key`. */
  recogniser(key?: string): Recogniser;
  /** Speaks the whole script in pieces of 20 ms, ten times as fast as in a call, and finishes. */
  call(faults: readonly Fault[], key?: string, likelyEnds?: boolean): Promise<Called>;
  /** Everything that was emitted, logged and thrown so far, and the inspected objects. */
  overheard(): string;
  /** Adds to `overheard`. */
  note(what: unknown): void;
}

export interface CallerOptions {
  readonly kind: NetworkKind;
  readonly choice: string;
  /** The path of its base address. */
  readonly path?: string;
}

/** The simulator is a process that ends with the test. */
export const createCaller = async (t: Test, { kind, choice, path = '' }: CallerOptions): Promise<Caller> => {
  const seed = seedOfRun();
  t.comment(`PARLEY_TEST_SEED=${seed}`);
  const simulator = await startRecognisers(t);
  const script = scriptOf(seed);
  const overheard: string[] = [];
  listenToOutput(t, overheard);
  const note = (what: unknown): void =>
    void overheard.push(inspect(what, { depth: 9, showHidden: true, maxStringLength: null }));
  const recogniser = (key = KEY): Recogniser =>
    createNetworkRecogniser(kind.protocol({ choice, key, address: `${simulator.url}${path}` }), LIMITS);
  return {
    name: `${kind.name}:${choice}`,
    script,
    simulator,
    recogniser,
    call: async (faults, key, likelyEnds = false) => {
      await simulator.configure({ key: KEY, words: WORDS, faults });
      const used = recogniser(key);
      const events: RecognitionEvent[] = [];
      const stream = used.open({ language: 'en-GB', phrases: ['Parley', 'seven'], likelyEnds }, (event) => {
        events.push(event);
      });
      const failed = (): boolean => events.some(({ type }) => type === 'failed');
      for (let at = 0; at < script.audio.length && !failed(); at += 160) {
        stream.write(script.audio.subarray(at, at + 160));
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
      const before = performance.now();
      await stream.finish();
      const finishedMs = performance.now() - before;
      note([used, stream, events]);
      await used.close();
      return { events, finishedMs, connections: await simulator.connections() };
    },
    overheard: () => overheard.join('\n'),
    note,
  };
};

/** Collects all that this process writes to stdout and stderr. */
const listenToOutput = (t: Test, heard: string[]): void => {
  for (const stream of [process.stdout, process.stderr]) {
    const write = stream.write;
    stream.write = (...args: readonly unknown[]): boolean => {
      heard.push(String(args[0]));
      return Reflect.apply(write, stream, args);
    };
    t.teardown(() => {
      stream.write = write;
    });
  }
};
