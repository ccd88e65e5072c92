/** Conversations are assigned to members of the team, marked as done, and opened again by the customer. */
import t from 'tap';
import { conversation } from '../../../actors/conversation/index.js';
import { fold } from '../../support/actors/fold.js';

const AT = 1_000_000_000;
const customer = { mobile: null, whatsappId: null, userId: 'p', username: null, name: null };

const begin = () => {
  const folded = fold(conversation);
  let count = 0;
  const write = (content: { readonly type: string; readonly text: string | null }, opensWindow: boolean) => {
    count += 1;
    return folded.apply(
      {
        type: 'receive',
        channel: 'instagram',
        accountId: 'a',
        address: 'p',
        messageId: `m${count}`,
        automated: false,
        providerMessageId: `m${count}`,
        sentAt: AT + count,
        customer,
        opensWindow,
        content: { ...content, media: null, details: null },
      },
      AT + count,
    );
  };
  const text = () => write({ type: 'text', text: 'hello' }, true);
  const setStatus = (status: 'open' | 'done') =>
    folded.apply({ type: 'set_status', status, userId: 'ann' }, AT + 100);
  return { folded, write, text, setStatus };
};

t.test('a conversation is assigned to a member or to nobody, also by the user who takes it', async (t) => {
  const { folded, text } = begin();
  text();
  const assign = (assigneeId: string | null) =>
    folded.apply({ type: 'assign', assigneeId, userId: 'ann' }, AT + 10);
  t.same(assign('bob'), [{ type: 'conversation.assigned', assigneeId: 'bob', userId: 'ann' }]);
  t.same(assign(null), [{ type: 'conversation.assigned', assigneeId: null, userId: 'ann' }]);
  t.same(folded.apply({ type: 'take', userId: 'ann', assigns: true }, AT + 20), [
    { type: 'conversation.taken', userId: 'ann' },
    { type: 'conversation.assigned', assigneeId: 'ann', userId: 'ann' },
  ]);
});

t.test('a conversation is done once, and open again when the customer writes or comments', async (t) => {
  const { text, write, setStatus } = begin();
  text();
  t.same(setStatus('open'), [], 'it is open already');
  t.same(setStatus('done'), [{ type: 'conversation.status_set', status: 'done', userId: 'ann' }]);
  t.same(setStatus('done'), []);
  t.notMatch(
    write({ type: 'reaction', text: null }, false).map(({ type }) => type),
    ['message.received', 'conversation.status_set'],
  );
  t.match(text(), [
    { type: 'message.received' },
    { type: 'conversation.status_set', status: 'open', userId: null },
  ]);
  t.equal(text().length, 1, 'an open conversation is not opened again');
  setStatus('done');
  t.match(write({ type: 'comment', text: 'Nice!' }, false).at(-1), { status: 'open', userId: null });
  setStatus('done');
  t.same(setStatus('open'), [{ type: 'conversation.status_set', status: 'open', userId: 'ann' }]);
});

t.test('an agent that hands over a conversation opens it', async (t) => {
  const { folded, text, setStatus } = begin();
  text();
  setStatus('done');
  t.same(folded.apply({ type: 'hand_over', useId: 'u', reason: null }, AT + 200), [
    { type: 'conversation.handed_over', useId: 'u', reason: null },
    { type: 'conversation.status_set', status: 'open', userId: null },
  ]);
  t.equal(folded.apply({ type: 'hand_over', useId: 'v', reason: null }, AT + 300).length, 1);
});

t.test('refuses to assign or finish a conversation without messages', async (t) => {
  for (const command of [
    { type: 'assign', assigneeId: null, userId: 'ann' },
    { type: 'set_status', status: 'done', userId: 'ann' },
  ] as const)
    t.throws(() => begin().folded.apply(command, AT), { code: 'conversation_not_found' });
});
