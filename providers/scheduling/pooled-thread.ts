/** Entry point of a pooled thread. It lowers its priority before it loads its modules, which is most of its start-up. */
import { workerData } from 'node:worker_threads';
import { nameThread } from '../../actors/runtime/thread-name.js';
import { yieldToCalls } from './yield-to-calls.js';

/** The worker data that a pooled thread starts with. */
export interface PooledThreadStart {
  /** URL of the script to run. */
  readonly script: string;
  /** As in nice(1). */
  readonly nice: number;
}

const { script, nice }: PooledThreadStart = workerData;
nameThread(script.slice(script.lastIndexOf('/') + 1, -'.js'.length).slice(0, 15));
yieldToCalls(nice);
await import(script);
