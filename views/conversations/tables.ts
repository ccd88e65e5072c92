/** The tables of conversations and messages, and their rows. */
import type { Author, MessageProgress } from '../../actors/conversation/events.js';
import type { AccountChannel } from '../../schemas/channels/channel.js';
import type { MessageStatus, TaskStatus } from '../../schemas/channels/message.js';
import type { TemplateComponent } from '../../schemas/channels/template.js';
import { OUTCOME_COLUMNS } from '../kernel/analyses.js';

/**
 * `position`: that of the message in the order of the journal; `answers`: the comment (JSON). `campaign_…` of a conversation: the
 * latest campaign that wrote to it, and when; `agent_id`: the agent that answered last; `known_as`: the address by which the channel knows the person, if it is another one; its
 * other columns serve the inbox (attention.ts). `analysis_id`: the analysis of the latest episode, whose last message has the position
 * `analysed_to`; the outcome is its. `user_id`: the console user who wrote it; `template`: JSON of a {@link TemplateUse}. Times
 * in ms since the epoch.
 */
export const CONVERSATION_TABLES = `
CREATE TABLE conversations (
  business_id TEXT NOT NULL,
  id TEXT NOT NULL,
  channel TEXT NOT NULL,
  account_id TEXT NOT NULL,
  address TEXT NOT NULL,
  contact_id TEXT,
  campaign_id TEXT,
  iteration_id TEXT,
  campaign_at INTEGER,
  agent_id TEXT,
  person TEXT,
  last_at INTEGER NOT NULL DEFAULT 0,
  last_message TEXT,
  last_received_at INTEGER,
  unread INTEGER NOT NULL DEFAULT 0,
  read_to INTEGER NOT NULL DEFAULT 0,
  waiting_since INTEGER,
  reason TEXT,
  human_at INTEGER,
  taken_by TEXT,
  assigned_to TEXT,
  done_at INTEGER,
  known_as TEXT,
  analysis_id TEXT,
  analysed_to INTEGER,${OUTCOME_COLUMNS},
  PRIMARY KEY (business_id, id)
) WITHOUT ROWID;
CREATE INDEX conversations_by_age ON conversations (business_id, last_at DESC, id DESC);
CREATE INDEX conversations_unread ON conversations (business_id, last_at DESC, id DESC) WHERE unread > 0;
CREATE INDEX conversations_waiting ON conversations (business_id, last_at DESC, id DESC) WHERE waiting_since IS NOT NULL;
CREATE INDEX conversations_taken ON conversations (business_id, taken_by, last_at DESC, id DESC) WHERE taken_by IS NOT NULL;
CREATE INDEX conversations_assigned ON conversations (business_id, assigned_to, last_at DESC, id DESC) WHERE assigned_to IS NOT NULL;
CREATE INDEX conversations_open ON conversations (business_id, last_at DESC, id DESC) WHERE done_at IS NULL;
CREATE INDEX conversations_done ON conversations (business_id, last_at DESC, id DESC) WHERE done_at IS NOT NULL;
CREATE INDEX conversations_of_humans ON conversations (business_id, channel, account_id) WHERE human_at IS NOT NULL;
CREATE INDEX conversations_of_contact ON conversations (contact_id) WHERE contact_id IS NOT NULL;
CREATE INDEX conversations_by_person ON conversations (business_id, lower(person));
CREATE INDEX conversations_by_address ON conversations (business_id, address);
CREATE INDEX conversations_by_analysis ON conversations (business_id, analysis_status, last_at DESC, id DESC) WHERE analysis_status IS NOT NULL;
CREATE INDEX conversations_by_success ON conversations (business_id, success, last_at DESC, id DESC) WHERE success IS NOT NULL;
CREATE INDEX conversations_by_sentiment ON conversations (business_id, sentiment, last_at DESC, id DESC) WHERE sentiment IS NOT NULL;
CREATE INDEX conversations_wanting_human ON conversations (business_id, last_at DESC, id DESC) WHERE wants_human = 1;
CREATE INDEX conversations_wanting_no_contact ON conversations (business_id, last_at DESC, id DESC) WHERE wants_no_contact = 1;
CREATE INDEX conversations_wanting_call_back ON conversations (business_id, last_at DESC, id DESC) WHERE wants_call_back = 1;
CREATE INDEX conversations_known_as ON conversations (business_id, known_as) WHERE known_as IS NOT NULL;
CREATE TABLE messages (
  business_id TEXT NOT NULL,
  id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  position INTEGER NOT NULL,
  direction TEXT NOT NULL,
  author TEXT NOT NULL,
  type TEXT NOT NULL,
  text TEXT,
  recipient TEXT,
  status TEXT NOT NULL,
  task_status TEXT NOT NULL,
  provider_message_id TEXT,
  provider_status TEXT,
  at INTEGER NOT NULL,
  sent_at INTEGER,
  delivered_at INTEGER,
  read_at INTEGER,
  failed_at INTEGER,
  failure TEXT,
  answers TEXT,
  campaign_id TEXT,
  iteration_id TEXT,
  media TEXT,
  user_id TEXT,
  template TEXT,
  payload TEXT,
  sources TEXT,
  edited_at INTEGER,
  revoked_at INTEGER,
  PRIMARY KEY (business_id, id)
) WITHOUT ROWID;
CREATE INDEX messages_by_conversation ON messages (conversation_id, position);
CREATE INDEX messages_by_position ON messages (position);
`;

/** A stored message. */
export interface MessageRow {
  readonly id: string;
  readonly conversation_id: string;
  readonly position: number;
  readonly direction: 'inbound' | 'outbound';
  readonly author: Author | 'customer';
  readonly type: string;
  readonly text: string | null;
  readonly recipient: string | null;
  readonly status: MessageStatus;
  readonly task_status: TaskStatus;
  readonly provider_message_id: string | null;
  readonly provider_status: MessageProgress | null;
  readonly at: number;
  readonly sent_at: number | null;
  readonly delivered_at: number | null;
  readonly read_at: number | null;
  readonly failed_at: number | null;
  readonly failure: string | null;
  readonly answers: string | null;
  readonly campaign_id: string | null;
  readonly iteration_id: string | null;
  /** JSON of a {@link MediaRecord}. */
  readonly media: string | null;
  readonly user_id: string | null;
  readonly template: string | null;
  /** JSON of a MessagePayload (schemas/channels/message-payload.ts). */
  readonly payload: string | null;
  /** JSON of AnswerSource (schemas/agents/knowledge.ts). */
  readonly sources: string | null;
  readonly edited_at: number | null;
  readonly revoked_at: number | null;
}

/** A sent template, with its values filled in. */
export interface TemplateUse {
  readonly name: string;
  readonly languageCode: string;
  readonly components: readonly TemplateComponent[];
}

/** A stored conversation. */
export interface ConversationRow {
  readonly channel: AccountChannel;
  readonly account_id: string;
  readonly contact_id: string | null;
  readonly campaign_id: string | null;
  readonly iteration_id: string | null;
  readonly campaign_at: number | null;
}
