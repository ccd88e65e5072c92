/** When the recipients of a business may be called, and how often (docs/reference/api.md "When people may be called"). */
import { type Static, Type } from 'typebox';
import { TIME_OF_DAY_PATTERN } from '../patterns.js';
import { closed } from '../shapes.js';
import { Weekday } from './call-window.js';

/** Periods that the quiet hours of a business may have: two for each day of the week. */
export const MAX_QUIET_PERIODS = 14;
/** Maximum number of calls a day that a business may set for each number. */
export const MAX_ATTEMPTS_PER_DAY = 20;

/** Hours on these days, in the local time of a time zone that is not part of them. */
export const LocalHours = Type.Object(
  {
    days: Type.Array(Weekday, {
      minItems: 1,
      maxItems: 7,
      uniqueItems: true,
      description: 'The days on which the period begins.',
      examples: [['sat', 'sun']],
    }),
    start: Type.String({
      pattern: TIME_OF_DAY_PATTERN,
      description: 'When it begins, HH:MM on a 24-hour clock.',
      examples: ['20:00'],
    }),
    end: Type.String({
      pattern: TIME_OF_DAY_PATTERN,
      description: 'When it ends, HH:MM; if not after `start`, on the next day.',
      examples: ['08:00'],
    }),
  },
  closed,
);
export type LocalHours = Static<typeof LocalHours>;

export const QuietHours = Type.Array(LocalHours, {
  minItems: 1,
  maxItems: MAX_QUIET_PERIODS,
  description: 'Periods in which calls are not allowed, each in the time zone of the recipient.',
});
export type QuietHours = Static<typeof QuietHours>;

export const AttemptsPerDay = Type.Integer({
  minimum: 1,
  maximum: MAX_ATTEMPTS_PER_DAY,
  description: "The most calls to a number per day, in the recipient's time zone.",
  examples: [2],
});

/** The calling hours that a business has set. */
export interface CallingHours {
  /** Null: at any time. */
  readonly quietHours: QuietHours | null;
  /** Null: no limit. */
  readonly attemptsPerDay: number | null;
}

/** The calling hours of a business that has set nothing. */
export const ANY_CALLING_HOURS: CallingHours = { quietHours: null, attemptsPerDay: null };
