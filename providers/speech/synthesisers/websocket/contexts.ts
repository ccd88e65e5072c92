/**
 * The contexts of one connection: utterances of one reply that a provider speaks one after another in the same context, so
 * that the intonation of each continues the one before it. The provider names contexts only; here its messages become those of
 * utterances. Pure.
 *
 * X1. The utterances of a context are spoken in the order in which they began: audio and words belong to the first one that is not done.
 * X2. Times of words count from the beginning of their utterance, although the provider's count from that of the context.
 * X3. A context that ends, by a failure, by the provider or because an utterance was cancelled, ends all its utterances: those that
 *     are not done fail, and may be requested again.
 * X4. A context that has been silent for `expiresMs` is not continued: the provider may have closed it.
 */
import type { Received } from '../dialect.js';
import { SynthesisFailure } from '../failure.js';

export interface Contexts {
  /** Whether the next utterance of a reply would continue here. */
  continues(reply: string, now: number): boolean;
  /** Begins an utterance of a reply, and returns the id of its context. */
  begin(utterance: string, reply: string, now: number): string;
  /** What a message of the provider means for utterances. */
  translate(received: Received, now: number): readonly Received[];
  /** Cancels an utterance; null: it stands alone, or is done. `others` have failed with it. */
  leave(utterance: string): { readonly context: string; readonly others: readonly string[] } | null;
}

interface Context {
  readonly reply: string;
  /** Utterances that are not done, in order. */
  queue: readonly string[];
  bytes: number;
  /** Audio before the first of the queue. */
  doneBytes: number;
  movedAt: number;
}

const BYTES_PER_MS = 8;

/** `provider` names failures. */
export const createContexts = (provider: string, expiresMs: number): Contexts => {
  /** By their ids: that of the first utterance. */
  const contexts = new Map<string, Context>();

  const idOf = (reply: string, now: number): string | null => {
    for (const [id, context] of contexts) {
      if (context.reply !== reply) continue;
      if (context.queue.length > 0 || now - context.movedAt < expiresMs) return id;
      contexts.delete(id); // X4
    }
    return null;
  };

  const failed = (ids: readonly string[], failure: SynthesisFailure): readonly Received[] =>
    ids.map((id) => ({ type: 'failed', id, failure }));

  /** X3 */
  const end = (id: string, { queue, bytes, doneBytes }: Context): readonly Received[] => {
    contexts.delete(id);
    const [current, ...others] = queue;
    if (current === undefined) return [];
    // The end of the context is also that of an utterance whose own end was not reported.
    const isSpoken = bytes > doneBytes;
    const failure = new SynthesisFailure('unavailable', `${provider} closed the context`);
    return isSpoken ? [{ type: 'done', id: current }, ...failed(others, failure)] : failed(queue, failure);
  };

  return {
    continues: (reply, now) => idOf(reply, now) !== null,
    begin: (utterance, reply, now) => {
      const id = idOf(reply, now) ?? utterance;
      const context = contexts.get(id) ?? { reply, queue: [], bytes: 0, doneBytes: 0, movedAt: now };
      contexts.set(id, { ...context, queue: [...context.queue, utterance], movedAt: now });
      return id;
    },
    translate: (received, now) => {
      const context =
        received.type === 'nothing' || received.id === null ? undefined : contexts.get(received.id);
      if (received.type === 'nothing' || received.id === null || context === undefined) return [received];
      const id = received.id;
      const [current, ...others] = context.queue;
      context.movedAt = now;
      switch (received.type) {
        case 'audio':
          context.bytes += received.mulaw.length;
          return current === undefined ? [] : [{ ...received, id: current }];
        case 'words': {
          const offset = context.doneBytes / BYTES_PER_MS;
          const words = received.words.map(({ word, startMs, endMs }) => ({
            word,
            startMs: Math.max(0, startMs - offset),
            endMs: Math.max(0, endMs - offset),
          }));
          return current === undefined ? [] : [{ type: 'words', id: current, words }];
        }
        case 'piece_done':
          context.queue = others;
          context.doneBytes = context.bytes;
          return current === undefined ? [] : [{ type: 'done', id: current }];
        case 'done':
          return end(id, context);
        case 'cancelled':
          return [];
        case 'failed':
          contexts.delete(id);
          return failed(context.queue, received.failure);
      }
    },
    leave: (utterance) => {
      for (const [id, { queue }] of contexts) {
        if (!queue.includes(utterance)) continue;
        contexts.delete(id);
        return { context: id, others: queue.filter((each) => each !== utterance) };
      }
      return null;
    },
  };
};
