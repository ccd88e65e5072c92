/** For tests of a thread that is busy with something else. */

/** Blocks this thread's event loop for `ms`, as work of that length would; it takes no CPU time. */
export const blockThread = (ms: number): void =>
  void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
