/** The business actor: lines, credit, keys and categories of one tenant. */
import { type Actor, defineActor } from '../runtime/actor.js';
import { answer } from './answer.js';
import type { BusinessAnswer, BusinessCommand, BusinessEffect } from './commands.js';
import { decide } from './decide.js';
import { effects } from './effects.js';
import { BUSINESS_EVENTS, type BusinessEvent } from './events.js';
import { type BusinessState, evolve, initial } from './state.js';
import { timers } from './timers.js';

export const business: Actor<BusinessState, BusinessCommand, BusinessEvent, BusinessEffect, BusinessAnswer> =
  defineActor({
    kind: 'business',
    events: BUSINESS_EVENTS,
    initial,
    decide,
    evolve,
    timers,
    effects,
    answer,
    snapshotEvery: 200,
    stateVersion: 2,
  });
