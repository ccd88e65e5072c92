/** The thread that removes noise from the audio of all calls. */
import { parentPort } from 'node:worker_threads';
import { nameThread } from '../../../actors/runtime/thread-name.js';
import { yieldToCalls } from '../../scheduling/yield-to-calls.js';
import { decodeMulaw, encodeMulaw } from '../dsp/g711.js';
import { type Denoiser, loadRnnoise } from './rnnoise.js';

export type NoiseJob =
  /** The next `bytes` of the message belong to this stream. */
  | { readonly type: 'write'; readonly key: number; readonly bytes: number }
  /** The stream's audio has ended: its last piece is wanted. */
  | { readonly type: 'finish'; readonly key: number }
  /** Nothing is wanted of the stream any more. */
  | { readonly type: 'close'; readonly key: number };

export type NoiseMessage =
  /** Jobs in order; `mulaw` has the audio of all `write` jobs, concatenated. */
  | { readonly type: 'work'; readonly jobs: readonly NoiseJob[]; readonly mulaw: Uint8Array<ArrayBuffer> }
  | { readonly type: 'end' };

export type NoiseAnswer =
  | { readonly type: 'ready' }
  /** The module cannot run here; a retry would not help. */
  | { readonly type: 'unavailable'; readonly reason: string }
  /** Audio of streams, in the order of the jobs; `finished`: the last of the stream. */
  | {
      readonly type: 'audio';
      readonly pieces: readonly {
        readonly key: number;
        readonly mulaw: Uint8Array<ArrayBuffer>;
        readonly finished: boolean;
      }[];
      /** Number of jobs done since the last answer. */
      readonly jobs: number;
    };

type Piece = Extract<NoiseAnswer, { readonly type: 'audio' }>['pieces'][number];

const post = (answer: NoiseAnswer): void => parentPort?.postMessage(answer);

const createWork = (create: () => Denoiser) => {
  const streams = new Map<number, Denoiser>();
  const streamOf = (key: number): Denoiser => {
    const known = streams.get(key) ?? create();
    streams.set(key, known);
    return known;
  };
  return (jobs: readonly NoiseJob[], mulaw: Uint8Array): readonly Piece[] => {
    const pieces: Piece[] = [];
    let from = 0;
    for (const job of jobs) {
      if (job.type === 'write') {
        const pcm = streamOf(job.key).push(decodeMulaw(mulaw.subarray(from, from + job.bytes)));
        from += job.bytes;
        if (pcm.length > 0)
          pieces.push({ key: job.key, mulaw: Uint8Array.from(encodeMulaw(pcm)), finished: false });
        continue;
      }
      if (job.type === 'finish') {
        const mulaw = Uint8Array.from(encodeMulaw(streamOf(job.key).end()));
        pieces.push({ key: job.key, mulaw, finished: true });
      }
      streams.delete(job.key);
    }
    return pieces;
  };
};

nameThread('noise-suppressor');
// Recognition waits for this thread, but a frame to the caller does not.
yieldToCalls(2);

try {
  const work = createWork(await loadRnnoise());
  parentPort?.on('message', (message: NoiseMessage) => {
    if (message.type === 'end') return parentPort?.close();
    const { jobs, mulaw } = message;
    post({ type: 'audio', pieces: work(jobs, mulaw), jobs: jobs.length });
  });
  post({ type: 'ready' });
} catch (error) {
  post({ type: 'unavailable', reason: error instanceof Error ? error.message : String(error) });
}
