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
import { CallId, NoteId } from '../../../schemas/fields.js';
import { closed } from '../../../schemas/shapes.js';
import type { ViewStore } from '../../../views/views.js';
import { type Route, route } from '../../route.js';
import { BusinessQuery } from '../common.js';

const CallParams = Type.Object({ callId: CallId }, closed);

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
    description: 'A tag that no call has any more is not listed.',
    scopes: ['voice:read'],
    query: BusinessQuery,
    response: Type.Object(
      { tags: Type.Array(CallTagCount, { description: 'The tags, the most used first.' }) },
      closed,
    ),
    handler: async ({ businessId }) => ({
      data: { tags: [...views.callTags(businessId, MAX_LISTED_TAGS)] },
    }),
  }),
  route({
    method: 'PATCH',
    path: '/api/v1/voice/calls/{callId}/review',
    operationId: 'reviewVoiceCall',
    audit: { action: 'call.reviewed', target: 'params.callId' },
    summary: 'Add and remove tags of a call, up to 20, set its score, and mark it as reviewed.',
    description:
      'A review changes nothing about the call, its outcome or its charge. Subscribers receive `voice.call.reviewed` for each change. Live calls can be reviewed as well.',
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
    summary:
      'Add and remove tags of up to 100 calls, set their score, and mark them as reviewed, independently of each other.',
    description:
      'The response is 200 even if no call was changed: read `failures`. Subscribers receive `voice.call.reviewed` for each change.',
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
    description:
      'To inform the agent of a live call, use `POST /api/v1/voice/calls/{callId}/agent-notes`. Subscribers receive `voice.call.reviewed`.',
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
    description: 'Subscribers receive `voice.call.reviewed`.',
    scopes: ['voice:write'],
    idempotent: true,
    params: Type.Object({ callId: CallId, noteId: NoteId }, closed),
    query: BusinessQuery,
    response: Type.Object({ noteId: NoteId, removed: Type.Boolean({ description: 'Always true.' }) }, closed),
    errors: ['call_note_not_found'],
    handler: async ({ caller, params: { callId, noteId } }) =>
      operations.callReviews.removeNote(caller, callId, noteId),
  }),
];
