/** Open pages learn of assignments, notes, and members whose conversations are released. */
import t from 'tap';
import { CONVERSATIONS } from '../../../operations/public-events/conversations.js';
import { CONVERSATION_NOTES, TEAMS } from '../../../operations/public-events/desk.js';
import type { PublicSource, PublicViews } from '../../../operations/public-events/source.js';
import { stub } from '../../../testkit/stub.js';

const ID = '7b0f3c86-3a53-4d4c-9a42-000000000001';
const views = stub<PublicViews>({
  conversation: (_, id) => (id === ID ? { channel: 'whatsapp', accountId: '17', contactId: null } : null),
});
const published = (source: PublicSource, event: { readonly type: string }) =>
  source
    .liveOf(
      views,
      'b1',
      ID,
    )?.(event, 1_000)
    .map((update) => ('event' in update ? update.event : null));

t.test('assignments and the status of a conversation are published', async (t) => {
  const assigned = { type: 'conversation.assigned', assigneeId: null, userId: 'ann' };
  t.match(published(CONVERSATIONS, assigned), [{ ...assigned, conversationId: ID, channel: 'whatsapp' }]);
  const reopened = { type: 'conversation.status_set', status: 'open', userId: null };
  t.match(published(CONVERSATIONS, reopened), [{ ...reopened, conversationId: ID }]);
});

t.test('a note is published without its text', async (t) => {
  for (const [type, change] of [
    ['note.added', 'added'],
    ['note.edited', 'edited'],
    ['note.removed', 'removed'],
  ] as const) {
    const [event] =
      published(
        CONVERSATION_NOTES,
        Object.assign({ type }, { noteId: 'n1', userId: 'ann', text: 'secret' }),
      ) ?? [];
    t.match(event, { type: 'conversation.noted', change, noteId: 'n1', userId: 'ann', conversationId: ID });
    t.notMatch(JSON.stringify(event), /secret/);
  }
  t.equal(CONVERSATION_NOTES.liveOf(views, 'b1', 'unknown'), null);
});

t.test('only members who can no longer answer release their conversations', async (t) => {
  const standing = (role: string, active: boolean) =>
    published(TEAMS, Object.assign({ type: 'member.standing_set' }, { userId: 'bob', role, active }));
  t.same(standing('operator', true), []);
  t.match(standing('viewer', true), [{ type: 'conversations.released', userId: 'bob' }]);
  t.match(standing('owner', false), [{ type: 'conversations.released', userId: 'bob' }]);
  t.match(published(TEAMS, Object.assign({ type: 'member.removed' }, { userId: 'bob' })), [
    { userId: 'bob' },
  ]);
});
