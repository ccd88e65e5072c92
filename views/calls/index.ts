/** Voice calls and their histories. */
import { CALL_KIND } from '../../actors/call/events.js';
import { defineView, following } from '../kernel/view.js';
import { CALL_TABLES, callQueries, projectCalls } from './calls.js';
import { CALL_HISTORY_TABLES } from './history.js';

export type { CallDetail, CallFacts, CallFilter } from './calls.js';

/** Voice calls. */
export const calls = defineView({
  name: 'calls',
  tables: [CALL_TABLES, CALL_HISTORY_TABLES],
  projections: [following(CALL_KIND, projectCalls)],
  queries: callQueries,
});
