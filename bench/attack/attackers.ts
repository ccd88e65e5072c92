/** Clients that send one request after the other, as fast as they are answered, and record the answers. */
import { Client } from 'undici';
import type { KnownIds } from './known-ids.js';
import type { PreparedRequest } from './mutations.js';
import type { Operation } from './operations.js';

/** A request without an answer after this time counts as hanging, ms. */
const HANG_TIMEOUT_MS = 10_000;
/** Faults that are kept in full; the rest is only counted. */
const MAX_FAULTS = 100;

export const FAULT_KINDS = {
  server_error: 'answer of 500 or above, except 503 with Retry-After',
  off_document: 'answer that the API document does not describe',
  hang: 'request without an answer within 10 s, or with a lost connection',
} as const;
export type FaultKind = keyof typeof FAULT_KINDS;

interface AttackFault {
  readonly wrong: FaultKind;
  readonly operationId: string;
  readonly mutation: string;
  readonly what: string;
  /** The request, shortened. */
  readonly request: string;
}

export interface AttackTally {
  readonly requests: number;
  readonly byStatus: Readonly<Record<string, number>>;
  readonly wrong: Readonly<Record<FaultKind, number>>;
  readonly faults: readonly AttackFault[];
  /** Operations that accepted at least one request. */
  readonly taken: ReadonlySet<string>;
  /** ms */
  readonly took: readonly number[];
}

interface Answer {
  readonly status: number;
  readonly contentType: string;
  readonly retryAfter: boolean;
  readonly body: unknown;
}

/** The body as JSON; null if it is not JSON. */
const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

const headerOf = (value: string | readonly string[] | undefined): string =>
  typeof value === 'string' ? value : (value?.[0] ?? '');

/** @throws Error when there is no answer in time */
const send = async (client: Client, { method, path, headers, body }: PreparedRequest): Promise<Answer> => {
  const answer = await client.request({
    // Every method in the API document is one of these.
    method: methodOf(method),
    path,
    headers: { ...headers },
    body,
    headersTimeout: HANG_TIMEOUT_MS,
    bodyTimeout: HANG_TIMEOUT_MS,
  });
  const contentType = headerOf(answer.headers['content-type']);
  if (contentType.startsWith('text/event-stream')) {
    // An event stream does not end by itself; its start counts as the answer.
    answer.body.on('error', () => undefined).destroy();
    return { status: answer.statusCode, contentType, retryAfter: false, body: null };
  }
  const text = await answer.body.text();
  return {
    status: answer.statusCode,
    contentType,
    retryAfter: answer.headers['retry-after'] !== undefined,
    body: contentType.startsWith('application/json') ? parseJson(text) : null,
  };
};

const methodOf = (method: string): 'GET' | 'POST' | 'PATCH' | 'DELETE' => {
  if (method === 'GET' || method === 'POST' || method === 'PATCH' || method === 'DELETE') return method;
  throw new Error(`no operation uses ${method}`);
};

const faultOf = (operation: Operation, answer: Answer): { wrong: FaultKind; what: string } | null => {
  const { status, retryAfter, contentType, body } = answer;
  if (status >= 500 && !(status === 503 && retryAfter))
    return { wrong: 'server_error', what: `${status} ${JSON.stringify(body)}`.slice(0, 300) };
  const objection = operation.objection(status, contentType, body);
  return objection === null
    ? null
    : { wrong: 'off_document', what: `${objection}: ${JSON.stringify(body)}`.slice(0, 500) };
};

/** Sends `requests` requests, `clients` at a time. `next` creates each one when it is needed. */
export const attack = async (
  url: string,
  operations: readonly Operation[],
  ids: KnownIds,
  { requests, clients, next }: { requests: number; clients: number; next: () => PreparedRequest },
): Promise<AttackTally> => {
  const byId = new Map(operations.map((operation) => [operation.id, operation]));
  const byStatus = new Map<string, number>();
  const wrong: Record<FaultKind, number> = { server_error: 0, off_document: 0, hang: 0 };
  const faults: AttackFault[] = [];
  const taken = new Set<string>();
  const took: number[] = [];
  let remaining = requests;

  const recordFault = (
    kind: FaultKind,
    { operationId, mutation, method, path, body }: PreparedRequest,
    what: string,
  ): void => {
    wrong[kind] += 1;
    if (faults.length < MAX_FAULTS)
      faults.push({
        wrong: kind,
        operationId,
        mutation,
        what,
        request: `${method} ${path} ${body ?? ''}`.slice(0, 500),
      });
  };

  const attack = async (client: Client): Promise<void> => {
    const request = next();
    const operation = byId.get(request.operationId);
    if (operation === undefined) throw new Error(`no operation ${request.operationId}`);
    const since = performance.now();
    try {
      const answer = await send(client, request);
      took.push(performance.now() - since);
      byStatus.set(String(answer.status), (byStatus.get(String(answer.status)) ?? 0) + 1);
      const fault = faultOf(operation, answer);
      if (fault !== null) recordFault(fault.wrong, request, fault.what);
      if (answer.status < 300) {
        taken.add(operation.id);
        ids.learn(answer.body);
      }
    } catch (error) {
      recordFault('hang', request, error instanceof Error ? error.message : String(error));
    }
  };

  const attacker = async (): Promise<void> => {
    const client = new Client(url);
    try {
      while (remaining > 0) {
        remaining -= 1;
        await attack(client);
      }
    } finally {
      await client.destroy();
    }
  };
  await Promise.all(Array.from({ length: clients }, attacker));
  return { requests, byStatus: Object.fromEntries([...byStatus].sort()), wrong, faults, taken, took };
};
