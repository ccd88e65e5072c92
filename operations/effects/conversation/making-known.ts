/**
 * Making somebody known who wrote: a participant, and a contact where there is a mobile.
 *
 * Begun again at any point it finds what it made: a participant appears once, a number has one holder, and the id of a
 * contact to be made is derived.
 */
import type { ConversationCommand, ConversationEffect } from '../../../actors/conversation/commands.js';
import { participant } from '../../../actors/participant/index.js';
import type { ActorRef } from '../../../actors/runtime/actor.js';
import type { ActorAsker } from '../../../actors/runtime/asking.js';
import { contactIdIn, partitionOfMobile } from '../../../schemas/ids.js';
import { holderOf, holderOrMade } from '../../contacts/holder-of-mobile.js';
import { parseMobile } from '../../mobile.js';
import { profileName } from '../../profile-names.js';

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
  const displayName = profileName(customer.name) ?? profileName(customer.username);
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
  const wanted = {
    mobile,
    name: displayName ?? mobile,
    made,
    gone,
    // What the channel says of its user is known to be theirs.
    ...(told === null ? { unconfirmed: true as const } : {}),
  };
  const contactId = linked ?? (await holderOrMade(actors, ref.business, wanted));
  if (linked === null) await actors.ask(participant, target, { type: 'link', contactId, instead: gone });
  // Linked already by ourselves, before a crash, or by an operator: the number is that contact's or it is not.
  const isGiven =
    told === null && (linked === null || (await holderOf(actors, ref.business, wanted)) === linked);
  const given = { mobile, created: contactId === made };
  return { type: 'registered', contactId, ...(isGiven ? { given } : {}) };
};
