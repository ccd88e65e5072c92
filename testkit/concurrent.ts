/** Options of tests that run concurrently in one file. */

/**
 * The options of a test that runs concurrently with its neighbours: a buffer for its output, and its timeout, ms. Each
 * test calls this for itself. tap keeps the buffer in these options, so tests that shared them would all be reported
 * with the assertions of one.
 */
export const concurrent = (timeoutMs: number): { readonly buffered: true; readonly timeout: number } => ({
  buffered: true,
  timeout: timeoutMs,
});
