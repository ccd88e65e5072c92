/** Where a kept thread begins: its place behind the calls is taken before its modules are loaded, which is most of its start. */
import { workerData } from 'node:worker_threads';
import { nameThread } from '../actors/runtime/thread-name.js';
import { yieldToCalls } from './yield-to-calls.js';

/** What it is started with. */
export interface KeptThreadStart {
  /** URL of what it runs. */
  readonly script: string;
  /** As in nice(1). */
  readonly nice: number;
}

const { script, nice }: KeptThreadStart = workerData;
nameThread(script.slice(script.lastIndexOf('/') + 1, -'.js'.length).slice(0, 15));
yieldToCalls(nice);
await import(script);
