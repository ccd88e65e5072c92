/** The addresses and ports that webhooks may go to (docs/how-to/webhooks.md "Which addresses are taken"): the public internet. */
import ipaddr from 'ipaddr.js';

/**
 * Ranges that the library treats as unicast: SRv6, newer documentation addresses, the old 6to4 relay, local NAT64, the deprecated
 * IPv4-compatible IPv6 addresses (RFC 4291 section 2.5.5.1), and Azure's platform address, which every Azure machine can reach.
 */
const NON_PUBLIC_RANGES: readonly [ipaddr.IPv4 | ipaddr.IPv6, number][] = [
  ipaddr.parseCIDR('5f00::/16'),
  ipaddr.parseCIDR('3fff::/20'),
  ipaddr.parseCIDR('64:ff9b:1::/48'),
  ipaddr.parseCIDR('192.88.99.0/24'),
  ipaddr.parseCIDR('::/96'),
  ipaddr.parseCIDR('168.63.129.16/32'),
];

const isIn = (
  address: ipaddr.IPv4 | ipaddr.IPv6,
  [base, bits]: [ipaddr.IPv4 | ipaddr.IPv6, number],
): boolean => address.kind() === base.kind() && address.match([base, bits]);

/** Whether the address is on the public internet: not on this machine or its network, and not a cloud metadata address. */
export const isPublicAddress = (text: string): boolean => {
  const bare = text.replace(/^\[|\]$/g, '').replace(/%.*$/, '');
  if (!ipaddr.isValid(bare)) return false;
  // Unwraps IPv4-mapped IPv6 addresses.
  const address = ipaddr.process(bare);
  return address.range() === 'unicast' && !NON_PUBLIC_RANGES.some((range) => isIn(address, range));
};

/** Ports of non-HTTP services (Fetch standard, "Port blocking"): such a service could interpret a request as its own protocol. */
const REFUSED: ReadonlySet<number> = new Set([
  ...[0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95],
  ...[101, 102, 103, 104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179],
  ...[389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636],
  ...[989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566],
  ...[6665, 6666, 6667, 6668, 6669, 6679, 6697, 10_080],
]);

export const isRefusedPort = (port: number): boolean => REFUSED.has(port);
