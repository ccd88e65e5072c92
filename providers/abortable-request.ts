/**
 * A request that ends when its signal aborts. `undici.request` looks at its signal once a connection takes the request: one that
 * waits for a connection, or for its TLS handshake, outlives its deadline.
 */
import { type Dispatcher, request as send } from 'undici';
import { unlessAborted } from '../actors/runtime/unless-aborted.js';

interface RequestOptions extends NonNullable<Parameters<typeof send>[1]> {
  readonly signal: AbortSignal;
}

/** Like `undici.request`. @throws the reason of the signal */
export const request = async (
  url: string | URL,
  options: RequestOptions,
): Promise<Dispatcher.ResponseData<unknown>> => {
  options.signal.throwIfAborted();
  return unlessAborted(send(url, options), options.signal);
};
