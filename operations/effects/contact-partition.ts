/** Effects of a contact partition on other partitions: the numbers that are kept there, and the steps of merges. */
import type {
  ContactPartitionCommand,
  ContactPartitionEffect,
} from '../../actors/contact-partition/commands.js';
import { numbersOf } from '../../actors/contact-partition/held-numbers.js';
import { contactPartition } from '../../actors/contact-partition/index.js';
import type { EffectHandlers } from '../../actors/runtime/actor.js';
import type { ActorClient } from '../../actors/runtime/actor-client.js';
import { DomainError } from '../../schemas/errors.js';
import { partitionOfContact, partitionOfMobile } from '../../schemas/ids.js';
import { blockNumbers } from '../contacts/contact-block.js';
import { livingContact } from '../contacts/living-contact.js';
import type { SuppressingDeps } from '../outreach/suppressing.js';

export const contactPartitionEffects = (
  deps: SuppressingDeps,
): EffectHandlers<ContactPartitionEffect, ContactPartitionCommand> => {
  const { actors } = deps;
  return {
    check_mobile: async ({ ref, effect: { mobile, contactId } }) =>
      checkMobile(actors, ref.business, mobile, contactId),

    return_mobile: async ({ ref, effect: { mobile, reservation } }) => {
      const keeper = { business: ref.business, id: partitionOfMobile(mobile) };
      await actors.ask(contactPartition, keeper, { type: 'release_mobile', mobile, reservation });
      return { type: 'mobile_returned', mobile, reservation };
    },

    hand_over_mobile: async ({ ref, effect: { kind: _, ...handOver } }) => {
      const { mobile, reservation } = handOver;
      const keeper = { business: ref.business, id: partitionOfMobile(mobile) };
      await actors.ask(contactPartition, keeper, { type: 'hand_over_mobile', ...handOver });
      return { type: 'mobile_handed_over', mobile, reservation };
    },

    take_over: async ({ ref, effect: { contactId: to, otherContactId, mergeId }, assertOurs }) => {
      const home = { business: ref.business, id: partitionOfContact(otherContactId) };
      assertOurs();
      const { answer } = await actors.ask(contactPartition, home, {
        type: 'give_up',
        contactId: otherContactId,
        to,
        mergeId,
      });
      return answer.outcome === 'given_up'
        ? { type: 'given_up', mergeId, given: answer.given }
        : { type: 'not_given_up', mergeId, code: answer.code };
    },

    settle_merge: async ({ ref, effect: { contactId, otherContactId, mergeId, by } }) => {
      const own = { business: ref.business, id: partitionOfContact(contactId) };
      const { answer: contact } = await actors.query(contactPartition, own, 'get', contactId);
      if (contact?.communicationBlocked === true)
        await blockNumbers(
          deps,
          ref.business,
          numbersOf(contact).map(({ mobile }) => mobile),
          by,
          mergeId,
        );
      const home = { business: ref.business, id: partitionOfContact(otherContactId) };
      await actors.ask(contactPartition, home, { type: 'forget', contactId: otherContactId });
      return { type: 'merge_settled', mergeId };
    },
  };
};

/** @throws DomainError contact_changing: a merge moves the contact or the number; the runtime repeats the check */
const checkMobile = async (
  actors: ActorClient,
  businessId: string,
  mobile: string,
  contactId: string,
): Promise<ContactPartitionCommand> => {
  const holder = await livingContact(actors, businessId, contactId);
  if (holder === null) return { type: 'mobile_checked', mobile, held: false };
  const home = { business: businessId, id: partitionOfContact(holder.contactId) };
  const { answer: isMerging } = await actors.query(contactPartition, home, 'is_merging', holder.contactId);
  // Read after the merge: what has arrived by then is found.
  const { answer: contact } = await actors.query(contactPartition, home, 'get', holder.contactId);
  if (contact === null) throw new DomainError('contact_changing');
  const number = numbersOf(contact).find((held) => held.mobile === mobile);
  if (number === undefined) {
    if (isMerging) throw new DomainError('contact_changing');
    return { type: 'mobile_checked', mobile, held: false };
  }
  const { reservation } = number;
  return {
    type: 'mobile_checked',
    mobile,
    held: true,
    ...(reservation === null
      ? {}
      : { holder: { contactId: holder.contactId, reservation, from: contactId } }),
  };
};
