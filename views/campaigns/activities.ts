/** Activities of campaigns, one row per call or message, with the status that the rows of calls and messages have. */
import type { Database } from 'better-sqlite3';
import type { CallEvent } from '../../actors/call/events.js';
import type { ConversationEvent } from '../../actors/conversation/events.js';
import type { CampaignChannel } from '../../schemas/campaigns/states.js';
import { survivorOf } from '../contacts/merges.js';
import { rowNumber, type Stored } from '../kernel/stored-event.js';

/** `row`: in the order of the journal. `id`: that of the call or message. `at`: ms since the epoch. */
export const ACTIVITY_TABLES = `
CREATE TABLE activities (
  row INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  campaign_id TEXT NOT NULL,
  iteration_id TEXT NOT NULL,
  channel TEXT NOT NULL,
  contact_id TEXT NOT NULL,
  contact_name TEXT,
  direction TEXT NOT NULL,
  status TEXT NOT NULL,
  duration_seconds INTEGER,
  at INTEGER NOT NULL
);
CREATE INDEX activities_by_campaign ON activities (campaign_id, row);
CREATE INDEX activities_by_contact ON activities (campaign_id, contact_id, row);
CREATE TABLE reached_contacts (
  campaign_id TEXT NOT NULL,
  contact_id TEXT NOT NULL,
  PRIMARY KEY (campaign_id, contact_id)
) WITHOUT ROWID;
CREATE INDEX reached_by_contact ON reached_contacts (contact_id);
CREATE TABLE campaign_reach (
  campaign_id TEXT PRIMARY KEY,
  contacts INTEGER NOT NULL
) WITHOUT ROWID;
`;

/** A stored activity. */
export interface ActivityRow {
  readonly row: number;
  readonly id: string;
  readonly iteration_id: string;
  readonly channel: CampaignChannel;
  readonly contact_id: string;
  readonly contact_name: string | null;
  readonly direction: 'outbound' | 'inbound';
  readonly status: string;
  readonly duration_seconds: number | null;
  readonly at: number;
}

interface NewActivity {
  readonly row: number;
  readonly id: string;
  readonly campaignId: string;
  readonly iterationId: string;
  readonly channel: CampaignChannel;
  readonly contactId: string;
  readonly contactName: string | null;
  readonly direction: 'outbound' | 'inbound';
  readonly status: string;
  /** ms since the epoch. */
  readonly at: number;
}

const activityWriter = (db: Database) => {
  const insert = db.prepare<NewActivity>(
    `INSERT INTO activities (row, id, campaign_id, iteration_id, channel, contact_id, contact_name, direction,
       status, at)
     VALUES (:row, :id, :campaignId, :iterationId, :channel, :contactId, :contactName, :direction, :status, :at)`,
  );
  const reach = db.prepare<[string, string]>(
    'INSERT OR IGNORE INTO reached_contacts (campaign_id, contact_id) VALUES (?, ?)',
  );
  const count = db.prepare<[string]>(
    `INSERT INTO campaign_reach (campaign_id, contacts) VALUES (?, 1)
     ON CONFLICT DO UPDATE SET contacts = contacts + 1`,
  );
  const move = db.prepare<[string, string]>('UPDATE activities SET status = ? WHERE id = ?');
  const end = db.prepare<{ id: string; status: string; durationSeconds: number }>(
    'UPDATE activities SET status = :status, duration_seconds = :durationSeconds WHERE id = :id',
  );
  return {
    begin: (activity: NewActivity): void => {
      insert.run(activity);
      if (reach.run(activity.campaignId, activity.contactId).changes > 0) count.run(activity.campaignId);
    },
    /** Ids outside any campaign are ignored. */
    moved: (id: string, status: string): void => void move.run(status, id),
    ended: (id: string, status: string, durationSeconds: number): void =>
      void end.run({ id, status, durationSeconds }),
  };
};

/** Projects calls of campaigns; the call's own row is already written (registry.ts). */
export const projectCallActivities = (db: Database): ((stored: Stored<CallEvent>) => void) => {
  const activities = activityWriter(db);
  const current = survivorOf(db);
  const find = db.prepare<[string, string], { readonly status: string; readonly campaign_id: string | null }>(
    'SELECT status, campaign_id FROM calls WHERE business_id = ? AND id = ?',
  );
  return (stored) => {
    const { businessId, id, at, event } = stored;
    switch (event.type) {
      case 'call.accepted': {
        const { campaign } = event;
        const { contactId: named, contactName } = event.callee;
        if (campaign == null || named === null) return;
        const contactId = current(named);
        activities.begin({
          row: rowNumber(stored),
          id,
          campaignId: campaign.campaignId,
          iterationId: campaign.iterationId,
          channel: 'voice',
          contactId,
          contactName,
          direction: 'outbound',
          status: 'queued',
          at,
        });
        return;
      }
      case 'call.ringing':
      case 'call.answered':
      case 'call.hangup_requested': {
        const call = find.get(businessId, id);
        if (call?.campaign_id != null) activities.moved(id, call.status);
        return;
      }
      case 'call.ended':
        activities.ended(id, event.status, event.durationSeconds);
        return;
      // The other events do not change the list of activities.
      default:
        return;
    }
  };
};

/** Projects messages of campaigns; the message's own row is already written (registry.ts). */
export const projectMessageActivities = (db: Database): ((stored: Stored<ConversationEvent>) => void) => {
  const activities = activityWriter(db);
  const find = db.prepare<[string, string], NewActivity>(
    `SELECT m.position AS row, m.id, m.campaign_id AS campaignId, m.iteration_id AS iterationId, c.channel,
       c.contact_id AS contactId, p.name AS contactName, m.direction,
       CASE m.direction WHEN 'inbound' THEN 'received' ELSE m.status END AS status, m.at
     FROM messages m JOIN conversations c ON c.business_id = m.business_id AND c.id = m.conversation_id
       LEFT JOIN contacts p ON p.id = c.contact_id
     WHERE m.business_id = ? AND m.id = ? AND m.campaign_id IS NOT NULL
       AND c.channel = 'whatsapp' AND c.contact_id IS NOT NULL`,
  );
  const move = db.prepare<{ businessId: string; messageId: string }>(
    `UPDATE activities SET status = (SELECT status FROM messages WHERE business_id = :businessId AND id = :messageId)
     WHERE id = :messageId`,
  );
  return ({ businessId, event }) => {
    switch (event.type) {
      case 'message.received':
      case 'message.echoed':
      case 'message.queued': {
        const activity = find.get(businessId, event.messageId);
        if (activity !== undefined) activities.begin(activity);
        return;
      }
      case 'message.submitted':
      case 'message.outcome_unknown':
      case 'message.postponed':
      case 'message.accepted':
      case 'message.progressed':
      case 'message.refused':
        move.run({ businessId, messageId: event.messageId });
        return;
      // The other events do not change the list of activities.
      default:
        return;
    }
  };
};
