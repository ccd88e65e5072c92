/** Parses the query of a request into names and values. Pure. */
import { DomainError } from '../../schemas/errors.js';

/** No operation takes more than a dozen. */
const MAX_PARAMETERS = 100;

/**
 * Returns names and decoded values. A repeated name becomes a list, which the schema refuses because it wants one value.
 * @throws DomainError validation_failed when there are too many parameters, or when the query is not percent-encoded UTF-8: a
 * replacement for such bytes would not be what the client sent
 */
export const parseQuery = (query: string): Record<string, unknown> => {
  const parts = query.split('&').filter((part) => part !== '');
  if (parts.length > MAX_PARAMETERS) throw refused(`send at most ${MAX_PARAMETERS} parameters`);
  const values = new Map<string, unknown[]>();
  for (const part of parts) {
    const [name = '', ...rest] = part.split('=');
    const key = decode(name);
    values.set(key, [...(values.get(key) ?? []), decode(rest.join('='))]);
  }
  return Object.fromEntries([...values].map(([name, list]) => [name, list.length === 1 ? list[0] : list]));
};

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw refused('use UTF-8 with percent encoding; a percent sign itself is %25');
  }
};

const refused = (message: string): DomainError =>
  new DomainError('validation_failed', undefined, [{ path: 'query', message }]);
