/** The contact actor: one person of one business. */

import { DomainError } from '../../schemas/errors.js';
import { type Actor, defineActor } from '../runtime/actor.js';
import type { ContactAnswer, ContactCommand } from './commands.js';
import { decide } from './decide.js';
import type { ContactEvent } from './events.js';
import { type ContactState, evolve, initial } from './state.js';

export const contact: Actor<ContactState, ContactCommand, ContactEvent, never, ContactAnswer> = defineActor({
  kind: 'contact',
  initial,
  decide,
  evolve,
  timers: () => ({}),
  effects: () => ({}),
  answer: (state) => {
    if (state.contact === null) throw new DomainError('contact_not_found');
    return { contactId: state.contactId, ...state.contact };
  },
});
