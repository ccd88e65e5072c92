/**
 * Settles with the outcome of work, or rejects with the signal's reason if that aborts first: a driver does not always report that
 * its connection was ended, and an HTTP client may look at a signal late. @throws what the work throws; the signal's reason
 */
export const unlessAborted = async <T>(work: Promise<T>, signal: AbortSignal): Promise<T> => {
  // Work that loses the race may still reject; that rejection must not be unhandled.
  work.catch(() => undefined);
  signal.throwIfAborted();
  let onAbort = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
};
