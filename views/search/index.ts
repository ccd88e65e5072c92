/** Search over what was said on calls and written in conversations. */
import { CALL_KIND } from '../../actors/call/events.js';
import { CONTACT_KIND } from '../../actors/contact-partition/events.js';
import { CONVERSATION_KIND } from '../../actors/conversation/events.js';
import { defineView, following } from '../kernel/view.js';
import { callSearchQueries, projectCallWords, projectForgottenCalls } from './calls.js';
import { messageSearchQueries, projectForgottenMessages, projectMessageWords } from './messages.js';
import { SEARCH_TABLES } from './tables.js';

export type { FoundMessage } from './messages.js';
export { isSearchable } from './query.js';

/** What was said and written. */
export const search = defineView({
  name: 'search',
  tables: [SEARCH_TABLES],
  projections: [
    following(CALL_KIND, projectCallWords),
    following(CONVERSATION_KIND, projectMessageWords),
    following(CONTACT_KIND, projectForgottenCalls),
    following(CONTACT_KIND, projectForgottenMessages),
  ],
  queries: (db) => ({ ...callSearchQueries(db), ...messageSearchQueries(db) }),
});
