/** An agent looks up what a Data Source has about the customer. */
import t from 'tap';
import { lookUp } from '../../../operations/tools/look-up.js';
import type { ContactResource } from '../../../schemas/contacts/contact.js';
import { stub } from '../../../testkit/stub.js';
import { stubActors } from '../../support/stub-actors.js';

type Deps = Parameters<typeof lookUp>[0];

/** A source with `rows` by contact or number, and actors with `answers` by kind. */
const world = (
  rows: Readonly<Record<string, Readonly<Record<string, string>>>>,
  answers: Readonly<Record<string, object>>,
): Deps => ({
  actors: stubActors((kind) => answers[kind]),
  views: stub<Deps['views']>({
    currentContactId: (id) => (id === 'merged' ? 'ann' : id),
    currentContact: (_business, id) =>
      id === 'ann' ? stub<ContactResource>({ id: 'ann', mobile: '+14155550101' }) : null,
    sourceValues: (business, source, { id, mobile }) => {
      t.same([business, source], ['b1', 's1']);
      const row = rows[id] ?? rows[mobile];
      return row === undefined
        ? null
        : new Map(Object.entries(row).map(([key, value]) => [key, { value, type: 'text' }]));
    },
  }),
});
const ROWS = { '+14155550101': { order: 'A1', state: 'sent' } };
const onCall = { type: 'call', id: 'c1' } as const;
const inWriting = { type: 'conversation', id: 'v1' } as const;

t.test('a call finds the row of its callee by number or by contact', async (t) => {
  const called = { destination: '+14155550101' };
  const found = { outcome: 'done', result: '{"order":"A1","state":"sent"}' };
  t.same(await lookUp(world(ROWS, { call: { ...called, contactId: null } }), 'b1', 's1', onCall), found);
  // A build that predates `contactId` answers without it.
  t.same(await lookUp(world(ROWS, { call: called }), 'b1', 's1', onCall), found);
  const byId = world({ ann: { state: 'lost' } }, { call: { destination: '+1', contactId: 'ann' } });
  t.match(await lookUp(byId, 'b1', 's1', onCall), { result: '{"state":"lost"}' });
  const merged = world({ ann: { state: 'lost' } }, { call: { destination: '+1', contactId: 'merged' } });
  t.match(await lookUp(merged, 'b1', 's1', onCall), { result: '{"state":"lost"}' });
  const otherNumber = world(ROWS, { call: { destination: '+14155550199', contactId: null } });
  t.same(await lookUp(otherNumber, 'b1', 's1', onCall), {
    outcome: 'done',
    result: 'There is no data about this customer.',
  });
});

t.test('a call to a colleague finds the row of the customer that it is about', async (t) => {
  const deps = world(ROWS, {});
  const actors = stubActors((_kind, id) =>
    id === 'c2' ? { destination: '+14155550199', consultationOf: 'c1' } : { destination: '+14155550101' },
  );
  t.match(await lookUp({ ...deps, actors }, 'b1', 's1', { type: 'call', id: 'c2' }), {
    result: '{"order":"A1","state":"sent"}',
  });
});

t.test('a conversation finds the row of its contact, and none without a contact', async (t) => {
  const ann = world(ROWS, { conversation: { contactId: 'ann' } });
  t.match(await lookUp(ann, 'b1', 's1', inWriting), { result: /"A1"/ });
  for (const contactId of [null, 'gone'])
    t.match(await lookUp(world(ROWS, { conversation: { contactId } }), 'b1', 's1', inWriting), {
      outcome: 'failed',
      result: /The customer is not identified/,
    });
  for (const type of ['agent_test', 'trial'] as const)
    t.match(await lookUp(world(ROWS, {}), 'b1', 's1', { type, id: 'x' }), { outcome: 'failed' });
});

t.test('a customer identified only by a typed number learns nothing about the contact', async (t) => {
  const claimed = world(ROWS, { conversation: { contactId: 'ann', isClaimed: true } });
  t.match(await lookUp(claimed, 'b1', 's1', inWriting), {
    outcome: 'failed',
    result: /The customer is not identified/,
  });
});

t.test('a long row is truncated at its limit', async (t) => {
  const long = world(
    { '+1': { text: 'x'.repeat(10_000) } },
    { call: { destination: '+1', contactId: null } },
  );
  const { result } = await lookUp(long, 'b1', 's1', onCall);
  t.ok(result.length < 4_200 && result.endsWith('(The rest was cut off.)'));
});
