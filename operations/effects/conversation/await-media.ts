/** An answer waits for what the customer has just sent: images that are being fetched, and voice notes. */
import { setTimeout as delay } from 'node:timers/promises';
import type { AwaitedForAnswer } from '../../../actors/conversation/commands.js';

/** Longest wait for files, and for the words of voice notes, ms: the longest note that is listened to takes some 50 s. */
export const LONGEST_WAIT_MS: Readonly<Record<AwaitedForAnswer, number>> = {
  files: 10_000,
  words: 60_000,
  nothing: 0,
};
const POLL_MS = 250;

/**
 * Resolves once nothing is awaited, or too long. A state that cannot be read counts as nothing.
 * @throws the signal's reason if it aborts
 */
export const mediaArrived = async (
  read: () => Promise<AwaitedForAnswer>,
  signal: AbortSignal,
  wait: (ms: number, signal: AbortSignal) => Promise<unknown> = (ms, signal) =>
    delay(ms, undefined, { signal }),
): Promise<void> => {
  for (let waitedMs = 0; ; waitedMs += POLL_MS) {
    const awaited = await read().catch((): AwaitedForAnswer => 'nothing');
    signal.throwIfAborted();
    if (waitedMs >= LONGEST_WAIT_MS[awaited]) return;
    await wait(POLL_MS, signal);
  }
};
