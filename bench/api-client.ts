/** A small client of the API, as a customer would write it. */
import { randomUUID } from 'node:crypto';
import type { AgentResource, VoiceSettings } from '../schemas/agent.js';
import type { ErrorDetail } from '../schemas/errors.js';
import type { VoiceCallDiagnostics, VoiceCallSummary, VoiceTranscriptTurn } from '../schemas/voice-call.js';

/** What the service refused, as it said it. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;
  /** What is wrong with which field, where it is said. */
  readonly details: readonly ErrorDetail[];

  constructor(status: number, code: string, message: string, details: readonly ErrorDetail[] = []) {
    super(`${status} ${code}: ${message}`);
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

export interface CallDetail {
  readonly call: VoiceCallSummary;
  readonly transcript: readonly VoiceTranscriptTurn[];
  readonly recordingUrl?: string;
  readonly recordingFilename?: string;
  readonly diagnostics: VoiceCallDiagnostics;
}

export interface ApiClient {
  readonly businessId: string;
  request<T>(method: string, path: string, body?: object, idempotencyKey?: string): Promise<T>;
  createAgent(name: string, instructions: string, voiceSettings: VoiceSettings): Promise<AgentResource>;
  startCall(agentId: string, toNumber: string, idempotencyKey?: string): Promise<string>;
  call(callId: string): Promise<CallDetail>;
  cancel(callId: string): Promise<void>;
  /** Asks again every `pollMs` until `wanted` holds. @throws Error after `timeoutMs` */
  callUntil(
    callId: string,
    wanted: (detail: CallDetail) => boolean,
    timeoutMs: number,
    pollMs?: number,
  ): Promise<CallDetail>;
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

const POLL_MS = 100;

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

  const call = (callId: string): Promise<CallDetail> =>
    request('GET', `/api/v1/voice/calls/${callId}?businessId=${businessId}`);

  return {
    businessId,
    request,
    createAgent: async (name, instructions, voiceSettings) => {
      const { agent } = await request<{ agent: AgentResource }>('POST', '/api/v1/agents', {
        businessId,
        channel: 'voice',
        name,
        instructions,
        voiceSettings,
      });
      return agent;
    },
    startCall: async (agentId, toNumber, idempotencyKey) => {
      const { callId } = await request<{ callId: string }>(
        'POST',
        '/api/v1/voice/calls',
        { businessId, agentId, toNumber },
        idempotencyKey,
      );
      return callId;
    },
    call,
    cancel: async (callId) => {
      await request('DELETE', `/api/v1/voice/calls/${callId}?businessId=${businessId}`);
    },
    callUntil: async (callId, wanted, timeoutMs, pollMs = POLL_MS) => {
      const until = performance.now() + timeoutMs;
      for (;;) {
        const detail = await call(callId);
        if (wanted(detail)) return detail;
        if (performance.now() > until)
          throw new Error(`call ${callId} is still ${detail.call.status} after ${timeoutMs} ms`);
        await new Promise((resolve) => setTimeout(resolve, pollMs));
      }
    },
  };
};

/** Ended, billed, and its recording ready or known not to exist. */
export const isSettled = ({ diagnostics }: CallDetail): boolean => {
  const happened = (name: string): boolean => diagnostics.timeline.some(({ event }) => event === name);
  return (
    happened('call.settled') && (!happened('call.media_attached') || happened('call.recording_finished'))
  );
};
