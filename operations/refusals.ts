/** Refuses a request for its content, with all of its problems in one answer. */
import { DomainError, type ErrorDetail } from '../schemas/errors.js';
import { oneLine } from '../schemas/text.js';
import { isTimeZone } from '../schemas/time-zone.js';

/** @throws DomainError validation_failed, with all problems, unless there are none */
export const refuseProblems = (problems: readonly ErrorDetail[]): void => {
  if (problems.length > 0) throw new DomainError('validation_failed', undefined, problems);
};

/** A name as it is stored: on one line, without hidden characters. */
export const cleanName = (name: string): string => oneLine(name, name.length);

/** Errors of a name: it must not be blank. `path`: its place in the body. */
export const nameProblems = (name: string, path = '/name'): readonly ErrorDetail[] =>
  cleanName(name) === '' ? [{ path, message: 'must not be blank' }] : [];

/** Errors of a time zone; undefined has none. `path`: its place in the body. */
export const timeZoneProblems = (name: string | undefined, path = '/timeZone'): readonly ErrorDetail[] =>
  name === undefined || isTimeZone(name)
    ? []
    : [{ path, message: 'must be a time zone of the IANA database, like Europe/Berlin' }];
