/** Numbers stay unique across partitions, in whatever order requests and effects take their steps. */
import fc from 'fast-check';
import t from 'tap';
import type {
  ContactPartitionCommand,
  ContactPartitionEffect,
} from '../../../actors/contact-partition/commands.js';
import { contactPartition } from '../../../actors/contact-partition/index.js';
import { entriesOf, getFrom } from '../../../actors/runtime/persistent-map.js';
import { assertNever } from '../../../schemas/assert.js';
import { DomainError } from '../../../schemas/errors.js';
import { contactIdIn, partitionOfContact, partitionOfMobile } from '../../../schemas/ids.js';
import { type Folded, fold } from '../../support/actors/fold.js';

type Partition = Folded<
  ReturnType<typeof contactPartition.initial>,
  ContactPartitionCommand,
  ReturnType<typeof contactPartition.decide>[number]
>;

const MOBILES = ['+14155550101', '+14155550102', '+4915112345670', '+4915112345671', '+33612345678'];
const CONTACTS = MOBILES.map((mobile, index) => ({
  mobile,
  contactId: contactIdIn(partitionOfMobile(mobile), 'test', String(index)),
}));

type UserAction =
  | { readonly type: 'create' | 'delete'; readonly who: number }
  | { readonly type: 'move'; readonly who: number; readonly to: number }
  | { readonly type: 'import'; readonly rows: readonly number[] };

const index = fc.integer({ min: 0, max: MOBILES.length - 1 });
const anyAction: fc.Arbitrary<UserAction> = fc.oneof(
  { weight: 2, arbitrary: index.map((who): UserAction => ({ type: 'create', who })) },
  { weight: 1, arbitrary: index.map((who): UserAction => ({ type: 'delete', who })) },
  {
    weight: 5,
    arbitrary: fc.tuple(index, index).map(([who, to]): UserAction => ({ type: 'move', who, to })),
  },
  {
    weight: 1,
    arbitrary: fc
      .array(index, { minLength: 1, maxLength: 3 })
      .map((rows): UserAction => ({ type: 'import', rows })),
  },
);

/** A business's partitions. Every step is one command of one actor, and steps do not overlap. */
const createWorld = () => {
  const partitions = new Map<string, Partition>();
  let at = 0;
  let requests = 0;
  const partition = (id: string): Partition => {
    const found = partitions.get(id) ?? fold(contactPartition, id);
    partitions.set(id, found);
    return found;
  };
  return {
    partition,
    send: (id: string, command: ContactPartitionCommand): void => {
      at += 1;
      partition(id).apply(command, at);
    },
    /** The number of a new request. */
    request: (): number => {
      requests += 1;
      return requests;
    },
    all: () => [...partitions],
    /** Advances beyond the end of every request, so that reservations are checked. */
    later: () => {
      at += 60_001;
      for (const each of partitions.values()) each.advance(at);
    },
  };
};

type World = ReturnType<typeof createWorld>;

// Sagas: the steps of operations/contacts/contacts.ts, with a pause wherever it waits for an answer.

/** Imports rows one after the other, for contacts that may exist. */
const importing = function* (
  { partition, send }: World,
  request: number,
  rows: readonly number[],
): Generator<void> {
  for (const row of rows) {
    const { mobile } = CONTACTS[row] ?? { mobile: '' };
    const fresh = contactIdIn(partitionOfMobile(mobile), 'import', String(request), String(row));
    const part = String(row);
    const command: Extract<ContactPartitionCommand, { type: 'import' }> = {
      type: 'import',
      importId: `i${request}`,
      part,
      categoryIds: ['k'],
      columns: ['seen'],
      rows: [[fresh, mobile, 'Row', String(request)]],
    };
    yield;
    const home = partitionOfMobile(mobile);
    send(home, command);
    const elsewhere = partition(home).state.imports[command.importId]?.parts[part]?.elsewhere ?? [];
    for (const moved of elsewhere) {
      yield;
      send(partitionOfContact(moved[0]), { ...command, part: `${part}-${moved[0]}`, rows: [moved] });
    }
  }
};

/** Changes the number of a contact. */
const moving = function* (
  { partition, send }: World,
  request: number,
  contactId: string,
  to: string,
): Generator<void> {
  const home = partitionOfContact(contactId);
  const before = getFrom(partition(home).state.contacts, contactId);
  if (before === undefined) throw new DomainError('contact_not_found');
  if (to === before.mobile) return;
  yield;
  const mobilePartition = partitionOfMobile(to);
  const reservation = mobilePartition === home ? undefined : `r${request}`;
  if (reservation !== undefined)
    send(mobilePartition, { type: 'reserve_mobile', mobile: to, contactId, reservation });
  yield;
  const kept = reservation === undefined ? {} : { reservation };
  send(home, { type: 'change', contactId, changes: { mobile: to }, ...kept });
};

const perform = function* (world: World, action: UserAction): Generator<void> {
  const request = world.request();
  if (action.type === 'import') return yield* importing(world, request, action.rows);
  const { contactId, mobile } = CONTACTS[action.who] ?? { contactId: '', mobile: '' };
  const home = partitionOfContact(contactId);
  switch (action.type) {
    case 'create': {
      const facts = { name: 'Ann', mobile, categoryIds: ['k'], fields: {} };
      return world.send(home, { type: 'create', contactId, facts });
    }
    case 'delete':
      return world.send(home, { type: 'delete', contactIds: [contactId] });
    case 'move':
      return yield* moving(world, request, contactId, MOBILES[action.to] ?? '');
    default:
      return assertNever(action);
  }
};

/** The steps of operations/effects/contact-partition.ts. */
const settle = function* (
  { partition, send }: World,
  id: string,
  effect: ContactPartitionEffect,
): Generator<void> {
  const { mobile } = effect;
  if (effect.kind === 'check_mobile') {
    const { contactId } = effect;
    const held =
      getFrom(partition(partitionOfContact(contactId)).state.contacts, contactId)?.mobile === mobile;
    yield;
    send(id, { type: 'mobile_checked', mobile, held });
    return;
  }
  const { reservation } = effect;
  send(partitionOfMobile(mobile), { type: 'release_mobile', mobile, reservation });
  yield;
  send(id, { type: 'mobile_returned', mobile, reservation });
};

const mobilesOf = (world: World): readonly string[] =>
  world.all().flatMap(([, { state }]) => entriesOf(state.contacts).map(([, { mobile }]) => mobile));

const isUnique = (world: World): boolean => {
  const mobiles = mobilesOf(world);
  return new Set(mobiles).size === mobiles.length;
};

/** One step of a saga; a refusal ends it. Returns whether it has ended. */
const step = (saga: Generator<void>): boolean => {
  try {
    return saga.next().done === true;
  } catch (error) {
    if (error instanceof DomainError) return true;
    throw error;
  }
};

t.test('numbers stay unique under any interleaving of requests and effects', async (t) => {
  fc.assert(
    fc.property(
      fc.array(anyAction, { minLength: 2, maxLength: 14 }),
      fc.infiniteStream(fc.nat({ max: 1_000 })),
      (actions, choices) => {
        const world = createWorld();
        const waiting = actions.map((action) => perform(world, action));
        const owed = new Map<string, Generator<void>>();
        const choose = (count: number): number => (choices.next().value ?? 0) % count;
        for (let guard = 0; guard < 500; guard += 1) {
          for (const [id, { state }] of world.all())
            for (const [key, effect] of Object.entries(contactPartition.effects(state)))
              if (!owed.has(`${id} ${key}`)) owed.set(`${id} ${key}`, settle(world, id, effect));
          const all = [
            ...waiting.map((saga) => ({ saga, end: () => void waiting.splice(waiting.indexOf(saga), 1) })),
            ...[...owed].map(([key, saga]) => ({ saga, end: () => void owed.delete(key) })),
          ];
          if (all.length === 0) break;
          const chosen = all[choose(all.length)];
          if (chosen !== undefined && step(chosen.saga)) chosen.end();
          if (!isUnique(world)) return false;
        }
        // All requests have ended: unused reservations are returned, and abandoned numbers are released.
        for (let round = 0; round < 4; round += 1) {
          world.later();
          for (const [id, { state }] of world.all())
            for (const effect of Object.values(contactPartition.effects(state)))
              for (const saga = settle(world, id, effect); !step(saga); );
        }
        const kept = world
          .all()
          .flatMap(([, { state }]) => entriesOf(state.mobiles).map(([mobile]) => mobile));
        return JSON.stringify([...kept].sort()) === JSON.stringify([...mobilesOf(world)].sort());
      },
    ),
    { numRuns: 4_000 },
  );
  t.pass('no two contacts shared a number, and no number stayed behind');
});

t.test('a late return does not release a number that the contact has taken again', (t) => {
  const world = createWorld();
  const run = (action: UserAction): void => {
    for (const saga = perform(world, action); !step(saga); );
  };
  run({ type: 'create', who: 0 });
  run({ type: 'move', who: 0, to: 2 });
  const owed = () =>
    world
      .all()
      .flatMap(([id, { state }]) =>
        Object.values(contactPartition.effects(state)).map((effect) => settle(world, id, effect)),
      );
  world.later();
  for (const confirmation of owed()) while (!step(confirmation));
  run({ type: 'move', who: 0, to: 0 });
  const late = owed();
  t.equal(late.length, 1, 'the other number is on its way back');
  run({ type: 'move', who: 0, to: 2 });
  for (const saga of late) while (!step(saga));
  run({ type: 'create', who: 2 });
  t.same(mobilesOf(world), [MOBILES[2]], 'no other contact could take it');
  t.end();
});
