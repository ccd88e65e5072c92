/** Token buckets for API keys, sessions and client addresses (docs/reference/api.md "Limits"). */

export interface RateLimit {
  readonly perSecond: number;
  readonly burst: number;
}

export interface Allowance {
  readonly allowed: boolean;
  /** `RateLimit-*` headers (IETF draft), and `Retry-After` on a refusal. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Names remembered at a time; the least recently used is forgotten, and starts again with a full bucket. */
const MAX_KEYS = 10_000;

/** `now` in ms; a clock that is set back neither adds nor removes tokens. */
export const createRateLimiter = (
  { perSecond, burst }: RateLimit,
  now: () => number,
): ((name: string) => Allowance) => {
  const buckets = new Map<string, { tokens: number; at: number }>();
  return (name) => {
    const at = now();
    const bucket = buckets.get(name) ?? { tokens: burst, at };
    bucket.tokens = Math.min(burst, bucket.tokens + (Math.max(0, at - bucket.at) / 1_000) * perSecond);
    bucket.at = at;
    buckets.delete(name);
    buckets.set(name, bucket);
    const oldest = buckets.keys().next();
    if (buckets.size > MAX_KEYS && !oldest.done) buckets.delete(oldest.value);

    const allowed = bucket.tokens >= 1;
    if (allowed) bucket.tokens -= 1;
    const wait = Math.ceil((1 - bucket.tokens) / perSecond);
    return {
      allowed,
      headers: {
        'RateLimit-Limit': String(burst),
        'RateLimit-Remaining': String(Math.floor(bucket.tokens)),
        'RateLimit-Reset': String(Math.ceil((burst - bucket.tokens) / perSecond)),
        ...(allowed ? {} : { 'Retry-After': String(Math.max(1, wait)) }),
      },
    };
  };
};
