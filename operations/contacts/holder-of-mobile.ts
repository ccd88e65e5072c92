/**
 * Finds or creates the contact of a person who is known by their mobile alone. Contacts are looked up in the partitions
 * rather than the views.
 */
import { business } from '../../actors/business/index.js';
import { contactPartition } from '../../actors/contact-partition/index.js';
import type { ActorClient } from '../../actors/runtime/actor-client.js';
import { spellingsOf } from '../../providers/numbering/spellings.js';
import { DomainError } from '../../schemas/errors.js';
import { contactIdIn, deriveId, partitionOfMobile } from '../../schemas/ids.js';
import { livingContact } from './living-contact.js';

/** The contact's id; null if no contact has the number, in any spelling of it. `mobile`: E.164. */
export const contactOfMobile = async (
  { actors }: { readonly actors: ActorClient },
  businessId: string,
  mobile: string,
): Promise<string | null> => {
  for (const spelling of new Set([mobile, ...spellingsOf(mobile)])) {
    const target = { business: businessId, id: partitionOfMobile(spelling) };
    const { answer: holder } = await actors.query(contactPartition, target, 'holder_of', spelling);
    // The number's partition may not know yet that its contact was merged. A deleted one has no other contact.
    if (holder !== null) return (await livingContact(actors, businessId, holder))?.contactId ?? holder;
  }
  return null;
};

/** The category of people who made contact themselves and are in no other category yet. */
const INBOUND_CATEGORY = 'Inbound';

/** A number, and the contact to create if no contact has it. */
export interface WantedMobile {
  /** E.164. */
  readonly mobile: string;
  readonly name: string;
  /** Id of the contact to create; the same when the request is repeated. */
  readonly newContactId: string;
  /** The deleted contact that had it; null if there was none. */
  readonly gone: string | null;
  /** Set if a customer gave it to an agent: the created contact must be confirmed. */
  readonly unconfirmed?: true;
}

/** The contact that has the number, created as `newContactId` if there is none. @throws DomainError contact_changing */
export const holderOrNewContact = async (
  actors: ActorClient,
  businessId: string,
  wanted: WantedMobile,
): Promise<string> => {
  const holder = await holderOf(actors, businessId, wanted);
  if (holder !== null) return holder;
  const { mobile, name, unconfirmed } = wanted;
  const newContactId = await unmergedId(actors, businessId, wanted);
  const categoryIds = [await inboundCategory(actors, businessId)];
  try {
    const facts = { name, mobile, categoryIds, fields: {} };
    const target = { business: businessId, id: partitionOfMobile(mobile) };
    await actors.ask(contactPartition, target, {
      type: 'create',
      contactId: newContactId,
      facts,
      ...(unconfirmed === true ? { unconfirmed } : {}),
    });
    return newContactId;
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'contact_exists') throw error;
    // The contact was created concurrently.
    const winner = await holderOf(actors, businessId, wanted);
    if (winner === null) throw error;
    return winner;
  }
};

/** An id derived from the wanted one that no contact had which was merged since: such an id is never used again. */
const unmergedId = async (
  actors: ActorClient,
  businessId: string,
  { mobile, newContactId }: Pick<WantedMobile, 'mobile' | 'newContactId'>,
): Promise<string> => {
  const partition = partitionOfMobile(mobile);
  const target = { business: businessId, id: partition };
  for (let id = newContactId; ; id = contactIdIn(partition, id)) {
    const { answer: survivor } = await actors.query(contactPartition, target, 'survivor_of', id);
    if (survivor === null) return id;
  }
};

/** Null if no contact has it. @throws DomainError contact_changing: the number still belongs to the deleted contact briefly */
export const holderOf = async (
  actors: ActorClient,
  businessId: string,
  { mobile, gone }: Pick<WantedMobile, 'mobile' | 'gone'>,
): Promise<string | null> => {
  const holder = await contactOfMobile({ actors }, businessId, mobile);
  // The number's partition may not know yet that the contact, which is in another partition, was deleted.
  if (holder !== null && holder === gone && (await livingContact(actors, businessId, gone)) === null)
    throw new DomainError('contact_changing');
  return holder;
};

/** Created for the first person who needs it; an existing category of that name is used instead. */
const inboundCategory = async (actors: ActorClient, businessId: string): Promise<string> => {
  const target = { business: businessId, id: businessId };
  const { answer } = await actors.query(business, target, 'get');
  const category = Object.entries(answer.categories).find(
    ([, name]) => name.toLowerCase() === INBOUND_CATEGORY.toLowerCase(),
  );
  if (category !== undefined) return category[0];
  const categoryId = deriveId(businessId, 'inbound-category');
  await actors.ask(business, target, { type: 'create_category', categoryId, name: INBOUND_CATEGORY });
  return categoryId;
};
