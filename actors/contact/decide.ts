/** What a contact decides: it is created once. */
import type { Envelope, TimerDue } from '../runtime/actor.js';
import type { ContactCommand } from './commands.js';
import type { ContactEvent } from './events.js';
import type { ContactState } from './state.js';

export const decide = (
  state: ContactState,
  { command }: Envelope<ContactCommand | TimerDue>,
): readonly ContactEvent[] =>
  command.type === 'timer_due' || state.contact !== null
    ? []
    : [{ type: 'contact.created', ...command.facts }];
