/** The addresses that webhooks may go to (docs/how-to/webhooks.md "Which addresses are taken"): those of the public internet. */
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
