/** A small client of the API, as a customer would write it. */
import { randomUUID } from 'node:crypto';
import type { AgentResource } from '../../schemas/agents/agent.js';
import type { VoiceSettings } from '../../schemas/agents/voice-settings.js';
import type { VoiceCallDiagnostics } from '../../schemas/calls/diagnostics.js';
import type { VoiceCallSummary, VoiceTranscriptTurn } from '../../schemas/calls/voice-call.js';
import type { ErrorDetail } from '../../schemas/errors.js';
import { until } from '../until.js';

/** An error that the service answered with. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;
  /** The invalid fields, if the service names them. */
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

/** Every method may throw an {@link ApiError}. */
export interface ApiClient {
  readonly businessId: string;
  /** Sends the request as it is. Without `idempotencyKey`, a new one is used. */
  request<T>(method: string, path: string, body?: object, idempotencyKey?: string): Promise<T>;
  /** For this business: adds its id to the query. */
  get<T>(path: string): Promise<T>;
  /** For this business: adds its id to the body; properties of `body` take precedence. */
  post<T>(path: string, body: object, idempotencyKey?: string): Promise<T>;
  /** As {@link ApiClient.post}. */
  patch<T>(path: string, body: object): Promise<T>;
  createAgent(name: string, instructions: string, voiceSettings: VoiceSettings): Promise<AgentResource>;
  startCall(agentId: string, toNumber: string, idempotencyKey?: string): Promise<string>;
  call(callId: string): Promise<CallDetail>;
  cancel(callId: string): Promise<void>;
  /** Polls until `wanted` holds. @throws Error after `timeoutMs` */
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

/** A client of one business, with the scopes of `apiKey`. */
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

/** Whether the call has ended and been billed, and its recording is ready or known not to exist. */
export const isSettled = ({ diagnostics }: CallDetail): boolean => {
  const happened = (name: string): boolean => diagnostics.timeline.some(({ event }) => event === name);
  return (
    happened('call.settled') && (!happened('call.media_attached') || happened('call.recording_finished'))
  );
};

/** Whether the call has media: the network reports the answer before it opens the stream. */
export const isAttached = ({ diagnostics }: CallDetail): boolean =>
  diagnostics.timeline.some(({ event }) => event === 'call.media_attached');

/** The error that a request was answered with; null if there was none. @throws any other error */
export const refusalOf = async (work: Promise<unknown>): Promise<ApiError | null> => {
  try {
    await work;
    return null;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
};

/** The code of {@link refusalOf}; `none` if there was no error. */
export const codeOf = async (work: Promise<unknown>): Promise<string> =>
  (await refusalOf(work))?.code ?? 'none';
