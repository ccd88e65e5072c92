/** Refusals of a request by what it says: all of its problems in one answer. */
import { DomainError, type ErrorDetail } from '../schemas/errors.js';
import { isTimeZone } from '../schemas/time-zone.js';

/** @throws DomainError validation_failed, with all of them, unless there are none */
export const refuseProblems = (problems: readonly ErrorDetail[]): void => {
  if (problems.length > 0) throw new DomainError('validation_failed', undefined, problems);
};

/** What is wrong with a name: it must say something. `path`: where it stands in the body. */
export const nameProblems = (name: string, path = '/name'): readonly ErrorDetail[] =>
  name.trim() === '' ? [{ path, message: 'must not be blank' }] : [];

/** What is wrong with a time zone; undefined: none is given. `path`: where it stands in the body. */
export const timeZoneProblems = (name: string | undefined, path = '/timeZone'): readonly ErrorDetail[] =>
  name === undefined || isTimeZone(name)
    ? []
    : [{ path, message: 'must be a time zone of the IANA database, like Europe/Berlin' }];
