/** Sent messages that the provider echoes: a human's take the conversation over, our own are not doubled (M9). */
import t from 'tap';
import type { ConversationCommand } from '../../../actors/conversation/commands.js';
import { DEBOUNCE_MS, WINDOW_MS } from '../../../actors/conversation/decide.js';
import { HUMAN_MS } from '../../../actors/conversation/echo.js';
import { conversation } from '../../../actors/conversation/index.js';
import type { AccountChannel } from '../../../schemas/channels/channel.js';
import { fold } from '../../support/actors/fold.js';

const AT = 1_000_000_000;
const customer = { mobile: null, whatsappId: null, userId: 'p', username: null, name: null };

const begin = (channel: AccountChannel = 'instagram') => {
  const folded = fold(conversation);
  const write = (id: string, at: number, handedBackAt = 0) =>
    folded.apply(
      {
        type: 'receive',
        channel,
        accountId: 'a',
        address: 'p',
        messageId: id,
        automated: true,
        providerMessageId: id,
        sentAt: at,
        customer,
        opensWindow: true,
        handedBackAt,
        content: { type: 'text', text: 'price?', media: null, details: null },
      },
      at,
    );
  const echo = (id: string, text: string | null, at: number, changed: Partial<EchoCommand> = {}) =>
    folded.apply(
      {
        type: 'echo',
        channel,
        accountId: 'a',
        address: 'p',
        messageId: `e-${id}`,
        recipient: 'p',
        providerMessageId: id,
        sentAt: at,
        contactId: null,
        content: { type: 'text', text },
        ...changed,
      },
      at,
    );
  const send = (id: string, text: string, at: number) =>
    folded.apply(
      {
        type: 'send',
        messageId: id,
        author: 'api',
        campaign: null,
        opens: null,
        recipient: 'p',
        content: { type: 'text', text },
      },
      at,
    );
  const ended = (id: string, attempt: number, providerMessageId: string | null, at: number) =>
    folded.apply(
      {
        type: 'send_ended',
        messageId: id,
        attempt,
        outcome:
          providerMessageId === null
            ? { is: 'unknown', silenceMs: 1_000 }
            : { is: 'accepted', providerMessageId },
      },
      at,
    );
  const agentOwes = (): boolean => folded.state.reply !== null;
  return { folded, write, echo, send, ended, agentOwes };
};
type EchoCommand = Extract<ConversationCommand, { readonly type: 'echo' }>;

t.test('a human who answers holds the conversation until a day after the last answer', async (t) => {
  for (const channel of ['whatsapp', 'instagram'] as const) {
    const { write, echo, agentOwes } = begin(channel);
    write('m1', AT);
    t.ok(agentOwes(), 'an agent would answer');
    t.match(echo('h1', 'It is 499.', AT + 100), [
      { type: 'message.echoed', messageId: 'e-h1', content: { type: 'text', text: 'It is 499.' } },
    ]);
    t.notOk(agentOwes(), 'a human has answered');
    t.same(echo('h1', 'It is 499.', AT + 100), [], 'echoed twice, counted once');
    t.match(
      write('m2', AT + 200),
      [{ type: 'message.received', humanHandoff: true }],
      'and a backend is notified',
    );
    t.notOk(agentOwes());
    echo('h2', 'Anything else?', AT + 1_000);
    write('m3', AT + HUMAN_MS + 500);
    t.notOk(agentOwes(), 'counted from the last answer');
    write('m4', AT + HUMAN_MS + 1_000);
    t.ok(agentOwes(), 'then the agent answers again');
  }
});

t.test('handing the account back returns the conversation to the agent', async (t) => {
  const { write, echo, agentOwes } = begin();
  write('m1', AT);
  echo('h1', 'Hello', AT + 100);
  write('m2', AT + 200, AT + 50);
  t.notOk(agentOwes(), 'it was handed back before the answer');
  write('m3', AT + 300, AT + 250);
  t.ok(agentOwes());
  echo('h2', 'Me again', AT + 400);
  t.notOk(agentOwes());
});

t.test('discards unsent messages of the agent when a human answers', async (t) => {
  const { folded, write, echo } = begin();
  write('m1', AT);
  folded.advance(AT + DEBOUNCE_MS);
  const messages = ['a', 'b'].map((text) => ({ messageId: `r-${text}`, text }));
  folded.apply({ type: 'replied', turn: 1, recipient: 'p', messages }, AT + 2_000);
  folded.apply(
    { type: 'send_ended', messageId: 'r-a', attempt: 1, outcome: { is: 'postponed', afterMs: 9, code: 'x' } },
    AT + 2_001,
  );
  t.match(echo('h1', 'I take this', AT + 2_100), [
    { type: 'message.refused', messageId: 'r-b', failure: { code: 'superseded', message: /human/ } },
    { type: 'message.echoed' },
  ]);
});

t.test('recognises our own messages by their id or their text', async (t) => {
  const { folded, write, echo, send, ended } = begin();
  write('m1', AT);
  send('s1', 'It  is 499.', AT + 1);
  t.throws(() => echo('mid.x', 'Other words', AT + 2), { code: 'not_ready' }, 'its id is not known yet');
  t.match(echo('mid.1', 'It is 499. ', AT + 2), [{ type: 'message.progressed', messageId: 's1' }]);
  t.same(ended('s1', 1, 'mid.1', AT + 3), [], 'the response adds nothing');
  t.same(echo('mid.1', 'It is 499.', AT + 4), []);
  send('s2', 'Two', AT + 5);
  ended('s2', 1, 'mid.2', AT + 6);
  t.same(echo('mid.2', 'Two', AT + 7), []);
  t.same(
    folded.events.filter(({ type }) => type === 'message.echoed'),
    [],
  );
});

t.test('recognises both echoes of a message that was sent twice', async (t) => {
  const { folded, write, echo, send, ended } = begin();
  write('m1', AT);
  send('s1', 'Once', AT + 1);
  ended('s1', 1, null, AT + 2);
  folded.apply({ type: 'silent', messageId: 's1', attempt: 1 }, AT + 1_002);
  ended('s1', 2, 'mid.2', AT + 1_003);
  t.same(echo('mid.1', 'Once', AT + 1_010), [], 'the first attempt was accepted after all');
  t.match(echo('mid.3', 'Something else', AT + 1_020), [{ type: 'message.echoed' }]);
});

t.test('attributes another text to a human while the outcome of our message is unknown', async (t) => {
  const { write, echo, send, ended } = begin();
  write('m1', AT);
  send('s1', 'Ours', AT + 1);
  ended('s1', 1, null, AT + 2);
  t.match(echo('mid.9', 'Theirs', AT + 3), [{ type: 'message.echoed' }]);
  t.match(echo('mid.1', 'Ours', AT + 4), [{ type: 'message.progressed', messageId: 's1' }]);
});

t.test('a human may write first', async (t) => {
  const { folded, echo, send } = begin('whatsapp');
  t.match(echo('h1', 'Hello, this is the shop', AT, { contactId: 'c1' }), [
    { type: 'conversation.opened', address: 'p' },
    { type: 'conversation.linked', contactId: 'c1' },
    { type: 'message.echoed' },
  ]);
  t.equal(folded.state.contactId, 'c1');
  t.throws(() => send('s1', 'Hi', AT + WINDOW_MS / 2), { code: 'conversation_window_closed' });
});
