/** A contact's timeline: calls and what was said in them, across channels, in one order. */
import type { Database } from 'better-sqlite3';
import type { CallEvent } from '../../actors/call/events.js';
import { assertNever } from '../../schemas/assert.js';
import type { MessageItem, TimelineItem } from '../../schemas/timeline.js';
import { decodeCursor, encodeCursor, type ListScope } from '../kernel/cursor.js';
import { iso } from '../kernel/dates.js';
import type { Page, PageRequest } from '../kernel/page.js';
import { rowNumber } from '../kernel/row-number.js';
import type { Stored } from '../kernel/stored-event.js';
import type { StoredMessageItem } from './message-timeline.js';
import { contactRollups } from './rollups.js';

/** `body`: what the item shows besides its id and time. */
export const TIMELINE_TABLES = `
CREATE TABLE timeline (
  contact_id TEXT NOT NULL,
  at INTEGER NOT NULL,
  position INTEGER NOT NULL,
  campaign_id TEXT,
  body TEXT NOT NULL,
  PRIMARY KEY (contact_id, at, position)
) WITHOUT ROWID;
`;

type Body =
  | (Exclude<TimelineItem, MessageItem> extends infer Item
      ? Item extends unknown
        ? Omit<Item, 'id' | 'at'>
        : never
      : never)
  | StoredMessageItem;

/** An item as it is read: what a message carries has no link yet. */
export type TimelineEntry = Body & { readonly id: string; readonly at: string };

/** Must run after the call's own row was written. */
export const projectTimeline = (db: Database): ((stored: Stored<CallEvent>) => void) => {
  const rollups = contactRollups(db);
  const callRow = db.prepare<[string, string], { contact_id: string | null; campaign_id: string | null }>(
    'SELECT contact_id, campaign_id FROM calls WHERE business_id = ? AND id = ?',
  );
  const insert = db.prepare<[string, number, number, string | null, string]>(
    'INSERT INTO timeline (contact_id, at, position, campaign_id, body) VALUES (?, ?, ?, ?, ?)',
  );
  return (stored) => {
    const { businessId, id: callId, at, event } = stored;
    if (event.type !== 'call.accepted' && event.type !== 'call.turn' && event.type !== 'call.ended') return;
    const { contact_id: contactId = null, campaign_id: campaignId = null } =
      callRow.get(businessId, callId) ?? {};
    if (contactId === null) return;
    const put = (when: number, body: Body): void =>
      void insert.run(contactId, Math.round(when), rowNumber(stored), campaignId, JSON.stringify(body));
    switch (event.type) {
      case 'call.accepted':
        rollups.began(contactId, 'voice', at);
        put(at, { type: 'call_started', channel: 'voice', callId, campaignId, agentName: event.agent.name });
        return;
      case 'call.turn': {
        const { speaker, text } = event.turn;
        put(event.turn.at, { type: 'transcript', channel: 'voice', callId, campaignId, speaker, text });
        return;
      }
      case 'call.ended': {
        const { status, durationSeconds, endedBy, endReason } = event;
        rollups.ended(contactId, 'voice', status);
        put(at, {
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
    }
  };
};

const lineOf = (item: Body): string => {
  switch (item.type) {
    case 'call_started':
      return `(call by ${item.agentName})`;
    case 'transcript':
      return `${item.speaker}: ${item.text}`;
    case 'call_ended':
      return `(call ended: ${item.status}, ${item.durationSeconds} s)`;
    case 'message':
      return `${item.direction === 'inbound' ? 'customer' : 'assistant'}: ${item.text ?? `(${item.messageType})`}`;
    case 'mobile_given':
      return `(gave the mobile ${item.mobile})`;
    default:
      return assertNever(item);
  }
};

interface TimelineRow {
  readonly at: number;
  readonly position: number;
  readonly body: string;
}

export const timelineQueries = (db: Database) => {
  const page = db.prepare<[string, number, number, number], TimelineRow>(
    `SELECT at, position, body FROM timeline WHERE contact_id = ? AND (at, position) < (?, ?)
     ORDER BY at DESC, position DESC LIMIT ?`,
  );
  const pageOfCampaign = db.prepare<[string, string, number, number, number], TimelineRow>(
    `SELECT at, position, body FROM timeline WHERE contact_id = ? AND campaign_id = ?
     AND (at, position) < (?, ?) ORDER BY at DESC, position DESC LIMIT ?`,
  );
  const oldest = db.prepare<[string, string, number], { readonly body: string }>(
    'SELECT body FROM timeline WHERE contact_id = ? AND campaign_id = ? ORDER BY at, position LIMIT ?',
  );
  return {
    /** What was said with a contact under the campaign, oldest first, as lines of text. */
    campaignTranscript: (campaignId: string, contactId: string, maxLines: number): readonly string[] =>
      oldest.all(contactId, campaignId, maxLines).map(({ body }) => {
        const item: Body = JSON.parse(body);
        return lineOf(item);
      }),
    /** Newest first. */
    timeline: (
      businessId: string,
      contactId: string,
      { limit, cursor }: PageRequest,
      campaignId: string | null,
    ): Page<TimelineEntry> => {
      const scope: ListScope = ['timeline', businessId, contactId, campaignId];
      const from = cursor === null ? null : decodeCursor(scope, cursor);
      const at = from?.createdAt ?? Number.MAX_SAFE_INTEGER;
      const position = from === null ? 0 : Number(from.id);
      const rows =
        campaignId === null
          ? page.all(contactId, at, position, limit + 1)
          : pageOfCampaign.all(contactId, campaignId, at, position, limit + 1);
      const given = rows.slice(0, limit);
      const last = given.at(-1);
      return {
        items: given.map((row) => {
          const body: Body = JSON.parse(row.body);
          return { id: String(row.position), at: iso(row.at), ...body };
        }),
        nextCursor:
          rows.length > limit && last !== undefined
            ? encodeCursor(scope, { createdAt: last.at, id: String(last.position) })
            : null,
      };
    },
  };
};
