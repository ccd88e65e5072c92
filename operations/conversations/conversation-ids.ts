/** Ids of conversations, and the correlation of outbound messages at providers. */
import type { AccountChannel } from '../../schemas/channels/channel.js';
import { deriveId, UUID_PATTERN } from '../../schemas/ids.js';

/** A conversation is between one account of ours and one person on a channel. */
export const conversationIdOf = (
  businessId: string,
  channel: AccountChannel,
  accountId: string,
  address: string,
): string => deriveId(businessId, 'conversation', channel, accountId, address);

const PAIR = new RegExp(`^(${UUID_PATTERN.slice(1, -1)})\\.(${UUID_PATTERN.slice(1, -1)})$`);

/** The value that a provider returns with its reports; it leads to the conversation without a lookup. */
export const correlationOf = (conversationId: string, messageId: string): string =>
  `${conversationId}.${messageId}`;

/** Null if the text is not one of ours. */
export const parseCorrelation = (
  text: string | null,
): { readonly conversationId: string; readonly messageId: string } | null => {
  const [, conversationId, messageId] = PAIR.exec(text ?? '') ?? [];
  return conversationId === undefined || messageId === undefined ? null : { conversationId, messageId };
};
