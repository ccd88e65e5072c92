/** When recipients of a campaign may be contacted. */
import { type Static, Type } from 'typebox';
import { TIME_OF_DAY_PATTERN } from '../patterns.js';
import { closed, literals } from '../shapes.js';

export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export const Weekday = literals(WEEKDAYS, { description: 'A day of the week.' });

export const CallWindow = Type.Object(
  {
    timezone: Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'IANA name of the time zone of days and hours.',
      examples: ['America/New_York'],
    }),
    days: Type.Array(Weekday, {
      minItems: 1,
      maxItems: WEEKDAYS.length,
      uniqueItems: true,
      description: 'The days on which the window opens.',
      examples: [['mon', 'tue', 'wed', 'thu', 'fri']],
    }),
    start: Type.String({
      pattern: TIME_OF_DAY_PATTERN,
      description: 'When it opens, HH:MM on a 24-hour clock.',
      examples: ['09:00'],
    }),
    end: Type.String({
      pattern: TIME_OF_DAY_PATTERN,
      description: 'When it closes, HH:MM; if before `start`, on the next day.',
      examples: ['17:30'],
    }),
    recipientTimezone: Type.Optional(
      Type.Boolean({
        description:
          "Apply days and hours in each recipient's own time zone; `timezone` is for recipients whose zone is unknown.",
      }),
    ),
  },
  { ...closed, description: 'When recipients may be contacted.' },
);
export type CallWindow = Static<typeof CallWindow>;
