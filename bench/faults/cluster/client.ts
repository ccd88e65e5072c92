/** A client that keeps to the contract: it repeats a request under its key, at the next node, until it has a final answer. */
import { setTimeout as delay } from 'node:timers/promises';
import { isRecord } from '../../../schemas/json.js';
import type { Answer } from '../history.js';

/** One request. */
export interface ApiRequest {
  readonly method: string;
  readonly path: string;
  readonly body: object | null;
  readonly key: string;
}

export interface PatientClient {
  /** One attempt at one node; null if there is no final answer. */
  attempt(node: number, request: ApiRequest): Promise<Answer | null>;
  /** Starts at `node`. Null if there is no final answer before `until`, ms since the epoch. */
  retry(node: number, request: ApiRequest, until: number): Promise<Answer | null>;
  /** Reads from one node. */
  read(node: number, path: string): Promise<Answer | null>;
  /** Reads from any node; null if the resource does not exist. @throws Error when no node answers before `until` */
  readAnywhere<T>(path: string, until: number): Promise<T | null>;
}

export interface PatientClientOptions {
  readonly urls: () => readonly string[];
  readonly businessId: string;
  readonly apiKey: string;
}

/** Longer than a write takes while a leader is elected, ms. */
const TIMEOUT_MS = 6_000;
const PAUSE_MS = 200;

const isRetryable = (status: number, error: unknown): boolean =>
  status >= 500 || status === 429 || (isRecord(error) && error.retryable === true);

export const createPatientClient = ({ urls, businessId, apiKey }: PatientClientOptions): PatientClient => {
  const attempt = async (node: number, { method, path, body, key }: ApiRequest): Promise<Answer | null> => {
    const url = urls()[node] ?? '';
    try {
      const response = await fetch(`${url}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${apiKey}`,
          // A kept-alive connection to a killed process would look like a refusal by the next one.
          connection: 'close',
          ...(method === 'GET' ? {} : { 'idempotency-key': key }),
          ...(body === null ? {} : { 'content-type': 'application/json' }),
        },
        body: body === null ? null : JSON.stringify({ businessId, ...body }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const answer: unknown = JSON.parse(await response.text());
      if (!isRecord(answer)) return null;
      const error = isRecord(answer.error) ? answer.error : null;
      if (isRetryable(response.status, error)) return null;
      return { status: response.status, code: String(error?.code ?? ''), data: answer.data ?? null };
    } catch {
      return null;
    }
  };

  const retry = async (node: number, request: ApiRequest, until: number): Promise<Answer | null> => {
    for (let turn = node; ; turn += 1) {
      const answer = await attempt(turn % urls().length, request);
      if (answer !== null) return answer;
      if (Date.now() > until) return null;
      await delay(PAUSE_MS);
    }
  };

  const withBusiness = (path: string): string =>
    `${path}${path.includes('?') ? '&' : '?'}businessId=${businessId}`;
  const reading = (path: string): ApiRequest => ({
    method: 'GET',
    path: withBusiness(path),
    body: null,
    key: '',
  });

  return {
    attempt,
    retry,
    read: (node, path) => attempt(node, reading(path)),
    readAnywhere: async <T>(path: string, until: number): Promise<T | null> => {
      const answer = await retry(0, reading(path), until);
      if (answer === null) throw new Error(`${path}: no answer`);
      if (answer.status !== 200) return null;
      // The driver relies on the shape that the contract defines; a wrong shape fails where it is used.
      const data: T = JSON.parse(JSON.stringify(answer.data));
      return data;
    },
  };
};
