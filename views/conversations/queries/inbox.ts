/** The inbox: conversations ordered by their latest message, all or those that need attention. */
import type { Database } from 'better-sqlite3';
import { HUMAN_MS } from '../../../actors/conversation/echo.js';
import type { Author } from '../../../actors/conversation/events.js';
import type { AnalysisStatus, CustomerRequest, Sentiment } from '../../../schemas/analysis/call-analysis.js';
import type { AccountChannel } from '../../../schemas/channels/channel.js';
import type { MessageStatus } from '../../../schemas/channels/message.js';
import { UNASSIGNED } from '../../../schemas/conversations/assignment.js';
import { searchQuery } from '../../contacts/search.js';
import { findTenant } from '../../contacts/tenants.js';
import type { OutcomeRow } from '../../kernel/analyses.js';
import { type ListScope, type PageParameters, pageOf, positionOf } from '../../kernel/cursor.js';
import type { Page, PageRequest } from '../../kernel/page.js';

/** `mine` are the conversations that the user has taken. */
export type InboxFilter = 'all' | 'unread' | 'waiting' | 'mine';

/** Omitted fields match all conversations, also those that were not analysed. */
export interface OutcomeFilter {
  readonly analysis?: AnalysisStatus;
  readonly success?: boolean;
  readonly sentiment?: Sentiment;
  /** What the customer requested. */
  readonly request?: CustomerRequest;
}

/** Which conversations a list shows, by the people and the parties. Omitted fields match all. */
export interface DeskFilter {
  /** The id of a user, or {@link UNASSIGNED}. */
  readonly assignee?: string;
  readonly status?: 'open' | 'done';
  readonly channel?: AccountChannel;
  /** The agent that answered last. */
  readonly agentId?: string;
  readonly contactId?: string;
}

/** A conversation as the inbox shows it. Times in ms since the epoch. */
export interface InboxRecord extends OutcomeRow {
  readonly id: string;
  readonly created_at: number;
  readonly channel: AccountChannel;
  readonly accountId: string;
  readonly address: string;
  readonly contactId: string | null;
  /** The contact's name, or else the name that the channel shows. */
  readonly name: string | null;
  readonly lastReceivedAt: number | null;
  readonly unread: number;
  readonly waitingSince: number | null;
  readonly reason: string | null;
  readonly humanAt: number | null;
  readonly takenBy: string | null;
  readonly takenByName: string | null;
  /** The member of the team; null: no member. */
  readonly assignedTo: string | null;
  readonly assignedToName: string | null;
  /** Since when people are done with it; null: it is open. */
  readonly doneAt: number | null;
  readonly messageId: string | null;
  readonly messageAt: number | null;
  readonly direction: 'inbound' | 'outbound' | null;
  readonly author: Author | 'customer' | null;
  readonly type: string | null;
  readonly text: string | null;
  readonly status: MessageStatus | null;
}

/** The length of the latest message in lists, characters. */
const EXCERPT_CHARACTERS = 200;
/** The most matches of a search, for each way of finding them; users do not read further. */
const MAX_FOUND = 200;
/** The limit up to which conversations that need attention are counted. */
const MAX_COUNTED = 100;

const SHOWN = `SELECT v.id, v.last_at AS created_at, v.channel, v.account_id AS accountId, v.address,
  v.contact_id AS contactId, coalesce(c.name, v.person) AS name, v.last_received_at AS lastReceivedAt, v.unread,
  v.waiting_since AS waitingSince, v.reason, v.human_at AS humanAt, v.taken_by AS takenBy, u.name AS takenByName,
  v.assigned_to AS assignedTo, a.name AS assignedToName, v.done_at AS doneAt,
  m.id AS messageId, m.at AS messageAt, m.direction, m.author, m.type, v.analysis_status,
  v.success, v.sentiment, v.wants_human, v.wants_no_contact, v.wants_call_back, substr(m.text, 1, ${EXCERPT_CHARACTERS}) AS text, m.status
  FROM conversations v
  LEFT JOIN contacts c ON c.id = v.contact_id
  LEFT JOIN console_users u ON u.id = v.taken_by
  LEFT JOIN console_users a ON a.id = v.assigned_to
  LEFT JOIN messages m ON m.business_id = v.business_id AND m.id = v.last_message`;

/** A human's hold on a conversation has lapsed if it dates from before `:since`. */
const CONDITIONS: Readonly<Record<InboxFilter, string>> = {
  all: '',
  unread: 'AND v.unread > 0',
  waiting: 'AND v.waiting_since IS NOT NULL AND (v.taken_by IS NULL OR v.human_at <= :since)',
  mine: 'AND v.taken_by = :userId AND v.human_at > :since',
};

interface InboxParameters extends PageParameters<'businessId'> {
  readonly userId: string;
  readonly since: number;
}

/** The user who reads the inbox, and the time, ms since the epoch. */
interface Viewer {
  readonly businessId: string;
  readonly userId: string;
  readonly at: number;
}

/** The conditions of a filter by outcomes, each of which an index serves. */
const OUTCOME_CONDITIONS = {
  analysis: 'AND v.analysis_status = :analysis',
  success: 'AND v.success = :success',
  sentiment: 'AND v.sentiment = :sentiment',
} as const;
const REQUEST_CONDITIONS: Readonly<Record<CustomerRequest, string>> = {
  human: 'AND v.wants_human = 1',
  no_contact: 'AND v.wants_no_contact = 1',
  call_back: 'AND v.wants_call_back = 1',
};

const statusCondition = (status: 'open' | 'done' | undefined): string =>
  status === undefined ? '' : status === 'open' ? 'AND v.done_at IS NULL' : 'AND v.done_at IS NOT NULL';

const assigneeCondition = (assignee: string | undefined): string =>
  assignee === undefined
    ? ''
    : assignee === UNASSIGNED
      ? 'AND v.assigned_to IS NULL'
      : 'AND v.assigned_to = :assignee';

/** The conditions of a {@link DeskFilter}, and the values in them. */
const deskParts = ({ assignee, status, channel, agentId, contactId }: DeskFilter) => ({
  conditions: [
    statusCondition(status),
    assigneeCondition(assignee),
    channel === undefined ? '' : 'AND v.channel = :channel',
    agentId === undefined ? '' : 'AND v.agent_id = :agentId',
    contactId === undefined ? '' : 'AND v.contact_id = :contactId',
  ],
  values: {
    ...(assignee === undefined || assignee === UNASSIGNED ? {} : { assignee }),
    ...(channel === undefined ? {} : { channel }),
    ...(agentId === undefined ? {} : { agentId }),
    ...(contactId === undefined ? {} : { contactId }),
  },
});

const lists = (db: Database) => {
  const prepare = (conditions: string) =>
    db.prepare<InboxParameters & Readonly<Record<string, string | number | null>>, InboxRecord>(
      `${SHOWN} WHERE v.business_id = :businessId ${conditions} AND (v.last_at, v.id) < (:createdAt, :id)
         AND :userId = :userId AND :since = :since
       ORDER BY v.last_at DESC, v.id DESC LIMIT :count`,
    );
  const prepared = new Map<string, ReturnType<typeof prepare>>();
  return (
    filter: InboxFilter,
    { analysis, success, sentiment, request, ...desk }: OutcomeFilter & DeskFilter,
    parameters: InboxParameters,
  ): readonly InboxRecord[] => {
    const parts = deskParts(desk);
    const conditions = [
      CONDITIONS[filter],
      ...parts.conditions,
      analysis === undefined ? '' : OUTCOME_CONDITIONS.analysis,
      success === undefined ? '' : OUTCOME_CONDITIONS.success,
      sentiment === undefined ? '' : OUTCOME_CONDITIONS.sentiment,
      request === undefined ? '' : REQUEST_CONDITIONS[request],
    ].join(' ');
    const statement = prepared.get(conditions) ?? prepare(conditions);
    prepared.set(conditions, statement);
    return statement.all({
      ...parameters,
      ...parts.values,
      ...(analysis === undefined ? {} : { analysis }),
      ...(success === undefined ? {} : { success: Number(success) }),
      ...(sentiment === undefined ? {} : { sentiment }),
    });
  };
};

const counts = (db: Database) => {
  const of = (condition: string) =>
    db
      .prepare<Pick<InboxParameters, 'businessId' | 'userId' | 'since'>, number>(
        `SELECT count(*) FROM (SELECT 1 FROM conversations v WHERE v.business_id = :businessId ${condition}
           AND :userId = :userId AND :since = :since LIMIT ${MAX_COUNTED})`,
      )
      .pluck();
  const unread = of(CONDITIONS.unread);
  const waiting = of(CONDITIONS.waiting);
  const mine = of(CONDITIONS.mine);
  const assigned = of('AND v.assigned_to = :userId AND v.done_at IS NULL');
  const unassigned = of('AND v.assigned_to IS NULL AND v.done_at IS NULL');
  return ({ businessId, userId, at }: Viewer) => {
    const parameters = { businessId, userId, since: at - HUMAN_MS };
    return {
      unread: unread.get(parameters) ?? 0,
      waiting: waiting.get(parameters) ?? 0,
      mine: mine.get(parameters) ?? 0,
      assigned: assigned.get(parameters) ?? 0,
      unassigned: unassigned.get(parameters) ?? 0,
    };
  };
};

/** Ids by the beginning of the person's name or address, and by their contact. */
const createSearch = (db: Database) => {
  const tenantOf = findTenant(db);
  const byContact = db
    .prepare<[string, string], string>(
      `SELECT v.id FROM (SELECT c.id FROM contact_words w CROSS JOIN contacts c ON c.row = w.rowid
         WHERE contact_words MATCH ? ORDER BY w.rowid DESC LIMIT ${MAX_FOUND}) f
       JOIN conversations v ON v.contact_id = f.id WHERE v.business_id = ?`,
    )
    .pluck();
  const byPerson = db
    .prepare<{ businessId: string; from: string; to: string }, string>(
      `SELECT id FROM conversations WHERE business_id = :businessId AND lower(person) >= :from AND lower(person) < :to
       LIMIT ${MAX_FOUND}`,
    )
    .pluck();
  const byAddress = db
    .prepare<{ businessId: string; from: string; to: string }, string>(
      `SELECT id FROM conversations WHERE business_id = :businessId AND address >= :from AND address < :to
       LIMIT ${MAX_FOUND}`,
    )
    .pluck();
  const upTo = (from: string): string => `${from}\u{10FFFF}`;
  return (businessId: string, text: string): ReadonlySet<string> => {
    const tenant = tenantOf(businessId);
    const query = tenant === null ? null : searchQuery(tenant, text);
    const name = text.trim().toLowerCase();
    const address = text.replaceAll(/[^\p{L}\p{N}]/gu, '');
    return new Set([
      ...(query === null ? [] : byContact.all(query, businessId)),
      ...byPerson.all({ businessId, from: name, to: upTo(name) }),
      ...(address === '' ? [] : byAddress.all({ businessId, from: address, to: upTo(address) })),
    ]);
  };
};

/** Queries on the inbox. */
export const inboxQueries = (db: Database) => {
  const list = lists(db);
  const countAll = counts(db);
  const find = createSearch(db);
  const byId = db.prepare<[string, string], InboxRecord>(`${SHOWN} WHERE v.business_id = ? AND v.id = ?`);
  return {
    /** Ordered by the latest message, the latest first. */
    inbox: (
      viewer: Viewer,
      filter: InboxFilter,
      { limit, cursor }: PageRequest,
      matching: OutcomeFilter & DeskFilter = {},
    ): Page<InboxRecord> => {
      const { businessId, userId, at } = viewer;
      const { analysis = null, success = null, sentiment = null, request = null } = matching;
      const { assignee = null, status = null, channel = null, agentId = null, contactId = null } = matching;
      const desk = [assignee, status, channel, agentId, contactId];
      const scope: ListScope = [
        'inbox',
        businessId,
        filter,
        filter === 'mine' ? userId : null,
        ...(Object.keys(matching).length === 0
          ? []
          : [analysis, success === null ? null : Number(success), sentiment, request]),
        ...(desk.every((value) => value === null) ? [] : desk),
      ];
      const rows = list(filter, matching, {
        businessId,
        userId,
        since: at - HUMAN_MS,
        ...positionOf(scope, cursor),
        count: limit + 1,
      });
      return pageOf(scope, rows, limit, (row) => row);
    },
    /** Conversations whose person matches the text, the latest first; at most `limit`. */
    inboxSearch: (businessId: string, text: string, limit: number): readonly InboxRecord[] =>
      [...find(businessId, text)]
        .flatMap((id) => byId.get(businessId, id) ?? [])
        .toSorted((a, b) => b.created_at - a.created_at)
        .slice(0, limit),
    /** The number of conversations that need attention, counted up to {@link MAX_COUNTED}. */
    inboxCounts: countAll,
    inboxConversation: (businessId: string, id: string): InboxRecord | null =>
      byId.get(businessId, id) ?? null,
  };
};
