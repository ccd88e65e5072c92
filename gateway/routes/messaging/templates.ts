/** Approved templates as Meta lists them, and read marks. */
import { Type } from 'typebox';
import type { Operations } from '../../../operations/operations.js';
import { ListedTemplate } from '../../../schemas/channels/approved-template.js';
import { Count, closed, DateTime, Uuid } from '../../../schemas/shapes.js';
import { iso } from '../../../views/kernel/dates.js';
import { type Route, route } from '../../route.js';

/** Templates in one response. */
const MAX_LISTED = 200;

/** The routes of templates and read marks. */
export const templateRoutes = (operations: Operations): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/v1/channels/templates',
    operationId: 'listTemplates',
    summary:
      'List the templates of a WhatsApp account as Meta lists them, up to 200 by name. The list is kept for five minutes.',
    scopes: ['channels:read'],
    role: 'viewer',
    query: Type.Object(
      {
        businessId: Uuid,
        phoneNumberId: Type.Optional(
          Type.String({ minLength: 1, maxLength: 64, description: 'Required with several accounts.' }),
        ),
        search: Type.Optional(
          Type.String({ minLength: 1, maxLength: 100, description: 'A part of the name.' }),
        ),
        refresh: Type.Optional(
          Type.Boolean({ description: 'Requests the list from Meta now, at most every two seconds.' }),
        ),
      },
      closed,
    ),
    response: Type.Object({ templates: Type.Array(ListedTemplate), total: Count, readAt: DateTime }, closed),
    errors: [
      'channel_not_connected',
      'channel_account_not_found',
      'templates_unreachable',
      'templates_not_readable',
    ],
    handler: async ({ caller, query }) => {
      const { phoneNumberId, search, refresh } = query;
      const { at, templates: all } = await operations.templates.list(caller, {
        ...(phoneNumberId === undefined ? {} : { phoneNumberId }),
        ...(refresh === undefined ? {} : { refresh }),
      });
      const found = all
        .filter(({ name }) => search === undefined || name.includes(search.toLowerCase()))
        .toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
      return { data: { templates: found.slice(0, MAX_LISTED), total: found.length, readAt: iso(at) } };
    },
  }),
  route({
    method: 'POST',
    path: '/api/v1/conversations/{conversationId}/read',
    operationId: 'markMessagesRead',
    audit: { none: 'changes no access, money, agent or suppression' },
    summary: 'Show the customer that their messages have been read: the latest, and all before it.',
    scopes: ['communications:write'],
    quota: 'none',
    params: Type.Object({ conversationId: Uuid }, closed),
    body: Type.Object({ businessId: Uuid }, closed),
    response: Type.Object({ conversationId: Uuid, providerMessageId: Type.String() }, closed),
    errors: ['conversation_not_found', 'channel_not_connected', 'channel_failed'],
    handler: async ({ businessId, params: { conversationId } }) => {
      const marked = await operations.readMarks.mark(businessId, conversationId);
      return { data: { conversationId, ...marked } };
    },
  }),
];
