/** Base addresses as they are configured: http(s) or ws(s), whichever use is meant. */

/** The address for WebSockets. @throws TypeError if `base` is no valid address */
export const socketAddress = (base: string): string => withScheme(base, 'ws:', 'wss:');

/** The address for requests. @throws TypeError if `base` is no valid address */
export const requestAddress = (base: string): string => withScheme(base, 'http:', 'https:');

const withScheme = (base: string, plain: string, secure: string): string => {
  // The message omits the address, which may contain a key.
  if (!URL.canParse(base)) throw new TypeError('the base address of a provider is not a URL');
  const { protocol } = new URL(base);
  const scheme = protocol === 'http:' || protocol === 'ws:' ? plain : secure;
  if (!['http:', 'ws:', 'https:', 'wss:'].includes(protocol))
    throw new TypeError('the base address of a provider must start with http, https, ws or wss');
  return `${scheme}${base.slice(protocol.length)}`.replace(/\/+$/, '');
};
