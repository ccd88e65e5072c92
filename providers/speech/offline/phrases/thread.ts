/** The thread that compares utterances with phrases (worker.ts): starts on first use, and again after a loss. */
import type { Worker } from 'node:worker_threads';
import { startThread } from '../../../scheduling/yield-to-calls.js';
import type { LoadFailure, PhraseJob, PhraseResult } from './worker.js';

/** Maximum utterances that wait for the thread; any beyond that are reported as unknown rather than late. */
const MAX_WAITING = 200;

export interface PhraseThread {
  /** Posts a job that has no result. */
  send(job: PhraseJob): void;
  /** Never rejects: jobs of a thread that is lost find no phrase. */
  ask(job: (id: number) => PhraseJob): Promise<PhraseResult>;
  /** As `ask`, but finds no phrase, at once, if too many utterances wait. */
  match(phrases: readonly string[], pcm: Int16Array): Promise<PhraseResult>;
  /** Terminates the thread; no other one starts once `stopped` is aborted. */
  close(): Promise<void>;
}

const unknown = (id: number): PhraseResult => ({ type: 'found', id, phrases: [], confidence: 0 });

export interface PhraseThreadEvents {
  /** A thread has ended, and everything that it had learnt is lost. */
  readonly onLost: (reason: string) => void;
  readonly onLoadFailed: (reason: string) => void;
}

export const createPhraseThread = (
  stopped: AbortSignal,
  { onLost, onLoadFailed }: PhraseThreadEvents,
): PhraseThread => {
  const waiting = new Map<number, (result: PhraseResult) => void>();
  let jobs = 0;
  let worker: Worker | null = null;

  const lost = (reason: string): void => {
    worker = null;
    for (const [id, settle] of waiting) settle(unknown(id));
    waiting.clear();
    onLost(reason);
  };

  const thread = (): Worker => {
    if (worker !== null) return worker;
    const started = startThread(new URL('./worker.js', import.meta.url));
    started.on('message', (result: PhraseResult | LoadFailure) => {
      if (result.type === 'load_failed') return onLoadFailed(result.reason);
      const settle = waiting.get(result.id);
      waiting.delete(result.id);
      // An idle thread must not keep the process alive.
      if (waiting.size === 0) started.unref();
      settle?.(result);
    });
    started.on('error', (error) => lost(String(error)));
    started.on('exit', () => {
      if (worker === started) lost('the recogniser was closed');
    });
    started.unref();
    worker = started;
    return started;
  };

  const send = (job: PhraseJob): void => {
    if (!stopped.aborted) thread().postMessage(job);
  };

  const ask = (job: (id: number) => PhraseJob): Promise<PhraseResult> => {
    jobs += 1;
    const id = jobs;
    if (stopped.aborted) return Promise.resolve(unknown(id));
    return new Promise((resolve) => {
      waiting.set(id, resolve);
      send(job(id));
      worker?.ref();
    });
  };

  return {
    send,
    ask,
    match: (phrases, pcm) =>
      waiting.size >= MAX_WAITING
        ? Promise.resolve(unknown(0))
        : ask((id) => ({ type: 'match', id, phrases, pcm })),
    close: async () => {
      await worker?.terminate();
    },
  };
};
