/**
 * The reservation of a mobile number in a business: one actor a number, so that two contacts can never hold
 * the same one. Its id is the E.164 number without the plus sign.
 *
 * The contact is created after the reservation. A crash in between leaves a reservation for a contact whose
 * creation is repeated by the same request: its id is derived, so the same reservation lets it in.
 */

import { DomainError } from '../../schemas/errors.js';
import { type Actor, defineActor } from '../runtime/actor.js';

export type MobileEvent = { readonly type: 'mobile.reserved'; readonly contactId: string };

export type MobileCommand = { readonly type: 'reserve'; readonly contactId: string };

export interface MobileState {
  readonly contactId: string | null;
}

export const mobile: Actor<MobileState, MobileCommand, MobileEvent, never, MobileState> = defineActor({
  kind: 'mobile',
  initial: (): MobileState => ({ contactId: null }),
  decide: (state, { command }): readonly MobileEvent[] => {
    if (command.type === 'timer_due' || state.contactId === command.contactId) return [];
    if (state.contactId !== null) {
      throw new DomainError('contact_exists', undefined, [
        { path: '/mobile', message: `contact ${state.contactId} has this mobile` },
      ]);
    }
    return [{ type: 'mobile.reserved', contactId: command.contactId }];
  },
  evolve: (_state, event): MobileState => ({ contactId: event.contactId }),
  timers: () => ({}),
  effects: () => ({}),
  answer: (state) => state,
});
