/**
 * Silero, the voice activity model, in a thread that all calls share (silero-worker.ts). On this thread a frame
 * costs one message.
 *
 * D1. Frames that wait for the thread are bounded; beyond {@link MAX_WAITING} a sound is left to the energy gate.
 * D2. A thread that dies, or says nothing for {@link HANG_MS} while work waits, is replaced, at the earliest
 *     {@link RESTART_MS} after it was started; what it was listening to, and what comes meanwhile, is left to the
 *     energy gate. No sound waits for ever.
 * D3. A thread is asked to end, never terminated: ending it inside the engine would abort the whole process. One
 *     that hangs is left where it is, {@link MAX_HANGS} times; then energy alone decides.
 */
import { Worker } from 'node:worker_threads';
import type { SileroAnswer, SileroJob } from './silero-worker.js';
import type { VoiceDetector, VoiceVerdict } from './voice-detector.js';

/** Frames of all calls: 20 s of audio, some 70 ms of work. */
const MAX_WAITING = 1_000;
const HANG_MS = 3_000;
const RESTART_MS = 5_000;
const MAX_HANGS = 3;
/** How long a thread may take to end, ms. */
const END_MS = 2_000;
/** Loading takes a tenth of a second on an idle machine. */
const START_MS = 10_000;

export interface SileroOptions {
  /** Hears that the thread was lost and will be replaced. */
  readonly onLost?: (reason: string) => void;
  /** Another thread to run, for tests. */
  readonly worker?: URL;
  /** Between the start of one thread and of the next, ms. */
  readonly restartMs?: number;
}

interface Sound {
  readonly number: number;
  /** Null when its stream was closed. */
  onVerdict: ((verdict: VoiceVerdict) => void) | null;
  /** Left to the energy gate: nothing more of it is shown to the thread. */
  left: boolean;
}

/** @throws Error when the engine or the model cannot be run here: the message says why. */
export const startSilero = async ({
  onLost = () => undefined,
  worker: url = new URL('./silero-worker.js', import.meta.url),
  restartMs = RESTART_MS,
}: SileroOptions = {}): Promise<VoiceDetector> => {
  const sounds = new Map<number, Sound>();
  let keys = 0;
  let worker: Worker | null = null;
  let ready = false;
  let startedAt = Number.NEGATIVE_INFINITY;
  let waiting = 0;
  /** When the thread last gave a sign of life, or was first given something to do. */
  let aliveAt = 0;
  let watch: NodeJS.Timeout | null = null;
  let hangs = 0;
  let closed = false;

  /** Later, as the thread would. */
  const leave = (sound: Sound): void => {
    if (sound.left) return;
    sound.left = true;
    queueMicrotask(() => sound.onVerdict?.({ sound: sound.number, speech: true, afterMs: 0 }));
  };

  const lose = (lost: Worker, reason: string): void => {
    if (worker !== lost) return;
    worker = null;
    ready = false;
    waiting = 0;
    lost.postMessage({ type: 'end' } satisfies SileroJob);
    if (closed) return;
    for (const sound of sounds.values()) leave(sound);
    onLost(reason);
  };

  const onAnswer = (from: Worker, answer: SileroAnswer): void => {
    if (worker !== from) return;
    aliveAt = performance.now();
    switch (answer.type) {
      case 'ready':
        ready = true;
        return;
      case 'unavailable':
        lose(from, answer.reason);
        return;
      case 'done':
        waiting -= answer.jobs;
        return;
      case 'verdict': {
        const sound = sounds.get(answer.key);
        if (sound === undefined || sound.left) return;
        sound.onVerdict?.({ sound: sound.number, speech: answer.speech, afterMs: answer.afterMs });
        return;
      }
    }
  };

  const start = (): Worker => {
    const started = new Worker(url);
    worker = started;
    startedAt = performance.now();
    started.on('message', (answer: SileroAnswer) => onAnswer(started, answer));
    started.on('error', (error) => lose(started, String(error)));
    started.on('exit', (code) => lose(started, `the thread ended with ${code}`));
    return started;
  };

  /** The thread, if it can take something now. */
  const listener = (): Worker | null => {
    const now = performance.now();
    if (worker !== null && !ready && now - startedAt > START_MS) lose(worker, 'the thread does not start');
    if (worker === null && !closed && hangs < MAX_HANGS && now - startedAt >= restartMs) start().unref();
    return ready ? worker : null;
  };

  /** As long as work waits. What has arrived while this thread was busy itself is looked at before. */
  const keepWatch = (over: Worker): void => {
    watch ??= setTimeout(() => {
      setImmediate(() => {
        watch = null;
        if (worker !== over || waiting === 0) return;
        if (performance.now() - aliveAt < HANG_MS) return keepWatch(over);
        hangs += 1;
        lose(over, 'the thread hangs');
      });
    }, HANG_MS).unref();
  };

  const tell = (to: Worker, job: SileroJob): void => {
    if (waiting === 0) aliveAt = performance.now();
    waiting += 1;
    keepWatch(to);
    to.postMessage(job, job.type === 'show' ? [job.pcm.buffer] : []);
  };

  const first = start();
  try {
    await readiness(first);
  } catch (error) {
    closed = true;
    await ended(first);
    throw error;
  }
  // An idle thread keeps no process alive.
  first.unref();

  return {
    name: 'silero',
    open: (onVerdict) => {
      /** Number of a sound → its key. */
      const own = new Map<number, number>();
      const over = (number: number): void => {
        const key = own.get(number);
        const sound = key === undefined ? undefined : sounds.get(key);
        own.delete(number);
        if (key === undefined || sound === undefined) return;
        sounds.delete(key);
        sound.onVerdict = null;
        if (worker !== null && ready) tell(worker, { type: 'over', key });
      };
      return {
        show: (number, pcm) => {
          let key = own.get(number);
          if (key === undefined) {
            keys += 1;
            key = keys;
            own.set(number, key);
            sounds.set(key, { number, onVerdict, left: false });
          }
          const sound = sounds.get(key);
          if (sound === undefined || sound.left) return;
          const to = listener();
          if (sound.left) return;
          if (to === null || waiting >= MAX_WAITING) leave(sound);
          else tell(to, { type: 'show', key, pcm: pcm.slice() });
        },
        over,
        close: () => {
          for (const number of [...own.keys()]) over(number);
        },
      };
    },
    close: async () => {
      closed = true;
      if (watch !== null) clearTimeout(watch);
      if (worker !== null) await ended(worker);
    },
  };
};

/** Asks a thread to end, and waits for it a while. */
const ended = (worker: Worker): Promise<void> =>
  new Promise((resolve) => {
    const late = setTimeout(resolve, END_MS);
    worker.once('exit', () => {
      clearTimeout(late);
      resolve();
    });
    worker.ref();
    worker.postMessage({ type: 'end' } satisfies SileroJob);
  });

const readiness = (worker: Worker): Promise<void> =>
  new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`no answer within ${START_MS} ms`)), START_MS);
    const settle = (error: Error | null): void => {
      clearTimeout(late);
      if (error === null) resolve();
      else reject(error);
    };
    worker.once('message', (answer: SileroAnswer) =>
      settle(answer.type === 'unavailable' ? new Error(answer.reason) : null),
    );
    worker.once('error', settle);
    worker.once('exit', (code) => settle(new Error(`the thread ended with ${code}`)));
  });
