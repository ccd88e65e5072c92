/** Fills a journal with contacts of other businesses: messages that no measured request has to read. */
import { connect } from '@nats-io/transport-node';
import { openJournal } from '../../actors/runtime/journal/journal.js';
import { type NatsAccess, natsOptions } from '../../actors/runtime/nats/access.js';
import { watchConnection } from '../../actors/runtime/nats/connection.js';
import { contactIdIn, deriveId, partitionOfMobile } from '../../schemas/ids.js';
import { mobileOf, nameOf } from '../contacts/rows.js';

/** With 4,096 partitions each, a million messages are spread over some 200,000 subjects. */
const BUSINESSES = 50;
const CONCURRENCY = 200;
const PROGRESS_EVERY = 100_000;

/** Writes `messages` commits, one contact each, spread over all partitions of all businesses. */
export const fillWithContacts = async (
  access: NatsAccess,
  messages: number,
  onProgress: (written: number) => void,
): Promise<void> => {
  const nc = await connect(natsOptions(access));
  const connection = watchConnection(nc);
  try {
    const journal = await openJournal(connection, 1);
    /** The last message of each partition; the next message of a partition waits for it. */
    const tails = new Map<string, Promise<number | null>>();
    const begin = Date.now() - messages;
    let next = 0;
    const write = async (): Promise<void> => {
      for (let n = next++; n < messages; n = next++) {
        const business = deriveId('bench', 'other-business', `${n % BUSINESSES}`);
        const mobile = mobileOf(n);
        const id = partitionOfMobile(mobile);
        const key = `${business}.${id}`;
        const tail = tails.get(key) ?? Promise.resolve(null);
        const written = tail.then(async (seq) => {
          const contact = {
            name: nameOf(n),
            mobile,
            categoryIds: [deriveId(business, 'category')],
            fields: {},
          };
          const event = { type: 'contact.created', contactId: contactIdIn(id, business, `${n}`), ...contact };
          const commit = { commandId: deriveId(business, `${n}`), at: begin + n, events: [event] };
          const appended = await journal.append(
            { kind: 'contacts', business, id },
            seq === null ? [] : [seq],
            commit,
          );
          if (appended.type !== 'written') throw new Error(`contact ${n} was already in the journal`);
          return appended.seq;
        });
        tails.set(key, written);
        await written;
        if ((n + 1) % PROGRESS_EVERY === 0) onProgress(n + 1);
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, write));
  } finally {
    connection.release();
    await nc.close();
  }
};
