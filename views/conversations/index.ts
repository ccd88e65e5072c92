/** What was said with whom: conversations, their messages, the timelines of contacts and what came of it all. */
import { CONVERSATION_KIND } from '../../actors/conversation/events.js';
import { defineView, following } from '../kernel/view.js';
import { projectConversations } from './conversations.js';
import { conversationQueries } from './queries.js';
import { ROLLUP_TABLES } from './rollups.js';
import { CONVERSATION_TABLES } from './tables.js';
import { TIMELINE_TABLES, timelineQueries } from './timeline.js';

export type { MediaRecord } from './media.js';
export type { ConversationRecord, OwnMessage, SpokenMessage } from './queries.js';
export type { TimelineEntry } from './timeline.js';

/** Conversations, timelines and rollups. */
export const conversations = defineView({
  name: 'conversations',
  tables: [CONVERSATION_TABLES, TIMELINE_TABLES, ROLLUP_TABLES],
  projections: [following(CONVERSATION_KIND, projectConversations)],
  queries: (db) => ({ ...conversationQueries(db), ...timelineQueries(db) }),
});
