/**
 * Connections to the address of a provider that a business wrote down: as those of tools and webhooks they are only made to
 * addresses that are allowed (checked-connection.ts), by whatever client a provider is spoken to.
 */
import type { Agent as HttpAgent } from 'node:http';
import type { LookupFunction } from 'node:net';
import { Agent, type buildConnector } from 'undici';
import { checkedAgent, checkedConnector } from './checked-connection.js';

export interface ConnectionGuard {
  /** For clients that have an agent of undici of their own; so long each of connection and TLS may take, ms. */
  connector(timeoutMs: number): buildConnector.connector;
  /** For websockets to that address. */
  socketAgent(url: string): HttpAgent;
  /** For requests by undici and `fetch`, which share its connections. */
  readonly dispatcher: Agent;
  /** Ends the connections of requests. */
  close(): Promise<void>;
}

/** Of one provider that is opened, ms. */
const CONNECT_MS = 10_000;
const CONNECTIONS = 32;

/** `anywhere`: in development, addresses of this machine and its network, too. `lookup`: gives the addresses of names. */
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
