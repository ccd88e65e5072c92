/**
 * One DNS query: a name's IPv4 and IPv6 addresses in parallel, through c-ares, which uses no thread of libuv's pool. No other
 * file imports `node:dns` (test/providers/names), because its `lookup` waits in that pool.
 */
import { promises as dns } from 'node:dns';
import type { NameAddress, NameAnswer } from './name-answer.js';

/** How long to wait for the other address family once one has arrived, ms (RFC 8305 section 3). */
const OTHER_FAMILY_MS = 50;
/** For a fast server, c-ares shortens its first wait to no less than 250 ms; it then retries at 250, 750 and 1,750 ms. */
const TRIES = 4;

/** Runs one query at a time. */
export interface NameQuery {
  /** Resolves within `deadlineMs`, or immediately as `cancelled` when `signal` aborts. Never rejects. */
  ask(name: string, deadlineMs: number, signal: AbortSignal): Promise<NameAnswer>;
}

type Records = readonly { readonly address: string; readonly ttl: number }[];
type Half =
  | { readonly addresses: readonly NameAddress[]; readonly ttls: readonly number[] }
  | { readonly code: string };

const half = (records: Promise<Records>, family: 4 | 6): Promise<Half> =>
  records.then(
    (found) => ({
      addresses: found.map(({ address }) => ({ address, family })),
      ttls: found.map(({ ttl }) => ttl),
    }),
    (error: unknown) => ({
      code: error instanceof Error && 'code' in error ? String(error.code) : 'EUNKNOWN',
    }),
  );

const hasAddresses = (result: Half): boolean => 'addresses' in result && result.addresses.length > 0;

/** The server has no records or no such name; a text that is not a valid name has no address either. */
const NO_ADDRESS: ReadonlySet<string> = new Set(['ENODATA', 'ENOTFOUND', 'EBADNAME']);
const TIMED_OUT: ReadonlySet<string> = new Set(['ETIMEOUT', 'ECANCELLED']);

const answerOf = (halves: readonly Half[]): NameAnswer => {
  const addresses = halves.flatMap((result) => ('addresses' in result ? result.addresses : []));
  const ttls = halves.flatMap((result) => ('addresses' in result ? result.ttls : []));
  if (addresses.length > 0) return { addresses, ttlMs: Math.min(...ttls) * 1_000 };
  const codes = halves.flatMap((result) => ('code' in result ? result.code : []));
  if (codes.every((code) => NO_ADDRESS.has(code))) return { failure: 'not_found' };
  return { failure: codes.some((code) => TIMED_OUT.has(code)) ? 'timed_out' : 'failed' };
};

/** `servers`: `address` or `address:port`; null: the system's current ones. `firstWaitMs`: wait before the first retry. */
export const openNameQuery = (servers: readonly string[] | null, firstWaitMs: number): NameQuery => {
  const resolver = new dns.Resolver({ timeout: firstWaitMs, tries: TRIES });
  if (servers !== null) resolver.setServers(servers);
  return {
    ask: async (name, deadlineMs, signal) => {
      if (signal.aborted) return { failure: 'cancelled' };
      const cancel = (): void => resolver.cancel();
      signal.addEventListener('abort', cancel, { once: true });
      let timer = setTimeout(cancel, deadlineMs);
      try {
        const halves = [
          half(resolver.resolve4(name, { ttl: true }), 4),
          half(resolver.resolve6(name, { ttl: true }), 6),
        ];
        if (hasAddresses(await Promise.race(halves))) {
          clearTimeout(timer);
          timer = setTimeout(cancel, Math.min(OTHER_FAMILY_MS, deadlineMs));
        }
        const answer = answerOf(await Promise.all(halves));
        return signal.aborted && 'failure' in answer ? { failure: 'cancelled' } : answer;
      } finally {
        clearTimeout(timer);
        signal.removeEventListener('abort', cancel);
      }
    },
  };
};
