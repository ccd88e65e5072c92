/** Members who may no longer answer customers, whose conversations are then assigned to no member. */
import { isAtLeast } from '../../schemas/accounts/access.js';
import type { ConsoleTeamEvent } from './events.js';

/** The least role that answers customers. */
export const ANSWERING_ROLE = 'operator';

type Leaving = Extract<ConsoleTeamEvent, { readonly type: 'member.removed' | 'member.standing_set' }>;

/** Whether from this event on the member is gone, disabled, or may only read. */
export const mayNoLongerAnswer = (event: ConsoleTeamEvent): event is Leaving => {
  if (event.type === 'member.removed') return true;
  return event.type === 'member.standing_set' && !(event.active && isAtLeast(event.role, ANSWERING_ROLE));
};
