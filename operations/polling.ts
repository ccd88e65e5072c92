/** Waits for something that another actor completes in its own time. */
import { setTimeout as delay } from 'node:timers/promises';
import { DomainError } from '../schemas/errors.js';

/** Short pauses at first: most of what is waited for takes a few commits. */
const PAUSES_MS = [5, 10, 20, 50, 100, 250] as const;

/**
 * Resolves with the first result of `look` that is not null; pauses before each look.
 * @throws DomainError not_ready after pauses of `withinMs`, ms
 */
export const polled = async <T>(withinMs: number, look: () => Promise<T | null>): Promise<T> => {
  for (let waitedMs = 0, attempt = 0; waitedMs < withinMs; attempt += 1) {
    const pauseMs = PAUSES_MS[Math.min(attempt, PAUSES_MS.length - 1)] ?? 250;
    await delay(pauseMs);
    waitedMs += pauseMs;
    const found = await look();
    if (found !== null) return found;
  }
  throw new DomainError('not_ready');
};
