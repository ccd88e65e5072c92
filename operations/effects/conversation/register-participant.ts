/**
 * Registers a person who wrote: a participant, and a contact if there is a mobile.
 *
 * A rerun from any point finds what exists already: a participant appears once, a number has one holder, and the id of a
 * contact to create is derived.
 */
import type { ConversationCommand, ConversationEffect } from '../../../actors/conversation/commands.js';
import { participant } from '../../../actors/participant/index.js';
import type { ActorRef } from '../../../actors/runtime/actor.js';
import type { ActorClient } from '../../../actors/runtime/actor-client.js';
import { spellingsOf } from '../../../providers/numbering/spellings.js';
import { contactIdIn, partitionOfMobile } from '../../../schemas/ids.js';
import { holderOf, holderOrNewContact } from '../../contacts/holder-of-mobile.js';
import { livingContact } from '../../contacts/living-contact.js';
import { profileName } from '../../conversations/inbound.js';
import { parseMobile } from '../../mobile.js';

type Registration = Extract<ConversationEffect, { kind: 'register_participant' }>;

/**
 * Returns `registered`, without a contact if no number is known.
 * @throws DomainError contact_changing: the number still belongs to the deleted contact briefly
 */
export const registerParticipant = async (
  actors: ActorClient,
  ref: ActorRef,
  { channel, accountId, address, customer, contactId: known, gone, givenMobile }: Registration,
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
  const livingId = async (id: string | null): Promise<string | null> =>
    id === null ? null : ((await livingContact(actors, ref.business, id))?.contactId ?? null);
  const linked = await livingId(answer.contactId);
  const channelMobile = customer.mobile === null ? null : parseMobile(spellingsOf(customer.mobile)[0]);
  const mobile = channelMobile ?? givenMobile;
  if (mobile === null) return { type: 'registered', contactId: linked };
  const newContactId = contactIdIn(
    partitionOfMobile(mobile),
    ...[ref.business, 'inbound', mobile, ...(gone === null ? [] : [gone])],
    // The conversation is part of the id, so that `created` tells whether this one created the contact for the number.
    ...(channelMobile === null ? [ref.id] : []),
  );
  const wanted = {
    mobile,
    name: displayName ?? mobile,
    newContactId,
    gone,
    // A number that the channel reports for its user is known to be theirs.
    ...(channelMobile === null ? { unconfirmed: true as const } : {}),
  };
  // A conversation that we began, or a user linked, has its contact, whatever number the channel reports.
  const begun = known === gone ? null : ((await livingId(known)) ?? known);
  const contactId = linked ?? begun ?? (await holderOrNewContact(actors, ref.business, wanted));
  // The contact that it is linked to, if any, is gone or was merged into this one.
  const instead = answer.contactId;
  if (instead !== contactId) await actors.ask(participant, target, { type: 'link', contactId, instead });
  // If the link was made before, by this effect or by an operator, the number may not be that contact's.
  const isFromConversation =
    channelMobile === null && (linked === null || (await holderOf(actors, ref.business, wanted)) === linked);
  const registeredMobile = { mobile, created: contactId === newContactId };
  return { type: 'registered', contactId, ...(isFromConversation ? { given: registeredMobile } : {}) };
};
