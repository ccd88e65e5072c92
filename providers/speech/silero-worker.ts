/**
 * The thread in which Silero listens, for all calls: sherpa-onnx's voice activity detector, one for each sound that
 * is being listened to, from a small pool.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { parentPort } from 'node:worker_threads';
import { nameThread } from '../../actors/runtime/thread-name.js';
import { yieldToCalls } from '../yield-to-calls.js';
import { createUpsampler, type Upsampler } from './upsample.js';

export type SileroJob =
  /** So many samples of a sound come next. */
  | { readonly type: 'show'; readonly key: number; readonly samples: number }
  | { readonly type: 'over'; readonly key: number };

export type SileroMessage =
  /** Jobs in order; `pcm` has the samples of all that show something, 8,000 Hz, one after the other. */
  | { readonly type: 'work'; readonly jobs: readonly SileroJob[]; readonly pcm: Int16Array<ArrayBuffer> }
  | { readonly type: 'end' };

export type SileroAnswer =
  | { readonly type: 'ready' }
  /** The model cannot be run here; there is no use in trying again. */
  | { readonly type: 'unavailable'; readonly reason: string }
  /** So many jobs have been done since the last answer of this kind. */
  | { readonly type: 'done'; readonly jobs: number }
  | { readonly type: 'verdict'; readonly key: number; readonly speech: boolean; readonly afterMs: number };

/** Seen from `dist/providers/speech/`. */
const MODEL = fileURLToPath(new URL('../../../providers/speech/silero/silero_vad.onnx', import.meta.url));
/** The engine ends the process over a file that is no model; so it is looked at before. */
const MODEL_SHA256 = '1a153a22f4509e292a94e67d6f9b85e8deb25b4988682b7e174c65279d8788e3';
/** The model is called for 512 samples at 16,000 Hz, 32 ms. */
const WINDOW = 512;
const SAMPLES_PER_MS = 16;
/** Above this probability a window is speech: the model's own default. */
const THRESHOLD = 0.5;
/** Speech in a row that is a voice, s: what got here has passed 20 ms of the gate already. */
const MIN_SPEECH_S = 0.06;
/** Sound, with the 200 ms before it, in which no speech has begun yet is none so far, ms; speech may still follow. */
const NOT_SPEECH_MS = 500;
/** Sounds at a time. A detector has 8 MB and takes 60 ms to make; a voice occupies it for some 300 ms. */
const MAX_DETECTORS = 16;
/** Made before the first call. */
const MADE_AHEAD = 2;

interface Detector {
  acceptWaveform(samples: Float32Array): void;
  isDetected(): boolean;
  isEmpty(): boolean;
  pop(): void;
  reset(): void;
}

interface Engine {
  readonly Vad: new (config: object, bufferSeconds: number) => Detector;
}

interface Listening {
  readonly detector: Detector;
  readonly upsample: Upsampler;
  readonly window: Float32Array;
  filled: number;
  shown: number;
  /** True is the last word on a sound. */
  verdict: boolean | null;
}

const isEngine = (loaded: unknown): loaded is Engine =>
  typeof loaded === 'object' && loaded !== null && 'Vad' in loaded && typeof loaded.Vad === 'function';

const post = (answer: SileroAnswer): void => parentPort?.postMessage(answer);

/** @throws Error when the package or the model is missing or not what it should be */
const loadEngine = (): Engine => {
  const digest = createHash('sha256').update(readFileSync(MODEL)).digest('hex');
  if (digest !== MODEL_SHA256) throw new Error(`the model ${MODEL} is damaged`);
  const loaded: unknown = createRequire(import.meta.url)('sherpa-onnx-node');
  if (!isEngine(loaded)) throw new Error('sherpa-onnx-node has no Vad');
  return loaded;
};

interface Detectors {
  /** Null when all are at work, and there may be no more. */
  take(): Detector | null;
  giveBack(detector: Detector): void;
}

const createDetectors = ({ Vad }: Engine): Detectors => {
  const newDetector = (): Detector =>
    new Vad(
      {
        sileroVad: {
          model: MODEL,
          threshold: THRESHOLD,
          minSpeechDuration: MIN_SPEECH_S,
          minSilenceDuration: 0.25,
          windowSize: WINDOW,
          maxSpeechDuration: 3_600,
        },
        sampleRate: 16_000,
        numThreads: 1,
        provider: 'cpu',
        debug: false,
      },
      // It keeps what it took for speech for this long, s; nobody asks for it.
      5,
    );
  const free = Array.from({ length: MADE_AHEAD }, newDetector);
  let made = free.length;
  return {
    take: () => {
      const ready = free.pop();
      if (ready !== undefined) return ready;
      if (made >= MAX_DETECTORS) return null;
      made += 1;
      return newDetector();
    },
    giveBack: (detector) => {
      detector.reset();
      free.push(detector);
    },
  };
};

/** Null when there is no room for it: it counts as speech. */
const begin = (key: number, detectors: Detectors): Listening | null => {
  const detector = detectors.take();
  if (detector === null) {
    post({ type: 'verdict', key, speech: true, afterMs: 0 });
    return null;
  }
  return {
    detector,
    upsample: createUpsampler(),
    window: new Float32Array(WINDOW),
    filled: 0,
    shown: 0,
    verdict: null,
  };
};

/** Shows the sound's full window to its detector; whether it is speech. */
const listen = (key: number, sound: Listening): boolean => {
  const { detector, window } = sound;
  detector.acceptWaveform(window);
  while (!detector.isEmpty()) detector.pop();
  sound.shown += WINDOW;
  const afterMs = sound.shown / SAMPLES_PER_MS;
  const speech = detector.isDetected();
  if (speech !== sound.verdict && (speech || afterMs >= NOT_SPEECH_MS)) {
    sound.verdict = speech;
    post({ type: 'verdict', key, speech, afterMs });
  }
  return speech;
};

const listenWith = (engine: Engine): ((jobs: readonly SileroJob[], pcm: Int16Array) => void) => {
  const detectors = createDetectors(engine);
  /** Null: there was no room for it. */
  const sounds = new Map<number, Listening | null>();
  let done = 0;

  const show = (key: number, pcm: Int16Array): void => {
    let sound = sounds.get(key);
    if (sound === undefined) {
      sound = begin(key, detectors);
      sounds.set(key, sound);
    }
    if (sound === null || sound.verdict === true) return;
    for (const sample of sound.upsample(pcm)) {
      sound.window[sound.filled] = sample;
      sound.filled += 1;
      if (sound.filled < WINDOW) continue;
      sound.filled = 0;
      if (listen(key, sound)) return;
    }
  };

  const over = (key: number): void => {
    const sound = sounds.get(key);
    sounds.delete(key);
    if (sound !== undefined && sound !== null) detectors.giveBack(sound.detector);
  };

  return (jobs, pcm) => {
    let from = 0;
    for (const job of jobs) {
      if (job.type === 'show') {
        show(job.key, pcm.subarray(from, from + job.samples));
        from += job.samples;
      } else over(job.key);
    }
    if (done === 0)
      setImmediate(() => {
        post({ type: 'done', jobs: done });
        done = 0;
      });
    done += jobs.length;
  };
};

// An interruption waits for it, a frame does not.
nameThread('voice-detector');
yieldToCalls(1);

try {
  const work = listenWith(loadEngine());
  parentPort?.on('message', (message: SileroMessage) => {
    if (message.type === 'end') parentPort?.close();
    else work(message.jobs, message.pcm);
  });
  post({ type: 'ready' });
} catch (error) {
  post({
    type: 'unavailable',
    reason: error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error),
  });
}
