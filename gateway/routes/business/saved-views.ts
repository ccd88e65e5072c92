/** Saved views: named searches and filters of calls and messages. */
import { Type } from 'typebox';
import type { Operations } from '../../../operations/operations.js';
import { minimumRoleFor } from '../../../schemas/accounts/access.js';
import {
  SavedViewCreate,
  SavedViewOf,
  SavedViewResource,
  SavedViewUpdate,
} from '../../../schemas/calls/saved-view.js';
import { BusinessId, SavedViewId } from '../../../schemas/fields.js';
import { closed } from '../../../schemas/shapes.js';
import { type Route, route } from '../../route.js';
import { writtenAs } from '../common.js';

const ViewParams = Type.Object({ viewId: SavedViewId }, closed);
const Response = Type.Object({ savedView: SavedViewResource }, closed);

const ViewsQuery = Type.Object({ businessId: BusinessId, of: Type.Optional(SavedViewOf) }, closed);

/** Views of messages need the scopes of messages alone; requests that may be about others need those of calls. */
const OF_MESSAGES = 'it is about views of messages';
const OF_OTHERS = 'it is not only about views of messages';

/** The lowest role that may write. */
const WRITER = minimumRoleFor(['voice:write']);

type Kind = { readonly of?: SavedViewOf };
const isOfMessages = ({ of }: Kind): boolean => of === 'messages';

/** By the query. */
const scopesByQuery = (access: 'read' | 'write') => [
  {
    when: OF_OTHERS,
    scopes: [`voice:${access}`] as const,
    applies: (_body: unknown, query: Kind) => !isOfMessages(query),
  },
  {
    when: OF_MESSAGES,
    scopes: [`communications:${access}`] as const,
    applies: (_body: unknown, query: Kind) => isOfMessages(query),
  },
];

/** The routes of saved views. */
export const savedViewRoutes = (operations: Operations): readonly Route[] => [
  ...collectionRoutes(operations),
  ...singleRoutes(operations),
];

const collectionRoutes = (operations: Operations): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/v1/saved-views',
    operationId: 'listSavedViews',
    summary: 'List the saved views of the business, in the order in which they were saved: at most 100.',
    description:
      'A view has the query of a list or search under a name; run it with `GET /api/v1/voice/calls`, or with `text` with the search.',
    scopes: [],
    scopesIf: scopesByQuery('read'),
    query: ViewsQuery,
    response: Type.Object(
      {
        savedViews: Type.Array(SavedViewResource, {
          description: 'The views, in the order in which they were saved.',
        }),
      },
      closed,
    ),
    handler: async ({ businessId, query: { of } }) => ({
      data: { savedViews: await operations.savedViews.list(businessId, of) },
    }),
  }),
  route({
    method: 'POST',
    path: '/api/v1/saved-views',
    operationId: 'createSavedView',
    audit: { action: 'saved_view.set', target: 'data.savedView.viewId' },
    summary: 'Save a view for the whole business: the query of calls or that of messages, under a name.',
    description: 'Exactly one of `calls` and `messages` is required. A business has at most 100 views.',
    scopes: [],
    role: WRITER,
    scopesIf: [
      {
        when: 'messages is missing',
        scopes: ['voice:write'],
        applies: ({ messages }) => messages === undefined,
      },
      {
        when: 'messages is given',
        scopes: ['communications:write'],
        applies: ({ messages }) => messages !== undefined,
      },
    ],
    idempotent: true,
    status: 201,
    body: SavedViewCreate,
    response: Response,
    errors: ['too_many_saved_views', 'saved_view_not_found'],
    handler: async ({ caller, body }) =>
      writtenAs('savedView', await operations.savedViews.save(caller, body)),
  }),
];

const singleRoutes = (operations: Operations): readonly Route[] => [
  route({
    method: 'PATCH',
    path: '/api/v1/saved-views/{viewId}',
    operationId: 'updateSavedView',
    audit: { action: 'saved_view.set', target: 'params.viewId' },
    summary: 'Rename a saved view, or replace its query.',
    description: 'Omitted fields keep their values. A new query replaces the former one as a whole.',
    scopes: [],
    role: WRITER,
    scopesIf: [
      {
        when: `${OF_OTHERS}, or calls is given`,
        scopes: ['voice:write'],
        applies: (body) => !isOfMessages(body) || body.calls !== undefined,
      },
      { when: OF_MESSAGES, scopes: ['communications:write'], applies: isOfMessages },
    ],
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
    description: 'With `of=messages`, views of calls are not found.',
    scopes: [],
    role: WRITER,
    scopesIf: scopesByQuery('write'),
    idempotent: true,
    params: ViewParams,
    query: ViewsQuery,
    response: Type.Object(
      { viewId: SavedViewId, removed: Type.Boolean({ description: 'Always true.' }) },
      closed,
    ),
    errors: ['saved_view_not_found'],
    handler: async ({ caller, params: { viewId }, query: { of } }) =>
      operations.savedViews.remove(caller, viewId, of),
  }),
];
