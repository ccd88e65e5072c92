/**
 * Connections to a provider address that a business configured. As for tools and webhooks, they go only to allowed
 * addresses (checked-connection.ts), whichever client the provider uses.
 */
import type { Agent as HttpAgent } from 'node:http';
import type { LookupFunction } from 'node:net';
import { Agent, type buildConnector } from 'undici';
import { checkedAgent, checkedConnector } from './checked-connection.js';

export interface ConnectionGuard {
  /** For clients with their own undici agent. `timeoutMs` limits the connection and the TLS handshake each, ms. */
  connector(timeoutMs: number): buildConnector.connector;
  /** For websockets to `url`. */
  socketAgent(url: string): HttpAgent;
  /** For requests by undici and `fetch`, which share one connection pool. */
  readonly dispatcher: Agent;
  /** Closes the connections of requests. */
  close(): Promise<void>;
}

/** Connect timeout, ms. */
const CONNECT_MS = 10_000;
/** For each open provider. */
const CONNECTIONS = 32;

/** `anywhere`: for development, also allows addresses of this machine and its network. `lookup`: resolves names. */
export const openConnectionGuard = (anywhere: boolean, lookup: LookupFunction): ConnectionGuard => {
  const rules = { anywhere, lookup };
  const connector = (timeoutMs: number): buildConnector.connector => checkedConnector(rules, timeoutMs);
  const dispatcher = new Agent({ connections: CONNECTIONS, connect: connector(CONNECT_MS) });
  const plain = checkedAgent(rules, CONNECT_MS, false);
  const secure = checkedAgent(rules, CONNECT_MS, true);
  return {
    connector,
    socketAgent: (url) => (new URL(url).protocol === 'wss:' ? secure : plain),
    dispatcher,
    close: () => dispatcher.destroy(),
  };
};
