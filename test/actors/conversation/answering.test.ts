/** What makes an agent answer, and what does not prevent an answer (conversation, M6 and M7). */
import t from 'tap';
import type { ConversationCommand } from '../../../actors/conversation/commands.js';
import { DEBOUNCE_MS, decide } from '../../../actors/conversation/decide.js';
import type { InboundContent } from '../../../actors/conversation/events.js';
import { evolve } from '../../../actors/conversation/evolve.js';
import { conversation } from '../../../actors/conversation/index.js';
import { type ConversationState, initial } from '../../../actors/conversation/state.js';
import type { TimerDue } from '../../../actors/runtime/actor.js';

const AT = 1_000_000;

const apply = (
  state: ConversationState,
  command: ConversationCommand | TimerDue,
  at = AT,
): ConversationState =>
  decide(state, { commandId: 'c', at, command }).reduce((after, event) => evolve(after, event, at), state);

const receive = (
  state: ConversationState,
  id: string,
  content: InboundContent,
  { automated = true, at = AT } = {},
): ConversationState =>
  apply(
    state,
    {
      type: 'receive',
      channel: 'instagram',
      accountId: 'a',
      address: 'p',
      messageId: id,
      automated,
      providerMessageId: id,
      sentAt: at,
      content,
      opensWindow: content.type === 'text',
      customer: { mobile: null, whatsappId: null, userId: 'p', username: 'p', name: null },
    },
    at,
  );

const text = (words: string): InboundContent => ({ type: 'text', text: words, media: null, details: null });
const reaction: InboundContent = { type: 'reaction', text: '❤️', media: null, details: { emoji: '❤️' } };
const comment = (
  id: string,
  parentId: string | null = null,
  words: string | null = 'nice',
): InboundContent => ({
  type: 'comment',
  text: words,
  media: null,
  details: { id, text: words, mediaId: '42', parentId },
});
const owed = (state: ConversationState): readonly string[] =>
  Object.keys(conversation.effects(state)).filter((key) => key !== 'register');

t.test('a reaction or a comment does not cancel the answer to a message', async (t) => {
  const afterMessage = receive(initial(), 'm1', text('price?'));
  for (const content of [reaction, comment('c1')]) {
    const next = receive(afterMessage, 'm2', content, { at: AT + 100 });
    t.same(
      next.reply,
      { turn: 1, dueAt: AT + DEBOUNCE_MS, composing: false, messages: ['m1'] },
      content.type,
    );
    t.equal(next.lastReceivedAt, AT, 'and opens no window');
  }
});

t.test('answers each comment separately and at once', async (t) => {
  const commented = receive(initial(), 'c1', comment('c1'));
  const commentedTwice = receive(receive(commented, 'c2', comment('c2')), 'c2', comment('c2'));
  t.same(owed(commentedTwice), ['comment-c1', 'comment-c2']);
  const about = { id: 'c1', mediaId: '42', text: 'nice' };
  const message = { messageId: 'r1', text: 'Thanks!' };
  const command = { type: 'comment_replied', comment: about, recipient: 'p', message } as const;
  const answered = apply(apply(commentedTwice, command), command);
  t.same(owed(answered), ['comment-c2', 'send-r1-1'], 'sent outside of any window, once');
  t.same(owed(apply(commentedTwice, { ...command, message: null })), ['comment-c2'], 'nothing to say');
  const afterFollowUp = receive(answered, 'm1', text('hello?'));
  t.same(
    afterFollowUp.outbox.map(({ messageId }) => messageId),
    ['r1'],
    'a message does not cancel it',
  );
});

t.test('does not answer replies to comments, comments without text, or without an agent', async (t) => {
  const owesNothing = (content: InboundContent, automated = true): boolean =>
    owed(receive(initial(), 'x', content, { automated })).length === 0;
  t.ok(owesNothing(comment('c2', 'c1')), 'a reply to a comment');
  t.ok(owesNothing(comment('c1', null, null)), 'a comment without text');
  t.ok(owesNothing(comment('c1'), false), 'if no agent answers');
  t.equal(receive(initial(), 'm', text('hi'), { automated: false }).reply, null);
});

t.test('each message of an answer names the sources of the answer', async (t) => {
  const sources = [{ sourceId: 's1', title: 'Handbook', passages: [] }];
  const composing = evolve(receive(initial(), 'm1', text('where?')), { type: 'reply.begun', turn: 1 }, AT);
  const turn = composing.reply?.turn ?? 0;
  const messages = ['r1', 'r2'].map((messageId) => ({ messageId, text: 'In the garage.' }));
  const queuedBy = (command: ConversationCommand, state: ConversationState) =>
    decide(state, { commandId: 'c', at: AT, command }).flatMap((event) =>
      event.type === 'message.queued' ? [event.sources] : [],
    );
  const replied = { type: 'replied', turn, recipient: 'p', messages } as const;
  t.same(queuedBy({ ...replied, sources }, composing), [sources, sources]);
  t.same(queuedBy({ ...replied, sources: [] }, composing), [undefined, undefined]);
  const about = { id: 'c1', mediaId: '42', text: 'where?' };
  const message = { messageId: 'r3', text: 'In the garage.' };
  const answered = { type: 'comment_replied', comment: about, recipient: 'p', message, sources } as const;
  t.same(queuedBy(answered, receive(initial(), 'c1', comment('c1'))), [sources]);
});
