/** Figures of calls and conversations, rolled up by week, and by quarters of an hour, half hours and days in it. */
import { ANALYSIS_KIND } from '../../actors/analysis/events.js';
import { CALL_KIND } from '../../actors/call/events.js';
import { CONVERSATION_KIND } from '../../actors/conversation/events.js';
import { defineView, following } from '../kernel/view.js';
import { projectCountedAnalyses, projectCountedCalls } from './calls.js';
import { EXCHANGE_TABLES, projectCountedConversations } from './conversations.js';
import { analyticsQueries } from './queries.js';
import { TALLY_TABLES } from './tables.js';
import { TIME_TABLES } from './times.js';

export type { TallyDetail, TallyFilter } from './queries.js';

/** Figures. */
export const analytics = defineView({
  name: 'analytics',
  tables: [TALLY_TABLES, TIME_TABLES, EXCHANGE_TABLES],
  projections: [
    following(CALL_KIND, projectCountedCalls),
    following(ANALYSIS_KIND, projectCountedAnalyses),
    following(CONVERSATION_KIND, projectCountedConversations),
  ],
  queries: analyticsQueries,
});
