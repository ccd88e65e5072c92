/**
 * The process that runs sherpa-onnx for all calls of a node. The engine ends its process on a file that is not a model, and
 * on anything else unexpected, so this must not be the process that has the calls.
 *
 * It guarantees:
 * P1. Reports of a stream are in order, and their times count from the stream's beginning.
 * P2. All streams that have enough audio are decoded together, {@link BATCH_SIZE} at a time.
 * P3. `caught_up` follows once everything that had arrived before has been decoded.
 * P4. It yields the CPU to calls, and exits when its parent is gone.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { assertNever } from '../../../schemas/assert.js';
import { yieldToCalls } from '../../scheduling/yield-to-calls.js';
import { MULAW_TO_PCM } from '../dsp/g711.js';
import type { RecognisedWord } from '../recogniser.js';

export type SherpaRequest =
  | { readonly type: 'load'; readonly folder: string }
  | { readonly type: 'open'; readonly key: number }
  /** Audio of several streams, concatenated: `lengths[i]` bytes of µ-law for `keys[i]`. */
  | {
      readonly type: 'audio';
      readonly keys: readonly number[];
      readonly lengths: readonly number[];
      readonly mulaw: Uint8Array;
    }
  /** No more audio comes; `finished` follows the last words. */
  | { readonly type: 'finish'; readonly key: number }
  | { readonly type: 'close'; readonly key: number };

/** One utterance of a stream, partial or final. Times in ms from the stream's beginning. */
export interface SherpaUtterance {
  readonly text: string;
  readonly startMs: number;
  readonly endMs: number;
  /** 0 to 1. */
  readonly confidence: number;
  readonly words: readonly RecognisedWord[];
}

export type SherpaReport =
  | { readonly type: 'ready' }
  /** The engine is missing, or rejects the model; the process exits. */
  | { readonly type: 'unavailable'; readonly reason: string }
  | {
      readonly type: 'heard';
      readonly key: number;
      readonly isFinal: boolean;
      readonly heard: SherpaUtterance;
    }
  | { readonly type: 'finished'; readonly key: number }
  /** P3 */
  | { readonly type: 'caught_up' };

const BATCH_SIZE = 16;
/** Assumed duration of the last token of a word, s. */
const LAST_TOKEN_S = 0.16;
/** Silence after the end of a stream, s, to fill a model's last chunk: the longest in the catalogue is 1.28. */
const PADDING_S = 1.5;
/** Silence after words that ends an utterance, s; whether it ends the turn depends on the words, which are judged elsewhere. */
const PAUSE_S = 0.5;
const RATE = 8_000;

interface EngineStream {
  acceptWaveform(audio: { readonly samples: Float32Array; readonly sampleRate: number }): void;
  inputFinished(): void;
}

interface Engine {
  createStream(): EngineStream;
  isReady(stream: EngineStream): boolean;
  decodeStreams(streams: readonly EngineStream[]): void;
  isEndpoint(stream: EngineStream): boolean;
  reset(stream: EngineStream): void;
  getResult(stream: EngineStream): EngineResult;
}

/** `tokens[i]` begins at `start_time + timestamps[i]`, s. The first token of a word begins with a space or its sign. */
interface EngineResult {
  readonly text: string;
  readonly tokens: readonly string[];
  readonly timestamps: readonly number[];
  /** Logarithms. */
  readonly ys_probs: readonly number[];
  readonly start_time: number;
}

interface Listening {
  readonly stream: EngineStream;
  /** The text that was last reported. */
  reportedText: string;
  finishing: boolean;
}

const isEngine = (loaded: unknown): loaded is { readonly OnlineRecognizer: new (config: object) => Engine } =>
  typeof loaded === 'object' &&
  loaded !== null &&
  'OnlineRecognizer' in loaded &&
  typeof loaded.OnlineRecognizer === 'function';

const send = (report: SherpaReport): void => {
  process.send?.(report);
};

/** @throws Error if the package is missing; a model that the engine rejects ends the process */
const load = (folder: string): Engine => {
  const loaded: unknown = createRequire(import.meta.url)('sherpa-onnx-node');
  if (!isEngine(loaded)) throw new Error('sherpa-onnx-node has no OnlineRecognizer');
  return new loaded.OnlineRecognizer({
    featConfig: { sampleRate: 16_000, featureDim: 80 },
    modelConfig: {
      transducer: {
        encoder: join(folder, 'encoder.onnx'),
        decoder: join(folder, 'decoder.onnx'),
        joiner: join(folder, 'joiner.onnx'),
      },
      tokens: join(folder, 'tokens.txt'),
      numThreads: 1,
      provider: 'cpu',
      debug: 0,
    },
    decodingMethod: 'greedy_search',
    enableEndpoint: 1,
    rule1MinTrailingSilence: 2.4,
    rule2MinTrailingSilence: PAUSE_S,
    rule3MinUtteranceLength: 30,
  });
};

/** Cleans a model's text, and converts it to lower case if the model writes only capitals. */
const written = (text: string): string => {
  const plain = text.replaceAll('<unk>', '').replaceAll('▁', ' ').replaceAll(/\s+/g, ' ').trim();
  return plain === plain.toUpperCase() ? plain.toLowerCase() : plain;
};

/** Null if nothing was said. */
const utteranceOf = (result: EngineResult): SherpaUtterance | null => {
  const text = written(result.text);
  if (text === '') return null;
  const words: { text: string; from: number; to: number }[] = [];
  result.tokens.forEach((token, index) => {
    const at = result.start_time + (result.timestamps[index] ?? 0);
    const word = words.at(-1);
    if (word === undefined || /^[ ▁]/.test(token)) words.push({ text: token, from: at, to: at });
    else {
      word.text += token;
      word.to = at;
    }
  });
  const inMs = (seconds: number): number => Math.max(0, Math.round(seconds * 1_000));
  const timed = words.map(({ text: word, from, to }, index) => ({
    // The case follows the whole text, which may have been all capitals.
    text: text === text.toLowerCase() ? written(word).toLowerCase() : written(word),
    startMs: inMs(from),
    endMs: inMs(Math.min(to + LAST_TOKEN_S, words[index + 1]?.from ?? Number.POSITIVE_INFINITY)),
  }));
  const probabilities = result.ys_probs.map((logProbability) => Math.min(1, Math.exp(logProbability)));
  return {
    text,
    startMs: timed[0]?.startMs ?? 0,
    endMs: timed.at(-1)?.endMs ?? 0,
    confidence:
      probabilities.length === 0
        ? 1
        : probabilities.reduce((sum, probability) => sum + probability, 0) / probabilities.length,
    words: timed.filter((word) => word.text !== ''),
  };
};

const createListeners = (engine: Engine) => {
  const streams = new Map<number, Listening>();
  let planned = false;

  const report = (key: number, listening: Listening, isFinal: boolean): void => {
    const result = engine.getResult(listening.stream);
    if (result.text === listening.reportedText && !isFinal) return;
    listening.reportedText = result.text;
    const heard = utteranceOf(result);
    if (heard !== null) send({ type: 'heard', key, isFinal, heard });
  };

  const reportStep = (key: number, listening: Listening): void => {
    const hasEnded = engine.isEndpoint(listening.stream);
    report(key, listening, hasEnded);
    if (!hasEnded) return;
    engine.reset(listening.stream);
    listening.reportedText = '';
  };

  const decode = (): void => {
    planned = false;
    const ready = [...streams].filter(([, { stream }]) => engine.isReady(stream)).slice(0, BATCH_SIZE); // P2
    if (ready.length > 0) {
      engine.decodeStreams(ready.map(([, { stream }]) => stream));
      for (const [key, listening] of ready) reportStep(key, listening);
      // Streams take turns: those that were just decoded move to the end of the queue.
      for (const [key, listening] of ready) {
        streams.delete(key);
        streams.set(key, listening);
      }
      return plan();
    }
    for (const [key, listening] of streams) {
      if (!listening.finishing) continue;
      report(key, listening, true);
      streams.delete(key);
      send({ type: 'finished', key });
    }
    send({ type: 'caught_up' });
  };

  const plan = (): void => {
    if (planned) return;
    planned = true;
    setImmediate(decode);
  };

  return {
    open: (key: number): void => {
      streams.set(key, { stream: engine.createStream(), reportedText: '', finishing: false });
    },
    audio: (keys: readonly number[], lengths: readonly number[], mulaw: Uint8Array): void => {
      let from = 0;
      keys.forEach((key, index) => {
        const to = from + (lengths[index] ?? 0);
        const samples = Float32Array.from(
          mulaw.subarray(from, to),
          (byte) => (MULAW_TO_PCM[byte] ?? 0) / 32_768,
        );
        streams.get(key)?.stream.acceptWaveform({ samples, sampleRate: RATE });
        from = to;
      });
      plan();
    },
    finish: (key: number): void => {
      const listening = streams.get(key);
      if (listening === undefined) return send({ type: 'finished', key });
      listening.stream.acceptWaveform({ samples: new Float32Array(PADDING_S * RATE), sampleRate: RATE });
      listening.stream.inputFinished();
      listening.finishing = true;
      plan();
    },
    close: (key: number): void => {
      streams.delete(key);
    },
  };
};

type Listeners = ReturnType<typeof createListeners>;

const begin = (folder: string): Listeners | null => {
  try {
    const listeners = createListeners(load(folder));
    send({ type: 'ready' });
    return listeners;
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    process.send?.({ type: 'unavailable', reason } satisfies SherpaReport, () => process.exit(1));
    return null;
  }
};

// P4
yieldToCalls(5);
process.once('disconnect', () => process.exit(0));
// The service decides when this process exits, but a terminal's Ctrl-C reaches it, too.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);

let listeners: Listeners | null = null;
process.on('message', (request: SherpaRequest) => {
  switch (request.type) {
    case 'load':
      listeners = begin(request.folder);
      return;
    case 'open':
      return listeners?.open(request.key);
    case 'audio':
      return listeners?.audio(request.keys, request.lengths, request.mulaw);
    case 'finish':
      return listeners?.finish(request.key);
    case 'close':
      return listeners?.close(request.key);
    default:
      assertNever(request);
  }
});
