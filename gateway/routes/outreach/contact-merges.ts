/** Merges of contacts (docs/reference/api.md "Contacts and data sources"). */
import { Type } from 'typebox';
import type { Operations } from '../../../operations/operations.js';
import { ContactMerge, ContactResource } from '../../../schemas/contacts/contact.js';
import { closed, described } from '../../../schemas/shapes.js';
import { type Route, route } from '../../route.js';
import { writtenAs } from '../common.js';
import { ContactParams } from './contacts.js';

export const contactMergeRoutes = (operations: Pick<Operations, 'contactMerges'>): readonly Route[] => [
  route({
    method: 'POST',
    path: '/api/v1/contacts/{contactId}/merge',
    operationId: 'mergeContacts',
    audit: { action: 'contact.merged', target: 'params.contactId' },
    summary:
      'Merge another contact into this one, which takes over its numbers and its history and fills its own gaps. The other contact is gone.',
    description:
      'Calls, conversations, categories and places in campaigns move over, and a block of either contact stays. The former id is 404 `contact_not_found`, with the id of this contact in `details`. A merge cannot be undone. After 503 `not_ready` it completes by itself.',
    scopes: ['contacts:write'],
    idempotent: true,
    params: ContactParams,
    body: ContactMerge,
    response: Type.Object({ contact: described(ContactResource, 'The contact that stays.') }, closed),
    errors: ['contact_not_found', 'contact_changing', 'contact_merge_too_large'],
    handler: async ({ caller, params, body }) =>
      writtenAs('contact', await operations.contactMerges.merge(caller, params.contactId, body)),
  }),
];
