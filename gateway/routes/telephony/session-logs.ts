/** The session logs of calls (docs/how-to/session-logs.md). */
import { Type } from 'typebox';
import type { Operations } from '../../../operations/operations.js';
import { CallId } from '../../../schemas/fields.js';
import { closed } from '../../../schemas/shapes.js';
import { GZIP_TYPE, type Route, route } from '../../route.js';
import { BusinessQuery } from '../common.js';

const CallParams = Type.Object({ callId: CallId }, closed);

/** The routes of session logs. */
export const sessionLogRoutes = (operations: Operations): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/v1/voice/calls/{callId}/session-log',
    operationId: 'downloadSessionLog',
    audit: { action: 'session_log.read', target: 'params.callId' },
    summary:
      'Download what went into the sessions of a call, for `parley tune`: audio, recognised words, answers of models and tools, and times.',
    description:
      "It is there some seconds after the call has ended, and kept for 30 days. It contains the customer's audio and words: treat it as customer data. Its format may change; read it with `parley tune`.",
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
    description: 'Erases it for ever.',
    scopes: ['voice:write'],
    params: CallParams,
    query: BusinessQuery,
    response: Type.Object(
      { callId: CallId, erased: Type.Boolean({ description: 'Whether a log was kept.' }) },
      closed,
    ),
    errors: ['call_not_found', 'recordings_unavailable'],
    handler: async ({ caller, params: { callId } }) => ({
      data: await operations.sessionLogs.erase(caller, callId),
    }),
  }),
];
