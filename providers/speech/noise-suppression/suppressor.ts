/**
 * RNNoise in a thread that all calls share (worker.ts).
 *
 * N1. A stream returns what was written, byte for byte in time: audio that the thread returns stands for the audio that was
 *     written at the same place, and audio that it has not returned is kept.
 * N2. Audio waits at most {@link LATE_MS}. A stream whose audio waits longer, or whose thread is lost, returns what it has kept
 *     as it was written, and so does everything after it: words with noise are better than late ones.
 * N3. At most {@link MAX_WAITING} jobs of all streams wait; a stream that finds the thread so busy continues as in N2.
 * N4. The jobs of all calls in one turn of the event loop are one message.
 * N5. A thread that is lost is not replaced: recognition gets the audio as it is from then on.
 */
import type { Worker } from 'node:worker_threads';
import { assertNever } from '../../../schemas/assert.js';
import { startThread } from '../../scheduling/yield-to-calls.js';
import type { NoiseSuppressor, NoiseSuppressorStream } from '../noise-suppressor.js';
import type { NoiseAnswer, NoiseJob, NoiseMessage } from './worker.js';

interface RnnoiseOptions {
  /** Called once if the thread is lost. */
  readonly onLost?: (reason: string) => void;
  /** Another thread to run, for tests. */
  readonly worker?: URL;
  /** ms */
  readonly now?: () => number;
}

/** A pause of a turn lasts 300 ms and more: recognition that is later than this delays answers. */
const LATE_MS = 250;
/** Frames of all calls: some 200 ms of work. */
const MAX_WAITING = 500;
const START_MS = 10_000;
/** How long the thread may take to end, ms. */
const END_MS = 2_000;

/** Starts the thread. @throws Error if RNNoise cannot run here: the message says why */
export const startRnnoise = async ({
  onLost = () => undefined,
  worker = new URL('./worker.js', import.meta.url),
  now = () => performance.now(),
}: RnnoiseOptions = {}): Promise<NoiseSuppressor> => {
  const thread = startThread(worker);
  await readiness(thread);
  // An idle thread must not keep the process alive.
  thread.unref();
  return createSuppressor(thread, onLost, now);
};

/** A stream as the thread's answers see it. */
interface OpenStream {
  receive(mulaw: Uint8Array, finished: boolean): void;
  /** N2 */
  bypass(): void;
}

const createSuppressor = (
  thread: Worker,
  onLost: (reason: string) => void,
  now: () => number,
): NoiseSuppressor => {
  const streams = new Map<number, OpenStream>();
  let keys = 0;
  let waiting = 0;
  let state: 'open' | 'lost' | 'closed' = 'open';
  let jobs: NoiseJob[] = [];
  let audio: Uint8Array[] = [];

  const lose = (reason: string): void => {
    if (state !== 'open') return;
    state = 'lost';
    for (const stream of [...streams.values()]) stream.bypass();
    onLost(reason);
  };
  thread.on('message', (answer: NoiseAnswer) => {
    switch (answer.type) {
      case 'audio':
        waiting -= answer.jobs;
        for (const { key, mulaw, finished } of answer.pieces) streams.get(key)?.receive(mulaw, finished);
        return;
      case 'ready':
      case 'unavailable':
        return;
      default:
        assertNever(answer);
    }
  });
  thread.on('error', (error) => lose(String(error)));
  thread.on('exit', (code) => lose(`the thread ended with ${code}`));

  const flush = (): void => {
    const mulaw = new Uint8Array(Buffer.concat(audio));
    thread.postMessage({ type: 'work', jobs, mulaw } satisfies NoiseMessage, [mulaw.buffer]);
    jobs = [];
    audio = [];
  };
  /** Adds a job to the next message. N4 */
  const gather = (job: NoiseJob): void => {
    if (state !== 'open') return;
    if (jobs.length === 0) setImmediate(flush);
    jobs.push(job);
    waiting += 1;
  };

  return {
    name: 'rnnoise',
    open: (onAudio) => {
      keys += 1;
      const key = keys;
      const stream = createStream({
        onAudio,
        now,
        write: (mulaw) => {
          gather({ type: 'write', key, bytes: mulaw.length });
          audio.push(mulaw);
        },
        finish: () => gather({ type: 'finish', key }),
        leave: () => {
          streams.delete(key);
          gather({ type: 'close', key });
        },
        isAccepting: () => state === 'open' && waiting < MAX_WAITING, // N3
      });
      streams.set(key, stream);
      return stream;
    },
    close: async () => {
      if (state === 'open') state = 'closed';
      await ended(thread);
    },
  };
};

interface StreamDeps {
  readonly onAudio: (mulaw: Uint8Array) => void;
  readonly now: () => number;
  readonly isAccepting: () => boolean;
  /** Sends to the thread. */
  readonly write: (mulaw: Uint8Array) => void;
  readonly finish: () => void;
  /** Forgets the stream here and in the thread. */
  readonly leave: () => void;
}

const createStream = ({
  onAudio,
  now,
  isAccepting,
  write,
  finish,
  leave,
}: StreamDeps): NoiseSuppressorStream & OpenStream => {
  /** What was written and has not been returned, oldest first. N1 */
  const kept: { readonly mulaw: Uint8Array; readonly atMs: number }[] = [];
  let state: 'suppressing' | 'bypassing' | 'closed' = 'suppressing';
  let onFinished: (() => void) | null = null;

  const finished = (): void => {
    onFinished?.();
    onFinished = null;
  };
  const bypass = (): void => {
    if (state !== 'suppressing') return;
    state = 'bypassing';
    leave();
    for (const { mulaw } of kept.splice(0)) onAudio(mulaw);
    finished();
  };
  /** Drops what the thread has returned. */
  const drop = (bytes: number): void => {
    let left = bytes;
    for (let oldest = kept[0]; oldest !== undefined && left > 0; oldest = kept[0]) {
      const { mulaw, atMs } = oldest;
      if (mulaw.length > left) kept[0] = { mulaw: mulaw.subarray(left), atMs };
      else kept.shift();
      left -= mulaw.length;
    }
  };
  return {
    write: (mulaw) => {
      if (state === 'closed') return;
      const copy = Uint8Array.from(mulaw);
      const isLate = kept[0] !== undefined && now() - kept[0].atMs > LATE_MS;
      if (state === 'suppressing' && (isLate || !isAccepting())) bypass();
      if (state === 'bypassing') return onAudio(copy);
      kept.push({ mulaw: copy, atMs: now() });
      write(copy);
    },
    finish: () => {
      if (state !== 'suppressing') return Promise.resolve();
      return new Promise((resolve) => {
        const late = setTimeout(bypass, LATE_MS);
        onFinished = () => {
          clearTimeout(late);
          resolve();
        };
        finish();
      });
    },
    close: () => {
      if (state === 'suppressing') leave();
      state = 'closed';
      kept.length = 0;
      finished();
    },
    receive: (mulaw, isLast) => {
      if (state !== 'suppressing') return;
      drop(mulaw.length);
      onAudio(mulaw);
      if (isLast) bypass();
    },
    bypass,
  };
};

/** Requests the thread to end, and waits at most {@link END_MS}: a thread is never terminated. */
const ended = (thread: Worker): Promise<void> =>
  new Promise((resolve) => {
    if (thread.threadId === -1) return resolve();
    const late = setTimeout(resolve, END_MS);
    thread.once('exit', () => {
      clearTimeout(late);
      resolve();
    });
    thread.ref();
    thread.postMessage({ type: 'end' } satisfies NoiseMessage);
  });

/** @throws Error if the thread cannot run RNNoise */
const readiness = async (thread: Worker): Promise<void> => {
  const reason = await new Promise<string | null>((resolve) => {
    const late = setTimeout(() => resolve(`no answer within ${START_MS} ms`), START_MS);
    const settle = (found: string | null): void => {
      clearTimeout(late);
      resolve(found);
    };
    thread.once('message', (answer: NoiseAnswer) =>
      settle(answer.type === 'unavailable' ? answer.reason : null),
    );
    thread.once('error', (error) => settle(String(error)));
    thread.once('exit', (code) => settle(`the thread ended with ${code}`));
  });
  if (reason === null) return;
  await ended(thread);
  throw new Error(reason);
};
