/** Tags, notes and a score that people give to calls. */
import { Type } from 'typebox';
import type { Operations } from '../../../operations/operations.js';
import {
  CallNoteCreate,
  CallNoteResult,
  CallReviewResult,
  CallReviewsResult,
  CallReviewsUpdate,
  CallReviewUpdate,
  CallTagCount,
  MAX_LISTED_TAGS,
} from '../../../schemas/calls/review.js';
import { closed, Uuid } from '../../../schemas/shapes.js';
import type { ViewStore } from '../../../views/views.js';
import { type Route, route } from '../../route.js';
import { BusinessQuery } from '../common.js';

const CallParams = Type.Object({ callId: Uuid }, closed);

/** The routes of the reviews of calls. */
export const callReviewRoutes = (
  operations: Operations,
  views: Pick<ViewStore, 'callTags'>,
): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/v1/voice/call-tags',
    operationId: 'listVoiceCallTags',
    summary: `List the tags of the business's calls with the number of calls that have each, the most used first: at most ${MAX_LISTED_TAGS}.`,
    scopes: ['voice:read'],
    query: BusinessQuery,
    response: Type.Object({ tags: Type.Array(CallTagCount) }, closed),
    handler: async ({ businessId }) => ({
      data: { tags: [...views.callTags(businessId, MAX_LISTED_TAGS)] },
    }),
  }),
  route({
    method: 'PATCH',
    path: '/api/v1/voice/calls/{callId}/review',
    operationId: 'reviewVoiceCall',
    audit: { action: 'call.reviewed', target: 'params.callId' },
    summary: 'Add and remove tags of a call, up to 20, and set its score.',
    scopes: ['voice:write'],
    idempotent: true,
    params: CallParams,
    body: CallReviewUpdate,
    response: CallReviewResult,
    errors: ['call_not_found', 'too_many_tags'],
    handler: async ({ caller, params: { callId }, body }) =>
      operations.callReviews.change(caller, callId, body),
  }),
  route({
    method: 'POST',
    path: '/api/v1/voice/calls/reviews',
    operationId: 'reviewVoiceCalls',
    audit: { action: 'calls.reviewed' },
    summary: 'Add and remove tags of up to 100 calls, and set their score, independently of each other.',
    scopes: ['voice:write'],
    idempotent: true,
    body: CallReviewsUpdate,
    response: CallReviewsResult,
    handler: async ({ caller, body: { callIds, ...change } }) =>
      operations.callReviews.changeMany(caller, callIds, change),
  }),
  route({
    method: 'POST',
    path: '/api/v1/voice/calls/{callId}/notes',
    operationId: 'addVoiceCallNote',
    audit: { action: 'call.reviewed', target: 'params.callId' },
    summary: 'Add a note about a call, up to 50. The agent and the customer do not receive it.',
    scopes: ['voice:write'],
    idempotent: true,
    status: 201,
    params: CallParams,
    body: CallNoteCreate,
    response: CallNoteResult,
    errors: ['call_not_found', 'too_many_call_notes', 'call_note_not_found'],
    handler: async ({ caller, params: { callId }, body }) =>
      operations.callReviews.note(caller, callId, body.text),
  }),
  route({
    method: 'DELETE',
    path: '/api/v1/voice/calls/{callId}/notes/{noteId}',
    operationId: 'removeVoiceCallNote',
    audit: { action: 'call.reviewed', target: 'params.callId' },
    summary: 'Remove a note about a call.',
    scopes: ['voice:write'],
    idempotent: true,
    params: Type.Object({ callId: Uuid, noteId: Uuid }, closed),
    query: BusinessQuery,
    response: Type.Object({ noteId: Uuid, removed: Type.Boolean() }, closed),
    errors: ['call_note_not_found'],
    handler: async ({ caller, params: { callId, noteId } }) =>
      operations.callReviews.removeNote(caller, callId, noteId),
  }),
];
