/** Refusals of a request by what it says: all of its problems in one answer. */
import { DomainError, type ErrorDetail } from '../schemas/errors.js';
import { oneLine } from '../schemas/text.js';
import { isTimeZone } from '../schemas/time-zone.js';

/** @throws DomainError validation_failed, with all of them, unless there are none */
export const refuseProblems = (problems: readonly ErrorDetail[]): void => {
  if (problems.length > 0) throw new DomainError('validation_failed', undefined, problems);
};

/** A name as it is kept: on one line, without hidden characters, however it came. */
export const nameKept = (name: string): string => oneLine(name, name.length);

/** What is wrong with a name: it must say something. `path`: where it stands in the body. */
export const nameProblems = (name: string, path = '/name'): readonly ErrorDetail[] =>
  nameKept(name) === '' ? [{ path, message: 'must not be blank' }] : [];

/** What is wrong with a time zone; undefined: none is given. `path`: where it stands in the body. */
export const timeZoneProblems = (name: string | undefined, path = '/timeZone'): readonly ErrorDetail[] =>
  name === undefined || isTimeZone(name)
    ? []
    : [{ path, message: 'must be a time zone of the IANA database, like Europe/Berlin' }];
