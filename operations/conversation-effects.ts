/** What conversations owe: sending through the channel, and making the person known. */

import { business } from '../actors/business/index.js';
import { contactPartition } from '../actors/contact-partition/index.js';
import type { ConversationCommand, ConversationEffect } from '../actors/conversation/commands.js';
import { participant } from '../actors/participant/index.js';
import type { EffectHandlers } from '../actors/runtime/actor.js';
import type { ActorAsker } from '../actors/runtime/asking.js';
import type { MessagingChannel } from '../providers/channels/messaging-channel.js';
import type { AccountChannel } from '../schemas/channel.js';
import { DomainError } from '../schemas/errors.js';
import { contactIdIn, deriveId, partitionOfMobile } from '../schemas/ids.js';
import { accountAccess } from './account-access.js';
import { correlationOf } from './conversation-ids.js';
import { parseMobile } from './mobile.js';
import type { Sealer } from './sealing.js';
import type { SendPace } from './send-pace.js';

export interface ConversationEffectDeps {
  readonly actors: ActorAsker;
  readonly sealer: Sealer;
  readonly channels: ReadonlyMap<AccountChannel, MessagingChannel>;
  readonly pace: SendPace;
  /** For how long the provider's reports may still name a message whose outcome is unknown, ms. */
  readonly reconcileMs: number;
}

/** The category of people who wrote first and whom nobody has put anywhere else yet. */
export const INBOUND_CATEGORY = 'Inbound';

const DISCONNECTED = {
  code: 'channel_not_connected',
  message: 'The account is no longer connected; connect it and send again.',
};

export const conversationEffects = (
  deps: ConversationEffectDeps,
): EffectHandlers<ConversationEffect, ConversationCommand> => {
  const { actors, channels, pace, reconcileMs } = deps;
  return {
    send_message: async ({ ref, effect, resumed, signal }) => {
      const { messageId, attempt, channel: name, accountId, address, content } = effect;
      const ended = { type: 'send_ended', messageId, attempt } as const;
      // It may have left already: only the provider's reports can tell. (conversation, M2)
      if (resumed) return { ...ended, outcome: { is: 'unknown', checkAfterMs: reconcileMs } };
      const channel = channels.get(name);
      const id = deriveId('channel-account', name, accountId);
      const access = channel === undefined ? null : await accountAccess(deps, ref.business, id);
      if (channel === undefined || access === null)
        return { ...ended, outcome: { is: 'refused', failure: DISCONNECTED } };
      await pace.slot(accountId, signal);
      const correlation = correlationOf(ref.id, messageId);
      const outcome = await channel.send(access, { to: address, content, correlation }, signal);
      return outcome.is === 'unknown'
        ? { ...ended, outcome: { is: 'unknown', checkAfterMs: reconcileMs } }
        : { ...ended, outcome };
    },

    register_participant: async ({ ref, effect }) => {
      const { channel, accountId, address, customer } = effect;
      const target = { business: ref.business, id: ref.id };
      const displayName = customer.name ?? customer.username;
      const { answer } = await actors.ask(participant, target, {
        type: 'appear',
        ...{ channel, accountId, address, displayName },
      });
      if (answer.contactId !== null) return { type: 'registered', contactId: answer.contactId };
      const mobile = customer.mobile === null ? null : parseMobile(customer.mobile);
      if (mobile === null) return { type: 'registered', contactId: null };
      const contactId = await contactOf(actors, ref.business, mobile, displayName ?? mobile);
      await actors.ask(participant, target, { type: 'link', contactId });
      return { type: 'registered', contactId };
    },
  };
};

/** Who has the number, made if nobody has. */
const contactOf = async (
  actors: ActorAsker,
  businessId: string,
  mobile: string,
  name: string,
): Promise<string> => {
  const partition = partitionOfMobile(mobile);
  const target = { business: businessId, id: partition };
  const { answer: known } = await actors.ask(contactPartition, target, { type: 'find', mobile });
  if (known.holder !== null) return known.holder;
  const categoryIds = [await inboundCategory(actors, businessId)];
  const contactId = contactIdIn(partition, businessId, 'inbound', mobile);
  try {
    const facts = { name, mobile, categoryIds, fields: {} };
    await actors.ask(contactPartition, target, { type: 'create', contactId, facts });
    return contactId;
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'contact_exists') throw error;
    // Somebody made it meanwhile.
    const { answer } = await actors.ask(contactPartition, target, { type: 'find', mobile });
    if (answer.holder === null) throw error;
    return answer.holder;
  }
};

/** Made with the first person who needs it; a category of that name that is there already is as good. */
const inboundCategory = async (actors: ActorAsker, businessId: string): Promise<string> => {
  const target = { business: businessId, id: businessId };
  const { answer } = await actors.ask(business, target, { type: 'status' });
  const named = Object.entries(answer.categories).find(
    ([, name]) => name.toLowerCase() === INBOUND_CATEGORY.toLowerCase(),
  );
  if (named !== undefined) return named[0];
  const categoryId = deriveId(businessId, 'inbound-category');
  await actors.ask(business, target, { type: 'create_category', categoryId, name: INBOUND_CATEGORY });
  return categoryId;
};
