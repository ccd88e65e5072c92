/**
 * Counts conversations in writing. The actor of a conversation lives as long as the customer's address, so for the figures a conversation
 * begins with the first message after a day without any. It is counted at the time of its beginning, and again with each message.
 */
import type { Database } from 'better-sqlite3';
import type { Author, ConversationEvent } from '../../actors/conversation/events.js';
import type { ConversationOutcomeName } from '../../schemas/analytics/analytics.js';
import type { AccountChannel } from '../../schemas/channels/channel.js';
import { rowNumber, type Stored } from '../kernel/stored-event.js';
import { bucketOf, slotOf } from './slots.js';
import { counting } from './tables.js';
import { type Facts, factsOf, packFacts, unpackFacts } from './tally.js';

/** How long neither side writes before the next message begins another conversation, ms. */
const PAUSE_MS = 86_400_000;

/**
 * The latest conversation with each address. `position`: of the last applied event, in the order of the journal. The agent, its version and
 * the campaign are those of the first message that names them. `waiting_since`: the customer's first message that is not answered yet.
 * `replies`: the times to answers, as packed facts. Times in ms since the epoch.
 */
export const EXCHANGE_TABLES = `
CREATE TABLE analytics_conversations (
  row INTEGER PRIMARY KEY,
  business_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  channel TEXT NOT NULL,
  position INTEGER NOT NULL,
  begun_at INTEGER NOT NULL,
  last_at INTEGER NOT NULL,
  agent_id TEXT,
  version INTEGER,
  campaign_id TEXT,
  received INTEGER NOT NULL,
  sent INTEGER NOT NULL,
  failed INTEGER NOT NULL,
  handed_over INTEGER NOT NULL,
  human INTEGER NOT NULL,
  waiting_since INTEGER,
  replies BLOB NOT NULL,
  UNIQUE (business_id, conversation_id)
);
`;

interface Exchange {
  readonly channel: AccountChannel;
  readonly position: number;
  readonly begunAt: number;
  readonly lastAt: number;
  readonly agentId: string | null;
  readonly version: number | null;
  readonly campaignId: string | null;
  readonly received: number;
  readonly sent: number;
  readonly failed: number;
  readonly handedOver: number;
  /** 1: a person of the business wrote. */
  readonly human: number;
  readonly waitingSince: number | null;
  readonly replies: Buffer;
}

/**
 * What an event adds. `isMessage`: it can begin a conversation. `answer`: the customer waits for one from now on, an agent has answered,
 * or somebody else has, whose time does not count.
 */
interface Step
  extends Partial<
    Pick<
      Exchange,
      'agentId' | 'version' | 'campaignId' | 'received' | 'sent' | 'failed' | 'handedOver' | 'human'
    >
  > {
  readonly isMessage: boolean;
  readonly answer?: 'awaited' | 'by_agent' | 'by_others';
}

/** What customers send without expecting an answer. */
const UNANSWERED_TYPES: readonly string[] = ['reaction', 'referral'];

type EventOf<Type extends ConversationEvent['type']> = Extract<ConversationEvent, { readonly type: Type }>;

const receivedStep = ({ content }: EventOf<'message.received'>): Step => ({
  isMessage: true,
  received: 1,
  ...(UNANSWERED_TYPES.includes(content.type) ? {} : { answer: 'awaited' }),
});

/** A message of a campaign is no answer. */
const ANSWERS: Readonly<Record<Author, Pick<Step, 'answer'>>> = {
  agent: { answer: 'by_agent' },
  human: { answer: 'by_others' },
  api: { answer: 'by_others' },
  campaign: {},
};

const queuedStep = ({ author, agent, campaign }: EventOf<'message.queued'>): Step => ({
  isMessage: true,
  sent: 1,
  agentId: agent?.agentId ?? null,
  version: agent?.version ?? null,
  campaignId: campaign?.campaignId ?? null,
  ...(author === 'human' ? { human: 1, handedOver: 1 } : {}),
  ...ANSWERS[author],
});

const stepOf = (event: ConversationEvent): Step | null => {
  switch (event.type) {
    case 'message.received':
      return receivedStep(event);
    case 'message.queued':
      return queuedStep(event);
    case 'message.echoed':
      return { isMessage: true, sent: 1, handedOver: 1, human: 1, answer: 'by_others' };
    case 'message.progressed':
      return event.progress === 'failed' ? { isMessage: false, failed: 1 } : null;
    case 'message.refused':
      return { isMessage: false, failed: 1 };
    case 'conversation.handed_over':
    case 'conversation.taken':
      return { isMessage: false, handedOver: 1 };
    default:
      return null;
  }
};

const begun = (at: number, channel: AccountChannel): Exchange => ({
  channel,
  position: 0,
  begunAt: at,
  lastAt: at,
  agentId: null,
  version: null,
  campaignId: null,
  received: 0,
  sent: 0,
  failed: 0,
  handedOver: 0,
  human: 0,
  waitingSince: null,
  replies: Buffer.alloc(0),
});

const withReply = (replies: Buffer, waitedMs: number): Buffer => {
  const counts = new Map(unpackFacts(replies));
  const slot = bucketOf('replySeconds', Math.max(0, waitedMs) / 1_000);
  return packFacts(factsOf(counts.set(slot, (counts.get(slot) ?? 0) + 1)));
};

const answered = (
  { waitingSince, replies }: Exchange,
  answer: Step['answer'],
  at: number,
): Pick<Exchange, 'waitingSince' | 'replies'> => {
  if (answer === undefined) return { waitingSince, replies };
  if (answer === 'awaited') return { waitingSince: waitingSince ?? at, replies };
  const counts = answer === 'by_agent' && waitingSince !== null;
  return { waitingSince: null, replies: counts ? withReply(replies, at - waitingSince) : replies };
};

const after = (before: Exchange, step: Step, position: number, at: number): Exchange => ({
  ...before,
  position,
  lastAt: step.isMessage ? Math.max(at, before.lastAt) : before.lastAt,
  agentId: before.agentId ?? step.agentId ?? null,
  version: before.agentId === null ? (step.version ?? null) : before.version,
  campaignId: before.campaignId ?? step.campaignId ?? null,
  received: before.received + (step.received ?? 0),
  sent: before.sent + (step.sent ?? 0),
  failed: before.failed + (step.failed ?? 0),
  handedOver: Math.max(before.handedOver, step.handedOver ?? 0),
  human: Math.max(before.human, step.human ?? 0),
  ...answered(before, step.answer, at),
});

const outcomeOf = ({ received, sent, handedOver }: Exchange): ConversationOutcomeName => {
  if (handedOver === 1) return 'handed_over';
  if (received === 0) return 'no_reply';
  return sent === 0 ? 'unanswered' : 'answered';
};

const exchangeFacts = ({ received, sent, failed, handedOver, human, replies }: Exchange): Facts =>
  factsOf(
    new Map([
      [slotOf('all'), 1],
      [slotOf('answered'), received > 0 && sent > 0 ? 1 : 0],
      [slotOf('messagesReceived'), received],
      [slotOf('messagesSent'), sent],
      [slotOf('messagesFailed'), failed],
      [slotOf('handedOver'), handedOver],
      [slotOf('answeredByHuman'), human],
      ...unpackFacts(replies),
    ]),
  );

const exchangesIn = (db: Database) => {
  const channelOf = db
    .prepare<[string, string], AccountChannel>(
      'SELECT channel FROM conversations WHERE business_id = ? AND id = ?',
    )
    .pluck();
  const find = db.prepare<[string, string], Exchange & { readonly row: number }>(
    `SELECT row, channel, position, begun_at AS begunAt, last_at AS lastAt, agent_id AS agentId, version, campaign_id AS campaignId,
       received, sent, failed, handed_over AS handedOver, human, waiting_since AS waitingSince, replies
     FROM analytics_conversations WHERE business_id = ? AND conversation_id = ?`,
  );
  const put = db
    .prepare<Exchange & { readonly businessId: string; readonly id: string }, number>(
      `INSERT INTO analytics_conversations (business_id, conversation_id, channel, position, begun_at, last_at, agent_id, version,
         campaign_id, received, sent, failed, handed_over, human, waiting_since, replies)
       VALUES (:businessId, :id, :channel, :position, :begunAt, :lastAt, :agentId, :version,
         :campaignId, :received, :sent, :failed, :handedOver, :human, :waitingSince, :replies)
       ON CONFLICT DO UPDATE SET position = :position, begun_at = :begunAt, last_at = :lastAt, agent_id = :agentId,
         version = :version, campaign_id = :campaignId, received = :received, sent = :sent, failed = :failed,
         handed_over = :handedOver, human = :human, waiting_since = :waitingSince, replies = :replies
       RETURNING row`,
    )
    .pluck();
  return {
    /** Null: the conversation is not known. */
    channelOf: (businessId: string, id: string) => channelOf.get(businessId, id) ?? null,
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
    // A provider may report a failure days later.
    const goesOn = latest !== null && (step.failed !== undefined || at - latest.lastAt < PAUSE_MS);
    if (!goesOn && !step.isMessage) return;
    const channel = latest?.channel ?? exchanges.channelOf(businessId, id);
    if (channel === null) return;
    if (!goesOn && latest !== null) counted.close(latest.row);
    const exchange = after(goesOn ? latest : begun(at, channel), step, position, at);
    const row = exchanges.put(businessId, id, exchange);
    const under = { ...exchange, businessId, outcome: outcomeOf(exchange), at: exchange.begunAt };
    counted.count(row, under, exchangeFacts(exchange));
  };
};
