/** Applies commits to the views: one place that knows which projection an actor's events go to. */
import type { AgentEvent } from '../actors/agent/events.js';
import type { BusinessEvent } from '../actors/business/events.js';
import type { CallEvent } from '../actors/call/events.js';
import type { ContactEvent } from '../actors/contact/events.js';
import { projectAgent } from './agents.js';
import { projectBusiness } from './businesses.js';
import { projectCall } from './calls.js';
import { projectCategory, projectContact } from './contacts.js';
import { appliedSeq, type Db, setAppliedSeq } from './database.js';
import { projectKey } from './keys.js';
import type { Position } from './position.js';

/** A commit as it lies in the journal. */
export interface Delivered {
  readonly subject: string;
  readonly seq: number;
  readonly body: { readonly at: number; readonly events: readonly unknown[] };
}

/**
 * Applies a batch of one shard in one transaction, together with how far it reaches. What was applied before
 * is skipped, so redelivery is harmless. An event that cannot be applied is handed to `onPoison` and skipped:
 * one bad event must not hold up every list of every business.
 */
export const applyBatch = (
  db: Db,
  shard: number,
  batch: readonly Delivered[],
  onPoison: (delivered: Delivered, error: unknown) => void,
): void => {
  db.transaction(() => {
    let seq = appliedSeq(db, shard);
    for (const delivered of batch) {
      if (delivered.seq <= seq) continue;
      seq = delivered.seq;
      try {
        project(db, delivered);
      } catch (error) {
        onPoison(delivered, error);
      }
    }
    setAppliedSeq(db, shard, seq);
  })();
};

const project = (db: Db, { subject, seq, body }: Delivered): void => {
  const [, , kind, business, id] = subject.split('.');
  if (business === undefined || id === undefined) throw new Error('not the subject of an actor');
  body.events.forEach((event, n) => {
    const position: Position = { business, id, seq, n, at: body.at };
    projectEvent(db, kind, position, event);
  });
};

/** The journal holds under each kind what that actor decided. */
const projectEvent = (db: Db, kind: string | undefined, position: Position, event: unknown): void => {
  switch (kind) {
    case 'business': {
      const said = trust<BusinessEvent>(event);
      projectBusiness(db, position, said);
      projectKey(db, position, said);
      projectCategory(db, position, said);
      return;
    }
    case 'agent':
      projectAgent(db, position, trust<AgentEvent>(event));
      return;
    case 'contact':
      projectContact(db, position, trust<ContactEvent>(event));
      return;
    case 'call':
      projectCall(db, position, trust<CallEvent>(event));
      return;
    default:
      // A kind without a view.
      return;
  }
};

/** The one place where the views take an event of the journal for what its subject says. */
const trust = <Event>(event: unknown): Event => event as Event;
