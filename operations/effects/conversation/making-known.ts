/**
 * Making somebody known who wrote: a participant, and a contact where there is a mobile.
 *
 * Begun again at any point it finds what it made: a participant appears once, a number has one holder, and the id of a
 * contact to be made is derived.
 */
import { business } from '../../../actors/business/index.js';
import { contactPartition } from '../../../actors/contact-partition/index.js';
import type { ConversationCommand, ConversationEffect } from '../../../actors/conversation/commands.js';
import { participant } from '../../../actors/participant/index.js';
import type { ActorRef } from '../../../actors/runtime/actor.js';
import type { ActorAsker } from '../../../actors/runtime/asking.js';
import { DomainError } from '../../../schemas/errors.js';
import { contactIdIn, deriveId, partitionOfMobile } from '../../../schemas/ids.js';
import { contactOfMobile, isGone } from '../../contacts/contact-of-mobile.js';
import { parseMobile } from '../../mobile.js';

/** The category of people who wrote first and whom nobody has put anywhere else yet. */
const INBOUND_CATEGORY = 'Inbound';

type Registration = Extract<ConversationEffect, { kind: 'register_participant' }>;

/**
 * Answers `registered`; without a contact where nobody knows a number.
 * @throws DomainError contact_changing: the number is still the gone contact's for a moment
 */
export const makeKnown = async (
  actors: ActorAsker,
  ref: ActorRef,
  { channel, accountId, address, customer, gone, givenMobile }: Registration,
): Promise<ConversationCommand> => {
  const target = { business: ref.business, id: ref.id };
  const displayName = customer.name ?? customer.username;
  const { answer } = await actors.ask(participant, target, {
    type: 'appear',
    channel,
    accountId,
    address,
    displayName,
  });
  const linked = answer.contactId === gone ? null : answer.contactId;
  const told = customer.mobile === null ? null : parseMobile(customer.mobile);
  const mobile = told ?? givenMobile;
  if (mobile === null) return { type: 'registered', contactId: linked };
  const made = contactIdIn(
    partitionOfMobile(mobile),
    ...[ref.business, 'inbound', mobile, ...(gone === null ? [] : [gone])],
    // Of this conversation, so that it knows its own: whether a contact was made for the number is told.
    ...(told === null ? [ref.id] : []),
  );
  const wanted = { mobile, name: displayName ?? mobile, made, gone };
  const contactId = linked ?? (await contactOf(actors, ref.business, wanted));
  if (linked === null) await actors.ask(participant, target, { type: 'link', contactId, instead: gone });
  // Linked already by ourselves, before a crash, or by an operator: the number is that contact's or it is not.
  const isGiven =
    told === null && (linked === null || (await holderOf(actors, ref.business, wanted)) === linked);
  const given = { mobile, created: contactId === made };
  return { type: 'registered', contactId, ...(isGiven ? { given } : {}) };
};

/** A number, and whose it is to become if nobody has it. */
interface Wanted {
  /** E.164. */
  readonly mobile: string;
  readonly name: string;
  readonly made: string;
  /** The contact that had it and is gone; null where there was none. */
  readonly gone: string | null;
}

/** Who has the number, made as `made` if nobody has. */
const contactOf = async (actors: ActorAsker, businessId: string, wanted: Wanted): Promise<string> => {
  const holder = await holderOf(actors, businessId, wanted);
  if (holder !== null) return holder;
  const { mobile, name, made } = wanted;
  const categoryIds = [await inboundCategory(actors, businessId)];
  try {
    const facts = { name, mobile, categoryIds, fields: {} };
    const target = { business: businessId, id: partitionOfMobile(mobile) };
    await actors.ask(contactPartition, target, { type: 'create', contactId: made, facts });
    return made;
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'contact_exists') throw error;
    // Somebody made it meanwhile.
    const other = await holderOf(actors, businessId, wanted);
    if (other === null) throw error;
    return other;
  }
};

const holderOf = async (
  actors: ActorAsker,
  businessId: string,
  { mobile, gone }: Wanted,
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
