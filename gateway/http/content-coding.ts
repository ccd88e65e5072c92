/** Compressed bodies, for clients that accept them (RFC 9110 section 8.4.1). */
import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';

/** In order of preference. */
const CODINGS = ['br', 'gzip'] as const;
export type Coding = (typeof CODINGS)[number];

/** The compressed variants of a body. */
export type Coded = Readonly<Partial<Record<Coding, Buffer>>>;

/**
 * Returns the preferred coding that exists and that Accept-Encoding allows; null: the body is sent uncompressed. Weights are not
 * compared, but `q=0` excludes a coding.
 */
export const codingFor = (accepted: string | undefined, coded: Coded): Coding | null => {
  const acceptedCodings = new Set(
    (accepted ?? '')
      .split(',')
      .map((part) => part.trim().toLowerCase())
      .filter((part) => !/;\s*q=0(\.0*)?$/.test(part))
      .map((part) => part.split(';')[0]?.trim()),
  );
  return CODINGS.find((coding) => acceptedCodings.has(coding) && coded[coding] !== undefined) ?? null;
};

/** Nearly as small as the highest quality, in a tenth of the time. */
const BROTLI_QUALITY = 9;
/** The highest: for a body that is compressed once. A megabyte takes a second of a thread of the pool. */
export const HIGH_BROTLI_QUALITY = 11;

/** Compresses a body with all codings, off the main thread. */
export const compressed = async (body: Uint8Array, quality = BROTLI_QUALITY): Promise<Coded> => {
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(body, { params: { [zlib.BROTLI_PARAM_QUALITY]: quality } }),
    promisify(gzip)(body),
  ]);
  return { br, gzip: gz };
};
