/** Base addresses as they are configured: http(s) or ws(s), whichever of the two is meant. */

/** For websockets. @throws TypeError when it is no address */
export const socketAddress = (base: string): string => withScheme(base, 'ws:', 'wss:');

/** For requests. @throws TypeError when it is no address */
export const requestAddress = (base: string): string => withScheme(base, 'http:', 'https:');

const withScheme = (base: string, plain: string, secure: string): string => {
  // Not in the message: an address may hold a key.
  if (!URL.canParse(base)) throw new TypeError('the base address of a provider is no address');
  const { protocol } = new URL(base);
  const scheme = protocol === 'http:' || protocol === 'ws:' ? plain : secure;
  if (!['http:', 'ws:', 'https:', 'wss:'].includes(protocol))
    throw new TypeError('the base address of a provider begins with http, https, ws or wss');
  return `${scheme}${base.slice(protocol.length)}`.replace(/\/+$/, '');
};
