/** Where a recogniser is, and in which language it listens. */

/**
 * The address of a websocket below a base address, whose scheme may be http(s) or ws(s).
 * @throws Error that says which schemes there are; the address is not in it
 */
export const socketAddress = (base: string, path: string, query: URLSearchParams): string => {
  const url = URL.canParse(base) ? new URL(base) : null;
  const scheme = url === null ? undefined : SCHEMES[url.protocol];
  if (url === null || scheme === undefined || `${url.search}${url.hash}${url.username}` !== '')
    throw new Error(
      'a base address begins with https://, wss://, http:// or ws://, and has no query and no user',
    );
  const search = query.toString();
  const below = `${scheme}//${url.host}${url.pathname.replace(/\/+$/, '')}${path}`;
  return search === '' ? below : `${below}?${search}`;
};

const SCHEMES: Readonly<Record<string, string>> = {
  'http:': 'ws:',
  'https:': 'wss:',
  'ws:': 'ws:',
  'wss:': 'wss:',
};

/** The first part of a BCP 47 tag, in small letters: `de` of `de-AT`; null where it is none. */
export const primaryLanguage = (tag: string): string | null =>
  /^([A-Za-z]{2,3})(?:[-_]|$)/.exec(tag)?.[1]?.toLowerCase() ?? null;

/**
 * The key, as it may stand in a header.
 * @throws Error when there is none, or it has characters that no header may have; the key is not in it
 */
export const headerKey = (key: string): string => {
  if (!/^[\x21-\x7e]+$/.test(key)) throw new Error('a key is needed, without spaces and line breaks');
  return key;
};
