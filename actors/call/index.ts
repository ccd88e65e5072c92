/** The call actor: one voice call from acceptance to settlement. */
import { type Actor, defineActor } from '../runtime/actor.js';
import { answer } from './answer.js';
import type { CallAnswer, CallCommand, CallEffect } from './commands.js';
import { decide } from './decide.js';
import { effects } from './effects.js';
import { CALL_EVENTS, type CallEvent } from './events.js';
import { type CallState, evolve, initial } from './state.js';
import { timers } from './timers.js';

export const call: Actor<CallState, CallCommand, CallEvent, CallEffect, CallAnswer> = defineActor({
  kind: 'call',
  events: CALL_EVENTS,
  initial,
  decide,
  evolve,
  timers,
  effects,
  answer,
});
