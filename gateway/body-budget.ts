/**
 * Memory for bodies whose senders are not known before the last byte has come: webhooks and callbacks, whose signature
 * covers the body. Pure.
 */

/** All of them together, bytes; a batch of Meta's has at most four MiB. */
const TOTAL_BYTES = 64 * 1024 * 1024;
/** Those of one client's address, so that one alone cannot keep the others out. */
const CLIENT_BYTES = 16 * 1024 * 1024;

/** What one body holds of the budget. */
export interface BodyShare {
  /** Whether there is room for so many bytes more; they are held then. */
  take(bytes: number): boolean;
  /** Gives back all that is held; idempotent. */
  leave(): void;
}

/** A share for each body of a client's address. */
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
    let mine = 0;
    return {
      take: (bytes) => {
        if (held + bytes > total || (heldBy.get(client) ?? 0) + bytes > perClient) return false;
        add(client, bytes);
        mine += bytes;
        return true;
      },
      leave: () => {
        add(client, -mine);
        mine = 0;
      },
    };
  };
};
