/** Whether a message of a shard was skipped by a later one of its actor, for readers that go from message to message. */
import type { JetStreamManager } from '@nats-io/jetstream';
import { isNotFound } from '../journal-errors.js';
import { parseSkips, SKIP } from './chain.js';

/** Messages in one answer. */
const READ_BATCH = 256;

/** Searches the later messages of the subject. @throws Error when the server does not answer */
export const isSkipped = async (
  jsm: JetStreamManager,
  stream: string,
  subject: string,
  seq: number,
): Promise<boolean> => {
  for (let from = seq + 1; ; ) {
    let read = 0;
    try {
      const batch = await jsm.direct.getBatch(stream, {
        seq: from,
        next_by_subj: subject,
        batch: READ_BATCH,
      });
      for await (const message of batch) {
        read += 1;
        from = message.seq + 1;
        if (parseSkips(message.header.get(SKIP)).includes(seq)) return true;
      }
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
    if (read < READ_BATCH) return false;
  }
};
