/** Quick answers are filled in with what is known of the contact and of the user who writes. */
import t from 'tap';
import type { OperationsDeps } from '../../../operations/deps.js';
import { conversationNoteOperations } from '../../../operations/inbox/conversation-notes.js';
import { quickAnswerOperations } from '../../../operations/inbox/quick-answers.js';
import type { ContactResource } from '../../../schemas/contacts/contact.js';
import { stub } from '../../../testkit/stub.js';
import type { InboxRecord } from '../../../views/conversations/index.js';
import type { ViewStore } from '../../../views/views.js';
import { foldedActors } from '../../support/actors/folded-actors.js';

const caller = (idempotencyKey: string) => ({
  businessId: 'b1',
  operationId: 'o',
  idempotencyKey,
  at: 5_000,
});

const start = (contact: Partial<ContactResource> | null, record: Partial<InboxRecord> = {}) => {
  const views = stub<ViewStore>({
    inboxConversation: (_, id) =>
      id === 'c1'
        ? stub<InboxRecord>({
            contactId: contact === null ? null : 'p1',
            channel: 'whatsapp',
            address: '14155550123',
            name: 'Sam Rivera',
            ...record,
          })
        : null,
    catchUp: async () => undefined,
    contact: () => (contact === null ? null : stub<ContactResource>(contact)),
    memberName: (userId) => (userId === 'ann' ? 'Ann' : null),
  });
  const deps = stub<OperationsDeps>({ actors: foldedActors().actors, views });
  return { answers: quickAnswerOperations(deps), notes: conversationNoteOperations(deps) };
};

t.test('answers are kept in the order of their shortcuts, in lower case', async (t) => {
  const { answers } = start(null);
  const body = { businessId: 'b1', shortcut: 'Hours', title: ' Opening\nhours ', text: 'From 9 to 6.' };
  const { result } = await answers.create(caller('k'), body);
  t.match(result, { shortcut: 'hours', title: 'Opening hours' });
  t.same((await answers.create(caller('k'), body)).result, result, 'a repetition');
  await answers.create(caller('l'), { ...body, shortcut: 'bye' });
  t.same(
    (await answers.list('b1')).map(({ shortcut }) => shortcut),
    ['bye', 'hours'],
  );
  const { quickAnswerId } = result;
  t.match((await answers.update(caller('m'), quickAnswerId, { businessId: 'b1', title: 'Open' })).result, {
    title: 'Open',
    text: 'From 9 to 6.',
  });
  await answers.remove(caller('n'), quickAnswerId);
  t.equal((await answers.list('b1')).length, 1);
  const wrong = { ...body, shortcut: 'x', text: 'Hi {{first name}}' };
  await t.rejects(answers.create(caller('o'), wrong), { code: 'validation_failed' });
});

t.test('placeholders have the values of the contact; those without one are named', async (t) => {
  const body = {
    businessId: 'b1',
    shortcut: 'hi',
    title: 'Hi',
    text: '{{first_name}} {{ name }}, {{mobile}}, {{city}}, {{plan}}: {{my_name}}',
  };
  const filled = async ({ answers }: ReturnType<typeof start>) => {
    await answers.create(caller('k'), body);
    const [first] = await answers.listFor('b1', 'c1', 'Ann');
    return first;
  };
  const fields = { city: 'Oakland', plan: ' ', name: 'never' };
  t.match(await filled(start({ name: 'Bea Olsen', mobile: '+14155550199', fields })), {
    text: 'Bea Bea Olsen, +14155550199, Oakland, {{plan}}: Ann',
    missing: ['plan'],
  });
  t.match(
    (await filled(start({ name: 'Bea Olsen', mobile: '+1', fields: { first_name: 'B.' } })))?.text,
    /^B\. Bea Olsen/,
    'a field of the contact wins over a guess',
  );
  t.match(await filled(start(null)), {
    text: 'Sam Sam Rivera, +14155550123, {{city}}, {{plan}}: Ann',
    missing: ['city', 'plan'],
  });
  t.match(await filled(start(null, { channel: 'instagram', name: null })), {
    missing: ['first_name', 'name', 'mobile', 'city', 'plan'],
  });
  await t.rejects(start(null).answers.listFor('b1', 'c2', 'Ann'), { code: 'conversation_not_found' });
});

t.test('notes name their author, and belong to a conversation that exists', async (t) => {
  const { notes } = start(null);
  const ann = { userId: 'ann', isOwner: false };
  const { result } = await notes.add(caller('k'), 'c1', ann, 'Call after four.');
  t.match(result, { conversationId: 'c1', author: { userId: 'ann', name: 'Ann' }, editedAt: null });
  const ref = { conversationId: 'c1', noteId: result.noteId };
  t.match((await notes.edit(caller('l'), ref, ann, 'Call after five.')).result, {
    text: 'Call after five.',
    editedAt: String,
  });
  await t.rejects(notes.remove(caller('m'), ref, { userId: 'bob', isOwner: false }), {
    code: 'note_of_other_user',
  });
  await notes.remove(caller('n'), ref, { userId: 'bob', isOwner: true });
  await t.rejects(notes.add(caller('o'), 'c2', ann, 'x'), { code: 'conversation_not_found' });
});
