/** Which addresses webhooks may go to (docs/webhooks.md "Which addresses are taken"): those of the public internet. */
import ipaddr from 'ipaddr.js';

/**
 * Ranges that the library counts as ordinary: SRv6, newer documentation addresses, the old 6to4 relay, local NAT64, IPv4 written as
 * IPv6 in the way that was given up (RFC 4291 section 2.5.5.1), and the platform of Azure, which each of its machines reaches.
 */
const FURTHER: readonly [ipaddr.IPv4 | ipaddr.IPv6, number][] = [
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

/** Whether it is an address of the internet: none of this machine, its network, or of a cloud's metadata. */
export const isPublicAddress = (text: string): boolean => {
  const bare = text.replace(/^\[|\]$/g, '').replace(/%.*$/, '');
  if (!ipaddr.isValid(bare)) return false;
  // Unwraps IPv4 addresses that are written as IPv6.
  const address = ipaddr.process(bare);
  return address.range() === 'unicast' && !FURTHER.some((range) => isIn(address, range));
};
