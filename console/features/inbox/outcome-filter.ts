/** The outcomes by which the inbox is filtered, as they are in the address of the page. */
import type { RequestParams } from '../../api/client.js';
import { INBOX } from './messages.js';

type OutcomeQuery = Pick<
  NonNullable<RequestParams<'listConversations'>['query']>,
  'success' | 'request' | 'sentiment'
>;

const QUERIES = {
  success: { success: 'true' },
  no_success: { success: 'false' },
  human: { request: 'human' },
  no_contact: { request: 'no_contact' },
  call_back: { request: 'call_back' },
  negative: { sentiment: 'negative' },
} as const satisfies Readonly<Record<string, OutcomeQuery>>;

type OutcomeName = keyof typeof QUERIES;

const isOutcome = (name: string): name is OutcomeName => Object.hasOwn(QUERIES, name);

/** The filter with this name; nothing if there is none. */
export const outcomeQuery = (name: string | null): OutcomeQuery =>
  name !== null && isOutcome(name) ? QUERIES[name] : {};

/** In display order; the first one is for all conversations. */
export const OUTCOME_CHOICES: readonly { readonly value: string; readonly name: string }[] = [
  { value: '', name: INBOX.anyOutcome },
  ...Object.entries(INBOX.outcomes).map(([value, name]) => ({ value, name })),
];
