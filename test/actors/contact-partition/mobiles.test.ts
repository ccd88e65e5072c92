/** Numbers stay unique across partitions, and merges lose no contact, in whatever order requests and effects take their steps. */
import fc from 'fast-check';
import t from 'tap';
import { contactPartition } from '../../../actors/contact-partition/index.js';
import { entriesOf, getFrom } from '../../../actors/runtime/persistent-map.js';
import { partitionOfContact, partitionOfMobile } from '../../../schemas/ids.js';
import {
  areKept,
  CONTACTS,
  createWorld,
  holdersAreCurrent,
  isComplete,
  isUnique,
  MOBILES,
  mobilesOf,
  moving,
  perform,
  settle,
  step,
  type UserAction,
} from '../../support/actors/contact-partitions.js';
import { fold } from '../../support/actors/fold.js';
import { casesOf } from '../../support/full-run.js';

const index = fc.integer({ min: 0, max: MOBILES.length - 1 });
const anyPlainAction: fc.Arbitrary<UserAction> = fc.oneof(
  { weight: 2, arbitrary: index.map((subject): UserAction => ({ type: 'create', subject })) },
  { weight: 1, arbitrary: index.map((subject): UserAction => ({ type: 'delete', subject })) },
  {
    weight: 5,
    arbitrary: fc.tuple(index, index).map(([subject, to]): UserAction => ({ type: 'move', subject, to })),
  },
  {
    weight: 1,
    arbitrary: fc
      .array(index, { minLength: 1, maxLength: 3 })
      .map((rows): UserAction => ({ type: 'import', rows })),
  },
);

const anyAction: fc.Arbitrary<UserAction> = fc.oneof(
  { weight: 9, arbitrary: anyPlainAction },
  {
    weight: 4,
    arbitrary: fc.tuple(index, index).map(([subject, to]): UserAction => ({ type: 'merge', subject, to })),
  },
  { weight: 1, arbitrary: index.map((subject): UserAction => ({ type: 'trim', subject })) },
);

t.test('numbers stay unique under any interleaving of requests and effects', async (t) => {
  fc.assert(
    fc.property(
      fc.array(anyAction, { minLength: 2, maxLength: 12 }),
      fc.array(anyAction, { maxLength: 8 }),
      fc.infiniteStream(fc.nat({ max: 1_000 })),
      (actions, lateActions, choices) => {
        const world = createWorld();
        const owed = new Map<string, Generator<void>>();
        let crashes = 5;
        const choose = (count: number): number => (choices.next().value ?? 0) % count;
        /** False once a number has two contacts, or one is not kept. `until`: whether it has ended. */
        const run = (waiting: Generator<void>[], until: () => boolean): boolean => {
          for (let guard = 0; guard < 500; guard += 1) {
            for (const [id, { state }] of world.all())
              for (const [key, effect] of Object.entries(contactPartition.effects(state)))
                if (!owed.has(`${id} ${key}`)) owed.set(`${id} ${key}`, settle(world, id, effect));
            const all = [
              ...waiting.map((saga) => ({ saga, end: () => void waiting.splice(waiting.indexOf(saga), 1) })),
              ...[...owed].map(([key, saga]) => ({ saga, end: () => void owed.delete(key) })),
            ];
            const chosen = all[choose(Math.max(1, all.length))];
            if (chosen === undefined || until()) return true;
            // Its node crashes, and another one repeats the effect; what is on its way may still arrive.
            if (crashes > 0 && choose(8) === 0) {
              crashes -= 1;
              chosen.end();
              waiting.push(chosen.saga);
            } else if (step(chosen.saga)) chosen.end();
            if (!isUnique(world) || !areKept(world)) return false;
          }
          return true;
        };
        const early = actions.map((action) => perform(world, action));
        if (!run(early, () => early.length === 0)) return false;
        // No request lives as long as it takes until reservations are checked.
        world.later();
        const late = lateActions.map((action) => perform(world, action));
        if (!run(late, () => false)) return false;
        // All requests have ended: unused reservations are returned, and abandoned numbers are released.
        for (let round = 0; round < 6; round += 1) {
          world.later();
          for (const [id, { state }] of world.all())
            for (const effect of Object.values(contactPartition.effects(state)))
              for (const saga = settle(world, id, effect); !step(saga); );
        }
        const kept = world
          .all()
          .flatMap(([, { state }]) => entriesOf(state.mobiles).map(([mobile]) => mobile));
        const isKept = JSON.stringify([...kept].sort()) === JSON.stringify([...mobilesOf(world)].sort());
        return isKept && isComplete(world) && holdersAreCurrent(world);
      },
    ),
    { numRuns: casesOf(2_500) },
  );
  t.pass('no two contacts shared a number, no number stayed behind, and no contact was lost');
});

t.test('a late return does not release a number that the contact has taken again', (t) => {
  const world = createWorld();
  const run = (action: UserAction): void => {
    for (const saga = perform(world, action); !step(saga); );
  };
  run({ type: 'create', subject: 0 });
  run({ type: 'move', subject: 0, to: 2 });
  const owed = () =>
    world
      .all()
      .flatMap(([id, { state }]) =>
        Object.values(contactPartition.effects(state)).map((effect) => settle(world, id, effect)),
      );
  world.later();
  for (const confirmation of owed()) while (!step(confirmation));
  run({ type: 'move', subject: 0, to: 0 });
  const late = owed();
  t.equal(late.length, 1, 'the other number is on its way back');
  run({ type: 'move', subject: 0, to: 2 });
  for (const saga of late) while (!step(saga));
  run({ type: 'create', subject: 2 });
  t.same(mobilesOf(world), [MOBILES[2]], 'no other contact could take it');
  t.end();
});
t.test('a change to a number that the contact has lost meanwhile is refused, and can be repeated', (t) => {
  const contactId = CONTACTS[0]?.contactId ?? '';
  const [mobile = '', , further = ''] = MOBILES;
  const partition = fold(contactPartition, partitionOfContact(contactId));
  t.not(partitionOfMobile(further), partitionOfContact(contactId), 'another partition keeps the number');
  const facts = { name: 'Ann', mobile, categoryIds: ['k'], fields: {} };
  partition.apply({ type: 'create', contactId, facts }, 1);
  const change = { type: 'change', contactId, changes: { mobile: further } } as const;
  t.throws(() => partition.apply(change, 2), { code: 'contact_changing' });
  t.equal(getFrom(partition.state.contacts, contactId)?.mobile, mobile);
  t.end();
});

for (const [where, other] of [
  ['another partition', 2],
  ['the same partition', 3],
] as const)
  t.test(`a contact does not take a number of ${where} that a merge is about to give to it`, (t) => {
    const world = createWorld();
    const [contactId, further] = [CONTACTS[0]?.contactId ?? '', MOBILES[other] ?? ''];
    const home = partitionOfContact(contactId);
    t.equal(partitionOfMobile(further) === home, where === 'the same partition');
    for (const action of [
      { type: 'create', subject: 0 },
      { type: 'create', subject: other },
      { type: 'merge', subject: 0, to: other },
    ] as const)
      step(perform(world, action));
    const [effect] = Object.values(contactPartition.effects(world.partition(home).state));
    if (effect === undefined) throw new Error('the merge has no step to take');
    const merge = settle(world, home, effect);
    t.notOk(step(merge), 'the other contact is given up; its number is on the way');
    const moves = moving(world, world.request(), contactId, further);
    t.throws(
      () => {
        while (moves.next().done !== true);
      },
      { code: 'contact_changing' },
    );
    while (!step(merge));
    t.same(mobilesOf(world), [MOBILES[0], further]);
    t.ok(areKept(world) && isUnique(world));
    t.end();
  });
