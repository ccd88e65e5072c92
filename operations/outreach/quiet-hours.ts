/** What quiet hours of a business may be. */
import type { QuietHours } from '../../schemas/calling-hours.js';
import type { ErrorDetail } from '../../schemas/errors.js';
import { contactTimeAt } from './calling-hours.js';

/** 1970-01-01, from which every week is like the next in UTC. */
const ANY_TIME = 0;

/** What is wrong with quiet hours that match their schema; null has none. */
export const quietHoursProblems = (hours: QuietHours | null): readonly ErrorDetail[] => {
  if (hours === null) return [];
  const time = contactTimeAt({ window: null, quiet: { hours, zones: ['UTC'] } }, ANY_TIME);
  return time.allowed || time.from !== null
    ? []
    : [{ path: '/quietHours', message: 'must leave some time of the week in which calls are allowed' }];
};
