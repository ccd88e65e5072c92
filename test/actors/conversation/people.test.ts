/** Console users in a conversation: they take it, answer in it and give it back. */
import t from 'tap';
import { DEBOUNCE_MS, WINDOW_MS } from '../../../actors/conversation/decide.js';
import { HUMAN_MS } from '../../../actors/conversation/echo.js';
import { conversation } from '../../../actors/conversation/index.js';
import { fold } from '../../support/actors/fold.js';

const AT = 1_000_000_000;
const customer = { mobile: null, whatsappId: null, userId: 'p', username: null, name: null };

const begin = () => {
  const folded = fold(conversation);
  const write = (id: string, at: number) =>
    folded.apply(
      {
        type: 'receive',
        channel: 'whatsapp',
        accountId: 'a',
        address: 'p',
        messageId: id,
        automated: true,
        providerMessageId: id,
        sentAt: at,
        customer,
        opensWindow: true,
        content: { type: 'text', text: 'hello', media: null, details: null },
      },
      at,
    );
  const reply = (messageId: string, at: number) =>
    folded.apply(
      {
        type: 'send',
        messageId,
        author: 'human',
        userId: 'ann',
        recipient: 'p',
        content: { type: 'text', text: messageId },
        campaign: null,
        opens: null,
      },
      at,
    );
  return { folded, write, reply };
};

t.test(
  'a user who takes a conversation silences the agent, even while it composes, until it is given back',
  async (t) => {
    const { folded, write } = begin();
    write('m1', AT);
    folded.advance(AT + DEBOUNCE_MS);
    t.same(folded.apply({ type: 'take', userId: 'ann' }, AT + 2_000), [
      { type: 'conversation.taken', userId: 'ann' },
    ]);
    const messages = [{ messageId: 'r1', text: 'I am the agent.' }];
    t.same(folded.apply({ type: 'replied', turn: 1, recipient: 'p', messages }, AT + 2_500), []);
    t.match(write('m2', AT + 3_000), [{ type: 'message.received', humanHandoff: true, replyAt: null }]);
    t.same(folded.apply({ type: 'give_back', userId: 'ann' }, AT + 4_000), [
      { type: 'conversation.given_back', userId: 'ann' },
    ]);
    t.match(write('m3', AT + 5_000), [{ humanHandoff: false, replyAt: AT + 5_000 + DEBOUNCE_MS }]);
  },
);

t.test('a user holds a conversation for a day after last taking it or writing in it', async (t) => {
  const { folded, write, reply } = begin();
  write('m1', AT);
  folded.apply({ type: 'take', userId: 'ann' }, AT + 1_000);
  write('m2', AT + 2_000);
  reply('h1', AT + 10_000);
  t.match(write('m3', AT + 1_000 + HUMAN_MS), [{ humanHandoff: true }]);
  t.match(write('m4', AT + 10_000 + HUMAN_MS), [{ humanHandoff: false, replyAt: Number }]);
});

t.test('a user who answers takes the conversation and discards unsent messages of the agent', async (t) => {
  const { folded, write, reply } = begin();
  write('m1', AT);
  folded.advance(AT + DEBOUNCE_MS);
  const messages = [
    { messageId: 'r1', text: 'first' },
    { messageId: 'r2', text: 'second' },
  ];
  folded.apply({ type: 'replied', turn: 1, recipient: 'p', messages }, AT + 2_000);
  t.match(reply('h1', AT + 2_100), [
    { type: 'message.refused', messageId: 'r2', failure: { code: 'superseded' } },
    { type: 'conversation.taken', userId: 'ann' },
    { type: 'message.queued', messageId: 'h1', author: 'human', userId: 'ann' },
  ]);
  t.same(reply('h1', AT + 2_200), [], 'a repetition');
  t.throws(() => reply('h2', AT + WINDOW_MS), { code: 'conversation_window_closed' });
});

t.test('refuses commands of users on a conversation without messages', async (t) => {
  for (const command of [
    { type: 'take', userId: 'ann' },
    { type: 'give_back', userId: 'ann' },
    { type: 'mark_read', userId: 'ann', messageId: 'm1' },
  ] as const)
    t.throws(() => begin().folded.apply(command, AT), { code: 'conversation_not_found' });
});
