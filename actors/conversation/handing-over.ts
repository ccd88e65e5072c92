/** What a conversation decides when an agent hands it over: it is a human's from then on, as when one has answered (echo.ts). */
import type { ConversationCommand } from './commands.js';
import type { ConversationEvent } from './events.js';
import type { ConversationState } from './state.js';

/** The answer that is under way is still sent: it says that somebody else will write. */
export const handOver = (
  { account, handedOver }: ConversationState,
  { useId, reason }: Extract<ConversationCommand, { readonly type: 'hand_over' }>,
): readonly ConversationEvent[] =>
  account === null || handedOver === useId ? [] : [{ type: 'conversation.handed_over', useId, reason }];
