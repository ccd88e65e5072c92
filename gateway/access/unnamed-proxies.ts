/**
 * Detects proxies in front of the service that `PARLEY_TRUSTED_PROXIES` does not name. Behind such a proxy all clients share one
 * address and its limits, so fifty wrong passwords block every sign-in.
 */
import type { Logger } from 'pino';
import { Counter, type Registry } from 'prom-client';
import type { RequestHead } from '../http/request-head.js';
import { isTrustedPeer, type Networks } from './client-address.js';

/** A peer is logged again after this time, ms. */
const REPEAT_MS = 3_600_000;
/** Peers remembered, and so logged, within {@link REPEAT_MS}: any client can send these headers. */
export const MAX_PEERS = 20;

export interface UnnamedProxies {
  /** Checks the headers of a request. `peer`: the address of the other end of its connection. */
  notice(peer: string, headers: RequestHead['headers']): void;
  /** For `/readyz`: a line if there was such a request within the last hour. */
  lines(): readonly string[];
}

export interface UnnamedProxiesDeps {
  readonly trusted: Networks;
  readonly registry: Registry;
  readonly logger: Logger;
  /** ms since the epoch. */
  readonly now: () => number;
}

export const createUnnamedProxies = (deps: UnnamedProxiesDeps): UnnamedProxies => {
  const { trusted, registry, logger, now } = deps;
  const seen = new Map<string, number>();
  const requests = new Counter({
    name: 'parley_unnamed_proxy_requests_total',
    help: 'Requests with X-Forwarded-For or Forwarded from a peer that PARLEY_TRUSTED_PROXIES does not name',
    registers: [registry],
  });
  const forget = (at: number): void => {
    for (const [peer, since] of seen) if (at - since >= REPEAT_MS) seen.delete(peer);
  };
  return {
    notice: (peer, headers) => {
      const header =
        headers['x-forwarded-for'] !== undefined
          ? 'X-Forwarded-For'
          : headers.forwarded !== undefined
            ? 'Forwarded'
            : null;
      if (header === null || isTrustedPeer(peer, trusted)) return;
      requests.inc();
      const at = now();
      forget(at);
      if (seen.has(peer) || seen.size >= MAX_PEERS) return;
      seen.set(peer, at);
      logger.warn({ event: 'proxy.unnamed', peer, header, setting: 'PARLEY_TRUSTED_PROXIES' });
    },
    lines: () => {
      forget(now());
      const [peer] = seen.keys();
      return peer === undefined
        ? []
        : [
            `warning: ${peer} forwards requests and is not in PARLEY_TRUSTED_PROXIES; its clients share one address and its limits`,
          ];
    },
  };
};
