/** A contact's timeline: calls, their transcripts, and messages, across channels, in one order. */
import type { Database } from 'better-sqlite3';
import { assertNever } from '../../../schemas/assert.js';
import type { MessageItem, TimelineItem } from '../../../schemas/conversations/timeline.js';
import { decodeCursor, encodeCursor, type ListScope } from '../../kernel/cursor.js';
import { iso } from '../../kernel/dates.js';
import type { Page, PageRequest } from '../../kernel/page.js';
import type { MediaRecord } from '../media.js';

/** `body`: the item without its id and time, JSON. `position`: in the order of the journal. `at`: ms since the epoch. */
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

/** A stored message: its media has no link yet. */
type StoredMessageItem = Omit<MessageItem, 'id' | 'at' | 'media'> & {
  readonly media: MediaRecord | null;
};

/** The stored part of an item. */
export type Body =
  | (Exclude<TimelineItem, MessageItem> extends infer Item
      ? Item extends unknown
        ? Omit<Item, 'id' | 'at'>
        : never
      : never)
  | StoredMessageItem;

/** An item as read: the media of a message has no link yet. */
export type TimelineEntry = Body & { readonly id: string; readonly at: string };

/** The position of an item. */
export interface Place {
  readonly contactId: string;
  /** ms since the epoch. */
  readonly at: number;
  readonly position: number;
  /** The campaign that it belongs to; null: none. */
  readonly campaignId: string | null;
}

/** Writes items. */
export const timelineWriter = (db: Database) => {
  const insert = `INSERT INTO timeline (contact_id, at, position, campaign_id, body)
    VALUES (:contactId, :at, :position, :campaignId, :body)`;
  const add = db.prepare<Place & { readonly body: string }>(insert);
  const put = db.prepare<Place & { readonly body: string }>(
    `${insert} ON CONFLICT DO UPDATE SET body = excluded.body`,
  );
  const drop = db.prepare<Omit<Place, 'campaignId'>>(
    'DELETE FROM timeline WHERE contact_id = :contactId AND at = :at AND position = :position',
  );
  const forget = db.prepare<[string]>('DELETE FROM timeline WHERE contact_id = ?');
  const moveAll = db.prepare<[string, string]>('UPDATE timeline SET contact_id = ? WHERE contact_id = ?');
  return {
    /** Adds a new item. */
    add: (place: Place, body: Body): void => void add.run({ ...place, body: JSON.stringify(body) }),
    /** Adds an item, or replaces the one at its position. */
    put: (place: Place, body: Body): void => void put.run({ ...place, body: JSON.stringify(body) }),
    drop: (contactId: string, at: number, position: number): void =>
      void drop.run({ contactId, at, position }),
    forget: (contactId: string): void => void forget.run(contactId),
    /** Moves every item of a contact to another one. */
    moveAll: (from: string, to: string): void => void moveAll.run(to, from),
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
    case 'handed_over':
      return `(handed over to a person${item.reason === null ? '' : `: ${item.reason}`})`;
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

interface TimelineParameters {
  readonly contactId: string;
  readonly at: number;
  readonly position: number;
  readonly count: number;
}

/** Queries on timelines. */
export const timelineQueries = (db: Database) => {
  const page = db.prepare<TimelineParameters, TimelineRow>(
    `SELECT at, position, body FROM timeline WHERE contact_id = :contactId AND (at, position) < (:at, :position)
     ORDER BY at DESC, position DESC LIMIT :count`,
  );
  const pageOfCampaign = db.prepare<TimelineParameters & { readonly campaignId: string }, TimelineRow>(
    `SELECT at, position, body FROM timeline WHERE contact_id = :contactId AND campaign_id = :campaignId
     AND (at, position) < (:at, :position) ORDER BY at DESC, position DESC LIMIT :count`,
  );
  const oldest = db.prepare<
    { contactId: string; campaignId: string; count: number },
    { readonly body: string }
  >(
    `SELECT body FROM timeline WHERE contact_id = :contactId AND campaign_id = :campaignId
     ORDER BY at, position LIMIT :count`,
  );
  return {
    /** The communication with a contact in the campaign, oldest first, as lines of text. */
    campaignTranscript: (campaignId: string, contactId: string, maxLines: number): readonly string[] =>
      oldest.all({ contactId, campaignId, count: maxLines }).map(({ body }) => {
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
      const parameters: TimelineParameters = { contactId, at, position, count: limit + 1 };
      const rows =
        campaignId === null ? page.all(parameters) : pageOfCampaign.all({ ...parameters, campaignId });
      const shown = rows.slice(0, limit);
      const last = shown.at(-1);
      return {
        items: shown.map((row) => {
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
