/**
 * Limits the memory for bodies whose senders are unverified until the last byte has arrived: webhooks and callbacks, whose
 * signature covers the body. Pure.
 */

/** For all bodies together, bytes; one of Meta's batches has at most four MiB. */
const TOTAL_BYTES = 64 * 1024 * 1024;
/** For the bodies of one client address, bytes, so that a single address cannot exhaust the budget. */
const CLIENT_BYTES = 16 * 1024 * 1024;

/** The share of the budget that one body holds. */
export interface BodyShare {
  /** Reserves so many more bytes and returns whether there was room. */
  reserve(bytes: number): boolean;
  /** Releases all reserved bytes; idempotent. */
  release(): void;
}

/** Returns a function that creates a share for each body of a client address. */
export const createBodyBudget = (
  total = TOTAL_BYTES,
  perClient = CLIENT_BYTES,
): ((client: string) => BodyShare) => {
  let held = 0;
  const heldBy = new Map<string, number>();
  const add = (client: string, bytes: number): void => {
    held += bytes;
    const now = (heldBy.get(client) ?? 0) + bytes;
    if (now > 0) heldBy.set(client, now);
    else heldBy.delete(client);
  };
  return (client) => {
    let ownBytes = 0;
    return {
      reserve: (bytes) => {
        if (held + bytes > total || (heldBy.get(client) ?? 0) + bytes > perClient) return false;
        add(client, bytes);
        ownBytes += bytes;
        return true;
      },
      release: () => {
        add(client, -ownBytes);
        ownBytes = 0;
      },
    };
  };
};
