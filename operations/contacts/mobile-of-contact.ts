/** Changes a contact's mobile: its partition changes it once the number's partition has reserved the number for it (C1). */
import type { ContactRecord } from '../../actors/contact-partition/commands.js';
import { mobilesIn } from '../../actors/contact-partition/held-numbers.js';
import { contactPartition } from '../../actors/contact-partition/index.js';
import type { ActorClient } from '../../actors/runtime/actor-client.js';
import { DomainError } from '../../schemas/errors.js';
import { partitionOfContact, partitionOfMobile } from '../../schemas/ids.js';
import type { SuppressingDeps } from '../outreach/suppressing.js';
import { followBlock } from './contact-block.js';

/**
 * Reserves the number for the contact in the number's partition (actors/contact-partition, C1). The result belongs in the
 * change command. `reservation` is the same when the request is repeated.
 * @throws DomainError contact_exists, contact_changing
 */
export const reserveMobile = async (
  actors: ActorClient,
  businessId: string,
  contactId: string,
  mobile: string,
  reservation: string,
): Promise<{ readonly reservation?: string }> => {
  const partition = partitionOfMobile(mobile);
  if (partition === partitionOfContact(contactId)) return {};
  const command = { type: 'reserve_mobile', mobile, contactId, reservation } as const;
  await actors.ask(contactPartition, { business: businessId, id: partition }, command);
  return { reservation };
};

/**
 * Sets the contact's mobile, E.164. It is unconfirmed, because a customer gave it to an agent. `commandId` is the same
 * when the request is repeated.
 * @throws DomainError contact_not_found, contact_exists, contact_changing
 */
export const changeMobile = async (
  deps: SuppressingDeps,
  businessId: string,
  contactId: string,
  mobile: string,
  commandId: string,
): Promise<void> => {
  const { actors } = deps;
  const target = { business: businessId, id: partitionOfContact(contactId) };
  const { answer: before } = await actors.query(contactPartition, target, 'get', contactId);
  if (before === null) throw new DomainError('contact_not_found');
  // The number it already has is no change: a second reservation of it would never be released.
  if (before.mobile === mobile) return;
  const reserved = mobilesIn(before).includes(mobile)
    ? {}
    : await reserveMobile(actors, businessId, contactId, mobile, commandId);
  const command = { type: 'change', contactId, changes: { mobile }, ...reserved, unconfirmed: true } as const;
  await actors.ask(contactPartition, target, command, { commandId });
  if (!before.communicationBlocked) return;
  const { answer: after } = await actors.query(contactPartition, target, 'get', contactId);
  await followBlock(deps, businessId, blockOf(before), blockOf(after ?? before), null, commandId);
};

/** A contact as its block concerns it. */
export const blockOf = (contact: ContactRecord) => ({
  mobiles: mobilesIn(contact),
  communicationBlocked: contact.communicationBlocked,
});
