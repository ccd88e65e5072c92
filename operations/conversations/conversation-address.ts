/**
 * Finds the conversation of an address. A person may be known to a channel by another address than the one that we write to; both
 * lead to the same conversation:
 *
 * - C1. The address that the channel named when it accepted a message of ours leads to that message's conversation.
 * - C2. Spellings of one phone number have one conversation (providers/numbering/spellings.ts), named by the spelling of the numbering
 *   plan. Older builds opened one for each spelling: of several, the one in which the customer wrote last continues.
 */
import { conversation } from '../../actors/conversation/index.js';
import { spellingsOf } from '../../providers/numbering/spellings.js';
import type { AccountChannel } from '../../schemas/channels/channel.js';
import type { OperationsDeps } from '../deps.js';
import { conversationIdOf } from './conversation-ids.js';

type AddressDeps = {
  readonly actors: OperationsDeps['actors'];
  readonly views: Pick<OperationsDeps['views'], 'conversationKnownAs'>;
};

/** An address of a person on an account of ours. */
export interface AccountAddress {
  readonly channel: AccountChannel;
  readonly accountId: string;
  readonly address: string;
}

/** Spellings of an address on a channel, that of the numbering plan first. */
const addressesOf = ({ channel, address }: AccountAddress): readonly string[] =>
  channel === 'whatsapp' ? spellingsOf(`+${address}`).map((number) => number.slice(1)) : [address];

/** The id of the conversation, which may not have begun. */
export const conversationFor = async (
  { actors, views }: AddressDeps,
  businessId: string,
  at: AccountAddress,
): Promise<string> => {
  const { channel, accountId, address } = at;
  const known = views.conversationKnownAs(businessId, channel, accountId, address); // C1
  if (known !== null) return known;
  const addresses = addressesOf(at);
  const ids = addresses.map((spelling) => conversationIdOf(businessId, channel, accountId, spelling));
  const named = ids[0] ?? conversationIdOf(businessId, channel, accountId, address);
  if (ids.length === 1) return named;
  const found = await Promise.all(
    ids.map(async (id) => {
      const { answer } = await actors.query(conversation, { business: businessId, id }, 'get');
      return { id, isOpen: answer.account !== null, closesAt: answer.windowClosesAt ?? 0 };
    }),
  );
  const [continued] = found.filter(({ isOpen }) => isOpen).toSorted((a, b) => b.closesAt - a.closesAt);
  return continued?.id ?? named; // C2
};
