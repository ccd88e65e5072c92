/** Compressed bodies, for clients that accept them (RFC 9110 section 8.4.1). */
/** In order of preference. */
export const CODINGS = ['br', 'gzip'] as const;
export type Coding = (typeof CODINGS)[number];

/**
 * Returns the preferred coding that is available and that Accept-Encoding allows; null: the body is sent uncompressed. Weights are not
 * compared, but `q=0` excludes a coding.
 */
export const codingFor = (accepted: string | undefined, available: readonly Coding[]): Coding | null => {
  const acceptedCodings = new Set(
    (accepted ?? '')
      .split(',')
      .map((part) => part.trim().toLowerCase())
      .filter((part) => !/;\s*q=0(\.0*)?$/.test(part))
      .map((part) => part.split(';')[0]?.trim()),
  );
  return CODINGS.find((coding) => acceptedCodings.has(coding) && available.includes(coding)) ?? null;
};
