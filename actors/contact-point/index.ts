/**
 * The contact point actor: one for each phone number and each channel identity of a business. Its id is a keyed hash of
 * them (operations/outreach/contact-point-of.ts), so that subjects reveal no numbers.
 */
import { DomainError } from '../../schemas/errors.js';
import type { Actor } from '../runtime/actor.js';
import type {
  ContactPointCommand,
  ContactPointEffect,
  ContactPointQueries,
  ContactPointReplies,
  StandingSuppression,
} from './commands.js';
import { clearanceOf, decide } from './decide.js';
import { CONTACT_POINT_EVENTS, type ContactPointEvent } from './events.js';
import { type ContactPointState, evolve, initial, isOf } from './state.js';

const effects = ({ ordering }: ContactPointState): Readonly<Record<string, ContactPointEffect>> =>
  Object.fromEntries(
    Object.entries(ordering).map(([callId, { hangUp, number }]) => [
      `order:${number}`,
      { kind: 'order_call', callId, hangUp },
    ]),
  );

export const contactPoint: Actor<
  ContactPointState,
  ContactPointCommand,
  ContactPointEvent,
  ContactPointEffect,
  ContactPointReplies,
  ContactPointQueries
> = {
  kind: 'contact-point',
  events: CONTACT_POINT_EVENTS,
  initial,
  decide,
  evolve,
  timers: () => ({}),
  effects,
  replies: {
    suppress: (state, { purpose, source }): StandingSuppression => {
      const found = state.suppressions.find(isOf(purpose, source));
      // The command is a repetition, and its suppression has been lifted since.
      if (found === undefined) throw new DomainError('suppression_not_found');
      return found;
    },
    clear: clearanceOf,
  },
  queries: (state) => ({
    suppressions: () => state.suppressions,
    clearance: (request) => clearanceOf(state, request),
  }),
  snapshotEvery: 50,
  // Version 1 did not have the returned clearances.
  stateVersion: 2,
};
