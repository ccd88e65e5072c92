/**
 * Counts conversations in writing. The actor of a conversation lives as long as the customer's address, so for the figures a conversation
 * begins with the first message after a day without any. It is counted at the time of its beginning, and again with each message.
 */
import type { Database } from 'better-sqlite3';
import type { ConversationEvent } from '../../actors/conversation/events.js';
import type { ConversationOutcomeName } from '../../schemas/analytics/analytics.js';
import { rowNumber, type Stored } from '../kernel/stored-event.js';
import { slotOf } from './slots.js';
import { counting } from './tables.js';
import { factsOf } from './tally.js';

/** How long neither side writes before the next message begins another conversation, ms. */
const PAUSE_MS = 86_400_000;

/**
 * The latest conversation with each address. `position`: of the last applied event, in the order of the journal. The agent, its version and
 * the campaign are those of the first message that names them. Times in ms since the epoch.
 */
export const EXCHANGE_TABLES = `
CREATE TABLE analytics_conversations (
  row INTEGER PRIMARY KEY,
  business_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  position INTEGER NOT NULL,
  begun_at INTEGER NOT NULL,
  last_at INTEGER NOT NULL,
  agent_id TEXT,
  version INTEGER,
  campaign_id TEXT,
  received INTEGER NOT NULL,
  sent INTEGER NOT NULL,
  handed_over INTEGER NOT NULL,
  UNIQUE (business_id, conversation_id)
);
`;

interface Exchange {
  readonly position: number;
  readonly begunAt: number;
  readonly lastAt: number;
  readonly agentId: string | null;
  readonly version: number | null;
  readonly campaignId: string | null;
  readonly received: number;
  readonly sent: number;
  readonly handedOver: number;
}

/** What an event adds; `isMessage`: it can begin a conversation. */
interface Step extends Partial<Omit<Exchange, 'position' | 'begunAt' | 'lastAt'>> {
  readonly isMessage: boolean;
}

const stepOf = (event: ConversationEvent): Step | null => {
  switch (event.type) {
    case 'message.received':
      return { isMessage: true, received: 1 };
    case 'message.queued': {
      const { agent, campaign } = event;
      return {
        isMessage: true,
        sent: 1,
        agentId: agent?.agentId ?? null,
        version: agent?.version ?? null,
        campaignId: campaign?.campaignId ?? null,
      };
    }
    case 'message.echoed':
      return { isMessage: true, sent: 1, handedOver: 1 };
    case 'conversation.handed_over':
    case 'conversation.taken':
      return { isMessage: false, handedOver: 1 };
    default:
      return null;
  }
};

const begun = (at: number): Exchange => ({
  position: 0,
  begunAt: at,
  lastAt: at,
  agentId: null,
  version: null,
  campaignId: null,
  received: 0,
  sent: 0,
  handedOver: 0,
});

const after = (before: Exchange, step: Step, position: number, at: number): Exchange => ({
  position,
  begunAt: before.begunAt,
  lastAt: step.isMessage ? Math.max(at, before.lastAt) : before.lastAt,
  agentId: before.agentId ?? step.agentId ?? null,
  version: before.agentId === null ? (step.version ?? null) : before.version,
  campaignId: before.campaignId ?? step.campaignId ?? null,
  received: before.received + (step.received ?? 0),
  sent: before.sent + (step.sent ?? 0),
  handedOver: Math.max(before.handedOver, step.handedOver ?? 0),
});

const outcomeOf = ({ received, sent, handedOver }: Exchange): ConversationOutcomeName => {
  if (handedOver === 1) return 'handed_over';
  if (received === 0) return 'no_reply';
  return sent === 0 ? 'unanswered' : 'answered';
};

const exchangesIn = (db: Database) => {
  const find = db.prepare<[string, string], Exchange & { readonly row: number }>(
    `SELECT row, position, begun_at AS begunAt, last_at AS lastAt, agent_id AS agentId, version, campaign_id AS campaignId,
       received, sent, handed_over AS handedOver FROM analytics_conversations WHERE business_id = ? AND conversation_id = ?`,
  );
  const put = db
    .prepare<Exchange & { readonly businessId: string; readonly id: string }, number>(
      `INSERT INTO analytics_conversations (business_id, conversation_id, position, begun_at, last_at, agent_id, version, campaign_id,
         received, sent, handed_over)
       VALUES (:businessId, :id, :position, :begunAt, :lastAt, :agentId, :version, :campaignId, :received, :sent, :handedOver)
       ON CONFLICT DO UPDATE SET position = :position, begun_at = :begunAt, last_at = :lastAt, agent_id = :agentId,
         version = :version, campaign_id = :campaignId, received = :received, sent = :sent, handed_over = :handedOver
       RETURNING row`,
    )
    .pluck();
  return {
    find: (businessId: string, id: string) => find.get(businessId, id) ?? null,
    /** Returns the number of the row, which stays the same. */
    put: (businessId: string, id: string, exchange: Exchange): number =>
      put.get({ ...exchange, businessId, id }) ?? 0,
  };
};

/** Counts conversations. */
export const projectCountedConversations = (db: Database): ((stored: Stored<ConversationEvent>) => void) => {
  const exchanges = exchangesIn(db);
  const counted = counting(db, 'conversations');
  return (stored) => {
    const { businessId, id, at, event } = stored;
    const step = stepOf(event);
    if (step === null) return;
    const position = rowNumber(stored);
    const latest = exchanges.find(businessId, id);
    if (latest !== null && latest.position >= position) return;
    const goesOn = latest !== null && at - latest.lastAt < PAUSE_MS;
    if (!goesOn && !step.isMessage) return;
    if (!goesOn && latest !== null) counted.close(latest.row);
    const exchange = after(goesOn ? latest : begun(at), step, position, at);
    const row = exchanges.put(businessId, id, exchange);
    const { received, sent, begunAt } = exchange;
    const facts = new Map([
      [slotOf('all'), 1],
      [slotOf('answered'), received > 0 && sent > 0 ? 1 : 0],
      [slotOf('messagesReceived'), received],
      [slotOf('messagesSent'), sent],
    ]);
    counted.count(
      row,
      { ...exchange, businessId, outcome: outcomeOf(exchange), at: begunAt },
      factsOf(facts),
    );
  };
};
