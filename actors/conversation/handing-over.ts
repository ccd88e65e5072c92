/**
 * What a conversation decides when an agent hands it over, or a user of the console takes it: it is a human's from then on,
 * as when one has answered (echo.ts), until a user gives it back.
 */
import { DomainError } from '../../schemas/errors.js';
import type { ConversationCommand } from './commands.js';
import type { ConversationEvent } from './events.js';
import type { ConversationState } from './state.js';

/** The answer that is under way is still sent: it says that somebody else will write. */
export const handOver = (
  { account, handedOver }: ConversationState,
  { useId, reason }: Extract<ConversationCommand, { readonly type: 'hand_over' }>,
): readonly ConversationEvent[] =>
  account === null || handedOver === useId ? [] : [{ type: 'conversation.handed_over', useId, reason }];

/** @throws DomainError conversation_not_found where nothing was ever said */
export const mayBeUsers = ({ account }: ConversationState): void => {
  if (account === null) throw new DomainError('conversation_not_found');
};
