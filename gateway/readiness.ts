/** The reasons why a node does not serve, as `/readyz` and refused requests report them. */
import { assertNever } from '../schemas/assert.js';
import type { ErrorCode } from '../schemas/error-table.js';
import { DomainError } from '../schemas/errors.js';
import { failure, JSON_TYPE, type Reply } from './http/envelope.js';

export interface NotReady {
  /** Stable; snake_case. */
  readonly code: string;
  /** For the operator of the node: the problem, and what to do. */
  readonly message: string;
  /**
   * Which API requests are refused at once, and with which code: those that start calls, those that change something, or all;
   * null: none.
   */
  readonly refuses: { readonly what: 'calls' | 'changes' | 'requests'; readonly as: ErrorCode } | null;
}

/** The properties of a route that decide whether its requests are refused. */
interface Refusable {
  readonly method: string;
  readonly startsCalls?: boolean;
}

/** The refusal of a request of this route; null when it may proceed. `/readyz` gives the reason. */
export const refusalOf = (reasons: readonly NotReady[], route: Refusable): DomainError | null => {
  for (const { refuses } of reasons)
    if (refuses !== null && appliesTo(refuses.what, route)) return new DomainError(refuses.as);
  return null;
};

const appliesTo = (
  what: 'calls' | 'changes' | 'requests',
  { method, startsCalls = false }: Refusable,
): boolean => {
  switch (what) {
    case 'calls':
      return startsCalls;
    case 'changes':
      return method !== 'GET' && method !== 'HEAD';
    case 'requests':
      return true;
    default:
      return assertNever(what);
  }
};

/**
 * Answers `/readyz`: 200 `ready` with the details, one per line, or 503 with `ready: false`, every reason in `because`, and the
 * envelope of an error.
 */
export const readiness = (
  causes: readonly NotReady[],
  requestId: string,
  details: readonly string[],
): Reply => {
  if (causes.length === 0)
    return {
      status: 200,
      headers: { 'Content-Type': 'text/plain; charset=utf-8' },
      body: ['ready', ...details].join('\n'),
    };
  const error = new DomainError('not_ready', causes.map(({ message }) => message).join(' '));
  const { status, headers, body } = failure(error, requestId);
  const envelope: object = JSON.parse(body);
  const reasons = causes.map(({ code, message }) => ({ code, message }));
  return {
    status,
    headers: { ...headers, 'Content-Type': JSON_TYPE },
    body: JSON.stringify({ ready: false, because: reasons, ...envelope }),
  };
};
