/** Handles deliveries from a channel's provider: customers' messages, and reports on ours. */
import { setTimeout as delay } from 'node:timers/promises';
import type { ConversationCommand } from '../../actors/conversation/commands.js';
import { conversation } from '../../actors/conversation/index.js';
import type {
  Amendment,
  EchoedMessage,
  InboundMessage,
  MessageProgressReport,
  Webhook,
} from '../../providers/channels/messaging-channel.js';
import { spellingsOf } from '../../providers/numbering/spellings.js';
import type { AccountChannel } from '../../schemas/channels/channel.js';
import { DomainError } from '../../schemas/errors.js';
import { deriveId } from '../../schemas/ids.js';
import { oneLine } from '../../schemas/text.js';
import type { AccountOwner } from '../../views/channel-accounts/index.js';
import { contactOfMobile } from '../contacts/holder-of-mobile.js';
import { livingContact } from '../contacts/living-contact.js';
import type { OperationsDeps } from '../deps.js';
import { inParallel } from '../in-parallel.js';
import { parseMobile } from '../mobile.js';
import { consentRequestIn, followConsent } from './consent.js';
import { conversationFor } from './conversation-address.js';
import { parseCorrelation } from './conversation-ids.js';

/** Conversations of one delivery processed at a time. */
const CONCURRENCY = 32;
/**
 * Attempts for a report that arrives before the commit it refers to. After them, the provider redelivers it, because it
 * has received no answer so far.
 */
const EARLY = { tries: 10, everyMs: 100 } as const;

/** Longest name of a profile, characters. */
export const MAX_PROFILE_NAME_CHARACTERS = 120;

type InboundDeps = Pick<OperationsDeps, 'actors' | 'views' | 'sealer'>;

/** One delivery of a provider, sorted. */
interface Delivery {
  readonly channel: AccountChannel;
  readonly owners: ReadonlyMap<string, AccountOwner>;
  /** Accounts not connected to any business. */
  readonly unknown: Set<string>;
  /** By conversation, in the order of the provider. */
  readonly work: Map<string, readonly (() => Promise<void>)[]>;
  /** The error of an item that arrived before the commit it refers to; null if there was none. */
  early: unknown;
}

interface InboundOperations {
  /**
   * Processes a provider's verified delivery: committed once this resolves; items committed before are ignored.
   * `unknownAccounts`: accounts not connected to any business; their items were dropped.
   */
  receive(
    channel: AccountChannel,
    webhook: Webhook,
  ): Promise<{ readonly unknownAccounts: readonly string[] }>;
}

/**
 * The name that a person chose on a channel, on one line, without hidden characters, cut to
 * {@link MAX_PROFILE_NAME_CHARACTERS}; null if nothing is left. It is never refused: a business cannot correct it.
 */
export const profileName = (name: string | null): string | null => {
  const shown = name === null ? '' : oneLine(name, MAX_PROFILE_NAME_CHARACTERS);
  return shown === '' ? null : shown;
};

export const inboundOperations = (deps: InboundDeps): InboundOperations => ({
  receive: async (channel, webhook) => {
    const owners = await ownersOf(deps, channel, webhook);
    const delivery: Delivery = { channel, owners, unknown: new Set(), work: new Map(), early: null };
    for (const message of webhook.messages) await addMessage(deps, delivery, message);
    for (const amendment of webhook.amendments) await addAmendment(deps, delivery, amendment);
    for (const message of webhook.echoes) await addEcho(deps, delivery, message);
    for (const progress of webhook.reports) await addReport(deps, delivery, progress);
    await inParallel(delivery.work.values(), CONCURRENCY, async (tasks) => {
      for (const task of tasks) await task();
    });
    // Everything else in the delivery is committed, and changes nothing when it is redelivered.
    if (delivery.early !== null) throw delivery.early;
    return { unknownAccounts: [...delivery.unknown] };
  },
});

const add = ({ work }: Delivery, id: string, task: () => Promise<void>): void =>
  void work.set(id, [...(work.get(id) ?? []), task]);

/** Continues with the rest of the delivery after an item that arrived too early. */
const noteEarly =
  (delivery: Delivery) =>
  (error: unknown): void => {
    if (!isEarly(error)) throw error;
    delivery.early = error;
  };

const addMessage = async (deps: InboundDeps, delivery: Delivery, message: InboundMessage): Promise<void> => {
  const { channel, owners, unknown } = delivery;
  const { accountId, address } = message;
  const owner = owners.get(accountId);
  if (owner === undefined) {
    unknown.add(accountId);
    return;
  }
  const { businessId } = owner;
  const id = await conversationFor(deps, businessId, { channel, accountId, address });
  add(delivery, id, () => receive(deps, businessId, id, channel, message, owner));
};

const addAmendment = async (deps: InboundDeps, delivery: Delivery, amendment: Amendment): Promise<void> => {
  const { channel, owners, unknown } = delivery;
  const { accountId, address } = amendment;
  const businessId = owners.get(accountId)?.businessId;
  if (businessId === undefined) {
    unknown.add(accountId);
    return;
  }
  const id = await conversationFor(deps, businessId, { channel, accountId, address });
  add(delivery, id, () => amend(deps, { businessId, id, channel }, amendment));
};

const addEcho = async (deps: InboundDeps, delivery: Delivery, message: EchoedMessage): Promise<void> => {
  const { channel, owners, unknown } = delivery;
  const { accountId, address } = message;
  const businessId = owners.get(accountId)?.businessId;
  if (businessId === undefined) {
    unknown.add(accountId);
    return;
  }
  const id = await conversationFor(deps, businessId, { channel, accountId, address });
  add(delivery, id, () => echo(deps, businessId, id, channel, message).catch(noteEarly(delivery)));
};

const addReport = async (
  deps: InboundDeps,
  delivery: Delivery,
  progress: MessageProgressReport,
): Promise<void> => {
  const { channel, owners, unknown } = delivery;
  const { correlation, accountId, address } = progress;
  const businessId = owners.get(accountId)?.businessId;
  const id =
    parseCorrelation(correlation)?.conversationId ??
    (businessId === undefined || address === null
      ? null
      : await conversationFor(deps, businessId, { channel, accountId, address }));
  if (businessId === undefined || id === null) unknown.add(accountId);
  else add(delivery, id, () => report(deps, businessId, id, progress).catch(noteEarly(delivery)));
};

const receive = async (
  deps: InboundDeps,
  businessId: string,
  id: string,
  channel: AccountChannel,
  message: InboundMessage,
  { automated, humanHandoff, handedBackAt }: AccountOwner,
): Promise<void> => {
  const { actors, views } = deps;
  const { providerMessageId } = message;
  const consent = await consentRequestIn(deps, businessId, channel, message);
  const messageId = deriveId(id, 'received', providerMessageId);
  const silenceMinutes = views.silenceMinutesOf(businessId);
  const target = { business: businessId, id };
  const { answer } = await actors.ask(
    conversation,
    target,
    {
      type: 'receive',
      channel,
      messageId,
      // No agent answers a message that the confirmation answers.
      automated: automated && consent === null,
      humanHandoff,
      handedBackAt,
      ...(silenceMinutes === null ? {} : { silenceMs: silenceMinutes * 60_000 }),
      ...message,
      customer: {
        ...message.customer,
        name: profileName(message.customer.name),
        username: profileName(message.customer.username),
      },
    },
    { commandId: messageId },
  );
  if (consent !== null) await followConsent(deps, target, messageId, consent);
  const { contactId } = answer;
  // The views may not have the contact yet, so its partition decides.
  if (contactId === null || views.contact(businessId, contactId) !== null) return;
  const living = await livingContact(actors, businessId, contactId);
  if (living === null) await actors.ask(conversation, target, { type: 'contact_gone', contactId });
  else if (living.contactId !== contactId)
    await actors.ask(conversation, target, {
      type: 'contact_merged',
      contactId: living.contactId,
      from: contactId,
    });
};

/** Files of one message are messages of their own (providers/channels/instagram/webhook.ts). */
const MAX_FILES = 10;

const amend = async (
  { actors }: InboundDeps,
  {
    businessId,
    id,
    channel,
  }: { readonly businessId: string; readonly id: string; readonly channel: AccountChannel },
  amendment: Amendment,
): Promise<void> => {
  const { originalId, at } = amendment;
  const of = (providerMessageId: string, onlyKnown: boolean): ConversationCommand => ({
    type: 'amend',
    originalId: providerMessageId,
    messageId: deriveId(id, 'received', providerMessageId),
    at,
    amendment: amendment.kind === 'edited' ? { kind: 'edited', text: amendment.text } : { kind: 'revoked' },
    ...(onlyKnown ? { onlyKnown } : {}),
  });
  const target = { business: businessId, id };
  await actors.ask(conversation, target, of(originalId, false));
  if (channel !== 'instagram' || amendment.kind !== 'revoked') return;
  for (let file = 1; file < MAX_FILES; file += 1)
    await actors.ask(conversation, target, of(`${originalId}:${file}`, true));
};

const report = async (
  deps: InboundDeps,
  businessId: string,
  id: string,
  { correlation, providerMessageId, progress, at, failure }: MessageProgressReport,
): Promise<void> => {
  const messageId = parseCorrelation(correlation)?.messageId ?? null;
  const details = { messageId, providerMessageId, progress, at, failure };
  await askWithRetries(deps, businessId, id, { type: 'report', ...details });
};

const echo = async (
  deps: InboundDeps,
  businessId: string,
  id: string,
  channel: AccountChannel,
  { type, text, ...message }: EchoedMessage,
): Promise<void> => {
  const { address, providerMessageId } = message;
  const mobile = channel === 'whatsapp' ? parseMobile(spellingsOf(`+${address}`)[0]) : null;
  await askWithRetries(deps, businessId, id, {
    type: 'echo',
    channel,
    ...message,
    content: { type, text },
    recipient: mobile ?? address,
    messageId: deriveId(id, 'echoed', providerMessageId),
    contactId: mobile === null ? null : await contactOfMobile(deps, businessId, mobile),
  });
};

/** Retries a command that may refer to a message whose sending has not been committed yet. */
const askWithRetries = async (
  { actors }: InboundDeps,
  businessId: string,
  id: string,
  command: ConversationCommand,
): Promise<void> => {
  for (let tries = 1; ; tries += 1) {
    try {
      await actors.ask(conversation, { business: businessId, id }, command);
      return;
    } catch (error) {
      if (!isEarly(error) || tries >= EARLY.tries) throw error;
      await delay(EARLY.everyMs);
    }
  }
};

const isEarly = (error: unknown): boolean => error instanceof DomainError && error.code === 'not_ready';

/** Catches up for unknown accounts: one may have just been connected, and the provider does not deliver its messages twice. */
const ownersOf = async (
  { views }: InboundDeps,
  channel: AccountChannel,
  { messages, echoes, amendments, reports }: Webhook,
): Promise<ReadonlyMap<string, AccountOwner>> => {
  const facts = [...messages, ...echoes, ...amendments, ...reports];
  const accountIds = [...new Set(facts.map(({ accountId }) => accountId))];
  const knownOwners = (): ReadonlyMap<string, AccountOwner> => {
    const owners = new Map<string, AccountOwner>();
    for (const accountId of accountIds) {
      const owner = views.accountOwner(channel, accountId);
      if (owner !== null) owners.set(accountId, owner);
    }
    return owners;
  };
  const owners = knownOwners();
  if (owners.size === accountIds.length) return owners;
  await views.catchUp(null);
  return knownOwners();
};
