/**
 * The contact partition: an actor that holds some of a business's contacts, those whose first mobile number
 * falls into it. A contact and the uniqueness of its number are so one commit of one actor, and an import of a
 * million rows is a few thousand commits.
 */
import { type Actor, defineActor, type TimerDue } from '../runtime/actor.js';
import type { ContactAnswer, ContactCommand, ContactEffect } from './commands.js';
import { decide } from './decide.js';
import { effects } from './effects.js';
import { CONTACT_EVENTS, type ContactEvent } from './events.js';
import { evolve, initial, type PartitionState } from './state.js';
import { timers } from './timers.js';

/** A partition of a large business holds hundreds of contacts, and an import passes through all of them. */
const PASSIVATE_AFTER_MS = 500;

const NOTHING = { created: 0, updated: 0, skipped: 0, elsewhere: [] } as const;

const answer = (state: PartitionState, command: ContactCommand | TimerDue): ContactAnswer => {
  const contactId = 'contactId' in command ? command.contactId : '';
  const contact = state.contacts[contactId];
  const part = command.type === 'import' ? state.imports[command.importId]?.parts[command.part] : undefined;
  return {
    contact: contact === undefined ? null : { contactId, ...contact },
    holder: command.type === 'find' ? (state.mobiles[command.mobile] ?? null) : null,
    imported: part ?? NOTHING,
  };
};

export const contactPartition: Actor<
  PartitionState,
  ContactCommand,
  ContactEvent,
  ContactEffect,
  ContactAnswer
> = defineActor({
  kind: 'contacts',
  events: CONTACT_EVENTS,
  initial,
  decide,
  evolve,
  timers,
  effects,
  answer,
  snapshotEvery: 50,
  passivateAfterMs: PASSIVATE_AFTER_MS,
});
