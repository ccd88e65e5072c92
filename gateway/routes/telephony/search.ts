/** Search over what was said on calls and written in conversations. */
import { Type } from 'typebox';
import { refuseProblems } from '../../../operations/refusals.js';
import { callFilters, messageFilters } from '../../../schemas/calls/filters.js';
import {
  CallSearchResponse,
  DEFAULT_FOUND,
  foundPageQuery,
  MessageSearchResponse,
  SearchText,
} from '../../../schemas/calls/search.js';
import { BusinessId } from '../../../schemas/fields.js';
import { closed } from '../../../schemas/shapes.js';
import { isSearchable } from '../../../views/search/index.js';
import type { ViewStore } from '../../../views/views.js';
import { type Route, route } from '../../route.js';
import { epochMs, outcomeFilter } from '../common.js';
import { callFilterOf } from './call-filters.js';

const NOTHING_TO_FIND = { path: 'text', message: 'has no letters or digits; write words to search for' };

const foundPage = (query: { readonly limit?: number; readonly cursor?: string }) => ({
  limit: query.limit ?? DEFAULT_FOUND,
  cursor: query.cursor ?? null,
});

/** @throws DomainError validation_failed */
const requireWords = (text: string): void => {
  if (!isSearchable(text)) refuseProblems([NOTHING_TO_FIND]);
};

/** The routes of searches. */
export const searchRoutes = (views: ViewStore): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/v1/voice/calls/search',
    operationId: 'searchVoiceCalls',
    summary:
      'Find ended calls by what was said, newest first, with the turns in which it was found. The words may be in different turns; keys that the customer pressed are not found, and calls with deleted contacts are not either.',
    description:
      'Takes the filters of the list of calls. A page may hold fewer results than `limit`, even none, and continue: go on while `nextCursor` is not null.',
    scopes: ['voice:read'],
    query: Type.Object(
      { businessId: BusinessId, text: SearchText, ...foundPageQuery, ...callFilters },
      closed,
    ),
    response: CallSearchResponse,
    errors: ['cursor_invalid'],
    handler: async ({ businessId, query }) => {
      const { text } = query;
      requireWords(text);
      const wanted = { text, filter: callFilterOf(query) };
      const { items, nextCursor } = views.searchCalls(businessId, wanted, foundPage(query));
      return { data: { results: items, nextCursor } };
    },
  }),
  route({
    method: 'GET',
    path: '/api/v1/messages/search',
    operationId: 'searchMessages',
    summary:
      'Find messages of conversations by their text or the words of a voice note, newest first. Revoked messages are not found, and messages from before the deletion of their contact are not either.',
    description:
      'A page may hold fewer results than `limit`, even none, and continue: go on while `nextCursor` is not null.',
    scopes: ['communications:read'],
    query: Type.Object(
      {
        businessId: BusinessId,
        text: SearchText,
        ...foundPageQuery,
        ...messageFilters,
      },
      closed,
    ),
    response: MessageSearchResponse,
    errors: ['cursor_invalid'],
    handler: async ({ businessId, query }) => {
      const { text, channel, agentId, contactId, campaignId, author, from, to } = query;
      const { assignee, conversationStatus } = query;
      requireWords(text);
      const filter = {
        ...(channel === undefined ? {} : { channel }),
        ...(agentId === undefined ? {} : { agentId }),
        ...(contactId === undefined ? {} : { contactId }),
        ...(campaignId === undefined ? {} : { campaignId }),
        ...(author === undefined ? {} : { author }),
        ...(assignee === undefined ? {} : { assignee }),
        ...(conversationStatus === undefined ? {} : { conversationStatus }),
        ...outcomeFilter(query),
        ...(from === undefined ? {} : { from: epochMs('from', from) }),
        ...(to === undefined ? {} : { to: epochMs('to', to) }),
      };
      const { items, nextCursor } = views.searchMessages(businessId, { text, filter }, foundPage(query));
      return { data: { results: items, nextCursor } };
    },
  }),
];
