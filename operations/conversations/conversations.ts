/** Actions of console users on conversations: take them over, hand them back, mark them read, reply. */
import type { ConversationCommand } from '../../actors/conversation/commands.js';
import { WINDOW_MS } from '../../actors/conversation/decide.js';
import { HUMAN_MS } from '../../actors/conversation/echo.js';
import { conversation } from '../../actors/conversation/index.js';
import type { MessageSend, MessageSendResult } from '../../schemas/channels/message.js';
import type { ConversationReply, ConversationResource } from '../../schemas/conversations/conversation.js';
import { DomainError } from '../../schemas/errors.js';
import { participantOf } from '../../schemas/ids.js';
import type { ChannelAccountRecord } from '../../views/channel-accounts/index.js';
import type { InboxRecord } from '../../views/conversations/index.js';
import { outcomeFrom } from '../../views/kernel/analyses.js';
import { iso, isoOrNull } from '../../views/kernel/dates.js';
import { readThrough } from '../../views/kernel/read-through.js';
import type { ViewStore } from '../../views/views.js';
import type { Caller } from '../caller.js';
import type { OperationsDeps } from '../deps.js';
import { parseMobile } from '../mobile.js';
import type { Written } from '../written.js';
import { accountOf, checkFields, queueMessage } from './messages.js';

/** Actions of console users on conversations. */
export interface ConversationOperations {
  /**
   * Hands the conversation to the user, and with `assign` also assigns it to them: no agent answers in it, and answers that an agent has not sent yet are not sent.
   * @throws DomainError conversation_not_found
   */
  take(
    caller: Caller,
    conversationId: string,
    userId: string,
    options?: { readonly assign: boolean },
  ): Promise<Written<ConversationResource>>;
  /** From now on the account's agent answers the customer's messages. @throws DomainError conversation_not_found */
  giveBack(caller: Caller, conversationId: string, userId: string): Promise<Written<ConversationResource>>;
  /** Marks the customer's messages up to this one as read. @throws DomainError conversation_not_found */
  markRead(
    caller: Caller,
    conversationId: string,
    userId: string,
    messageId: string,
  ): Promise<Written<ConversationResource>>;
  /** Also takes over the conversation. @throws DomainError as messages.send, and conversation_not_found */
  reply(
    caller: Caller,
    conversationId: string,
    userId: string,
    body: ConversationReply,
  ): Promise<Written<MessageSendResult>>;
}

export const conversationOperations = (deps: OperationsDeps): ConversationOperations => {
  const requireConversation = (businessId: string, id: string): Promise<InboxRecord> =>
    requireInboxConversation(deps.views, businessId, id);
  const askConversation = async (
    { businessId, at }: Pick<Caller, 'businessId' | 'at'>,
    id: string,
    command: ConversationCommand,
  ): Promise<Written<ConversationResource>> => {
    await requireConversation(businessId, id);
    const { shard, seq } = await deps.actors.ask(conversation, { business: businessId, id }, command);
    await deps.views.waitFor(shard, seq);
    const [result] = conversationResources(
      deps.views,
      businessId,
      [await requireConversation(businessId, id)],
      at,
    );
    if (result === undefined) throw new DomainError('conversation_not_found');
    return { result, shard, seq };
  };
  return {
    take: (caller, id, userId, { assign } = { assign: false }) =>
      askConversation(caller, id, { type: 'take', userId, ...(assign ? { assigns: true } : {}) }),
    giveBack: (caller, id, userId) => askConversation(caller, id, { type: 'give_back', userId }),
    markRead: (caller, id, userId, messageId) =>
      askConversation(caller, id, { type: 'mark_read', userId, messageId }),

    reply: async (caller, id, userId, request) => {
      const { businessId } = caller;
      const content = replyContent(request);
      const { channel, accountId, address } = await requireConversation(businessId, id);
      const account = await accountOf(deps, businessId, {
        channel,
        ...(channel === 'whatsapp' ? { phoneNumberId: accountId } : { providerAccountId: accountId }),
      });
      const body: MessageSend = {
        businessId,
        channel,
        ...(channel === 'whatsapp' ? { phoneNumberId: accountId } : { instagramAccountId: accountId }),
        to: shownAddress({ channel, address }),
        ...content,
      };
      checkFields(body, channel);
      return queueMessage(deps, caller, { account, address, author: 'human', userId }, body);
    },
  };
};

/** @throws DomainError conversation_not_found */
export const requireInboxConversation = async (
  views: Pick<ViewStore, 'inboxConversation' | 'catchUp'>,
  businessId: string,
  id: string,
): Promise<InboxRecord> => {
  const record = await readThrough(views, businessId, () => views.inboxConversation(businessId, id));
  if (record === null) throw new DomainError('conversation_not_found');
  return record;
};

/** The content in the form of a message. @throws DomainError validation_failed, unless there is exactly one kind */
export const replyContent = ({
  text,
  template,
  file,
  interactive,
  location,
  reaction,
}: Omit<ConversationReply, 'businessId'>): Omit<MessageSend, 'businessId' | 'to'> => {
  const { kind = 'image', ...upload } = file ?? {};
  const contents: readonly Omit<MessageSend, 'businessId' | 'to'>[] = [
    ...(text === undefined ? [] : [{ type: 'text' as const, text }]),
    ...(template === undefined ? [] : [{ type: 'template' as const, template }]),
    ...(file === undefined ? [] : [{ type: kind, ...upload }]),
    ...(interactive === undefined ? [] : [{ type: 'interactive' as const, interactive }]),
    ...(location === undefined ? [] : [{ type: 'location' as const, location }]),
    ...(reaction === undefined ? [] : [{ type: 'reaction' as const, reaction }]),
  ];
  const [content, ...others] = contents;
  if (content === undefined || others.length > 0) {
    const message = 'give exactly one of text, template, file, interactive, location and reaction';
    throw new DomainError('validation_failed', undefined, [{ path: '/text', message }]);
  }
  return content;
};

/** The address, in E.164 if it is a number. */
export const shownAddress = ({ channel, address }: Pick<InboxRecord, 'channel' | 'address'>): string =>
  (channel === 'whatsapp' ? parseMobile(`+${address}`) : null) ?? address;

/** The wire form of conversations. `at`: ms since the epoch. */
export const conversationResources = (
  views: Pick<ViewStore, 'channelAccounts' | 'automationOf' | 'agent'>,
  businessId: string,
  records: readonly InboxRecord[],
  at: number,
): readonly ConversationResource[] => {
  const accounts = new Map(
    views
      .channelAccounts(businessId)
      .map((account) => [
        `${account.channel} ${account.accountId}`,
        accountStatusOf(views, businessId, account),
      ]),
  );
  return records.map((record) =>
    resource(record, accounts.get(`${record.channel} ${record.accountId}`) ?? null, at),
  );
};

/** How an account answers a conversation that no human has taken over. */
interface AccountStatus {
  readonly name: string;
  readonly agentName: string | null;
  readonly answering: ConversationResource['answering'];
}

const accountStatusOf = (
  views: Pick<ViewStore, 'automationOf' | 'agent'>,
  businessId: string,
  { channel, accountId, displayName: name, agentId, ...account }: ChannelAccountRecord,
): AccountStatus => {
  const agentName = agentId === null ? null : (views.agent(businessId, agentId)?.name ?? null);
  const answering = (): ConversationResource['answering'] => {
    if (account.humanHandoffActive) return 'human';
    if (views.automationOf(businessId, channel, accountId) !== null) return 'backend';
    return agentId !== null && account.autoReplyEnabled ? 'agent' : 'nobody';
  };
  return { name, agentName, answering: answering() };
};

const resource = (record: InboxRecord, account: AccountStatus | null, at: number): ConversationResource => {
  const { id, channel, accountId, contactId, name, humanAt, takenBy, messageId, messageAt } = record;
  const isHandledByHuman = humanAt !== null && at - humanAt < HUMAN_MS;
  const { direction, author, type, text, status, lastReceivedAt } = record;
  return {
    id,
    channel,
    accountId,
    accountName: account?.name ?? null,
    address: shownAddress(record),
    participantId: participantOf(id),
    contactId,
    name,
    lastMessage:
      messageId === null || messageAt === null || direction === null || author === null || type === null
        ? null
        : {
            messageId,
            at: iso(messageAt),
            direction,
            author,
            messageType: type,
            text,
            status: direction === 'inbound' ? null : status,
          },
    lastActivityAt: iso(record.created_at),
    unread: record.unread,
    waitingSince: isoOrNull(record.waitingSince),
    handOverReason: record.reason,
    answering: isHandledByHuman ? 'human' : (account?.answering ?? 'nobody'),
    agentName: account?.agentName ?? null,
    takenBy: isHandledByHuman && takenBy !== null ? { userId: takenBy, name: record.takenByName } : null,
    assignedTo:
      record.assignedTo === null ? null : { userId: record.assignedTo, name: record.assignedToName },
    status: record.doneAt === null ? 'open' : 'done',
    humanUntil: isHandledByHuman ? iso(humanAt + HUMAN_MS) : null,
    outcome: outcomeFrom(record),
    windowClosesAt: lastReceivedAt === null ? null : iso(lastReceivedAt + WINDOW_MS),
  };
};
