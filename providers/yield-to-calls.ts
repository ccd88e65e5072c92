/** Threads that work for calls but not in time with them. */
import { setPriority } from 'node:os';

/**
 * Lowers the priority of the calling thread, so that the thread which paces audio is never kept waiting by it.
 * On Linux a priority belongs to a thread; elsewhere, where it belongs to the process, nothing is changed.
 * `nice` as in nice(1): 1 yields a little, 19 gets what is left.
 */
export const yieldToCalls = (nice: number): void => {
  if (process.platform !== 'linux') return;
  try {
    setPriority(0, nice);
  } catch {
    // A container may forbid it; the work is then done at the priority it has.
  }
};

/**
 * Raises the priority of the calling thread above everything that only works for calls. Needs the right to do so
 * (root, CAP_SYS_NICE); without it the priority stays as it is.
 */
export const goFirst = (): void => yieldToCalls(-10);
