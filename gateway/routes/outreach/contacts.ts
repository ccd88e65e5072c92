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
import { Count, closed, nullable, Uuid } from '../../../schemas/shapes.js';
import type { TimelineEntry } from '../../../views/conversations/index.js';
import { readThrough } from '../../../views/kernel/read-through.js';
import type { ViewStore } from '../../../views/views.js';
import { JSON_BODY_BYTES, type Route, route } from '../../route.js';
import { NextCursor, pageQuery, pageRequest, serialisedList, writtenAs } from '../common.js';

/** The path of one contact. */
export const ContactParams = Type.Object({ contactId: Uuid }, closed);
const CampaignQuery = Type.Object({ businessId: Uuid, campaignId: Type.Optional(Uuid) }, closed);

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

const collectionRoutes = (operations: Operations, views: ViewStore): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/v1/contacts',
    operationId: 'listContacts',
    summary:
      'List contacts with categories and communication rollups, newest first unless `sort` says otherwise. With filters, a page may hold fewer contacts than `limit`, or none, although the list continues: follow `nextCursor` to its end.',
    scopes: ['contacts:read'],
    query: Type.Object(
      {
        businessId: Uuid,
        ...contactFilterQuery,
        sort: Type.Optional(ContactSort),
        ...pageQuery,
      },
      closed,
    ),
    response: Type.Object({ contacts: Type.Array(ContactResource), nextCursor: NextCursor }),
    errors: ['cursor_invalid'],
    handler: async ({ businessId, query }) => {
      const { businessId: _, limit: __, cursor: ___, sort = 'created', ...filters } = query;
      if (filters.search !== undefined && sort !== 'created') refuseProblems([UNSORTED_SEARCH]);
      const page = views.contacts(businessId, pageRequest(query), filterOfQuery(filters), sort);
      return serialisedList('contacts', page);
    },
  }),
  route({
    method: 'GET',
    path: '/api/v1/contacts/export',
    operationId: 'exportContacts',
    audit: { action: 'contacts.exported' },
    summary:
      'Download the contacts that match the filters as CSV, newest first, with a column for each field. An import reads the file back.',
    scopes: ['contacts:read'],
    query: Type.Object({ businessId: Uuid, ...contactFilterQuery }, closed),
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
    scopes: ['contacts:write'],
    idempotent: true,
    quota: 'contacts',
    status: 201,
    body: ContactCreate,
    maxBodyBytes: JSON_BODY_BYTES,
    response: Type.Object({ contact: ContactResource }),
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
    scopes: ['contacts:write'],
    idempotent: true,
    body: ContactsDelete,
    response: Type.Object({ deleted: Count }),
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
    scopes: ['contacts:read'],
    query: Type.Object({ businessId: Uuid, ...pageQuery }, closed),
    response: Type.Object({ categories: Type.Array(CategoryResource), nextCursor: NextCursor }),
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
    scopes: ['contacts:write'],
    idempotent: true,
    quota: 'contact_categories',
    status: 201,
    body: CategoryCreate,
    response: Type.Object({ category: CategoryResource }),
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
    scopes: ['contacts:write'],
    idempotent: true,
    body: CategoryDelete,
    response: Type.Object({ category: CategoryResource }),
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
    summary:
      'Read one contact with categories and per-channel rollups, and the conclusion of a campaign about it.',
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
      contact: ContactResource,
      campaignSummary: Type.Optional(nullable(CampaignSummary)),
    }),
    errors: ['contact_not_found', 'campaign_not_found'],
    handler: async ({ businessId, params, query, caller }) => {
      const { contactId } = params;
      const contact = await readThrough(views, businessId, () => views.contactJson(businessId, contactId));
      if (contact === null) throw contactNotShown(views, businessId, contactId);
      const { campaignId } = query;
      if (campaignId === undefined) return { json: ['{"contact":', contact, '}'] };
      await requireCampaign({ views }, businessId, campaignId, caller.at);
      const summary = JSON.stringify(views.campaignSummary(campaignId, contactId));
      return { json: ['{"contact":', contact, `,"campaignSummary":${summary}}`] };
    },
  }),
  route({
    method: 'PATCH',
    path: '/api/v1/contacts/{contactId}',
    operationId: 'updateContact',
    audit: { action: 'contact.changed', target: 'params.contactId' },
    summary:
      'Change a contact, its categories and whether it may be contacted. Omitted fields stay unchanged.',
    scopes: ['contacts:write'],
    idempotent: true,
    params: ContactParams,
    body: ContactUpdate,
    maxBodyBytes: JSON_BODY_BYTES,
    response: Type.Object({ contact: ContactResource }),
    errors: ['contact_not_found', 'category_not_found', 'contact_exists', 'contact_changing'],
    handler: async ({ caller, params, body }) =>
      writtenAs('contact', await operations.contacts.update(caller, params.contactId, body)),
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
    scopes: ['communications:read'],
    params: ContactParams,
    query: Type.Object({ businessId: Uuid, campaignId: Type.Optional(Uuid), ...pageQuery }, closed),
    response: Type.Object({ timeline: Type.Array(TimelineItem), nextCursor: NextCursor }),
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
    scopes: ['contacts:write'],
    idempotent: true,
    params: Type.Object({ participantId: Uuid }, closed),
    body: LinkContact,
    response: Type.Object({ participant: ParticipantResource, contact: ContactResource }),
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
