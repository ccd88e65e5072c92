/** Assigns conversations to members of the team, and marks them as done or open. */
import { ANSWERING_ROLE } from '../../actors/console-team/leavers.js';
import type { ConversationCommand } from '../../actors/conversation/commands.js';
import { conversation } from '../../actors/conversation/index.js';
import { isAtLeast } from '../../schemas/accounts/access.js';
import type { ConversationsChange, UnchangedConversation } from '../../schemas/conversations/assignment.js';
import type { ConversationResource } from '../../schemas/conversations/conversation.js';
import { DomainError, isRetryable } from '../../schemas/errors.js';
import { deriveId } from '../../schemas/ids.js';
import { type Caller, commandIdOf } from '../caller.js';
import { conversationResources, requireInboxConversation } from '../conversations/conversations.js';
import type { OperationsDeps } from '../deps.js';
import { refuseProblems } from '../refusals.js';
import type { Written } from '../written.js';

/** A change of one or more conversations; omitted fields stay unchanged. `assigneeId` null: no member. */
type Change = Pick<ConversationsChange, 'assigneeId' | 'status'>;

export interface AssignmentOperations {
  /**
   * `userId`: the author. Omitted fields stay unchanged.
   * @throws DomainError conversation_not_found, user_not_found, assignee_cannot_answer
   */
  change(
    caller: Caller,
    conversationId: string,
    userId: string,
    change: Change,
  ): Promise<Written<ConversationResource>>;
  /**
   * Changes each conversation by itself; those that cannot be changed are listed with the reason.
   * @throws DomainError validation_failed, user_not_found, assignee_cannot_answer
   */
  changeMany(
    caller: Caller,
    userId: string,
    body: ConversationsChange,
  ): Promise<
    Written<{
      readonly changed: readonly ConversationResource[];
      readonly failures: readonly UnchangedConversation[];
    }>
  >;
}

type AssignmentDeps = Pick<OperationsDeps, 'actors' | 'views'>;

export const assignmentOperations = (deps: AssignmentDeps): AssignmentOperations => ({
  change: async (caller, conversationId, userId, change) => {
    await requireAssignee(deps, caller.businessId, change);
    const commit = await apply(deps, caller, conversationId, commandsOf(userId, change));
    await deps.views.waitFor(commit.shard, commit.seq);
    const [result] = await resourcesOf(deps, caller, [conversationId]);
    if (result === undefined) throw new DomainError('conversation_not_found');
    return { result, ...commit };
  },

  changeMany: async (caller, userId, { conversationIds, ...change }) => {
    const commands = commandsOf(userId, change);
    refuseProblems(
      commands.length > 0 ? [] : [{ path: '/assigneeId', message: 'must be given, unless status is' }],
    );
    await requireAssignee(deps, caller.businessId, change);
    const changed: string[] = [];
    const failures: UnchangedConversation[] = [];
    const last = { shard: 0, seq: 0 };
    for (const conversationId of conversationIds) {
      try {
        const { shard, seq } = await apply(deps, caller, conversationId, commands);
        changed.push(conversationId);
        last.shard = shard;
        last.seq = Math.max(last.seq, seq);
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        const { code, message } = error;
        failures.push({ conversationId, error: { code, message, retryable: isRetryable(code) } });
      }
    }
    if (changed.length > 0) await deps.views.waitFor(last.shard, last.seq);
    return { result: { changed: await resourcesOf(deps, caller, changed), failures }, ...last };
  },
});

const commandsOf = (userId: string, { assigneeId, status }: Change): readonly ConversationCommand[] => [
  ...(assigneeId === undefined ? [] : [{ type: 'assign', assigneeId, userId } as const]),
  ...(status === undefined ? [] : [{ type: 'set_status', status, userId } as const]),
];

/** @throws DomainError user_not_found, assignee_cannot_answer */
const requireAssignee = async (
  { views }: Pick<AssignmentDeps, 'views'>,
  businessId: string,
  { assigneeId }: Change,
): Promise<void> => {
  if (assigneeId === undefined || assigneeId === null) return;
  // Another node may have admitted the member a moment ago.
  if (views.memberStatuses(businessId)[assigneeId] === undefined) await views.catchUp(null);
  const member = views.memberStatuses(businessId)[assigneeId];
  if (member === undefined) throw new DomainError('user_not_found');
  if (!member.active || !isAtLeast(member.role, ANSWERING_ROLE))
    throw new DomainError('assignee_cannot_answer');
};

/** @throws DomainError conversation_not_found */
const apply = async (
  deps: AssignmentDeps,
  caller: Caller,
  conversationId: string,
  commands: readonly ConversationCommand[],
): Promise<{ readonly shard: number; readonly seq: number }> => {
  const { businessId } = caller;
  await requireInboxConversation(deps.views, businessId, conversationId);
  const last = { shard: 0, seq: 0 };
  for (const command of commands) {
    const commandId = deriveId(commandIdOf(caller), conversationId, command.type);
    const target = { business: businessId, id: conversationId };
    const { shard, seq } = await deps.actors.ask(conversation, target, command, { commandId });
    last.shard = shard;
    last.seq = Math.max(last.seq, seq);
  }
  return last;
};

const resourcesOf = async (
  { views }: AssignmentDeps,
  { businessId, at }: Caller,
  ids: readonly string[],
): Promise<readonly ConversationResource[]> => {
  const records = await Promise.all(ids.map((id) => requireInboxConversation(views, businessId, id)));
  return conversationResources(views, businessId, records, at);
};
