/** A contact's state. */
import type { ActorRef } from '../runtime/actor.js';
import type { ContactAnswer } from './commands.js';
import type { ContactEvent } from './events.js';

/** `contact` is null until it was created. */
export interface ContactState {
  readonly contactId: string;
  readonly contact: Omit<ContactAnswer, 'contactId'> | null;
}

export const initial = (ref: ActorRef): ContactState => ({ contactId: ref.id, contact: null });

export const evolve = (state: ContactState, event: ContactEvent, at: number): ContactState => {
  const { name, mobile, categoryIds, fields } = event;
  return { ...state, contact: { name, mobile, categoryIds, fields, createdAt: at } };
};
