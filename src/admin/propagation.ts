/** Waits until every node of a running service acts on what was just written. */
import { setTimeout as delay } from 'node:timers/promises';
import { EVERYWHERE_MS } from '../../views/views.js';

/** Resolves once revoked access is gone on every node (views/kernel/store/freshness.ts, F5). */
export const untilPropagated = (): Promise<void> => delay(EVERYWHERE_MS);
