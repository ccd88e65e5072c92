/** Facets of the list of calls. */
import { Type } from 'typebox';
import type { Operations } from '../../../operations/operations.js';
import { CallFacets } from '../../../schemas/calls/facets.js';
import { callFilters } from '../../../schemas/calls/filters.js';
import { BusinessId } from '../../../schemas/fields.js';
import { closed } from '../../../schemas/shapes.js';
import { type Route, route } from '../../route.js';
import { callFilterOf } from './call-filters.js';

/** The route of the facets. */
export const callFacetRoutes = (operations: Pick<Operations, 'callFacets'>): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/v1/voice/calls/facets',
    operationId: 'countVoiceCalls',
    summary: 'Count calls by the values of each filter, among those that match all other filters.',
    description:
      'Takes the filters of `GET /api/v1/voice/calls`. The latest 20,000 calls of the contact, the campaign and the period are examined; `complete` says whether these were all.',
    scopes: ['voice:read'],
    query: Type.Object({ businessId: BusinessId, ...callFilters }, closed),
    response: CallFacets,
    handler: async ({ businessId, query }) => ({
      data: await operations.callFacets.read(businessId, callFilterOf(query)),
    }),
  }),
];
