/** Contacts, their categories and their timeline (spec section 4.6). */
import { Type } from 'typebox';
import { requireCampaign } from '../../../operations/campaigns/campaigns.js';
import { exportContacts } from '../../../operations/contacts/contact-export.js';
import { filterOfQuery } from '../../../operations/contacts/contact-filter.js';
import { contactNotShown } from '../../../operations/contacts/living-contact.js';
import { type MediaLinks, TIMELINE_LINK_MS } from '../../../operations/media-assets/media-links.js';
import type { Operations } from '../../../operations/operations.js';
import { refuseProblems } from '../../../operations/refusals.js';
import { CampaignSummary } from '../../../schemas/campaigns/summary-run.js';
import { ParticipantId } from '../../../schemas/channels/message.js';
import {
  CategoryCreate,
  CategoryDelete,
  CategoryResource,
  ContactCreate,
  ContactResource,
  ContactsDelete,
  ContactUpdate,
  LinkContact,
  ParticipantResource,
} from '../../../schemas/contacts/contact.js';
import { ContactSort, contactFilterQuery } from '../../../schemas/contacts/selection.js';
import { TimelineItem } from '../../../schemas/conversations/timeline.js';
import { about, count } from '../../../schemas/described.js';
import { BusinessId, CampaignId, ContactId } from '../../../schemas/fields.js';
import { closed, described, nullable } from '../../../schemas/shapes.js';
import type { TimelineEntry } from '../../../views/conversations/index.js';
import { readThrough } from '../../../views/kernel/read-through.js';
import type { ViewStore } from '../../../views/views.js';
import { JSON_BODY_BYTES, type Route, route } from '../../route.js';
import { ListQuery, NextCursor, pageQuery, pageRequest, serialisedList, writtenAs } from '../common.js';

/** The path of one contact. */
export const ContactParams = Type.Object({ contactId: ContactId }, closed);
const CampaignQuery = Type.Object(
  {
    businessId: BusinessId,
    campaignId: Type.Optional(
      described(CampaignId, 'Adds the conclusion of this campaign about the contact.'),
    ),
  },
  closed,
);
const Contact = described(ContactResource, 'The contact.');

/** The routes of contacts. */
export const contactRoutes = (
  operations: Operations,
  views: ViewStore,
  mediaLinks: Pick<MediaLinks, 'resource'>,
): readonly Route[] => [
  ...collectionRoutes(operations, views),
  ...categoryRoutes(operations, views),
  ...singleContactRoutes(operations, views),
  ...communicationRoutes(operations, views, mediaLinks),
];

const UNSORTED_SEARCH = {
  path: 'query/sort',
  message: 'a search lists the newest contacts first: leave out sort, or search with created',
};

const listRoute = (views: Pick<ViewStore, 'contacts' | 'contactTotal'>): Route =>
  route({
    method: 'GET',
    path: '/api/v1/contacts',
    operationId: 'listContacts',
    summary:
      'List contacts with categories and communication rollups, newest first unless `sort` says otherwise. With filters, a page may hold fewer contacts than `limit`, or none, although the list continues: follow `nextCursor` to its end.',
    description:
      'A contact must match all filters. A search lists the newest contacts first, so it allows no other `sort`.',
    scopes: ['contacts:read'],
    query: Type.Object(
      {
        businessId: BusinessId,
        ...contactFilterQuery,
        sort: Type.Optional(ContactSort),
        ...pageQuery,
      },
      closed,
    ),
    response: Type.Object({
      contacts: Type.Array(ContactResource, about('The page of contacts.')),
      total: nullable(
        Type.Integer({ minimum: 0 }),
        about(
          'All contacts of the business, or of `categoryId`. Null: with other filters, they are not counted.',
          1200,
        ),
      ),
      nextCursor: NextCursor,
    }),
    errors: ['cursor_invalid'],
    handler: async ({ businessId, query }) => {
      const { businessId: _, limit: __, cursor: ___, sort = 'created', ...filters } = query;
      if (filters.search !== undefined && sort !== 'created') refuseProblems([UNSORTED_SEARCH]);
      const filter = filterOfQuery(filters);
      const page = views.contacts(businessId, pageRequest(query), filter, sort);
      return serialisedList('contacts', page, { total: views.contactTotal(businessId, filter) });
    },
  });

const collectionRoutes = (operations: Operations, views: ViewStore): readonly Route[] => [
  listRoute(views),
  route({
    method: 'GET',
    path: '/api/v1/contacts/export',
    operationId: 'exportContacts',
    audit: { action: 'contacts.exported' },
    summary:
      'Download the contacts that match the filters as CSV, newest first, with a column for each field. An import reads the file back.',
    description:
      'Columns beside the fields begin with `parley_`; an import reads `parley_time_zone` and ignores the others, so importing the file again changes nothing. The file is sent while it is read, and the export is in the audit log.',
    scopes: ['contacts:read'],
    query: Type.Object({ businessId: BusinessId, ...contactFilterQuery }, closed),
    fileType: 'text/csv',
    response: null,
    handler: async ({ businessId, query }) => {
      const { businessId: _, ...filters } = query;
      await views.catchUp(businessId);
      return {
        stream: exportContacts(views, businessId, filterOfQuery(filters)),
        filename: 'contacts.csv',
      };
    },
  }),
  route({
    method: 'POST',
    path: '/api/v1/contacts',
    operationId: 'createContact',
    audit: { none: 'changes no access, money, agent or suppression' },
    summary: 'Create one contact.',
    description:
      'The number must be one that can exist. If another contact has it, the request is 409 `contact_exists` with the id of that contact in `details`.',
    scopes: ['contacts:write'],
    idempotent: true,
    quota: 'contacts',
    status: 201,
    body: ContactCreate,
    maxBodyBytes: JSON_BODY_BYTES,
    response: Type.Object({ contact: Contact }),
    errors: ['category_not_found', 'contact_exists'],
    handler: async ({ caller, body }) => writtenAs('contact', await operations.contacts.create(caller, body)),
  }),
  route({
    method: 'DELETE',
    path: '/api/v1/contacts',
    operationId: 'deleteContacts',
    audit: { action: 'contact.deleted' },
    summary:
      'Delete selected contacts, or every contact of a category. Contacts that no longer exist are ignored.',
    description:
      'Deletes at most 1,000 contacts by id; a job (`startContactJob`) deletes any number by filter. Numbers become free. Suppressions of the numbers stay.',
    scopes: ['contacts:write'],
    idempotent: true,
    body: ContactsDelete,
    response: Type.Object({ deleted: count('Contacts that were deleted.', 1) }),
    errors: ['category_not_found'],
    handler: async ({ caller, body }) => operations.contacts.delete(caller, body),
  }),
];

const categoryRoutes = (operations: Operations, views: ViewStore): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/v1/contacts/categories',
    operationId: 'listContactCategories',
    summary: 'List categories with contact counts, newest first.',
    description: 'Categories decide which contacts an agent may call, and form the audience of campaigns.',
    scopes: ['contacts:read'],
    query: ListQuery,
    response: Type.Object({
      categories: Type.Array(CategoryResource, about('The page of categories.')),
      nextCursor: NextCursor,
    }),
    errors: ['cursor_invalid'],
    handler: async ({ businessId, query }) => {
      const { items, nextCursor } = views.categories(businessId, pageRequest(query));
      return { data: { categories: items, nextCursor } };
    },
  }),
  route({
    method: 'POST',
    path: '/api/v1/contacts/categories',
    operationId: 'createContactCategory',
    audit: { none: 'changes no access, money, agent or suppression' },
    summary: 'Create a category.',
    description: 'Names are unique in the business: another category of the name is 409 `category_exists`.',
    scopes: ['contacts:write'],
    idempotent: true,
    quota: 'contact_categories',
    status: 201,
    body: CategoryCreate,
    response: Type.Object({ category: described(CategoryResource, 'The category.') }),
    errors: ['category_exists'],
    handler: async ({ caller, body }) =>
      writtenAs('category', await operations.categories.create(caller, body)),
  }),
  route({
    method: 'DELETE',
    path: '/api/v1/contacts/categories',
    operationId: 'deleteContactCategory',
    audit: { none: 'changes no access, money, agent or suppression' },
    summary: 'Delete a category, confirmed by its name. Its contacts keep their other categories.',
    description:
      'Refused with 409 `category_not_empty` while contacts have no other category: move or delete them first.',
    scopes: ['contacts:write'],
    idempotent: true,
    body: CategoryDelete,
    response: Type.Object({ category: described(CategoryResource, 'The deleted category.') }),
    errors: ['category_not_found', 'category_name_mismatch', 'category_not_empty'],
    handler: async ({ caller, body }) =>
      writtenAs('category', await operations.categories.delete(caller, body)),
  }),
];

const singleContactRoutes = (operations: Operations, views: ViewStore): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/v1/contacts/{contactId}',
    operationId: 'readContact',
    tagged: true,
    summary:
      'Read one contact with categories and per-channel rollups, and the conclusion of a campaign about it.',
    description:
      'After a merge, the id of a contact that is gone is 404 with the id of the contact that stays in `details`.',
    scopes: ['contacts:read'],
    scopesIf: [
      {
        when: 'campaignId is set',
        scopes: ['communications:read'],
        applies: (_body, { campaignId }) => campaignId !== undefined,
      },
    ],
    params: ContactParams,
    query: CampaignQuery,
    response: Type.Object({
      contact: Contact,
      campaignSummary: Type.Optional(
        nullable(
          CampaignSummary,
          about('The conclusion of the campaign. Null: it has none. Absent without `campaignId`.'),
        ),
      ),
    }),
    errors: ['contact_not_found', 'campaign_not_found'],
    handler: async ({ businessId, params, query, caller }) => {
      const { contactId } = params;
      const contact = await readThrough(views, businessId, () => views.contactJson(businessId, contactId));
      if (contact === null) throw contactNotShown(views, businessId, contactId);
      const { campaignId } = query;
      const { json, tag } = contact;
      if (campaignId === undefined) return { json: ['{"contact":', json, '}'], tag };
      await requireCampaign({ views }, businessId, campaignId, caller.at);
      const summary = JSON.stringify(views.campaignSummary(campaignId, contactId));
      return { json: ['{"contact":', json, `,"campaignSummary":${summary}}`], tag };
    },
  }),
  route({
    method: 'PATCH',
    path: '/api/v1/contacts/{contactId}',
    operationId: 'updateContact',
    audit: { action: 'contact.changed', target: 'params.contactId' },
    summary:
      'Change a contact, its categories and whether it may be contacted. Omitted fields stay unchanged.',
    description:
      'With `communicationBlocked: true` the answer is sent once no call to the number can be placed any more, after up to 28 seconds; messages and calls are then refused with `contact_blocked` or `suppressed`. The block moves with the contact to a new number.',
    scopes: ['contacts:write'],
    idempotent: true,
    tagged: true,
    params: ContactParams,
    body: ContactUpdate,
    maxBodyBytes: JSON_BODY_BYTES,
    response: Type.Object({ contact: Contact }),
    errors: [
      'contact_not_found',
      'category_not_found',
      'contact_exists',
      'contact_changing',
      'resource_changed',
    ],
    handler: async ({ caller, params, body, expectedTags }) =>
      writtenAs('contact', await operations.contacts.update(caller, params.contactId, body, expectedTags)),
  }),
];

/** The timeline of a contact, and the links of channel identities to contacts. */
const communicationRoutes = (
  operations: Operations,
  views: ViewStore,
  mediaLinks: Pick<MediaLinks, 'resource'>,
): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/v1/contacts/{contactId}/timeline',
    operationId: 'readContactTimeline',
    summary: 'List the communication with a contact on all channels, newest first.',
    description:
      'Messages, and the beginnings, turns and ends of calls, in one list. Links to files of customers are valid for five minutes; recordings are read through the call.',
    scopes: ['communications:read'],
    params: ContactParams,
    query: Type.Object(
      {
        businessId: BusinessId,
        campaignId: Type.Optional(described(CampaignId, 'Only what belongs to this campaign.')),
        ...pageQuery,
      },
      closed,
    ),
    response: Type.Object({
      timeline: Type.Array(TimelineItem, about('The page of the timeline.')),
      nextCursor: NextCursor,
    }),
    errors: ['contact_not_found', 'campaign_not_found', 'cursor_invalid'],
    handler: async ({ businessId, params: { contactId }, query, caller }) => {
      const contact = await readThrough(views, businessId, () => views.contact(businessId, contactId));
      if (contact === null) throw contactNotShown(views, businessId, contactId);
      if (query.campaignId !== undefined)
        await requireCampaign({ views }, businessId, query.campaignId, caller.at);
      const page = pageRequest(query);
      const { items, nextCursor } = views.timeline(businessId, contactId, page, query.campaignId ?? null);
      const timeline = items.map((item) => withLink(businessId, item, mediaLinks));
      return { data: { timeline, nextCursor } };
    },
  }),
  route({
    method: 'POST',
    path: '/api/v1/channel-participants/{participantId}/link-contact',
    operationId: 'linkContact',
    audit: { none: 'changes no access, money, agent or suppression' },
    summary: 'Link a channel identity to the contact with that mobile, or to a new contact.',
    description:
      'The former messages of the person move to the timeline of the contact. A new contact needs `categoryIds`. It also confirms a number that the customer gave to an agent (`mobileUnconfirmed`).',
    scopes: ['contacts:write'],
    idempotent: true,
    params: Type.Object({ participantId: ParticipantId }, closed),
    body: LinkContact,
    response: Type.Object({
      participant: described(ParticipantResource, 'The participant, linked to the contact.'),
      contact: Contact,
    }),
    errors: ['participant_not_found', 'participant_linked', 'category_not_found', 'contact_exists'],
    handler: async ({ caller, params, body }) => operations.contacts.link(caller, params.participantId, body),
  }),
];

/** Gives the media of a message a link that is created for this answer. */
const withLink = (
  businessId: string,
  item: TimelineEntry,
  links: Pick<MediaLinks, 'resource'>,
): TimelineItem => {
  if (item.type !== 'message') return item;
  const { media } = item;
  return { ...item, media: media === null ? null : links.resource(businessId, media, TIMELINE_LINK_MS) };
};
