/** What keeps a node from serving, as `/readyz` and the requests that it refuses are told. */
import type { ErrorCode } from '../schemas/error-table.js';
import { DomainError } from '../schemas/errors.js';
import { failure, JSON_TYPE, type Reply } from './envelope.js';

export interface NotReady {
  /** Stable; snake_case. */
  readonly code: string;
  /** For whoever looks after the node: what it is, and what to do. */
  readonly message: string;
  /** Which requests of the API are refused at once, and how: those that change something, or all; null: none. */
  readonly refuses: { readonly what: 'changes' | 'requests'; readonly as: ErrorCode } | null;
}

/** The answer to a request with this method, unless it may be tried; why is for whoever looks at `/readyz`. */
export const refusalOf = (because: readonly NotReady[], method: string): DomainError | null => {
  const isRead = method === 'GET' || method === 'HEAD';
  for (const { refuses } of because)
    if (refuses !== null && (refuses.what === 'requests' || !isRead)) return new DomainError(refuses.as);
  return null;
};

/**
 * `/readyz`: 200 `ready` with the details, a line each, or 503 with `ready: false`, every reason in `because`, and the
 * envelope of an error.
 */
export const readiness = (
  because: readonly NotReady[],
  requestId: string,
  details: readonly string[],
): Reply => {
  if (because.length === 0)
    return {
      status: 200,
      headers: { 'Content-Type': 'text/plain; charset=utf-8' },
      body: ['ready', ...details].join('\n'),
    };
  const error = new DomainError('not_ready', because.map(({ message }) => message).join(' '));
  const { status, headers, body } = failure(error, requestId);
  const envelope: object = JSON.parse(body);
  const reasons = because.map(({ code, message }) => ({ code, message }));
  return {
    status,
    headers: { ...headers, 'Content-Type': JSON_TYPE },
    body: JSON.stringify({ ready: false, because: reasons, ...envelope }),
  };
};
