/** A conversation, and the items of its thread. */
import type { Data } from '../../api/client.js';

export type Conversation = Data<'readConversation'>['conversation'];
export type ThreadItem = Data<'listConversationMessages'>['items'][number];
export type ThreadMessage = Extract<ThreadItem, { readonly type: 'message' }>;

/** A message that the service has not accepted yet. */
export interface Pending {
  readonly key: string;
  readonly text: string;
}
