/** Conversations and their messages, the timelines of contacts, and their rollups. */
import { CALL_KIND } from '../../actors/call/events.js';
import { CHANNEL_ACCOUNT_KIND } from '../../actors/channel-account/events.js';
import { CONSOLE_TEAM_KIND } from '../../actors/console-team/events.js';
import { CONTACT_KIND } from '../../actors/contact-partition/events.js';
import { CONVERSATION_KIND } from '../../actors/conversation/events.js';
import { CONVERSATION_ANALYSIS_KIND } from '../../actors/conversation-analysis/events.js';
import { CONVERSATION_NOTES_KIND } from '../../actors/conversation-notes/events.js';
import { defineView, following } from '../kernel/view.js';
import {
  CONVERSATION_ANALYSIS_TABLES,
  conversationAnalysisQueries,
  projectConversationAnalyses,
  refusalQueries,
} from './analyses.js';
import { INTERNAL_NOTE_TABLES, projectInternalNotes } from './internal-notes.js';
import { projectContactChanges } from './links.js';
import { NOTE_TABLES, projectHandedBack, projectLeavers } from './notes.js';
import { projectConversations } from './projection.js';
import { conversationQueries } from './queries/conversations.js';
import { inboxQueries } from './queries/inbox.js';
import { knownAsQueries } from './queries/known-as.js';
import { threadQueries } from './queries/thread.js';
import { ROLLUP_TABLES } from './rollups.js';
import { CONVERSATION_TABLES } from './tables.js';
import { TEMPLATE_TABLES, templateQueries } from './templates.js';
import { projectCallItems } from './timeline/call-items.js';
import { TIMELINE_TABLES, timelineQueries } from './timeline/entries.js';
import { HAND_OVER_TABLES } from './timeline/hand-overs.js';

export type { EpisodeMessage } from './analyses.js';
export type { MediaRecord } from './media.js';
export { wordsOf } from './new-message.js';
export type { ConversationRecord, OwnMessage, SpokenMessage } from './queries/conversations.js';
export type { DeskFilter, InboxRecord } from './queries/inbox.js';
export type { ThreadRecord } from './queries/thread.js';
export type { TemplateUse } from './tables.js';
export type { TimelineEntry } from './timeline/entries.js';

/** Conversations, timelines and rollups. */
export const conversations = defineView({
  name: 'conversations',
  tables: [
    CONVERSATION_TABLES,
    CONVERSATION_ANALYSIS_TABLES,
    HAND_OVER_TABLES,
    NOTE_TABLES,
    INTERNAL_NOTE_TABLES,
    TEMPLATE_TABLES,
    TIMELINE_TABLES,
    ROLLUP_TABLES,
  ],
  projections: [
    following(CONVERSATION_KIND, projectConversations),
    following(CONVERSATION_NOTES_KIND, projectInternalNotes),
    following(CONVERSATION_ANALYSIS_KIND, projectConversationAnalyses),
    following(CALL_KIND, projectCallItems),
    following(CONTACT_KIND, projectContactChanges),
    following(CHANNEL_ACCOUNT_KIND, projectHandedBack),
    following(CONSOLE_TEAM_KIND, projectLeavers),
  ],
  queries: (db) => ({
    ...conversationQueries(db),
    ...inboxQueries(db),
    ...threadQueries(db),
    ...knownAsQueries(db),
    ...conversationAnalysisQueries(db),
    ...refusalQueries(db),
    ...templateQueries(db),
    ...timelineQueries(db),
  }),
});
