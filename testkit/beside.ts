/** Tests that run beside each other in one file. */

/**
 * What a test needs to run beside its neighbours: a buffer for what it says, and as long as it may take, ms. Each
 * test calls this for itself. tap keeps the buffer in these very options, so tests that shared them would all be
 * reported with what one of them found.
 */
export const beside = (timeoutMs: number): { readonly buffered: true; readonly timeout: number } => ({
  buffered: true,
  timeout: timeoutMs,
});
