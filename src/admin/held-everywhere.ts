/** Waiting until every node of a running service decides by what was just written. */
import { setTimeout as delay } from 'node:timers/promises';
import { EVERYWHERE_MS } from '../../views/views.js';

/** Resolves once access that was taken away is gone on every node (views/kernel/freshness.ts, F5). */
export const heldEverywhere = (): Promise<void> => delay(EVERYWHERE_MS);
