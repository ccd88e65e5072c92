/** Collects delivery attempts: one commit for some hundreds of them, not one each. A log, not the source of truth. */
import type { Logger } from 'pino';
import type { ActorClient } from '../../actors/runtime/actor-client.js';
import type { Attempt } from '../../actors/subscription/events.js';
import { subscription } from '../../actors/subscription/index.js';

const FLUSH_MS = 500;
const FLUSH_ATTEMPTS = 500;

export interface AttemptLog {
  note(businessId: string, subscriptionId: string, attempt: Attempt): void;
  /** Writes the attempts that are left. */
  close(): Promise<void>;
}

export const createAttemptLog = (actors: ActorClient, logger: Logger): AttemptLog => {
  const waiting = new Map<string, { readonly businessId: string; readonly attempts: Attempt[] }>();
  const writing = new Set<Promise<unknown>>();

  const flush = (id: string): void => {
    const found = waiting.get(id);
    if (found === undefined) return;
    waiting.delete(id);
    const { businessId: business, attempts } = found;
    const write = actors
      .ask(subscription, { business, id }, { type: 'note_attempts', attempts })
      // Attempts that could not be written are missing from the log, and from nowhere else.
      .catch((error: unknown) =>
        logger.warn({
          event: 'webhook.attempts_lost',
          subscriptionId: id,
          attempts: attempts.length,
          err: error,
        }),
      )
      .finally(() => writing.delete(write));
    writing.add(write);
  };

  const timer = setInterval(() => {
    for (const id of waiting.keys()) flush(id);
  }, FLUSH_MS);
  timer.unref();

  return {
    note: (businessId, id, attempt) => {
      const found = waiting.get(id) ?? { businessId, attempts: [] };
      waiting.set(id, found);
      found.attempts.push(attempt);
      if (found.attempts.length >= FLUSH_ATTEMPTS) flush(id);
    },
    close: async () => {
      clearInterval(timer);
      for (const id of waiting.keys()) flush(id);
      await Promise.all(writing);
    },
  };
};
