/**
 * Decisions of a conversation about the people of the business: they get it from an agent, give it back, assign it to a
 * member of the team, and mark it as read or done.
 *
 * P1. A conversation that is done is open again as soon as the customer writes or comments, or an agent hands it over.
 */
import { assertNever } from '../../schemas/assert.js';
import { DomainError } from '../../schemas/errors.js';
import type { ConversationCommand } from './commands.js';
import type { ConversationEvent, InboundContent } from './events.js';
import type { ConversationState } from './state.js';

type PeopleCommand = Extract<
  ConversationCommand,
  { readonly type: 'hand_over' | 'give_back' | 'mark_read' | 'assign' | 'set_status' }
>;

/** @throws DomainError conversation_not_found before any message */
export const byPeople = (state: ConversationState, command: PeopleCommand): readonly ConversationEvent[] => {
  switch (command.type) {
    case 'hand_over':
      return handOver(state, command);
    case 'give_back':
      assertConversation(state);
      return [{ type: 'conversation.given_back', userId: command.userId }];
    case 'mark_read': {
      assertConversation(state);
      const { userId, messageId } = command;
      return [{ type: 'conversation.read', userId, messageId }];
    }
    case 'assign':
      assertConversation(state);
      return [assigned(command.assigneeId, command.userId)];
    case 'set_status': {
      assertConversation(state);
      const { status, userId } = command;
      return state.isDone === (status === 'done')
        ? []
        : [{ type: 'conversation.status_set', status, userId }];
    }
    default:
      return assertNever(command);
  }
};

/** The views release conversations of members who leave, so the same assignment is journalled again. */
export const assigned = (assigneeId: string | null, userId: string): ConversationEvent => ({
  type: 'conversation.assigned',
  assigneeId,
  userId,
});

/** P1 */
export const reopenedBy = (
  { isDone }: Pick<ConversationState, 'isDone'>,
  { opensWindow, content }: { readonly opensWindow: boolean; readonly content: InboundContent },
): readonly ConversationEvent[] => (isDone && (opensWindow || content.type === 'comment') ? [REOPENED] : []);

const REOPENED: ConversationEvent = { type: 'conversation.status_set', status: 'open', userId: null };

/**
 * The answer in progress is still sent: it says that somebody else will write. A human owns the conversation from then on, as
 * when one has answered (echo.ts), until a user gives it back.
 */
const handOver = (
  { account, handedOver, isDone }: ConversationState,
  { useId, reason }: Extract<ConversationCommand, { readonly type: 'hand_over' }>,
): readonly ConversationEvent[] =>
  account === null || handedOver === useId
    ? []
    : [{ type: 'conversation.handed_over', useId, reason }, ...(isDone ? [REOPENED] : [])];

/** @throws DomainError conversation_not_found before any message */
export const assertConversation = ({ account }: ConversationState): void => {
  if (account === null) throw new DomainError('conversation_not_found');
};
