/** What a channel's provider delivers: customers' messages, and reports on ours. */
import { conversation } from '../actors/conversation/index.js';
import type { InboundMessage, ProgressReport, Webhook } from '../providers/channels/messaging-channel.js';
import type { AccountChannel } from '../schemas/channel.js';
import { deriveId } from '../schemas/ids.js';
import type { AccountOwner } from '../views/channel-accounts.js';
import { conversationIdOf, parseCorrelation } from './conversation-ids.js';
import type { OperationsDeps } from './deps.js';
import { inParallel } from './in-parallel.js';
import type { Operations } from './operations.js';

/** Conversations of one delivery at work at a time. */
const WIDTH = 32;

export const inboundOperations = (
  deps: Pick<OperationsDeps, 'actors' | 'views'>,
): Pick<Operations, 'receiveFromChannel'> => {
  const receive = async (
    businessId: string,
    id: string,
    channel: AccountChannel,
    message: InboundMessage,
    automated: boolean,
  ): Promise<void> => {
    const { providerMessageId } = message;
    const messageId = deriveId(id, 'received', providerMessageId);
    await deps.actors.ask(
      conversation,
      { business: businessId, id },
      { type: 'receive', channel, messageId, automated, ...message },
      { commandId: messageId },
    );
  };

  const report = async (
    businessId: string,
    id: string,
    { correlation, providerMessageId, text, progress, at, failure }: ProgressReport,
  ): Promise<void> => {
    const messageId = parseCorrelation(correlation)?.messageId ?? null;
    await deps.actors.ask(
      conversation,
      { business: businessId, id },
      { type: 'report', messageId, providerMessageId, text, progress, at, failure },
    );
  };

  return {
    receiveFromChannel: async (channel, webhook) => {
      const unknown = new Set<string>();
      /** By conversation, in the order in which the provider tells them. */
      const work = new Map<string, (() => Promise<void>)[]>();
      const add = (id: string, piece: () => Promise<void>): void =>
        void work.set(id, [...(work.get(id) ?? []), piece]);
      const owners = await ownersOf(deps, channel, webhook);
      for (const message of webhook.messages) {
        const owner = owners.get(message.accountId);
        if (owner === undefined) {
          unknown.add(message.accountId);
          continue;
        }
        const { businessId, automated } = owner;
        const id = conversationIdOf(businessId, channel, message.accountId, message.address);
        add(id, () => receive(businessId, id, channel, message, automated));
      }
      for (const progress of webhook.reports) {
        const businessId = owners.get(progress.accountId)?.businessId;
        const { correlation, accountId, address } = progress;
        const id =
          parseCorrelation(correlation)?.conversationId ??
          (businessId === undefined || address === null
            ? null
            : conversationIdOf(businessId, channel, accountId, address));
        if (businessId === undefined || id === null) unknown.add(accountId);
        else add(id, () => report(businessId, id, progress));
      }
      await inParallel(work.values(), WIDTH, async (pieces) => {
        for (const piece of pieces) await piece();
      });
      return { unknownAccounts: [...unknown] };
    },
  };
};

/** An account that nobody knows may have been connected a moment ago: the provider does not tell its messages twice. */
const ownersOf = async (
  { views }: Pick<OperationsDeps, 'views'>,
  channel: AccountChannel,
  { messages, reports }: Webhook,
): Promise<ReadonlyMap<string, AccountOwner>> => {
  const accountIds = [...new Set([...messages, ...reports].map((fact) => fact.accountId))];
  const known = (): ReadonlyMap<string, AccountOwner> => {
    const owners = new Map<string, AccountOwner>();
    for (const accountId of accountIds) {
      const owner = views.accountOwner(channel, accountId);
      if (owner !== null) owners.set(accountId, owner);
    }
    return owners;
  };
  const owners = known();
  if (owners.size === accountIds.length) return owners;
  await views.catchUp(null);
  return known();
};
