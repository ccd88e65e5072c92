/** Fills a journal with ended calls. */

import { jetstream } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { CALL_LIFE_MS } from '../../actors/call/timers.js';
import { openJournal } from '../../actors/runtime/journal/journal.js';
import { type NatsAccess, natsOptions } from '../../actors/runtime/nats/access.js';
import { watchConnection } from '../../actors/runtime/nats/connection.js';
import { eventSubject } from '../../actors/runtime/subjects.js';
import { deriveId } from '../../schemas/ids.js';
import { type Callee, callThatEnded } from '../../testkit/journal/ended-call.js';
import { seeded } from '../../testkit/seeded.js';

const BUSINESSES = 20;
/** Contacts of each business; half of the calls are to one of them. */
const CONTACTS = 500;
/** Concurrent calls, whose messages interleave. */
const CONCURRENCY = 100;
const SPACING_MS = 400;

/** Writes the calls; each message follows the one before, as its actor would write it. */
export const fill = async (
  access: NatsAccess,
  calls: number,
  onDone: (count: number) => void,
): Promise<void> => {
  const nc = await connect(natsOptions(access));
  const connection = watchConnection(nc);
  try {
    const journal = await openJournal(connection, 1);
    const js = jetstream(nc, { timeout: 30_000 });
    const random = seeded(7);
    const businesses = Array.from({ length: BUSINESSES }, (_, n) => deriveId('bench', 'business', `${n}`));
    for (const business of businesses) await addContacts(journal, business);
    const beganAt = Date.now() - calls * SPACING_MS;
    let next = 0;
    const write = async (): Promise<void> => {
      for (let n = next++; n < calls; n = next++) {
        const business = businesses[n % BUSINESSES] ?? '';
        const ref = { kind: 'call', business, id: deriveId('bench', 'call', `${n}`) };
        const at = beganAt + n * SPACING_MS;
        await journal.arm(ref, 'deadline', Date.now() + CALL_LIFE_MS);
        let lastSubjectSequence = 0;
        const to = calleeOf(business, n);
        for (const { commandId, text } of callThatEnded(ref, { to, beganAt: at, random })) {
          const msgID = `${ref.kind}.${ref.business}.${ref.id}.${commandId}`;
          const options = { msgID, expect: { lastSubjectSequence } };
          lastSubjectSequence = (await js.publish(eventSubject(0, ref), text, options)).seq;
        }
        if (n % 10_000 === 9_999) onDone(n + 1);
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, write));
  } finally {
    connection.release();
    await nc.close();
  }
};

const contactOf = (business: string, n: number) => ({
  contactId: deriveId('bench', business, 'contact', `${n}`),
  mobile: `+1415555${String(1_000 + n)}`,
  name: `Customer ${n}`,
});

const calleeOf = (business: string, n: number): Callee => {
  const { contactId, mobile: number, name } = contactOf(business, Math.floor(n / BUSINESSES) % CONTACTS);
  return n % 2 === 0 ? { contactId, name, number } : { contactId: null, name: null, number };
};

const addContacts = async (
  journal: Awaited<ReturnType<typeof openJournal>>,
  business: string,
): Promise<void> => {
  const created = Array.from({ length: CONTACTS }, (_, n) => {
    const { contactId, mobile, name } = contactOf(business, n);
    return [contactId, mobile, name];
  });
  const imported = { type: 'contacts.imported', importId: 'i', part: 'p', categoryIds: [], columns: [] };
  const events = [{ ...imported, created, updated: [], elsewhere: [], skipped: 0 }];
  const ref = { kind: 'contacts', business, id: '0' };
  await journal.append(ref, [], { commandId: deriveId('bench', business, 'import'), at: Date.now(), events });
};
