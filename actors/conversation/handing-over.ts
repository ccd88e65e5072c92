/**
 * Decisions of a conversation when an agent hands it over or a console user takes it. A human owns it from then on, as
 * when one has answered (echo.ts), until a user gives it back.
 */
import { DomainError } from '../../schemas/errors.js';
import type { ConversationCommand } from './commands.js';
import type { ConversationEvent } from './events.js';
import type { ConversationState } from './state.js';

/** The answer in progress is still sent: it says that somebody else will write. */
export const handOver = (
  { account, handedOver }: ConversationState,
  { useId, reason }: Extract<ConversationCommand, { readonly type: 'hand_over' }>,
): readonly ConversationEvent[] =>
  account === null || handedOver === useId ? [] : [{ type: 'conversation.handed_over', useId, reason }];

/** @throws DomainError conversation_not_found before any message */
export const assertConversation = ({ account }: ConversationState): void => {
  if (account === null) throw new DomainError('conversation_not_found');
};
