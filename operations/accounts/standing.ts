/** Changing what somebody on a team may do: the team decides, then the user follows. */
import { consoleTeam, type Standing } from '../../actors/console-team/index.js';
import { CONSOLE, type ConsoleUserDetails, consoleUser } from '../../actors/console-user/index.js';
import type { ActorAsker } from '../../actors/runtime/asking.js';
import type { Author } from '../../schemas/audit.js';
import { DomainError } from '../../schemas/errors.js';

/** The team's actor. */
export const teamOf = (businessId: string) => ({ business: businessId, id: businessId });

/**
 * `known`: everybody of the business. Cut short between the two it is made whole by asking again.
 * @throws DomainError user_not_found, last_owner
 */
export const changeStanding = async (
  actors: ActorAsker,
  businessId: string,
  userId: string,
  known: Readonly<Record<string, Standing>>,
  change: Partial<Standing>,
  by?: Author,
): Promise<{ readonly answer: ConsoleUserDetails; readonly shard: number; readonly seq: number }> => {
  const { answer } = await actors.ask(consoleTeam, teamOf(businessId), {
    type: 'set_standing',
    userId,
    known,
    ...change,
    ...(by === undefined ? {} : { by }),
  });
  const decided = answer.members[userId];
  if (decided === undefined) throw new DomainError('user_not_found');
  return actors.ask(consoleUser, { business: CONSOLE, id: userId }, { type: 'set_standing', ...decided });
};
