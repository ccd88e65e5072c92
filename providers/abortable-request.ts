/**
 * A request that ends when its signal aborts. `undici.request` looks at its signal once a connection takes the request: one that
 * waits for a connection, or for its TLS handshake, outlives its deadline.
 */
import { type Dispatcher, request as send } from 'undici';

interface RequestOptions extends NonNullable<Parameters<typeof send>[1]> {
  readonly signal: AbortSignal;
}

/** Like `undici.request`. @throws the reason of the signal */
export const request = async (
  url: string | URL,
  options: RequestOptions,
): Promise<Dispatcher.ResponseData<unknown>> => {
  const { signal } = options;
  signal.throwIfAborted();
  let stop = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([send(url, options), aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
};
