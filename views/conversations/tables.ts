/** The tables of conversations and messages, and their rows. */
import type { Author, MessageProgress } from '../../actors/conversation/events.js';
import type { AccountChannel } from '../../schemas/channel.js';
import type { MessageStatus, TaskStatus } from '../../schemas/message.js';

/** `position`: of the message in the order of the journal; `answers`: the comment (JSON). `campaign_…` of a conversation:
 * the latest campaign that wrote to it, and when. Times in ms since the epoch. */
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
  PRIMARY KEY (business_id, id)
) WITHOUT ROWID;
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
  PRIMARY KEY (business_id, id)
) WITHOUT ROWID;
CREATE INDEX messages_by_conversation ON messages (conversation_id, position);
`;

/** A message as it is stored. */
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
}

/** A conversation as it is stored. */
export interface ConversationRow {
  readonly channel: AccountChannel;
  readonly account_id: string;
  readonly contact_id: string | null;
  readonly campaign_id: string | null;
  readonly iteration_id: string | null;
  readonly campaign_at: number | null;
}
