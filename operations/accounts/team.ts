/** Who is on a business's team: roles, and sessions (docs/contract.md "Roles"). */
import { CONSOLE, consoleUser } from '../../actors/console-user/index.js';
import { DomainError } from '../../schemas/errors.js';
import type { OperationsDeps } from '../deps.js';
import { authorOf, type Operations } from '../operations.js';
import { changeStanding } from './standing.js';

type TeamOperations = Pick<Operations, 'changeMember' | 'endMemberSessions' | 'endOtherSessions'>;

export const teamOperations = (deps: OperationsDeps): TeamOperations => {
  const endSessions = async (userId: string, but: string | null) => {
    const { shard, seq } = await deps.actors.ask(
      consoleUser,
      { business: CONSOLE, id: userId },
      { type: 'close_sessions', but },
    );
    return { result: { ended: true as const }, shard, seq };
  };

  /** @throws DomainError user_not_found, of another business's, too */
  const member = async (businessId: string, userId: string, at: number) => {
    await deps.views.catchUp(businessId);
    const found = deps.views.member(businessId, userId, at);
    if (found === null) throw new DomainError('user_not_found');
    return found;
  };

  return {
    changeMember: async (caller, userId, change) => {
      const { businessId, at } = caller;
      await member(businessId, userId, at);
      const { shard, seq } = await changeStanding(
        deps.actors,
        businessId,
        userId,
        deps.views.standings(businessId),
        change,
        authorOf(caller).by,
      );
      await deps.views.waitFor(shard, seq);
      return { result: await member(businessId, userId, at), shard, seq };
    },

    endMemberSessions: async (businessId, userId, at) => {
      await member(businessId, userId, at);
      return endSessions(userId, null);
    },

    endOtherSessions: ({ userId, sessionId }) => endSessions(userId, sessionId),
  };
};
