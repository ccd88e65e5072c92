/** The contact of somebody who is known by their mobile alone: who has it, or one that is made for it. */
import { business } from '../../actors/business/index.js';
import { contactPartition } from '../../actors/contact-partition/index.js';
import type { ActorAsker } from '../../actors/runtime/asking.js';
import { DomainError } from '../../schemas/errors.js';
import { deriveId, partitionOfMobile } from '../../schemas/ids.js';
import { contactOfMobile, isGone } from './contact-of-mobile.js';

/** The category of people who came by themselves and whom nobody has put anywhere else yet. */
const INBOUND_CATEGORY = 'Inbound';

/** A number, and whose it is to become if nobody has it. */
export interface WantedMobile {
  /** E.164. */
  readonly mobile: string;
  readonly name: string;
  /** Id of the contact to be made; the same for whoever asks once more. */
  readonly made: string;
  /** The contact that had it and is gone; null where there was none. */
  readonly gone: string | null;
  /** A customer gave it to an agent: a contact that is made has to be confirmed. */
  readonly unconfirmed?: true;
}

/** Who has the number, made as `made` if nobody has. @throws DomainError contact_changing */
export const holderOrMade = async (
  actors: ActorAsker,
  businessId: string,
  wanted: WantedMobile,
): Promise<string> => {
  const holder = await holderOf(actors, businessId, wanted);
  if (holder !== null) return holder;
  const { mobile, name, made, unconfirmed } = wanted;
  const categoryIds = [await inboundCategory(actors, businessId)];
  try {
    const facts = { name, mobile, categoryIds, fields: {} };
    const target = { business: businessId, id: partitionOfMobile(mobile) };
    await actors.ask(contactPartition, target, {
      type: 'create',
      contactId: made,
      facts,
      ...(unconfirmed === true ? { unconfirmed } : {}),
    });
    return made;
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'contact_exists') throw error;
    // Somebody made it meanwhile.
    const other = await holderOf(actors, businessId, wanted);
    if (other === null) throw error;
    return other;
  }
};

/** Null when nobody has it. @throws DomainError contact_changing: the number is still the gone contact's for a moment */
export const holderOf = async (
  actors: ActorAsker,
  businessId: string,
  { mobile, gone }: Pick<WantedMobile, 'mobile' | 'gone'>,
): Promise<string | null> => {
  const holder = await contactOfMobile({ actors }, businessId, mobile);
  // The partition that keeps a number of another one's contact has yet to hear that the contact is gone.
  if (holder !== null && holder === gone && (await isGone(actors, businessId, gone)))
    throw new DomainError('contact_changing');
  return holder;
};

/** Made with the first person who needs it; a category of that name that is there already is as good. */
const inboundCategory = async (actors: ActorAsker, businessId: string): Promise<string> => {
  const target = { business: businessId, id: businessId };
  const { answer } = await actors.query(business, target, 'get');
  const named = Object.entries(answer.categories).find(
    ([, name]) => name.toLowerCase() === INBOUND_CATEGORY.toLowerCase(),
  );
  if (named !== undefined) return named[0];
  const categoryId = deriveId(businessId, 'inbound-category');
  await actors.ask(business, target, { type: 'create_category', categoryId, name: INBOUND_CATEGORY });
  return categoryId;
};
