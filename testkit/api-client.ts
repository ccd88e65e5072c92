/** A small client of the API, as a customer would write it. */
import { randomUUID } from 'node:crypto';
import type { AgentResource, VoiceSettings } from '../schemas/agent.js';
import type { ErrorDetail } from '../schemas/errors.js';
import type { VoiceCallDiagnostics, VoiceCallSummary, VoiceTranscriptTurn } from '../schemas/voice-call.js';
import { until } from './until.js';

/** What the service refused, as it said it. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;
  /** What is wrong with which field, where it is said. */
  readonly details: readonly ErrorDetail[];

  constructor(status: number, code: string, message: string, details: readonly ErrorDetail[] = []) {
    super(`${status} ${code}: ${message}${details.map((detail) => ` ${JSON.stringify(detail)}`).join('')}`);
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

/** A call as the API shows it. */
export interface CallDetail {
  readonly call: VoiceCallSummary;
  readonly transcript: readonly VoiceTranscriptTurn[];
  readonly recordingUrl?: string;
  readonly recordingFilename?: string;
  readonly diagnostics: VoiceCallDiagnostics;
}

/** What every method may throw is an {@link ApiError}. */
export interface ApiClient {
  readonly businessId: string;
  /** As it stands: nothing is added. A new Idempotency-Key where none is given. */
  request<T>(method: string, path: string, body?: object, idempotencyKey?: string): Promise<T>;
  /** Of this business: its id goes with the query. */
  get<T>(path: string): Promise<T>;
  /** For this business: its id goes with the body, and what the body says goes before it. */
  post<T>(path: string, body: object, idempotencyKey?: string): Promise<T>;
  /** As {@link ApiClient.post}. */
  patch<T>(path: string, body: object): Promise<T>;
  createAgent(name: string, instructions: string, voiceSettings: VoiceSettings): Promise<AgentResource>;
  startCall(agentId: string, toNumber: string, idempotencyKey?: string): Promise<string>;
  call(callId: string): Promise<CallDetail>;
  cancel(callId: string): Promise<void>;
  /** Asks again until `wanted` holds. @throws Error after `timeoutMs` */
  callUntil(callId: string, wanted: (detail: CallDetail) => boolean, timeoutMs: number): Promise<CallDetail>;
}

interface Answer<T> {
  readonly ok: boolean;
  readonly data: T;
  readonly error?: {
    readonly code: string;
    readonly message: string;
    readonly details?: readonly ErrorDetail[];
  };
}

/** A client of one business; `apiKey` may do what its scopes say. */
export const createApiClient = (url: string, businessId: string, apiKey: string): ApiClient => {
  const request = async <T>(
    method: string,
    path: string,
    body?: object,
    idempotencyKey: string = randomUUID(),
  ): Promise<T> => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${apiKey}`,
        ...(method === 'GET' ? {} : { 'idempotency-key': idempotencyKey }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const { ok, data, error }: Answer<T> = JSON.parse(await response.text());
    if (!ok)
      throw new ApiError(response.status, error?.code ?? '', error?.message ?? '', error?.details ?? []);
    return data;
  };

  const get = <T>(path: string): Promise<T> =>
    request('GET', `${path}${path.includes('?') ? '&' : '?'}businessId=${businessId}`);
  const post = <T>(path: string, body: object, idempotencyKey?: string): Promise<T> =>
    request('POST', path, { businessId, ...body }, idempotencyKey);
  const call = (callId: string): Promise<CallDetail> => get(`/api/v1/voice/calls/${callId}`);

  return {
    businessId,
    request,
    get,
    post,
    patch: (path, body) => request('PATCH', path, { businessId, ...body }),
    createAgent: async (name, instructions, voiceSettings) => {
      const profile = { channel: 'voice', name, instructions, voiceSettings };
      return (await post<{ agent: AgentResource }>('/api/v1/agents', profile)).agent;
    },
    startCall: async (agentId, toNumber, idempotencyKey) => {
      const wanted = { agentId, toNumber };
      return (await post<{ callId: string }>('/api/v1/voice/calls', wanted, idempotencyKey)).callId;
    },
    call,
    cancel: async (callId) => {
      await request('DELETE', `/api/v1/voice/calls/${callId}?businessId=${businessId}`);
    },
    callUntil: (callId, wanted, timeoutMs) =>
      until(
        `call ${callId}`,
        async () => {
          const detail = await call(callId);
          return wanted(detail) ? detail : null;
        },
        timeoutMs,
      ),
  };
};

/** Ended, billed, and its recording ready or known not to exist. */
export const isSettled = ({ diagnostics }: CallDetail): boolean => {
  const happened = (name: string): boolean => diagnostics.timeline.some(({ event }) => event === name);
  return (
    happened('call.settled') && (!happened('call.media_attached') || happened('call.recording_finished'))
  );
};

/** What a request was refused with; null when it was not. @throws whatever else goes wrong */
export const refusalOf = async (work: Promise<unknown>): Promise<ApiError | null> => {
  try {
    await work;
    return null;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
};

/** The code of {@link refusalOf}; `none` when it was not refused. */
export const codeOf = async (work: Promise<unknown>): Promise<string> =>
  (await refusalOf(work))?.code ?? 'none';
