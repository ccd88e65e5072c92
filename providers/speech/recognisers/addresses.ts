/** The address, the key and the language of a recogniser, in the form that requests need. */

import type { RecognitionRequest } from '../recogniser.js';

/**
 * The address of a WebSocket below a base address, whose scheme may be http(s) or ws(s).
 * @throws Error that names the valid schemes, but not the address
 */
export const socketAddress = (base: string, path: string, query: URLSearchParams): string => {
  const url = URL.canParse(base) ? new URL(base) : null;
  const scheme = url === null ? undefined : SCHEMES[url.protocol];
  if (url === null || scheme === undefined || `${url.search}${url.hash}${url.username}` !== '')
    throw new Error(
      'a base address must start with https://, wss://, http:// or ws://, without a query or a user name',
    );
  const search = query.toString();
  const endpoint = `${scheme}//${url.host}${url.pathname.replace(/\/+$/, '')}${path}`;
  return search === '' ? endpoint : `${endpoint}?${search}`;
};

const SCHEMES: Readonly<Record<string, string>> = {
  'http:': 'ws:',
  'https:': 'wss:',
  'ws:': 'ws:',
  'wss:': 'wss:',
};

/** The primary language of a BCP 47 tag, in lower case: `de` for `de-AT`; null if the tag has none. */
export const primaryLanguage = (tag: string): string | null =>
  /^([A-Za-z]{2,3})(?:[-_]|$)/.exec(tag)?.[1]?.toLowerCase() ?? null;

/** The primary languages of a request, its main one first, each once. */
export const primaryLanguages = ({
  language,
  furtherLanguages = [],
}: Pick<RecognitionRequest, 'language' | 'furtherLanguages'>): readonly string[] => [
  ...new Set([language, ...furtherLanguages].flatMap((tag) => primaryLanguage(tag) ?? [])),
];

/** The language for engines that take one; null if there are several: the engine then detects them. */
export const onlyLanguage = (
  request: Pick<RecognitionRequest, 'language' | 'furtherLanguages'>,
): string | null => {
  const [spoken = null, ...others] = primaryLanguages(request);
  return others.length === 0 ? spoken : null;
};

/**
 * The key, checked for use in a header.
 * @throws Error if it is empty or has characters that a header cannot have; the key is not in the error
 */
export const headerKey = (key: string): string => {
  if (!/^[\x21-\x7e]+$/.test(key)) throw new Error('a key is required, without spaces or line breaks');
  return key;
};
