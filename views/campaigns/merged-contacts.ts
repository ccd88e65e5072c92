/** Moves the campaign history of a merged contact to the one that took it over. */
import type { Database } from 'better-sqlite3';
import type { ContactEvent } from '../../actors/contact-partition/events.js';
import type { Stored } from '../kernel/stored-event.js';

interface Move {
  readonly from: string;
  readonly to: string;
}

/**
 * Both contacts keep their places in an iteration, their activities and their conclusions. Only the number of contacts that a
 * campaign has reached changes, if it has reached both.
 */
export const projectMergedContacts = (db: Database): ((stored: Stored<ContactEvent>) => void) => {
  const members = db.prepare<Move>('UPDATE memberships SET contact_id = :to WHERE contact_id = :from');
  const assessments = db.prepare<Move>('UPDATE assessments SET contact_id = :to WHERE contact_id = :from');
  const activities = db.prepare<Move>(
    `UPDATE activities SET contact_id = :to WHERE contact_id = :from
       AND campaign_id IN (SELECT campaign_id FROM reached_contacts WHERE contact_id = :from)`,
  );
  const recount = db.prepare<Move>(
    `UPDATE campaign_reach SET contacts = contacts - 1 WHERE campaign_id IN (
       SELECT campaign_id FROM reached_contacts WHERE contact_id = :from
       INTERSECT SELECT campaign_id FROM reached_contacts WHERE contact_id = :to)`,
  );
  const reach = db.prepare<Move>(
    'UPDATE OR IGNORE reached_contacts SET contact_id = :to WHERE contact_id = :from',
  );
  const leave = db.prepare<[string]>('DELETE FROM reached_contacts WHERE contact_id = ?');
  return ({ event }) => {
    if (event.type !== 'contact.merged') return;
    const move: Move = { from: event.otherContactId, to: event.contactId };
    members.run(move);
    assessments.run(move);
    activities.run(move);
    recount.run(move);
    reach.run(move);
    leave.run(move.from);
  };
};
