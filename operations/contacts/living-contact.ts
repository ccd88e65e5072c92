/** Follows a contact's id to the contact that it stands for now, in the partitions rather than the views. */
import type { ContactDetails } from '../../actors/contact-partition/commands.js';
import { contactPartition } from '../../actors/contact-partition/index.js';
import type { ActorClient } from '../../actors/runtime/actor-client.js';
import { DomainError } from '../../schemas/errors.js';
import { partitionOfContact } from '../../schemas/ids.js';
import type { Views } from '../../views/views.js';

/** The contact itself, or the one that it was merged into, however often; null: it was deleted, or never existed. */
export const livingContact = async (
  actors: ActorClient,
  businessId: string,
  contactId: string,
): Promise<ContactDetails | null> => {
  // Ends, because the id of a merged contact is never used again (actors/contact-partition/merging.ts, M4).
  for (let id = contactId; ; ) {
    const target = { business: businessId, id: partitionOfContact(id) };
    const { answer: contact } = await actors.query(contactPartition, target, 'get', id);
    if (contact !== null) return contact;
    const { answer: survivor } = await actors.query(contactPartition, target, 'survivor_of', id);
    if (survivor === null) return null;
    id = survivor;
  }
};

/** The error for a contact that does not exist; it names the contact that it was merged into, if it was. */
export const contactNotFound = (survivor: string | null): DomainError =>
  new DomainError(
    'contact_not_found',
    undefined,
    survivor === null ? undefined : [{ path: '/contactId', message: `merged into contact ${survivor}` }],
  );

/** The same for a contact that the views do not show. */
export const contactNotShown = (
  views: Pick<Views, 'contact' | 'currentContactId'>,
  businessId: string,
  contactId: string,
): DomainError => {
  const survivor = views.currentContactId(contactId);
  const isNamed = survivor !== contactId && views.contact(businessId, survivor) !== null;
  return contactNotFound(isNamed ? survivor : null);
};
