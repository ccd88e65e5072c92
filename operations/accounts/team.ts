/** Members of a business's team: their roles and sessions (docs/reference/api.md "Roles"). */
import type { Author } from '../../schemas/accounts/audit.js';
import type { MemberChange, MemberResource } from '../../schemas/accounts/team.js';
import { DomainError } from '../../schemas/errors.js';
import { authorOf, type Caller } from '../caller.js';
import type { OperationsDeps } from '../deps.js';
import type { Written } from '../written.js';
import { changeMembership, removeFromTeam } from './memberships.js';
import { endSessions } from './sessions.js';

interface TeamOperations {
  /**
   * Omitted fields stay unchanged. Once this resolves, the change applies on every node.
   * @throws DomainError user_not_found, last_owner
   */
  changeMember(
    caller: Caller,
    userId: string,
    change: Pick<MemberChange, 'role' | 'active'>,
  ): Promise<Written<MemberResource>>;
  /** Ends the membership, and with it the sessions in this business. @throws DomainError user_not_found, last_owner */
  removeMember(
    caller: Caller,
    userId: string,
    by: Author,
  ): Promise<Written<{ readonly userId: string; readonly removed: true }>>;
  /** @throws DomainError user_not_found */
  endMemberSessions(caller: Caller, userId: string): Promise<Written<{ readonly ended: true }>>;
}

export const teamOperations = (deps: OperationsDeps): TeamOperations => {
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

    removeMember: async ({ businessId, at }, userId, by) => {
      const { email } = await member(businessId, userId, at);
      const known = deps.views.memberStatuses(businessId);
      const { shard, seq } = await removeFromTeam(deps.actors, businessId, { email, userId }, known, by);
      await Promise.all([deps.views.waitFor(shard, seq), deps.views.freshness.everywhere()]);
      return { result: { userId, removed: true as const }, shard, seq };
    },

    endMemberSessions: async (caller, userId) => {
      const { businessId, at } = caller;
      const { email } = await member(businessId, userId, at);
      return endSessions(deps, { email, userId }, businessId, null, authorOf(caller).by);
    },
  };
};
