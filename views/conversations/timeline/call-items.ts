/** Calls on the timelines of contacts, and in their rollups. */
import type { Database } from 'better-sqlite3';
import type { CallEvent } from '../../../actors/call/events.js';
import { assertNever } from '../../../schemas/assert.js';
import { rowNumber, type Stored } from '../../kernel/stored-event.js';
import { contactRollups } from '../rollups.js';
import { type Body, timelineWriter } from './entries.js';

/**
 * Projects calls; the call's own row is already written (registry.ts). Nothing is stored for a deleted contact: events of a call
 * may arrive after the deletion, from an archive.
 */
export const projectCallItems = (db: Database): ((stored: Stored<CallEvent>) => void) => {
  const rollups = contactRollups(db);
  const items = timelineWriter(db);
  const find = db.prepare<[string, string], { contact_id: string | null; campaign_id: string | null }>(
    'SELECT contact_id, campaign_id FROM calls WHERE business_id = ? AND id = ?',
  );
  const contact = db.prepare<[string], { readonly row: number }>('SELECT row FROM contacts WHERE id = ?');
  return (stored) => {
    const { businessId, id: callId, at, event } = stored;
    if (event.type !== 'call.accepted' && event.type !== 'call.turn' && event.type !== 'call.ended') return;
    const { contact_id: contactId = null, campaign_id: campaignId = null } =
      find.get(businessId, callId) ?? {};
    if (contactId === null || contact.get(contactId) === undefined) return;
    const add = (when: number, body: Body): void =>
      items.add({ contactId, at: Math.round(when), position: rowNumber(stored), campaignId }, body);
    switch (event.type) {
      case 'call.accepted':
        rollups.began(contactId, 'voice', at);
        add(at, { type: 'call_started', channel: 'voice', callId, campaignId, agentName: event.agent.name });
        return;
      case 'call.turn': {
        const { speaker, text } = event.turn;
        add(event.turn.at, { type: 'transcript', channel: 'voice', callId, campaignId, speaker, text });
        return;
      }
      case 'call.ended': {
        const { status, durationSeconds, endedBy, endReason } = event;
        rollups.ended(contactId, 'voice', status, rowNumber(stored));
        add(at, {
          type: 'call_ended',
          channel: 'voice',
          callId,
          campaignId,
          status,
          durationSeconds,
          endedBy,
          endReason,
        });
        return;
      }
      default:
        assertNever(event);
    }
  };
};
