/**
 * Resources that are opened once for all simultaneous users, kept for a while after the last of them, and then closed.
 *
 * It guarantees:
 * S1. Taking a resource that is open already, or being opened, gets the same one.
 * S2. Nothing is closed while in use, and everything is closed once: {@link SharedLimits.warmMs} after its last user, or
 *     sooner if its place is needed.
 * S3. An owner has at most {@link SharedLimits.maxPerOwner} open, all owners together {@link SharedLimits.maxTotal}. Unused ones
 *     make room, the longest unused first; if all are in use, one more is refused.
 * S4. A failure to open is not remembered: the next take tries again.
 */

export interface SharedLimits {
  readonly maxPerOwner: number;
  readonly maxTotal: number;
  readonly warmMs: number;
}

/** A resource that was taken. */
export interface Share<T> {
  readonly value: T;
  /** Idempotent. */
  release(): void;
}

export interface Shared<T> {
  /** @throws Full; what `open` throws */
  take(owner: string, key: string, open: () => Promise<T>): Promise<Share<T>>;
  /** How many are open or being opened. */
  size(): number;
  /** Closes all of them, even those in use. */
  close(): Promise<void>;
}

/** S3: there is no room for one more. */
export class Full extends Error {
  override readonly name = 'Full';
}

interface Entry<T> {
  readonly owner: string;
  readonly opening: Promise<T>;
  users: number;
  /** Runs while there are no users. */
  timer: NodeJS.Timeout | null;
}

/** `onCloseFailed` receives the error if something could not be closed; it is dropped all the same. */
export const createShared = <T>(
  close: (value: T) => Promise<void>,
  onCloseFailed: (error: unknown) => void,
  { maxPerOwner, maxTotal, warmMs }: SharedLimits,
): Shared<T> => {
  /** Least recently used first. */
  const entries = new Map<string, Entry<T>>();

  const end = async (id: string, entry: Entry<T>): Promise<void> => {
    if (entries.get(id) === entry) entries.delete(id);
    if (entry.timer !== null) clearTimeout(entry.timer);
    try {
      await close(await entry.opening);
    } catch (error) {
      onCloseFailed(error);
    }
  };

  /** S3 */
  const makeRoom = (owner: string): void => {
    const isFull = (matches: (entry: Entry<T>) => boolean, limit: number): boolean =>
      [...entries.values()].filter(matches).length >= limit;
    for (const [matches, limit] of [
      [(entry: Entry<T>) => entry.owner === owner, maxPerOwner],
      [() => true, maxTotal],
    ] as const) {
      if (!isFull(matches, limit)) continue;
      const idle = [...entries].find(([, entry]) => matches(entry) && entry.users === 0);
      if (idle === undefined) throw new Full(`all ${limit} that may be open are in use`);
      void end(...idle);
    }
  };

  const entryFor = (owner: string, id: string, open: () => Promise<T>): Entry<T> => {
    const present = entries.get(id);
    if (present !== undefined) {
      entries.delete(id);
      entries.set(id, present);
      return present; // S1
    }
    makeRoom(owner);
    const entry: Entry<T> = { owner, opening: open(), users: 0, timer: null };
    entries.set(id, entry);
    // S4
    entry.opening.catch(() => {
      if (entries.get(id) === entry) entries.delete(id);
    });
    return entry;
  };

  return {
    take: async (owner, key, open) => {
      const id = `${owner} ${key}`;
      const entry = entryFor(owner, id, open);
      entry.users += 1;
      if (entry.timer !== null) clearTimeout(entry.timer);
      entry.timer = null;
      const value = await entry.opening;
      let taken = true;
      return {
        value,
        release: () => {
          if (!taken) return;
          taken = false;
          entry.users -= 1;
          if (entry.users > 0 || entries.get(id) !== entry) return;
          entry.timer = setTimeout(() => void end(id, entry), warmMs).unref(); // S2
        },
      };
    },
    size: () => entries.size,
    close: async () => {
      await Promise.all([...entries].map(([id, entry]) => end(id, entry)));
    },
  };
};
