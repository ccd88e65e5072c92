/** Looks up the contact of a mobile number, and whether a contact exists, in the partitions rather than the views. */
import { contactPartition } from '../../actors/contact-partition/index.js';
import type { ActorClient } from '../../actors/runtime/actor-client.js';
import { partitionOfContact, partitionOfMobile } from '../../schemas/ids.js';

/** The contact's id; null if no contact has the number. `mobile`: E.164. */
export const contactOfMobile = async (
  { actors }: { readonly actors: ActorClient },
  businessId: string,
  mobile: string,
): Promise<string | null> => {
  const target = { business: businessId, id: partitionOfMobile(mobile) };
  const { answer: holder } = await actors.query(contactPartition, target, 'holder_of', mobile);
  return holder;
};

/** Whether the contact does not exist (any more). */
export const isGone = async (
  actors: ActorClient,
  businessId: string,
  contactId: string,
): Promise<boolean> => {
  const partition = { business: businessId, id: partitionOfContact(contactId) };
  const { answer: contact } = await actors.query(contactPartition, partition, 'get', contactId);
  return contact === null;
};
