/**
 * A signal that aborts after `ms`, with a `TimeoutError`, like `AbortSignal.timeout`. That one may never abort in Node.js 20: if
 * it is only part of an `AbortSignal.any`, the next garbage collection removes it with its timer. Does not keep the process alive.
 */
export const timeoutSignal = (ms: number): AbortSignal => {
  const controller = new AbortController();
  // The timer keeps the controller, and so its signal.
  setTimeout(() => {
    controller.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
  }, ms).unref();
  return controller.signal;
};
