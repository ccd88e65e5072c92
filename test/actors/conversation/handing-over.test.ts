/** An agent hands its conversation over: its last message is sent, and a human holds it from then on. */
import t from 'tap';
import { DEBOUNCE_MS } from '../../../actors/conversation/decide.js';
import { HUMAN_MS } from '../../../actors/conversation/echo.js';
import { conversation } from '../../../actors/conversation/index.js';
import { fold } from '../../support/actors/fold.js';

const AT = 1_000_000_000;
const customer = { mobile: null, whatsappId: null, userId: 'p', username: null, name: null };

const begin = () => {
  const folded = fold(conversation);
  const write = (id: string, at: number, handedBackAt = 0) =>
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
        handedBackAt,
        content: { type: 'text', text: 'a person, please', media: null, details: null },
      },
      at,
    );
  const handOver = (useId: string, at: number, reason: string | null = 'Wants a refund.') =>
    folded.apply({ type: 'hand_over', useId, reason }, at);
  const agentOwes = (): boolean => folded.state.reply !== null;
  return { folded, write, handOver, agentOwes };
};

t.test('sends the answer that announces the handover, and composes no other', async (t) => {
  const { folded, write, handOver, agentOwes } = begin();
  write('m1', AT);
  folded.advance(AT + DEBOUNCE_MS);
  t.same(handOver('u1', AT + 1_600), [
    { type: 'conversation.handed_over', useId: 'u1', reason: 'Wants a refund.' },
  ]);
  t.same(handOver('u1', AT + 1_700), [], 'the same use again');
  const messages = [{ messageId: 'r1', text: 'A colleague will write to you.' }];
  t.match(folded.apply({ type: 'replied', turn: 1, recipient: 'p', messages }, AT + 2_000), [
    { type: 'reply.ended' },
    { type: 'message.queued', messageId: 'r1', author: 'agent' },
    { type: 'message.submitted', messageId: 'r1' },
  ]);
  t.match(write('m2', AT + 3_000), [{ type: 'message.received', humanHandoff: true, replyAt: null }]);
  t.notOk(agentOwes());
});

t.test('the conversation returns to the agent after a day, or once the account is handed back', async (t) => {
  const { write, handOver, agentOwes } = begin();
  write('m1', AT);
  handOver('u1', AT + 1_000);
  write('m2', AT + HUMAN_MS);
  t.notOk(agentOwes());
  write('m3', AT + 1_000 + HUMAN_MS);
  t.ok(agentOwes());
  handOver('u2', AT + 2_000 + HUMAN_MS);
  write('m4', AT + 3_000 + HUMAN_MS);
  t.notOk(agentOwes());
  write('m5', AT + 5_000 + HUMAN_MS, AT + 4_000 + HUMAN_MS);
  t.ok(agentOwes());
});

t.test('hands nothing over if no customer has written', async (t) => {
  const { handOver } = begin();
  t.same(handOver('u1', AT), []);
});
