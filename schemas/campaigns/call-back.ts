/** Call-backs that recipients of campaigns request, on the wire (docs/reference/api.md "Campaigns"). */
import { type Static, Type } from 'typebox';
import { closed, literals, nullable } from '../shapes.js';

/** Call-backs of a recipient that a campaign may allow. */
const MAX_CALL_BACKS = 5;
/** How long after a request it may be followed at most, days. */
const MAX_CALL_BACK_DAYS = 60;

export const CallBacks = Type.Object(
  {
    maxPerContact: Type.Integer({
      minimum: 1,
      maximum: MAX_CALL_BACKS,
      description: 'The most call-backs of each recipient.',
      examples: [1],
    }),
    withinDays: Type.Integer({
      minimum: 1,
      maximum: MAX_CALL_BACK_DAYS,
      description: 'How many days after the call in which it was requested a call-back may be made.',
      examples: [7],
    }),
  },
  {
    ...closed,
    description:
      'Voice: call recipients again at the time that they requested, as the analysis of their call states it.',
  },
);
export type CallBacks = Static<typeof CallBacks>;

export const CallBackState = literals(['planned', 'called', 'declined'], {
  description:
    'planned: the recipient will be called. called: it was. declined: it is not called back, and `reason` says why.',
});

/** The latest call-back that a recipient requested at a time. */
export const CallBack = Type.Object(
  {
    requestedAt: Type.String({
      format: 'date-time',
      description: 'The time that the recipient named.',
      examples: ['2026-03-05T10:00:00.000Z'],
    }),
    state: CallBackState,
    reason: nullable(Type.String(), {
      description:
        'Why it was declined: no_contact (the recipient does not want to be contacted), too_late (after the last day for it), cancelled (with the campaign), or an error code. Otherwise null.',
      examples: ['too_late'],
    }),
  },
  closed,
);
export type CallBack = Static<typeof CallBack>;
