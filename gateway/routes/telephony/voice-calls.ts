/** Voice calls (spec section 4.7, docs/reference/api.md "Voice"). */
import { Type } from 'typebox';
import type { LineHolder } from '../../../actors/call/events.js';
import { authorOf } from '../../../operations/caller.js';
import type { BatchResult } from '../../../operations/calls/calls.js';
import { exportCalls, exportColumnsOf } from '../../../operations/calls/export.js';
import type { Operations } from '../../../operations/operations.js';
import type { VoiceCallDiagnostics } from '../../../schemas/calls/diagnostics.js';
import { ExportColumns } from '../../../schemas/calls/export-columns.js';
import { callFilters } from '../../../schemas/calls/filters.js';
import {
  VoiceCallBatchResult,
  VoiceCallBatchStart,
  VoiceCallCancellation,
  VoiceCallResolvedContext,
  VoiceCallStart,
  VoiceCallStartResult,
} from '../../../schemas/calls/start.js';
import { VoiceCallDetailResponse, VoiceCallListResponse } from '../../../schemas/calls/voice-call.js';
import { ERRORS, type ErrorCode } from '../../../schemas/error-table.js';
import { DomainError, type ErrorDetail, isRetryable } from '../../../schemas/errors.js';
import { AgentId, BusinessId, CallId, ContactId } from '../../../schemas/fields.js';
import { closed } from '../../../schemas/shapes.js';
import type { CallDetail } from '../../../views/calls/index.js';
import { readThrough } from '../../../views/kernel/read-through.js';
import type { ViewStore } from '../../../views/views.js';
import type { RecordingLinks } from '../../content/recording-links.js';
import { shortDetails } from '../../http/refusal-size.js';
import { type Route, route } from '../../route.js';
import { BusinessQuery, pageQuery, pageRequest } from '../common.js';
import { agentNoteRoutes } from './agent-notes.js';
import { callFacetRoutes } from './call-facets.js';
import { callFilterOf } from './call-filters.js';
import { sessionLogRoutes } from './session-logs.js';

const CallParams = Type.Object({ callId: CallId }, closed);
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

/** The routes of voice calls. */
export const voiceCallRoutes = (
  operations: Operations,
  views: ViewStore,
  links: RecordingLinks,
): readonly Route[] => [
  ...listRoutes(operations, views),
  ...callFacetRoutes(operations),
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
    description:
      'Filters are combined: a call matches all of them. Calls about customers with colleagues (`consultationOf`) are listed as well.',
    scopes: ['voice:read'],
    query: Type.Object({ businessId: BusinessId, ...pageQuery, ...callFilters }, closed),
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
    description: 'The file is streamed, without a limit of rows. Tags are separated by semicolons.',
    scopes: ['voice:read'],
    query: Type.Object(
      { businessId: BusinessId, ...callFilters, columns: Type.Optional(ExportColumns) },
      closed,
    ),
    fileType: 'text/csv',
    response: null,
    errors: ['agent_not_found'],
    handler: async ({ businessId, query }) => {
      const { agentId } = query;
      const settings =
        agentId === undefined ? null : await operations.analysisSettings.read(businessId, agentId);
      const filter = callFilterOf(query);
      const columns = exportColumnsOf(query.columns);
      await views.catchUp(businessId);
      return {
        stream: exportCalls(views, businessId, filter, { settings, columns }),
        filename: 'calls.csv',
      };
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
    description:
      'Exactly one of `contactId` and `toNumber` is required; a number without a contact is accepted only if the agent needs none (`contactContextRequired`). The response comes before the call is dialled: follow it with the webhooks `voice.call.ringing`, `voice.call.answered` and `voice.call.ended`, or read it. A block of 20 seconds is reserved at the start. Without a free line the call waits for up to 30 minutes, then fails with `no_line`.',
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
    description:
      'Each contact is checked, priced and dialled like a single call. `failures` has the reason for each contact that is not called; a repeated request returns the original result.',
    scopes: ['voice:write'],
    idempotent: true,
    quota: 'none',
    status: 202,
    dataOnRefusal: true,
    body: VoiceCallBatchStart,
    response: VoiceCallBatchResult,
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
    description:
      'Nothing is dialled or charged. Values are as they would be spoken: on one line and at most 1,000 characters.',
    scopes: ['voice:read', 'contacts:read'],
    query: Type.Object({ businessId: BusinessId, agentId: AgentId, contactId: ContactId }, closed),
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
    description:
      'The transcript grows while the call is live, and may get its last turns shortly after the end. The links are there once the recording is stored, expire after five minutes and open without a key: treat them as customer data.',
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
    description:
      'A line for each turn: `[time] speaker: text`, the agent as `assistant`. Until there is a turn, the response is 404 `transcript_not_found`.',
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
    description:
      'The hang-up is stored first and retried until the carrier confirms. A call that ended meanwhile is refused with `call_already_ended`. `voice.call.ended` follows, with `endedBy` `operator`.',
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
