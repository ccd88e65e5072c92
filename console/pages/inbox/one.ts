/** A conversation, and what stands in its thread. */
import type { Data } from '../../api/client.js';

export type Conversation = Data<'readConversation'>['conversation'];
export type ThreadItem = Data<'listConversationMessages'>['items'][number];
export type ThreadMessage = Extract<ThreadItem, { readonly type: 'message' }>;

/** A message that is on its way to the service. */
export interface Pending {
  readonly key: string;
  readonly text: string;
}
