/** Saved views: named searches and filters of calls and messages. */
import { Type } from 'typebox';
import type { Operations } from '../../../operations/operations.js';
import { SavedViewCreate, SavedViewResource, SavedViewUpdate } from '../../../schemas/calls/saved-view.js';
import { closed, Uuid } from '../../../schemas/shapes.js';
import { type Route, route } from '../../route.js';
import { BusinessQuery, writtenAs } from '../common.js';

const ViewParams = Type.Object({ viewId: Uuid }, closed);
const Response = Type.Object({ savedView: SavedViewResource }, closed);

/** The routes of saved views. */
export const savedViewRoutes = (operations: Operations): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/v1/saved-views',
    operationId: 'listSavedViews',
    summary: 'List the saved views of the business, in the order in which they were saved: at most 100.',
    scopes: ['voice:read'],
    query: BusinessQuery,
    response: Type.Object({ savedViews: Type.Array(SavedViewResource) }, closed),
    handler: async ({ businessId }) => ({
      data: { savedViews: await operations.savedViews.list(businessId) },
    }),
  }),
  route({
    method: 'POST',
    path: '/api/v1/saved-views',
    operationId: 'createSavedView',
    audit: { action: 'saved_view.set', target: 'data.savedView.viewId' },
    summary: 'Save a view for the whole business: the query of calls or that of messages, under a name.',
    scopes: ['voice:write'],
    idempotent: true,
    status: 201,
    body: SavedViewCreate,
    response: Response,
    errors: ['too_many_saved_views', 'saved_view_not_found'],
    handler: async ({ caller, body }) =>
      writtenAs('savedView', await operations.savedViews.save(caller, body)),
  }),
  route({
    method: 'PATCH',
    path: '/api/v1/saved-views/{viewId}',
    operationId: 'updateSavedView',
    audit: { action: 'saved_view.set', target: 'params.viewId' },
    summary: 'Rename a saved view, or replace its query.',
    scopes: ['voice:write'],
    idempotent: true,
    params: ViewParams,
    body: SavedViewUpdate,
    response: Response,
    errors: ['saved_view_not_found'],
    handler: async ({ caller, params: { viewId }, body }) =>
      writtenAs('savedView', await operations.savedViews.change(caller, viewId, body)),
  }),
  route({
    method: 'DELETE',
    path: '/api/v1/saved-views/{viewId}',
    operationId: 'removeSavedView',
    audit: { action: 'saved_view.removed', target: 'params.viewId' },
    summary: 'Remove a saved view.',
    scopes: ['voice:write'],
    idempotent: true,
    params: ViewParams,
    query: BusinessQuery,
    response: Type.Object({ viewId: Uuid, removed: Type.Boolean() }, closed),
    errors: ['saved_view_not_found'],
    handler: async ({ caller, params: { viewId } }) => operations.savedViews.remove(caller, viewId),
  }),
];
