/** Two addresses of one person lead to one conversation, and conversations of older builds continue. */
import t from 'tap';
import { conversation } from '../../../actors/conversation/index.js';
import { conversationFor } from '../../../operations/conversations/conversation-address.js';
import { conversationIdOf } from '../../../operations/conversations/conversation-ids.js';
import { foldedActors } from '../../support/actors/folded-actors.js';

const BUSINESS = 'b1';
const [DIALLED, KNOWN] = ['5548991234567', '554891234567'];
const idOf = (address: string): string => conversationIdOf(BUSINESS, 'whatsapp', 'a', address);

const world = (knownAs: string | null = null) => {
  const { actors, foldOf } = foldedActors();
  const views = { conversationKnownAs: () => knownAs };
  return {
    /** A customer writes from the address, in the conversation of the address, as older builds had it. */
    write: (address: string, sentAt: number) =>
      foldOf(conversation, idOf(address)).apply(
        {
          type: 'receive',
          channel: 'whatsapp',
          accountId: 'a',
          address,
          messageId: `m-${sentAt}`,
          providerMessageId: `m-${sentAt}`,
          automated: false,
          sentAt,
          content: { type: 'text', text: 'Hello', media: null, details: null },
          opensWindow: true,
          customer: { mobile: null, whatsappId: address, userId: null, username: null, name: null },
        },
        sentAt,
      ),
    find: (address: string, channel: 'whatsapp' | 'instagram' = 'whatsapp') =>
      conversationFor({ actors, views }, BUSINESS, { channel, accountId: 'a', address }),
  };
};

t.test('a new conversation has the number of the numbering plan', async (t) => {
  const { find } = world();
  t.equal(await find(DIALLED), idOf(DIALLED));
  t.equal(await find(KNOWN), idOf(DIALLED));
  t.equal(await find('4917612345678'), idOf('4917612345678'));
  const instagram = conversationIdOf(BUSINESS, 'instagram', 'a', KNOWN);
  t.equal(await find(KNOWN, 'instagram'), instagram, 'an id of Instagram is no number');
});

t.test('a conversation of an older build continues, from either number', async (t) => {
  const { write, find } = world();
  write(KNOWN, 1_000);
  t.equal(await find(KNOWN), idOf(KNOWN));
  t.equal(await find(DIALLED), idOf(KNOWN));
  write(DIALLED, 5_000);
  t.equal(await find(KNOWN), idOf(DIALLED), 'of two, the one in which the customer wrote last');
});

t.test('what the channel answered to a send comes first', async (t) => {
  const { find } = world('c-sent');
  t.equal(await find('99999'), 'c-sent');
});
