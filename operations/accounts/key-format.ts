/**
 * The format of an API key: `parley_sk_<id>_<secret><checksum>`. The prefix lets scanners recognise a leaked key, and the
 * checksum distinguishes a key from text that only looks like one: a typing error is refused before any lookup.
 * Keys of earlier versions, `pk_<id>_<secret>`, stay valid; they have no checksum.
 */
import { crc32 } from 'node:zlib';

/** For secret scanners: matches every key in the current format (docs/reference/security.md). */
export const KEY_PATTERN = /parley_sk_[0-9a-f]{32}_[0-9a-f]{64}[0-9A-Za-z]{6}/;

const KEY = /^(parley_sk_([A-Za-z0-9-]{1,64})_([A-Za-z0-9-]{16,128}))([0-9A-Za-z]{6})$/;
const EARLIER_KEY = /^pk_([A-Za-z0-9-]{1,64})_([A-Za-z0-9-]{16,128})$/;

const BASE_62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 62 ** 6 is more than 2 ** 32. */
const CHECKSUM_CHARACTERS = 6;

const checksumOf = (text: string): string => {
  let rest = crc32(text);
  let digits = '';
  for (let place = 0; place < CHECKSUM_CHARACTERS; place += 1) {
    digits = `${BASE_62.charAt(rest % BASE_62.length)}${digits}`;
    rest = Math.floor(rest / BASE_62.length);
  }
  return digits;
};

/** Neither part contains an underscore, so a key splits in one way only. */
export const formatKey = (keyId: string, secret: string): string => {
  const text = `parley_sk_${keyId}_${secret}`;
  return `${text}${checksumOf(text)}`;
};

export type ParsedKey =
  | { readonly type: 'key'; readonly keyId: string; readonly secret: string }
  | { readonly type: 'refused'; readonly reason: 'malformed' | 'checksum' };

/** The parts of a key in either format. */
export const parseKey = (text: string): ParsedKey => {
  const [, earlierId, earlierSecret] = EARLIER_KEY.exec(text) ?? [];
  if (earlierId !== undefined && earlierSecret !== undefined)
    return { type: 'key', keyId: earlierId, secret: earlierSecret };
  const [, body, keyId, secret, checksum] = KEY.exec(text) ?? [];
  if (body === undefined || keyId === undefined || secret === undefined)
    return { type: 'refused', reason: 'malformed' };
  if (checksumOf(body) !== checksum) return { type: 'refused', reason: 'checksum' };
  return { type: 'key', keyId, secret };
};
