/** Validates the quiet hours of a business. */
import type { QuietHours } from '../../schemas/campaigns/calling-hours.js';
import type { ErrorDetail } from '../../schemas/errors.js';
import { contactTimeAt } from './calling-hours.js';

/** 1970-01-01; in UTC, every week is like the next. */
const ANY_TIME = 0;

/** Errors of quiet hours that match their schema; null has none. */
export const quietHoursProblems = (hours: QuietHours | null): readonly ErrorDetail[] => {
  if (hours === null) return [];
  const time = contactTimeAt({ window: null, quiet: { hours, zones: ['UTC'] } }, ANY_TIME);
  return time.allowed || time.from !== null
    ? []
    : [{ path: '/quietHours', message: 'must leave some time of the week in which calls are allowed' }];
};
