/** What a channel's provider delivers: customers' messages, and reports on ours. */
import { setTimeout as delay } from 'node:timers/promises';
import type { ConversationCommand } from '../actors/conversation/commands.js';
import { conversation } from '../actors/conversation/index.js';
import type {
  EchoedMessage,
  InboundMessage,
  ProgressReport,
  Webhook,
} from '../providers/channels/messaging-channel.js';
import type { AccountChannel } from '../schemas/channel.js';
import { DomainError } from '../schemas/errors.js';
import { deriveId } from '../schemas/ids.js';
import type { AccountOwner } from '../views/channel-accounts/index.js';
import { contactOfMobile } from './contact-of-mobile.js';
import { conversationIdOf, parseCorrelation } from './conversation-ids.js';
import type { OperationsDeps } from './deps.js';
import { inParallel } from './in-parallel.js';
import { isGone } from './making-known.js';
import { parseMobile } from './mobile.js';
import type { Operations } from './operations.js';

/** Conversations of one delivery at work at a time. */
const WIDTH = 32;
/**
 * A report that came before the commit of what it is about is put again so often; after that the provider, which has no
 * answer so far, delivers it again.
 */
const EARLY = { tries: 10, everyMs: 100 } as const;

export const inboundOperations = (
  deps: Pick<OperationsDeps, 'actors' | 'views'>,
): Pick<Operations, 'receiveFromChannel'> => {
  const receive = async (
    businessId: string,
    id: string,
    channel: AccountChannel,
    message: InboundMessage,
    { automated, humanHandoff, handedBackAt }: AccountOwner,
  ): Promise<void> => {
    const { providerMessageId } = message;
    const messageId = deriveId(id, 'received', providerMessageId);
    const target = { business: businessId, id };
    const { answer } = await deps.actors.ask(
      conversation,
      target,
      { type: 'receive', channel, messageId, automated, humanHandoff, handedBackAt, ...message },
      { commandId: messageId },
    );
    const { contactId } = answer;
    // The views may not have it yet: then its partition is asked.
    if (contactId === null || deps.views.contact(businessId, contactId) !== null) return;
    if (await isGone(deps.actors, businessId, contactId))
      await deps.actors.ask(conversation, target, { type: 'contact_gone', contactId });
  };

  const report = async (
    businessId: string,
    id: string,
    { correlation, providerMessageId, progress, at, failure }: ProgressReport,
  ): Promise<void> => {
    const messageId = parseCorrelation(correlation)?.messageId ?? null;
    const told = { messageId, providerMessageId, progress, at, failure };
    await whenKnown(businessId, id, { type: 'report', ...told });
  };

  /** What may be of a message that is being sent is put again, until that has ended. */
  const whenKnown = async (businessId: string, id: string, command: ConversationCommand): Promise<void> => {
    for (let tries = 1; ; tries += 1) {
      try {
        await deps.actors.ask(conversation, { business: businessId, id }, command);
        return;
      } catch (error) {
        if (!isEarly(error) || tries >= EARLY.tries) throw error;
        await delay(EARLY.everyMs);
      }
    }
  };

  const echo = async (
    businessId: string,
    id: string,
    channel: AccountChannel,
    { type, text, ...message }: EchoedMessage,
  ): Promise<void> => {
    const { address, providerMessageId } = message;
    const mobile = channel === 'whatsapp' ? parseMobile(`+${address}`) : null;
    await whenKnown(businessId, id, {
      type: 'echo',
      channel,
      ...message,
      content: { type, text },
      recipient: mobile ?? address,
      messageId: deriveId(id, 'echoed', providerMessageId),
      contactId: mobile === null ? null : await contactOfMobile(deps, businessId, mobile),
    });
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
        const { businessId } = owner;
        const id = conversationIdOf(businessId, channel, message.accountId, message.address);
        add(id, () => receive(businessId, id, channel, message, owner));
      }
      let early: unknown = null;
      const noteEarly = (error: unknown): void => {
        if (!isEarly(error)) throw error;
        early = error;
      };
      for (const message of webhook.echoes) {
        const { accountId, address } = message;
        const businessId = owners.get(accountId)?.businessId;
        if (businessId === undefined) {
          unknown.add(accountId);
          continue;
        }
        const id = conversationIdOf(businessId, channel, accountId, address);
        add(id, () => echo(businessId, id, channel, message).catch(noteEarly));
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
        else add(id, () => report(businessId, id, progress).catch(noteEarly));
      }
      await inParallel(work.values(), WIDTH, async (pieces) => {
        for (const piece of pieces) await piece();
      });
      // Everything else in the delivery is committed, and changes nothing when it comes again.
      if (early !== null) throw early;
      return { unknownAccounts: [...unknown] };
    },
  };
};

const isEarly = (error: unknown): boolean => error instanceof DomainError && error.code === 'not_ready';

/** An account that nobody knows may have been connected a moment ago: the provider does not tell its messages twice. */
const ownersOf = async (
  { views }: Pick<OperationsDeps, 'views'>,
  channel: AccountChannel,
  { messages, echoes, reports }: Webhook,
): Promise<ReadonlyMap<string, AccountOwner>> => {
  const accountIds = [...new Set([...messages, ...echoes, ...reports].map((fact) => fact.accountId))];
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
