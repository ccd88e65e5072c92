/** For tests of what happens while a thread is busy with something else. */

/** Holds up this thread's event loop for `ms`, as work of that length would; it takes no processor time. */
export const standStill = (ms: number): void =>
  void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
