/**
 * Connections to the address of a provider that a client of ours wrote down: as those of tools and webhooks they are only made
 * to addresses that were checked (guarded-http.ts, G1), by whatever client a provider is spoken to.
 */
import { lookup as resolve } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { Agent } from 'undici';
import { checkedLookup } from './guarded-http.js';

export interface ConnectionGuard {
  /** For clients that resolve names by themselves. */
  readonly lookup: LookupFunction;
  /** For requests by undici and `fetch`, which share its connections. */
  readonly dispatcher: Agent;
  /** Ends the connections of requests. */
  close(): Promise<void>;
}

/** Of one provider that is opened, ms. */
const CONNECT_MS = 10_000;
const CONNECTIONS = 32;

/** `anywhere`: in development, addresses of this machine and its network, too. `look`: the system's resolver when absent. */
export const openConnectionGuard = (anywhere: boolean, look: LookupFunction = resolve): ConnectionGuard => {
  const lookup = checkedLookup(look, anywhere);
  const dispatcher = new Agent({ connections: CONNECTIONS, connect: { lookup, timeout: CONNECT_MS } });
  return { lookup, dispatcher, close: () => dispatcher.destroy() };
};
