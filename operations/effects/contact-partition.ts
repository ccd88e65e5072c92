/** Effects of a contact partition on other partitions: checking and returning the numbers that are reserved there. */
import type {
  ContactPartitionCommand,
  ContactPartitionEffect,
} from '../../actors/contact-partition/commands.js';
import { contactPartition } from '../../actors/contact-partition/index.js';
import type { EffectHandlers } from '../../actors/runtime/actor.js';
import type { ActorClient } from '../../actors/runtime/actor-client.js';
import { partitionOfContact, partitionOfMobile } from '../../schemas/ids.js';

export const contactPartitionEffects = (
  actors: ActorClient,
): EffectHandlers<ContactPartitionEffect, ContactPartitionCommand> => ({
  check_mobile: async ({ ref, effect: { mobile, contactId } }) => {
    const home = { business: ref.business, id: partitionOfContact(contactId) };
    const { answer: contact } = await actors.query(contactPartition, home, 'get', contactId);
    return { type: 'mobile_checked', mobile, held: contact?.mobile === mobile };
  },

  return_mobile: async ({ ref, effect: { mobile, reservation } }) => {
    const keeper = { business: ref.business, id: partitionOfMobile(mobile) };
    await actors.ask(contactPartition, keeper, { type: 'release_mobile', mobile, reservation });
    return { type: 'mobile_returned', mobile, reservation };
  },
});
