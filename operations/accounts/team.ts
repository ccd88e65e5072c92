/** Members of a business's team: their roles and sessions (docs/reference/api.md "Roles"). */
import { consoleUser } from '../../actors/console-user/index.js';
import type { Author } from '../../schemas/accounts/audit.js';
import { DomainError } from '../../schemas/errors.js';
import type { OperationsDeps } from '../deps.js';
import { authorOf, type Operations } from '../operations.js';
import { addressRef } from './credentials.js';
import { changeMembership, type UserRef } from './memberships.js';

type TeamOperations = Pick<Operations, 'changeMember' | 'endMemberSessions' | 'endOtherSessions'>;

export const teamOperations = (deps: OperationsDeps): TeamOperations => {
  /** `businessId` null: in all businesses. */
  const endSessions = async (
    { email, userId }: UserRef,
    businessId: string | null,
    exceptSessionId: string | null,
    by: Author | undefined,
  ) => {
    const { shard, seq } = await deps.actors.ask(consoleUser, addressRef(email), {
      type: 'end_sessions',
      userId,
      businessId,
      but: exceptSessionId,
      ...(by === undefined ? {} : { by }),
    });
    await deps.views.freshness.everywhere();
    return { result: { ended: true as const }, shard, seq };
  };

  /** @throws DomainError user_not_found, also for a user of another business */
  const member = async (businessId: string, userId: string, at: number) => {
    await deps.views.catchUp(businessId);
    const found = deps.views.member(businessId, userId, at);
    if (found === null) throw new DomainError('user_not_found');
    return found;
  };

  return {
    changeMember: async (caller, userId, change) => {
      const { businessId, at } = caller;
      const { email } = await member(businessId, userId, at);
      const { shard, seq } = await changeMembership(
        deps.actors,
        businessId,
        { email, userId },
        deps.views.memberStatuses(businessId),
        change,
        authorOf(caller).by,
      );
      await Promise.all([deps.views.waitFor(shard, seq), deps.views.freshness.everywhere()]);
      return { result: await member(businessId, userId, at), shard, seq };
    },

    endMemberSessions: async (caller, userId) => {
      const { businessId, at } = caller;
      const { email } = await member(businessId, userId, at);
      return endSessions({ email, userId }, businessId, null, authorOf(caller).by);
    },

    endOtherSessions: ({ email, userId, sessionId }) =>
      endSessions({ email, userId }, null, sessionId, { type: 'user', id: userId }),
  };
};
