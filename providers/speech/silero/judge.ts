/**
 * Silero VAD on the calling thread: sherpa-onnx's voice activity detector, one for each current sound, from a small pool.
 * Calls use it in a thread of its own (worker.ts); benches in virtual time use it directly.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import { createUpsampler, type Upsampler } from '../dsp/resample.js';

/** A decision on a sound. `key`: the number under which it was shown; `afterMs`: how much of it had been shown. */
export interface SoundVerdict {
  readonly key: number;
  readonly speech: boolean;
  readonly afterMs: number;
}

export interface SoundJudge {
  /** Shows the next piece of a sound, 8,000 Hz, in order; the first piece of a key begins it. */
  show(key: number, pcm: Int16Array): void;
  /** Ends a sound, and frees its detector. */
  end(key: number): void;
}

/** The path relative to `dist/providers/speech/`. */
const MODEL = fileURLToPath(new URL('../../../../providers/speech/silero/silero_vad.onnx', import.meta.url));
/** All that a published package has of it: a tenth smaller than `npm pack` makes it. */
const PACKED_MODEL = fileURLToPath(new URL('silero_vad.onnx.br', import.meta.url));
/** The engine ends the process on a file that is not a model, so the file is verified first. */
const MODEL_SHA256 = '9c11a4c9a1cae3dd437e15dc56b957df18f1265f13840cb8375a4b284b6c77da';
/** The model is called for 512 samples at 16,000 Hz, 32 ms. */
const WINDOW = 512;
const SAMPLES_PER_MS = 16;
/** Above this probability a window is speech: the model's own default. */
const THRESHOLD = 0.5;
/** Continuous speech that counts as a voice, s: sounds that arrive here have already passed 20 ms of the gate. */
const MIN_SPEECH_S = 0.06;
/** A sound without speech for this long, including the 200 ms before it, is not speech so far, ms; speech may still follow. */
const NOT_SPEECH_MS = 500;
/** Concurrent sounds. A detector has 8 MB and takes 60 ms to make; a voice occupies it for some 300 ms. */
const MAX_DETECTORS = 16;
/** Detectors that are made before the first call. */
const PREPARED = 2;

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
  /** `true` is final for a sound. */
  verdict: boolean | null;
}

const isEngine = (loaded: unknown): loaded is Engine =>
  typeof loaded === 'object' && loaded !== null && 'Vad' in loaded && typeof loaded.Vad === 'function';

/**
 * The model as a file, which is all that the engine reads. A packed model is unpacked into the folder for temporary files, until the
 * calling thread ends. @throws Error if there is no model, or it cannot be unpacked
 */
export const modelFile = (plain = MODEL, packed = PACKED_MODEL): string => {
  if (existsSync(plain)) return plain;
  const model = brotliDecompressSync(readFileSync(packed));
  const folder = mkdtempSync(join(tmpdir(), 'parley-silero-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const unpacked = join(folder, 'silero_vad.onnx');
  writeFileSync(unpacked, model);
  return unpacked;
};

/** @throws Error if the package or the model is missing, or not the expected one */
const loadEngine = (model: string): Engine => {
  const digest = createHash('sha256').update(readFileSync(model)).digest('hex');
  if (digest !== MODEL_SHA256) throw new Error(`the model ${model} is damaged`);
  const loaded: unknown = createRequire(import.meta.url)('sherpa-onnx-node');
  if (!isEngine(loaded)) throw new Error('sherpa-onnx-node has no Vad');
  return loaded;
};

interface Detectors {
  /** Null if all detectors are in use and the limit is reached. */
  take(): Detector | null;
  giveBack(detector: Detector): void;
}

const createDetectors = ({ Vad }: Engine, model: string): Detectors => {
  const newDetector = (): Detector =>
    new Vad(
      {
        sileroVad: {
          model,
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
      // The detector keeps detected speech for this long, s; nothing reads it.
      5,
    );
  const free = Array.from({ length: PREPARED }, newDetector);
  let created = free.length;
  return {
    take: () => {
      const ready = free.pop();
      if (ready !== undefined) return ready;
      if (created >= MAX_DETECTORS) return null;
      created += 1;
      return newDetector();
    },
    giveBack: (detector) => {
      detector.reset();
      free.push(detector);
    },
  };
};

/** Null if no detector is free. */
const begin = (detectors: Detectors): Listening | null => {
  const detector = detectors.take();
  if (detector === null) return null;
  return {
    detector,
    upsample: createUpsampler(2),
    window: new Float32Array(WINDOW),
    filled: 0,
    shown: 0,
    verdict: null,
  };
};

/**
 * Loads the model, and judges sounds with it; each verdict is reported while a piece is shown. If no detector is free, a
 * sound counts as speech. @throws Error if the package or the model is missing, or not the expected one
 */
export const loadSoundJudge = (onVerdict: (verdict: SoundVerdict) => void): SoundJudge => {
  const model = modelFile();
  const detectors = createDetectors(loadEngine(model), model);
  /** Null: no detector was free. */
  const sounds = new Map<number, Listening | null>();

  /** Passes the sound's full window to its detector; returns whether it is speech. */
  const listen = (key: number, sound: Listening): boolean => {
    const { detector, window } = sound;
    detector.acceptWaveform(window);
    while (!detector.isEmpty()) detector.pop();
    sound.shown += WINDOW;
    const afterMs = sound.shown / SAMPLES_PER_MS;
    const speech = detector.isDetected();
    if (speech !== sound.verdict && (speech || afterMs >= NOT_SPEECH_MS)) {
      sound.verdict = speech;
      onVerdict({ key, speech, afterMs });
    }
    return speech;
  };

  return {
    show: (key, pcm) => {
      let sound = sounds.get(key);
      if (sound === undefined) {
        sound = begin(detectors);
        sounds.set(key, sound);
        if (sound === null) onVerdict({ key, speech: true, afterMs: 0 });
      }
      if (sound === null || sound.verdict === true) return;
      for (const sample of sound.upsample(pcm)) {
        sound.window[sound.filled] = sample;
        sound.filled += 1;
        if (sound.filled < WINDOW) continue;
        sound.filled = 0;
        if (listen(key, sound)) return;
      }
    },
    end: (key) => {
      const sound = sounds.get(key);
      sounds.delete(key);
      if (sound !== undefined && sound !== null) detectors.giveBack(sound.detector);
    },
  };
};
