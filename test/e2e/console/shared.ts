/** What the tests of a process share: it starts with the first test that needs it, and ends after the last test. */
import root from 'tap';
import type { Lifetime } from '../../../testkit/lifetime.js';

/** A start that failed is repeated for the next test. */
export const shared = <T>(start: (lifetime: Lifetime) => Promise<T>): (() => Promise<T>) => {
  let started: Promise<T> | null = null;
  return () => {
    started ??= start(root).catch((error: unknown) => {
      started = null;
      throw error;
    });
    return started;
  };
};
