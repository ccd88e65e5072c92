/** Voice calls (spec section 4.7, docs/reference/api.md "Voice"). */
import { Type } from 'typebox';
import type { LineHolder } from '../../../actors/call/events.js';
import { authorOf } from '../../../operations/caller.js';
import type { LegHolder } from '../../../operations/calls/call-deps.js';
import type { BatchResult } from '../../../operations/calls/calls.js';
import { exportCalls } from '../../../operations/calls/export.js';
import type { Operations } from '../../../operations/operations.js';
import { callFilters } from '../../../schemas/calls/filters.js';
import {
  AgentNote,
  AgentNoteCreate,
  VoiceCallBatchStart,
  VoiceCallCancellation,
  VoiceCallDetailResponse,
  type VoiceCallDiagnostics,
  VoiceCallListResponse,
  VoiceCallResolvedContext,
  VoiceCallStart,
  VoiceCallStartResult,
  VoiceCallStatus,
} from '../../../schemas/calls/voice-call.js';
import { ERRORS, type ErrorCode } from '../../../schemas/error-table.js';
import { DomainError, type ErrorDetail, isRetryable } from '../../../schemas/errors.js';
import { closed, Uuid } from '../../../schemas/shapes.js';
import type { CallDetail } from '../../../views/calls/index.js';
import { readThrough } from '../../../views/kernel/read-through.js';
import type { ViewStore } from '../../../views/views.js';
import type { RecordingLinks } from '../../content/recording-links.js';
import { shortDetails } from '../../http/refusal-size.js';
import { GZIP_TYPE, type Route, route } from '../../route.js';
import { BusinessQuery, pageQuery, pageRequest } from '../common.js';
import { callFilterOf } from './call-filters.js';

const CallParams = Type.Object({ callId: Uuid }, closed);
const AGENT_ERRORS: readonly ErrorCode[] = ['agent_not_found', 'agent_not_active', 'agent_not_voice'];
const CONTACT_ERRORS: readonly ErrorCode[] = [
  'contact_not_found',
  'contact_blocked',
  'suppressed',
  'contact_out_of_scope',
  'contact_context_required',
];
const BUSINESS_ERRORS: readonly ErrorCode[] = [
  'destination_not_allowed',
  'insufficient_credit',
  'spend_limit_reached',
  'call_rate_exceeded',
];

/** Refusals because of the time or the frequency of calls to the recipient. */
const HOURS_ERRORS: readonly ErrorCode[] = ['quiet_hours', 'no_common_window', 'attempts_exceeded'];

const BatchResponse = Type.Object({
  accepted: Type.Array(
    Type.Object(
      { contactId: Uuid, callId: Uuid, destination: Type.String(), status: VoiceCallStatus },
      closed,
    ),
  ),
  failures: Type.Array(
    Type.Object(
      {
        contactId: Uuid,
        error: Type.Object(
          {
            code: Type.String(),
            message: Type.String(),
            category: Type.String(),
            retryable: Type.Boolean(),
            details: Type.Optional(
              Type.Array(Type.Object({ path: Type.String(), message: Type.String() }, closed)),
            ),
          },
          closed,
        ),
      },
      closed,
    ),
  ),
});

/** The routes of voice calls. */
export const voiceCallRoutes = (
  operations: Operations,
  views: ViewStore,
  links: RecordingLinks,
): readonly Route[] => [
  ...listRoutes(operations, views),
  ...startRoutes(operations),
  ...singleCallRoutes(operations, views, links),
  ...sessionLogRoutes(operations),
  ...agentNoteRoutes(operations),
];

const listRoutes = (operations: Operations, views: ViewStore): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/v1/voice/calls',
    operationId: 'listVoiceCalls',
    summary: 'List calls, newest first.',
    scopes: ['voice:read'],
    query: Type.Object({ businessId: Uuid, ...pageQuery, ...callFilters }, closed),
    response: VoiceCallListResponse,
    errors: ['cursor_invalid'],
    handler: async ({ businessId, query }) => {
      const { items, nextCursor } = views.calls(businessId, pageRequest(query), callFilterOf(query));
      return { data: { calls: items, nextCursor } };
    },
  }),
  route({
    method: 'GET',
    path: '/api/v1/voice/calls/export',
    operationId: 'exportVoiceCalls',
    audit: { action: 'calls.exported' },
    summary:
      'Download the calls that match the filters as CSV, newest first, with their outcomes. With agentId, its success criteria and fields have a column each.',
    scopes: ['voice:read'],
    query: Type.Object({ businessId: Uuid, ...callFilters }, closed),
    fileType: 'text/csv',
    response: null,
    errors: ['agent_not_found'],
    handler: async ({ businessId, query }) => {
      const { agentId } = query;
      const settings =
        agentId === undefined ? null : await operations.analysisSettings.read(businessId, agentId);
      const filter = callFilterOf(query);
      await views.catchUp(businessId);
      return { stream: exportCalls(views, businessId, filter, settings), filename: 'calls.csv' };
    },
  }),
];

const startRoutes = (operations: Operations): readonly Route[] => [
  route({
    method: 'POST',
    path: '/api/v1/voice/calls',
    operationId: 'startVoiceCall',
    startsCalls: true,
    audit: { action: 'call.started', target: 'data.callId' },
    summary:
      'Start a call to a contact or a number. It is dialled immediately or when a line is free, and is billable.',
    scopes: ['voice:write'],
    idempotent: true,
    quota: 'none',
    status: 202,
    body: VoiceCallStart,
    maxBodyBytes: 256 * 1024,
    response: VoiceCallStartResult,
    errors: [...AGENT_ERRORS, ...CONTACT_ERRORS, ...HOURS_ERRORS, ...BUSINESS_ERRORS],
    handler: async ({ caller, body }) => operations.calls.start(caller, body),
  }),
  route({
    method: 'POST',
    path: '/api/v1/voice/calls/batch',
    operationId: 'startVoiceCallBatch',
    startsCalls: true,
    audit: { action: 'calls.started', target: 'body.agentId' },
    summary:
      'Start calls to up to 20 contacts, independently of each other. If none is accepted, the request fails with the first failure.',
    scopes: ['voice:write'],
    idempotent: true,
    quota: 'none',
    status: 202,
    dataOnRefusal: true,
    body: VoiceCallBatchStart,
    response: BatchResponse,
    errors: [...AGENT_ERRORS, ...CONTACT_ERRORS, ...HOURS_ERRORS, ...BUSINESS_ERRORS],
    handler: async ({ caller, body }) => {
      const { result, ...written } = await operations.calls.startBatch(caller, body);
      const data = batchBody(result);
      const [first] = result.failures;
      // No call was accepted: the answer is a refusal that still reports every contact.
      if (result.accepted.length === 0 && first !== undefined)
        return {
          data,
          refused: new DomainError(first.error.code, first.error.message, shortened(first.error.details)),
        };
      return { ...written, result: data };
    },
  }),
  route({
    method: 'GET',
    path: '/api/v1/voice/calls/resolve',
    operationId: 'resolveVoiceCall',
    summary: 'Resolve the number and the values that a call of this agent to this contact would use.',
    scopes: ['voice:read', 'contacts:read'],
    query: Type.Object({ businessId: Uuid, agentId: Uuid, contactId: Uuid }, closed),
    response: VoiceCallResolvedContext,
    errors: [...AGENT_ERRORS, ...CONTACT_ERRORS],
    handler: async ({ businessId, query }) => ({
      data: await operations.calls.resolveContext(businessId, query.agentId, query.contactId),
    }),
  }),
];

const singleCallRoutes = (
  operations: Operations,
  views: ViewStore,
  links: RecordingLinks,
): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/v1/voice/calls/{callId}',
    operationId: 'readVoiceCall',
    summary: 'Read a call with its transcript, its diagnostics and, if ready, signed links to its recording.',
    scopes: ['voice:read'],
    params: CallParams,
    query: BusinessQuery,
    response: VoiceCallDetailResponse,
    errors: ['call_not_found'],
    handler: async ({ businessId, params, caller }) => {
      const { call, transcript, diagnostics, recordingFilename, analysis, review } = await callOf(
        views,
        businessId,
        params.callId,
      );
      const recording =
        recordingFilename === null
          ? {}
          : { ...links.sign(businessId, params.callId, authorOf(caller).by), recordingFilename };
      return {
        data: {
          call,
          transcript,
          ...recording,
          diagnostics: withOperatorNames(views, businessId, diagnostics),
          analysis,
          review,
        },
      };
    },
  }),
  route({
    method: 'GET',
    path: '/api/v1/voice/calls/{callId}/transcript',
    operationId: 'downloadVoiceCallTranscript',
    audit: { action: 'transcript.read', target: 'params.callId' },
    summary: 'Download the transcript as text.',
    scopes: ['voice:read'],
    params: CallParams,
    query: BusinessQuery,
    response: null,
    errors: ['call_not_found', 'transcript_not_found'],
    handler: async ({ businessId, params }) => {
      const { transcript } = await callOf(views, businessId, params.callId);
      if (transcript.length === 0) throw new DomainError('transcript_not_found');
      const lines = transcript.map(
        ({ createdAt, speaker, text, keys }) =>
          `[${createdAt}] ${speaker}${keys === true ? ' (keys)' : ''}: ${text}`,
      );
      return { text: `${lines.join('\n')}\n`, filename: `${params.callId}.txt` };
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/v1/voice/calls/{callId}',
    operationId: 'cancelVoiceCall',
    audit: { action: 'call.cancelled', target: 'params.callId' },
    summary:
      'End a call: immediately (200) if it was not dialled yet, otherwise (202) once the carrier confirms.',
    scopes: ['voice:write'],
    idempotent: true,
    status: 202,
    otherStatuses: [200],
    params: CallParams,
    query: BusinessQuery,
    response: VoiceCallCancellation,
    errors: ['call_not_found', 'call_already_ended'],
    handler: async ({ caller, params }) => {
      const { result, ...written } = await operations.calls.cancel(caller, params.callId);
      return { ...written, result, status: result.status === 'cancelled' ? 200 : 202 };
    },
  }),
];

const sessionLogRoutes = (operations: Operations): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/v1/voice/calls/{callId}/session-log',
    operationId: 'downloadSessionLog',
    audit: { action: 'session_log.read', target: 'params.callId' },
    summary:
      'Download what went into the sessions of a call, for `parley tune`: audio, recognised words, answers of models and tools, and times.',
    scopes: ['voice:read'],
    params: CallParams,
    query: BusinessQuery,
    fileType: GZIP_TYPE,
    response: null,
    errors: ['call_not_found', 'session_log_not_found', 'recordings_unavailable'],
    handler: async ({ caller, params: { callId } }) => ({
      stream: await operations.sessionLogs.read(caller, callId),
      filename: `${callId}.session.gz`,
    }),
  }),
  route({
    method: 'DELETE',
    path: '/api/v1/voice/calls/{callId}/session-log',
    operationId: 'eraseSessionLog',
    audit: { action: 'session_log.erased', target: 'params.callId' },
    summary:
      'Erase the session log of a call. If the call is live, its log is not kept either. Recording and transcript stay. Idempotent.',
    scopes: ['voice:write'],
    params: CallParams,
    query: BusinessQuery,
    response: Type.Object(
      { callId: Uuid, erased: Type.Boolean({ description: 'Whether a log was kept.' }) },
      closed,
    ),
    errors: ['call_not_found', 'recordings_unavailable'],
    handler: async ({ caller, params: { callId } }) => ({
      data: await operations.sessionLogs.erase(caller, callId),
    }),
  }),
];

const agentNoteRoutes = (operations: Operations): readonly Route[] => [
  route({
    method: 'POST',
    path: '/api/v1/voice/calls/{callId}/agent-notes',
    operationId: 'noteToAgent',
    audit: { none: 'the journal of the call names the author of a note' },
    summary:
      'Send a note to the agent of a live call. The agent considers it from its next answer on, and does not read it out.',
    scopes: ['voice:write'],
    idempotent: true,
    quota: 'none',
    status: 201,
    params: CallParams,
    body: AgentNoteCreate,
    response: AgentNote,
    errors: ['call_not_found', 'call_not_live', 'too_many_agent_notes', 'not_ready'],
    handler: async ({ caller, by, params, body }) =>
      operations.agentNotes.create(caller, requireOperator(by), params.callId, body),
  }),
];

/** @throws DomainError api_key_missing, which the pipeline has thrown before */
const requireOperator = (by: LegHolder | null): LineHolder => {
  if (by === null) throw new DomainError('api_key_missing');
  return by.type === 'key' ? { type: 'key', id: by.keyId } : { type: 'user', id: by.userId };
};

/** Adds the names of the people beside the call. */
const withOperatorNames = (
  views: ViewStore,
  businessId: string,
  { operators, ...diagnostics }: VoiceCallDiagnostics,
): VoiceCallDiagnostics => {
  if (operators === undefined) return diagnostics;
  const withName = <Entry extends { readonly by: LineHolder }>(entry: Entry) => ({
    ...entry,
    by: { type: entry.by.type, id: entry.by.id, name: views.nameOf(businessId, entry.by) },
  });
  const { lines, takeOvers, agentNotes } = operators;
  return {
    ...diagnostics,
    operators: {
      lines: lines.map(withName),
      takeOvers: takeOvers.map(withName),
      agentNotes: agentNotes.map(withName),
    },
  };
};

/** @throws DomainError call_not_found */
const callOf = async (views: ViewStore, businessId: string, callId: string): Promise<CallDetail> => {
  const found = await readThrough(views, businessId, () => views.call(businessId, callId));
  if (found === null) throw new DomainError('call_not_found');
  return found;
};

/** The details of one contact, bytes: those of up to 20 contacts share one answer. */
const DETAILS_BYTES = 2_000;
const shortened = (details: readonly ErrorDetail[]): ErrorDetail[] => [
  ...shortDetails(details, DETAILS_BYTES),
];

const batchBody = (result: BatchResult) => ({
  accepted: result.accepted,
  failures: result.failures.map(({ contactId, error: { code, message, details } }) => ({
    contactId,
    error: {
      code,
      message,
      category: ERRORS[code].category,
      retryable: isRetryable(code),
      ...(details.length > 0 ? { details: shortened(details) } : {}),
    },
  })),
});
