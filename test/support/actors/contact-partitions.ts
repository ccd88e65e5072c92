/** The contact partitions of a business, and requests and effects that take their steps in any order. */
import type {
  ContactPartitionCommand,
  ContactPartitionEffect,
  ContactRecord,
} from '../../../actors/contact-partition/commands.js';
import { mobilesIn, numbersOf } from '../../../actors/contact-partition/held-numbers.js';
import { contactPartition } from '../../../actors/contact-partition/index.js';
import { givingUp, isMerging } from '../../../actors/contact-partition/merging.js';
import { entriesOf, getFrom, hasKey } from '../../../actors/runtime/persistent-map.js';
import { assertNever } from '../../../schemas/assert.js';
import { DomainError } from '../../../schemas/errors.js';
import { contactIdIn, partitionOfContact, partitionOfMobile } from '../../../schemas/ids.js';
import { type Folded, fold } from './fold.js';

type Partition = Folded<
  ReturnType<typeof contactPartition.initial>,
  ContactPartitionCommand,
  ReturnType<typeof contactPartition.decide>[number]
>;

/** One partition keeps the first and the fourth; each of the others has a partition of its own. */
export const MOBILES = ['+14155550101', '+14155550102', '+4915112345670', '+447700902521', '+33612345678'];
/** A contact for each number, in the number's partition. */
export const CONTACTS = MOBILES.map((mobile, index) => ({
  mobile,
  contactId: contactIdIn(partitionOfMobile(mobile), 'test', String(index)),
}));

/** `subject`, `to` and `rows`: positions in `CONTACTS`. `trim`: removes the further numbers. */
export type UserAction =
  | { readonly type: 'create' | 'delete' | 'trim'; readonly subject: number }
  | { readonly type: 'move' | 'merge'; readonly subject: number; readonly to: number }
  | { readonly type: 'import'; readonly rows: readonly number[] };

/** The contacts of which a contact consists: each is created with a field of its own. */
const partsOf = (contact: ContactRecord | null | undefined): readonly string[] =>
  Object.keys(contact?.fields ?? {}).filter((key) => CONTACTS.some(({ contactId }) => contactId === key));

/** A business's partitions. Every step is one command of one actor, and steps do not overlap. */
export const createWorld = () => {
  const partitions = new Map<string, Partition>();
  /** The contacts that exist, whether by themselves or as part of another one. */
  const alive = new Set<string>();
  let at = 0;
  let requests = 0;
  const partition = (id: string): Partition => {
    const found = partitions.get(id) ?? fold(contactPartition, id);
    partitions.set(id, found);
    return found;
  };
  const recordIn = (contactId: string): ContactRecord | null | undefined => {
    const { contacts, givenUp } = partition(partitionOfContact(contactId)).state;
    return getFrom(contacts, contactId) ?? getFrom(givenUp, contactId)?.record;
  };
  return {
    partition,
    alive,
    send: (id: string, command: ContactPartitionCommand): void => {
      at += 1;
      const before = partition(id).state;
      for (const event of partition(id).apply(command, at)) {
        if (event.type === 'contact.created') alive.add(event.contactId);
        if (event.type === 'contact.deleted')
          for (const part of partsOf(getFrom(before.contacts, event.contactId))) alive.delete(part);
        if (event.type === 'contact.merge_dropped')
          for (const part of partsOf(recordIn(event.otherContactId))) alive.delete(part);
      }
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

export type World = ReturnType<typeof createWorld>;

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
export const moving = function* (
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
  const needsNone = mobilePartition === home || mobilesIn(before).includes(to);
  const reservation = needsNone ? undefined : `r${request}`;
  if (reservation !== undefined)
    send(mobilePartition, { type: 'reserve_mobile', mobile: to, contactId, reservation });
  yield;
  const kept = reservation === undefined ? {} : { reservation };
  send(home, { type: 'change', contactId, changes: { mobile: to }, ...kept });
};

/** The steps of a request. */
export const perform = function* (world: World, action: UserAction): Generator<void> {
  const request = world.request();
  if (action.type === 'import') return yield* importing(world, request, action.rows);
  const { contactId, mobile } = CONTACTS[action.subject] ?? { contactId: '', mobile: '' };
  const home = partitionOfContact(contactId);
  switch (action.type) {
    case 'create': {
      const facts = { name: 'Ann', mobile, categoryIds: ['k'], fields: { [contactId]: 'x' } };
      return world.send(home, { type: 'create', contactId, facts });
    }
    case 'delete':
      return world.send(home, { type: 'delete', contactIds: [contactId] });
    case 'move':
      return yield* moving(world, request, contactId, MOBILES[action.to] ?? '');
    case 'merge': {
      const otherContactId = CONTACTS[action.to]?.contactId ?? '';
      if (otherContactId === contactId) return;
      const command = { type: 'merge', contactId, otherContactId, mergeId: `m${request}`, by: null } as const;
      return world.send(home, command);
    }
    case 'trim':
      return world.send(home, { type: 'change', contactId, changes: { otherMobiles: [] } });
    default:
      return assertNever(action);
  }
};

/** The contact that an id stands for. */
const living = function* ({ partition }: World, contactId: string): Generator<void, string | null> {
  for (let id = contactId; ; ) {
    const { contacts, givenUp } = partition(partitionOfContact(id)).state;
    if (getFrom(contacts, id) !== undefined) return id;
    const next = getFrom(givenUp, id)?.to;
    if (next === undefined) return null;
    yield;
    id = next;
  }
};

const checking = function* (
  world: World,
  id: string,
  { mobile, contactId }: Extract<ContactPartitionEffect, { kind: 'check_mobile' }>,
): Generator<void> {
  const holder = yield* living(world, contactId);
  yield;
  if (holder === null) return world.send(id, { type: 'mobile_checked', mobile, held: false });
  const home = world.partition(partitionOfContact(holder));
  const merges = isMerging(home.state, holder);
  yield;
  const contact = getFrom(home.state.contacts, holder);
  const number = contact && numbersOf(contact).find((held) => held.mobile === mobile);
  // The runtime repeats it.
  if (contact === undefined || (number === undefined && merges)) throw new DomainError('contact_changing');
  yield;
  const reservation = number?.reservation ?? null;
  const found = reservation === null ? {} : { holder: { contactId: holder, reservation, from: contactId } };
  world.send(id, { type: 'mobile_checked', mobile, held: number !== undefined, ...found });
};

/** The steps of operations/effects/contact-partition.ts. */
export const settle = function* (world: World, id: string, effect: ContactPartitionEffect): Generator<void> {
  const { partition, send } = world;
  switch (effect.kind) {
    case 'check_mobile':
      return yield* checking(world, id, effect);
    case 'return_mobile': {
      const { mobile, reservation } = effect;
      send(partitionOfMobile(mobile), { type: 'release_mobile', mobile, reservation });
      yield;
      return send(id, { type: 'mobile_returned', mobile, reservation });
    }
    case 'hand_over_mobile': {
      const { kind: _, ...handOver } = effect;
      const { mobile, reservation } = handOver;
      send(partitionOfMobile(mobile), { type: 'hand_over_mobile', ...handOver });
      yield;
      return send(id, { type: 'mobile_handed_over', mobile, reservation });
    }
    case 'take_over': {
      const { contactId: to, otherContactId, mergeId } = effect;
      const home = partitionOfContact(otherContactId);
      const command = { type: 'give_up', contactId: otherContactId, to, mergeId } as const;
      send(home, command);
      const answer = givingUp(partition(home).state, command);
      yield;
      return answer.outcome === 'given_up'
        ? send(id, { type: 'given_up', mergeId, given: answer.given })
        : send(id, { type: 'not_given_up', mergeId, code: answer.code });
    }
    case 'settle_merge': {
      const { otherContactId, mergeId } = effect;
      send(partitionOfContact(otherContactId), { type: 'forget', contactId: otherContactId });
      yield;
      return send(id, { type: 'merge_settled', mergeId });
    }
    default:
      return assertNever(effect);
  }
};

/** The numbers of all contacts. */
export const mobilesOf = (world: World): readonly string[] =>
  world
    .all()
    .flatMap(([, { state }]) => entriesOf(state.contacts).flatMap(([, contact]) => mobilesIn(contact)));

/** Whether every contact that was not deleted is in exactly one place. */
export const isComplete = (world: World): boolean => {
  const parts = world
    .all()
    .flatMap(([, { state }]) => entriesOf(state.contacts).flatMap(([, contact]) => partsOf(contact)));
  return JSON.stringify([...parts].sort()) === JSON.stringify([...world.alive].sort());
};

/** Whether every number of a contact is known to the partition that keeps it. */
export const areKept = (world: World): boolean =>
  mobilesOf(world).every((mobile) =>
    hasKey(world.partition(partitionOfMobile(mobile)).state.mobiles, mobile),
  );

/** Whether every number leads to the contact that has it. */
export const holdersAreCurrent = (world: World): boolean =>
  world
    .all()
    .flatMap(([, { state }]) => entriesOf(state.contacts))
    .every(([contactId, contact]) =>
      mobilesIn(contact).every(
        (mobile) => getFrom(world.partition(partitionOfMobile(mobile)).state.mobiles, mobile) === contactId,
      ),
    );

/** Whether no two contacts have the same number. */
export const isUnique = (world: World): boolean => {
  const mobiles = mobilesOf(world);
  return new Set(mobiles).size === mobiles.length;
};

/** One step of a saga; a refusal ends it. Returns whether it has ended. */
export const step = (saga: Generator<void>): boolean => {
  try {
    return saga.next().done === true;
  } catch (error) {
    if (error instanceof DomainError) return true;
    throw error;
  }
};
