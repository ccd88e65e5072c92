/** Approved templates as Meta lists them, and read marks. */
import { Type } from 'typebox';
import type { Operations } from '../../../operations/operations.js';
import { ListedTemplate } from '../../../schemas/channels/approved-template.js';
import { PhoneNumberId } from '../../../schemas/channels/channel.js';
import { about, count, moment, text } from '../../../schemas/described.js';
import { BusinessId, ConversationId } from '../../../schemas/fields.js';
import { closed, described } from '../../../schemas/shapes.js';
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
    description:
      'Templates of all languages and states; only those with the status `APPROVED` can be sent. 422 `templates_not_readable` if the token of the account may not read them.',
    scopes: ['channels:read'],
    role: 'viewer',
    query: Type.Object(
      {
        businessId: BusinessId,
        phoneNumberId: Type.Optional(
          described(PhoneNumberId, 'The phone number id of the account; required with several accounts.'),
        ),
        search: Type.Optional(text('A part of the name.', 'reminder', { minLength: 1, maxLength: 100 })),
        refresh: Type.Optional(
          Type.Boolean(about('Requests the list from Meta now, at most every two seconds.')),
        ),
      },
      closed,
    ),
    response: Type.Object(
      {
        templates: Type.Array(ListedTemplate, about('The first 200 templates that match, by name.')),
        total: count('All templates that match.', 12),
        readAt: moment('When the list was read from Meta.'),
      },
      closed,
    ),
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
    description:
      'Asks the channel to show the read mark; doing it again is harmless. Unread counts of the console do not change.',
    scopes: ['communications:write'],
    quota: 'none',
    params: Type.Object({ conversationId: ConversationId }, closed),
    body: Type.Object({ businessId: BusinessId }, closed),
    response: Type.Object(
      {
        conversationId: ConversationId,
        providerMessageId: text(
          'The id at the channel of the latest message that was marked.',
          'wamid.HBgLMTQxNTU1NTAxMDA',
        ),
      },
      closed,
    ),
    errors: ['conversation_not_found', 'channel_not_connected', 'channel_failed'],
    handler: async ({ businessId, params: { conversationId } }) => {
      const marked = await operations.readMarks.mark(businessId, conversationId);
      return { data: { conversationId, ...marked } };
    },
  }),
];
