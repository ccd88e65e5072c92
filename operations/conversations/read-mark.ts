/** Marks the messages of a customer as read at the channel, for backends that answer themselves. */
import { conversation } from '../../actors/conversation/index.js';
import { timeoutSignal } from '../../actors/runtime/timeout-signal.js';
import { DomainError } from '../../schemas/errors.js';
import { deriveId } from '../../schemas/ids.js';
import { accountAccess } from '../channels/account-access.js';
import type { OperationsDeps } from '../deps.js';

/** Longest that the channel is waited for, ms. */
const MARK_MS = 10_000;

interface ReadMarkOperations {
  /**
   * Marks the latest message of the customer, and thereby all before it. Doing it again is harmless.
   * @throws DomainError conversation_not_found, channel_not_connected, channel_failed
   */
  mark(businessId: string, conversationId: string): Promise<{ readonly providerMessageId: string }>;
}

export const readMarkOperations = (deps: OperationsDeps): ReadMarkOperations => ({
  mark: async (businessId, conversationId) => {
    const target = { business: businessId, id: conversationId };
    const { answer } = await deps.actors.query(conversation, target, 'get');
    const { account = null, lastMessageId: providerMessageId = null } = answer;
    if (account === null || providerMessageId === null) throw new DomainError('conversation_not_found');
    const id = deriveId('channel-account', account.channel, account.accountId);
    const access = await accountAccess(deps, businessId, id);
    const channel = deps.channels.get(account.channel);
    if (access === null || channel === undefined) throw new DomainError('channel_not_connected');
    const message = { address: account.address, providerMessageId };
    const isMarked = await channel.markRead(access, message, timeoutSignal(MARK_MS));
    if (!isMarked) throw new DomainError('channel_failed');
    return { providerMessageId };
  },
});
