/** The iteration actor: one run of a campaign. It distributes its lines among the blocks of its recipients. */
import { DomainError } from '../../schemas/errors.js';
import type { Actor, NoReplies } from '../runtime/actor.js';
import type { IterationCommand, IterationDetails, IterationEffect, IterationQueries } from './commands.js';
import { decide } from './decide.js';
import { effects } from './effects.js';
import { ITERATION_EVENTS, type IterationEvent } from './events.js';
import { evolve, type IterationState, initial } from './state.js';

/** The timers of an iteration: its start, and the next sizing of its permits. */
const timers = ({ created, status, sizeAt }: IterationState): Readonly<Record<string, number>> => {
  if (status === 'scheduled' && created !== null && created.startAt !== null)
    return { start: created.startAt };
  if (status !== 'running' || created === null) return {};
  return sizeAt === null ? {} : { size: sizeAt };
};

const details = ({ created, status, audience }: IterationState): IterationDetails => {
  if (created === null) throw new DomainError('iteration_not_found');
  return { status, audienceReady: audience.type === 'end' };
};

export const iteration: Actor<
  IterationState,
  IterationCommand,
  IterationEvent,
  IterationEffect,
  NoReplies,
  IterationQueries
> = {
  kind: 'iteration',
  events: ITERATION_EVENTS,
  initial,
  decide,
  evolve,
  timers,
  effects,
  replies: {},
  queries: (state) => ({ get: () => details(state) }),
  snapshotEvery: 200,
  stateVersion: 3,
};
