/** Waiting for a condition, with a deadline instead of a fixed sleep. */
import { setTimeout as delay } from 'node:timers/promises';

/** Resolves with the first value that is not null, undefined or false. @throws Error after `timeoutMs` */
export const until = async <T>(
  what: string,
  look: () => T | Promise<T>,
  timeoutMs = 10_000,
): Promise<Exclude<T, null | undefined | false>> => {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const value = await look();
    if (isThere(value)) return value;
    if (Date.now() > deadline) throw new Error(`waited ${timeoutMs} ms in vain: ${what}`);
    await delay(5);
  }
};

const isThere = <T>(value: T): value is Exclude<T, null | undefined | false> =>
  value !== null && value !== undefined && value !== false;
