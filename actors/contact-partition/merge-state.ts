/** The merges of a partition: those into its contacts, and its contacts that were given up (merging.ts). */
import { assertNever } from '../../schemas/assert.js';
import { partitionOfContact, partitionOfMobile } from '../../schemas/ids.js';
import { deleteFrom, emptyMap, getFrom, setIn } from '../runtime/persistent-map.js';
import type { ContactEvent, MergeRefusal } from './events.js';
import { mobilesIn, numbersOf, releaseMobile, withOthers, without } from './held-numbers.js';
import type { ContactPartitionState, MergeState } from './shape.js';

export const NO_MERGES: MergeState = {
  merges: {},
  settling: {},
  endedMerges: {},
  givenUp: emptyMap(),
  kept: [],
  handing: {},
};

/** Longer than any request is repeated for, at any rate of merging by hand. */
const MAX_ENDED = 200;

type MergeEvent = Extract<
  ContactEvent,
  {
    type:
      | `contact.merge${string}`
      | 'contact.given_up'
      | 'contact.kept'
      | 'contact.forgotten'
      | `mobile.hand${string}`;
  }
>;

export const evolveMerge = (
  state: ContactPartitionState,
  event: MergeEvent,
  at: number,
): ContactPartitionState => {
  switch (event.type) {
    case 'contact.merge_started': {
      const { mergeId, contactId, otherContactId, by } = event;
      return { ...state, merges: { ...state.merges, [mergeId]: { contactId, otherContactId, by } } };
    }
    case 'contact.merge_failed':
      return ended({ ...state, merges: without(state.merges, event.mergeId) }, event.mergeId, event.code);
    case 'contact.merged':
      return merged(state, event, at);
    case 'contact.merge_dropped':
      return dropped(state, event);
    case 'contact.merge_settled':
      return { ...state, settling: without(state.settling, event.mergeId) };
    case 'contact.given_up':
      return givenUp(state, event);
    case 'contact.kept':
      return { ...state, kept: [...state.kept, event.mergeId].slice(-MAX_ENDED) };
    case 'contact.forgotten': {
      const gone = getFrom(state.givenUp, event.contactId);
      if (gone === undefined) return state;
      const forgotten = { ...gone, record: null, passed: [] };
      return { ...state, givenUp: setIn(state.givenUp, event.contactId, forgotten) };
    }
    case 'mobile.handed_over':
      return {
        ...state,
        mobiles: setIn(state.mobiles, event.mobile, event.contactId),
        lent: { ...state.lent, [event.mobile]: event.reservation },
      };
    case 'mobile.hand_over_ended':
      return { ...state, handing: without(state.handing, event.mobile) };
    default:
      return assertNever(event);
  }
};

const ended = (
  state: ContactPartitionState,
  mergeId: string,
  code: MergeRefusal | null,
): ContactPartitionState => {
  const entries = [...Object.entries(state.endedMerges), [mergeId, { code }] as const];
  return { ...state, endedMerges: Object.fromEntries(entries.slice(-MAX_ENDED)) };
};

/** M1, M2: the numbers that are kept here pass on in the same commit; those of other partitions follow. */
const givenUp = (
  state: ContactPartitionState,
  { contactId, to, mergeId }: Extract<MergeEvent, { type: 'contact.given_up' }>,
): ContactPartitionState => {
  const record = getFrom(state.contacts, contactId);
  if (record === undefined) return state;
  const isHere = partitionOfContact(to) === state.partition;
  let { mobiles, lent } = state;
  const passed = numbersOf(record).map(({ mobile, reservation }) => {
    if (reservation !== null) return { mobile, reservation };
    mobiles = setIn(mobiles, mobile, to);
    if (isHere) return { mobile, reservation };
    lent = { ...lent, [mobile]: mergeId };
    return { mobile, reservation: mergeId };
  });
  return {
    ...state,
    contacts: deleteFrom(state.contacts, contactId),
    givenUp: setIn(state.givenUp, contactId, { to, record, passed }),
    mobiles,
    lent,
  };
};

/** The merge, from now on one that is to be settled. */
const settled = (
  state: ContactPartitionState,
  mergeId: string,
  code: MergeRefusal | null,
): ContactPartitionState => {
  const merge = state.merges[mergeId];
  const merges = without(state.merges, mergeId);
  const settling = merge === undefined ? state.settling : { ...state.settling, [mergeId]: merge };
  return ended({ ...state, merges, settling }, mergeId, code);
};

/** The partition keeps a number of one of its own contacts without a reservation. */
const kept = (state: ContactPartitionState, mobile: string, contactId: string): ContactPartitionState => ({
  ...state,
  mobiles: setIn(state.mobiles, mobile, contactId),
  reservations: without(state.reservations, mobile),
  lent: without(state.lent, mobile),
});

const merged = (
  state: ContactPartitionState,
  event: Extract<MergeEvent, { type: 'contact.merged' }>,
  at: number,
): ContactPartitionState => {
  const { contactId, otherContactId, mergeId, taken } = event;
  const before = getFrom(state.contacts, contactId);
  let next = settled(state, mergeId, null);
  if (before === undefined) return next;
  const has = new Set(mobilesIn(before));
  const added = taken.filter(({ mobile }) => !has.has(mobile));
  const { name, categoryIds, fields, communicationBlocked, timeZone } = event;
  const facts = { name, categoryIds, fields, communicationBlocked, timeZone };
  const others = [...(before.otherMobiles ?? []), ...added];
  const after = withOthers({ ...before, ...facts, updatedAt: at }, others);
  next = { ...next, contacts: setIn(next.contacts, contactId, after) };
  for (const { mobile, reservation } of added) {
    if (reservation === null) next = kept(next, mobile, contactId);
    else {
      next = { ...next, returning: without(next.returning, mobile) };
      // The other contact's partition passed on its own numbers itself.
      if (partitionOfMobile(mobile) !== partitionOfContact(otherContactId)) {
        const handOver = { contactId, from: otherContactId, reservation };
        next = { ...next, handing: { ...next.handing, [mobile]: handOver } };
      }
    }
  }
  return next;
};

const dropped = (
  state: ContactPartitionState,
  { contactId, mergeId, taken }: Extract<MergeEvent, { type: 'contact.merge_dropped' }>,
): ContactPartitionState =>
  taken.reduce<ContactPartitionState>(
    (next, number) =>
      releaseMobile(number.reservation === null ? kept(next, number.mobile, contactId) : next, number),
    settled(state, mergeId, 'contact_not_found'),
  );
