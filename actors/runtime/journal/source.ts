/** Access to the messages of one actor: the requests to the server that reading its history takes (history.ts). */
import type { Connection } from '../nats/connection.js';
import type { Source } from './history.js';
import {
  batchFrom,
  countOf,
  type MessageSelector,
  messageOf,
  messageOfLeader,
  type StoredMessage,
} from './stored.js';

const TIMEOUT_MS = 5_000;
/** While the replicas of a stream elect a leader, nothing answers for it. */
const LEADER_TIMEOUT_MS = 1_000;
/** Messages in one answer when they are looked up one after the other. */
const READ_BATCH = 256;

/** For the actor whose messages have this subject in this stream. */
export const createSource = (
  { nc, exchange, put: ask }: Connection,
  stream: string,
  subject: string,
): Source => {
  /** A server without a cluster has everything that was ever acknowledged: its answer counts as a leader's. */
  const isOnlyServer = (): boolean => nc.info?.cluster === undefined && nc.info?.jetstream === true;
  const fromLeader = (selector: MessageSelector): Promise<StoredMessage | null> =>
    ask(() => messageOfLeader(exchange, stream, selector, LEADER_TIMEOUT_MS));
  const fromAny = (selector: MessageSelector): Promise<StoredMessage | null> =>
    ask(() => messageOf(exchange, stream, selector, TIMEOUT_MS));
  return {
    subject,
    // Any replica serves reads; only the leader knows which message is the last.
    last: () => (isOnlyServer() ? fromAny : fromLeader)({ last_by_subj: subject }),
    at: async (seq) => {
      // The leader has messages that a replica does not have yet.
      const found = (await fromAny({ seq })) ?? (isOnlyServer() ? null : await fromLeader({ seq }));
      return found?.subject === subject ? found : null;
    },
    between: async (afterSeq, beforeSeq) => {
      const all: StoredMessage[] = [];
      for (let from = afterSeq + 1; ; ) {
        const next = from;
        const { messages, complete } = await ask(() =>
          batchFrom(exchange, stream, subject, next, READ_BATCH, TIMEOUT_MS),
        );
        all.push(...messages.filter(({ seq }) => seq < beforeSeq));
        const last = messages.at(-1)?.seq ?? beforeSeq;
        if (complete || last >= beforeSeq) return all;
        from = last + 1;
      }
    },
    count: () => ask(() => countOf(exchange, stream, subject, LEADER_TIMEOUT_MS)),
  };
};
