/**
 * How much of a business's work is stuck. The book has the trouble of all businesses, so a node reads it at most twice a minute for
 * all of them, and an answer waits for it for at most a second.
 */
import type { TroubleBook } from '../../actors/runtime/trouble/book.js';
import type { Trouble, TroubleKind } from '../../actors/runtime/trouble/trouble.js';
import type { HomeBroken } from '../../schemas/accounts/home.js';

const READ_EVERY_MS = 30_000;
const DEADLINE_MS = 1_000;

/** Work that the service owes a business. Dead letters are counted by themselves. */
const STUCK: readonly TroubleKind[] = ['effect', 'actor', 'wake', 'reaction'];

type Counts = Pick<HomeBroken, 'stuckWork' | 'limitsReached'>;

const UNKNOWN: Counts = { stuckWork: null, limitsReached: null };

/** Counts the trouble of a business; `at`: now, ms since the epoch. Never rejects. */
export const troubleReader = (
  book: Pick<TroubleBook, 'list'>,
  deadlineMs = DEADLINE_MS,
): ((businessId: string, at: number) => Promise<Counts>) => {
  let latest: { readonly at: number; readonly entries: Promise<readonly Trouble[] | null> } | null = null;
  return async (businessId, at) => {
    if (latest === null || at - latest.at >= READ_EVERY_MS || at < latest.at)
      latest = { at, entries: book.list().catch(() => null) };
    const entries = await unlessLate(latest.entries, deadlineMs);
    if (entries === null) return UNKNOWN;
    const own = entries.filter(({ ref }) => ref?.business === businessId);
    return {
      stuckWork: own.filter(({ kind }) => STUCK.includes(kind)).length,
      limitsReached: own.filter(({ kind }) => kind === 'limit').length,
    };
  };
};

const unlessLate = async <Value>(value: Promise<Value | null>, deadlineMs: number): Promise<Value | null> => {
  let timeout: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timeout = setTimeout(() => resolve(null), deadlineMs);
  });
  try {
    return await Promise.race([value, late]);
  } finally {
    clearTimeout(timeout);
  }
};
