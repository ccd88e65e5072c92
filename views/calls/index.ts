/** Voice calls: one row per call for the list, and its events for the detail. */
import { CALL_KIND } from '../../actors/call/events.js';
import { CONTACT_KIND } from '../../actors/contact-partition/events.js';
import { defineView, following } from '../kernel/view.js';
import { keepCalls } from './archives.js';
import { projectHistory } from './history.js';
import { projectCalls, projectMergedCalls } from './projection.js';
import { callQueries } from './queries.js';
import { CALL_ARCHIVE_TABLES, CALL_HISTORY_TABLES, CALL_TABLES } from './tables.js';

export type { CallDetail, CallFacts, CallFilter, LengthOfCalls } from './queries.js';

/** Voice calls. */
export const calls = defineView({
  name: 'calls',
  tables: [CALL_TABLES, CALL_HISTORY_TABLES, CALL_ARCHIVE_TABLES],
  // The history looks up the call's row, so it comes second.
  projections: [
    following(CALL_KIND, projectCalls),
    following(CALL_KIND, projectHistory),
    following(CONTACT_KIND, projectMergedCalls),
  ],
  archives: [keepCalls(CALL_KIND.name)],
  queries: callQueries,
});
