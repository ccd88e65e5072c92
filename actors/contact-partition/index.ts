/**
 * The contact partition: an actor that holds those of a business's contacts whose first mobile number falls into
 * it. So one commit of one actor covers a contact and the uniqueness of its number, and an import of a million
 * rows is a few thousand commits.
 */
import type { Actor } from '../runtime/actor.js';
import { getFrom } from '../runtime/persistent-map.js';
import type {
  ContactDetails,
  ContactPartitionCommand,
  ContactPartitionEffect,
  ContactPartitionQueries,
  ContactPartitionReplies,
  EditCounts,
} from './commands.js';
import { decide } from './decide.js';
import { CONTACT_EVENTS, type ContactEvent } from './events.js';
import { givingUp, isMerging, progressOf } from './merging.js';
import type { ContactPartitionState } from './shape.js';
import { evolve, initial } from './state.js';

/** Effects of a partition: check reservations, return and pass on numbers of other partitions, and take the steps of merges. */
const effects = (state: ContactPartitionState): Readonly<Record<string, ContactPartitionEffect>> => {
  const owed: Record<string, ContactPartitionEffect> = {};
  for (const [mobile, { checking, checkAt }] of Object.entries(state.reservations)) {
    const contactId = getFrom(state.mobiles, mobile);
    if (checking && contactId !== undefined)
      owed[`check:${mobile}:${checkAt}`] = { kind: 'check_mobile', mobile, contactId };
  }
  for (const [mobile, reservation] of Object.entries(state.returning))
    owed[`return:${mobile}:${reservation}`] = { kind: 'return_mobile', mobile, reservation };
  for (const [mergeId, { contactId, otherContactId }] of Object.entries(state.merges))
    owed[`take_over:${mergeId}`] = { kind: 'take_over', contactId, otherContactId, mergeId };
  for (const [mergeId, merge] of Object.entries(state.settling))
    owed[`settle:${mergeId}`] = { kind: 'settle_merge', mergeId, ...merge };
  for (const [mobile, handOver] of Object.entries(state.handing))
    owed[`hand_over:${mobile}:${handOver.reservation}`] = { kind: 'hand_over_mobile', mobile, ...handOver };
  return owed;
};

/** One timer: the earliest check of a reservation. */
const timers = (state: ContactPartitionState): Readonly<Record<string, number>> => {
  let earliest = Number.POSITIVE_INFINITY;
  for (const { checking, checkAt } of Object.values(state.reservations))
    if (!checking && checkAt < earliest) earliest = checkAt;
  return Number.isFinite(earliest) ? { check: earliest } : {};
};

const NOTHING = { created: 0, updated: 0, skipped: 0, elsewhere: [] } as const;

const editedBy = ({ edits }: ContactPartitionState, editId: string): EditCounts => {
  const { changed = 0, skipped = 0 } = edits[editId] ?? {};
  return { changed, skipped };
};

const contactOf = (state: ContactPartitionState, contactId: string): ContactDetails | null => {
  const contact = getFrom(state.contacts, contactId);
  return contact === undefined ? null : { contactId, ...contact };
};

export const contactPartition: Actor<
  ContactPartitionState,
  ContactPartitionCommand,
  ContactEvent,
  ContactPartitionEffect,
  ContactPartitionReplies,
  ContactPartitionQueries
> = {
  kind: 'contacts',
  events: CONTACT_EVENTS,
  initial,
  decide,
  evolve,
  timers,
  effects,
  replies: {
    create: (state, { contactId }) => contactOf(state, contactId) ?? undefined,
    import: (state, { importId, part }) => ({ imported: state.imports[importId]?.parts[part] ?? NOTHING }),
    edit: (state, { editId }) => editedBy(state, editId),
    give_up: givingUp,
  },
  queries: (state) => ({
    get: (contactId) => contactOf(state, contactId),
    holder_of: (mobile) => getFrom(state.mobiles, mobile) ?? null,
    edited: (editId) => editedBy(state, editId),
    survivor_of: (contactId) => getFrom(state.givenUp, contactId)?.to ?? null,
    is_merging: (contactId) => isMerging(state, contactId),
    merge: (mergeId) => progressOf(state, mergeId),
  }),
  alone: ['contacts.imported'],
  snapshotEvery: 50,
  stateVersion: 4,
};
