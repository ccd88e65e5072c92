/** Determines the client address of a request for rate limits, also behind trusted proxies. Pure. */
import ipaddr from 'ipaddr.js';

/** Addresses and networks. */
export type Networks = readonly [ipaddr.IPv4 | ipaddr.IPv6, number][];

/** One household or one server holds a whole /64 of IPv6 (RFC 6177). */
const IPV6_PREFIX_BITS = 64;
/** Proxies in a row that are followed. */
const MAX_HOPS = 16;

/**
 * Parses addresses and networks like `10.0.0.0/8, 2001:db8::1`, separated by commas. @throws Error whose message is the part that
 * cannot be parsed
 */
export const parseNetworks = (text: string): Networks =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      if (ipaddr.isValidCIDR(part)) return ipaddr.parseCIDR(part);
      const address = ipaddr.IPv4.isValidFourPartDecimal(part) || part.includes(':') ? parse(part) : null;
      if (address === null) throw new Error(part);
      return [address, address.kind() === 'ipv4' ? 32 : 128];
    });

/**
 * Returns one name for each client network: an IPv4 address, or the /64 of an IPv6 address. `peer`: the connected address.
 * X-Forwarded-For is trusted only from trusted proxies, and read from its end: anything before the last address that is not such
 * a proxy may be forged.
 */
export const clientAddress = (peer: string, forwardedFor: string | undefined, trusted: Networks): string => {
  let client = parse(peer);
  if (client === null) return 'unknown';
  const hops = (forwardedFor ?? '').split(',').slice(-MAX_HOPS);
  while (isTrusted(client, trusted)) {
    const hop = parse(withoutPort((hops.pop() ?? '').trim()));
    if (hop === null) break;
    client = hop;
  }
  return nameOf(client);
};

/** An IPv4-mapped IPv6 address becomes IPv4. */
const parse = (text: string): ipaddr.IPv4 | ipaddr.IPv6 | null =>
  ipaddr.IPv4.isValidFourPartDecimal(text) || (text.includes(':') && ipaddr.IPv6.isValid(text))
    ? ipaddr.process(text)
    : null;

/** Some proxies write `192.0.2.1:4711` or `[2001:db8::1]:4711`. */
const withoutPort = (text: string): string =>
  /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;

const isTrusted = (address: ipaddr.IPv4 | ipaddr.IPv6, trusted: Networks): boolean =>
  trusted.some(([network, bits]) => address.kind() === network.kind() && address.match(network, bits));

/** Whether the other end of a connection is a trusted proxy. */
export const isTrustedPeer = (peer: string, trusted: Networks): boolean => {
  const address = parse(peer);
  return address !== null && isTrusted(address, trusted);
};

const nameOf = (address: ipaddr.IPv4 | ipaddr.IPv6): string =>
  address.kind() === 'ipv4'
    ? address.toString()
    : `${ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/${IPV6_PREFIX_BITS}`).toString()}/${IPV6_PREFIX_BITS}`;

/** Peers cached at a time. */
const MAX_PEERS = 1_000;

/** As {@link clientAddress}, with the names of peers that send no X-Forwarded-For cached. */
export const createClientAddressCache = (
  trusted: Networks,
): ((peer: string, forwardedFor: string | undefined) => string) => {
  const names = new Map<string, string>();
  return (peer, forwardedFor) => {
    if (forwardedFor !== undefined) return clientAddress(peer, forwardedFor, trusted);
    const name = names.get(peer) ?? clientAddress(peer, undefined, trusted);
    if (names.size >= MAX_PEERS) names.clear();
    names.set(peer, name);
    return name;
  };
};
