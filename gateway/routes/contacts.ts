/** Contacts and categories, as far as calls need them (spec section 4.6). */
import { Type } from 'typebox';
import type { Operations } from '../../operations/operations.js';
import { CategoryCreate, CategoryResource, ContactCreate, ContactResource } from '../../schemas/contact.js';
import { DomainError } from '../../schemas/errors.js';
import { readThrough } from '../../views/read-through.js';
import type { ViewStore } from '../../views/views.js';
import { type Route, route } from '../route.js';
import { BusinessQuery, NextCursor, NoParams, NoQuery, pageQuery, pageRequest, Uuid } from './common.js';

const closed = { additionalProperties: false } as const;

export const contactRoutes = (operations: Operations, views: ViewStore): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/v1/contacts',
    operationId: 'listContacts',
    summary: 'List contacts with categories and communication rollups, newest first.',
    scopes: ['contacts:read'],
    idempotent: false,
    status: 200,
    params: NoParams,
    query: Type.Object(
      {
        businessId: Uuid,
        search: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
        ...pageQuery,
      },
      closed,
    ),
    body: null,
    response: Type.Object({ contacts: Type.Array(ContactResource), nextCursor: NextCursor }),
    errors: ['cursor_invalid'],
    handler: async ({ businessId, query }) => {
      const { items, nextCursor } = views.contacts(businessId, pageRequest(query), query.search ?? null);
      return { data: { contacts: items, nextCursor } };
    },
  }),
  route({
    method: 'POST',
    path: '/api/v1/contacts',
    operationId: 'createContact',
    summary: 'Create one contact.',
    scopes: ['contacts:write'],
    idempotent: true,
    status: 201,
    params: NoParams,
    query: NoQuery,
    body: ContactCreate,
    response: Type.Object({ contact: ContactResource }),
    errors: ['category_not_found', 'contact_exists'],
    handler: async ({ caller, body }) => {
      const { result: contact, ...written } = await operations.createContact(caller, body);
      return { data: { contact }, written };
    },
  }),
  route({
    method: 'GET',
    path: '/api/v1/contacts/categories',
    operationId: 'listContactCategories',
    summary: 'List categories with contact counts, newest first.',
    scopes: ['contacts:read'],
    idempotent: false,
    status: 200,
    params: NoParams,
    query: Type.Object({ businessId: Uuid, ...pageQuery }, closed),
    body: null,
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
    summary: 'Create a category.',
    scopes: ['contacts:write'],
    idempotent: true,
    status: 201,
    params: NoParams,
    query: NoQuery,
    body: CategoryCreate,
    response: Type.Object({ category: CategoryResource }),
    errors: ['category_exists'],
    handler: async ({ caller, body }) => {
      const { result: category, ...written } = await operations.createCategory(caller, body);
      return { data: { category }, written };
    },
  }),
  route({
    method: 'GET',
    path: '/api/v1/contacts/{contactId}',
    operationId: 'readContact',
    summary: 'Read one contact with categories and per-channel rollups.',
    scopes: ['contacts:read'],
    idempotent: false,
    status: 200,
    params: Type.Object({ contactId: Uuid }, closed),
    query: BusinessQuery,
    body: null,
    response: Type.Object({ contact: ContactResource }),
    errors: ['contact_not_found'],
    handler: async ({ businessId, params }) => {
      const contact = await readThrough(views, businessId, () => views.contact(businessId, params.contactId));
      if (contact === null) throw new DomainError('contact_not_found');
      return { data: { contact } };
    },
  }),
];
