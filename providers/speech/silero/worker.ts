/** The thread that runs Silero for all calls (judge.ts). */
import { parentPort } from 'node:worker_threads';
import { nameThread } from '../../../actors/runtime/thread-name.js';
import { yieldToCalls } from '../../scheduling/yield-to-calls.js';
import { loadSoundJudge, type SoundVerdict } from './judge.js';

export type SileroJob =
  /** The next `samples` samples belong to this sound. */
  | { readonly type: 'show'; readonly key: number; readonly samples: number }
  | { readonly type: 'over'; readonly key: number };

export type SileroMessage =
  /** Jobs in order; `pcm` has the samples of all `show` jobs, 8,000 Hz, concatenated. */
  | { readonly type: 'work'; readonly jobs: readonly SileroJob[]; readonly pcm: Int16Array<ArrayBuffer> }
  | { readonly type: 'end' };

export type SileroAnswer =
  | { readonly type: 'ready' }
  /** The model cannot run here; a retry would not help. */
  | { readonly type: 'unavailable'; readonly reason: string }
  /** Number of jobs done since the last answer of this kind. */
  | { readonly type: 'done'; readonly jobs: number }
  | ({ readonly type: 'verdict' } & SoundVerdict);

const post = (answer: SileroAnswer): void => parentPort?.postMessage(answer);

/** @throws Error if the package or the model is missing, or not the expected one */
const createWork = (): ((jobs: readonly SileroJob[], pcm: Int16Array) => void) => {
  const judge = loadSoundJudge((verdict) => post({ type: 'verdict', ...verdict }));
  let finishedJobs = 0;
  return (jobs, pcm) => {
    let from = 0;
    for (const job of jobs) {
      if (job.type === 'show') {
        judge.show(job.key, pcm.subarray(from, from + job.samples));
        from += job.samples;
      } else judge.end(job.key);
    }
    if (finishedJobs === 0)
      setImmediate(() => {
        post({ type: 'done', jobs: finishedJobs });
        finishedJobs = 0;
      });
    finishedJobs += jobs.length;
  };
};

// A barge-in waits for this thread, but a frame does not.
nameThread('voice-detector');
yieldToCalls(1);

try {
  const work = createWork();
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
