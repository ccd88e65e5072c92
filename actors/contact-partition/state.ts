/** The contacts of one partition, and the mobile numbers that it keeps unique. */
import { assertNever } from '../../schemas/assert.js';
import type { ActorRef } from '../runtime/actor.js';
import { deleteFrom, emptyMap, getFrom, setIn } from '../runtime/persistent-map.js';
import type { ContactRecord, ImportedPart } from './commands.js';
import type { ContactEvent, ImportedRow } from './events.js';
import { mobilesIn, numbersOf, releaseMobile, withOthers, without } from './held-numbers.js';
import { evolveMerge, NO_MERGES } from './merge-state.js';
import type { ContactPartitionState } from './shape.js';

/** Imports, and jobs, that a partition remembers. */
const MAX_REMEMBERED = 20;

export const initial = (ref: ActorRef): ContactPartitionState => ({
  partition: ref.id,
  contacts: emptyMap(),
  mobiles: emptyMap(),
  reservations: {},
  lent: {},
  returning: {},
  imports: {},
  edits: {},
  ...NO_MERGES,
});

export const evolve = (
  state: ContactPartitionState,
  event: ContactEvent,
  at: number,
): ContactPartitionState => {
  switch (event.type) {
    case 'contact.created': {
      const { contactId, name, mobile, categoryIds, fields, timeZone = null } = event;
      const facts = { name, mobile, categoryIds, fields, timeZone };
      const record = { ...facts, communicationBlocked: false, reservation: null };
      return {
        ...state,
        contacts: setIn(state.contacts, contactId, { ...record, createdAt: at, updatedAt: at }),
        mobiles: setIn(state.mobiles, mobile, contactId),
      };
    }
    case 'contact.changed':
      return changed(state, event, at);
    case 'contact.mobile_unconfirmed':
      return withContact(state, event.contactId, (contact) => ({ ...contact, mobileUnconfirmed: true }));
    case 'contact.mobile_confirmed':
      return withContact(state, event.contactId, confirmed);
    case 'contact.deleted':
      return deleted(state, event.contactId);
    case 'contacts.imported':
      return imported(state, event, at);
    case 'contacts.edited':
      return edited(state, event);
    case 'mobile.reserved':
      return {
        ...state,
        mobiles: setIn(state.mobiles, event.mobile, event.contactId),
        reservations: { ...state.reservations, [event.mobile]: { checkAt: event.checkAt, checking: false } },
        lent: { ...state.lent, [event.mobile]: event.reservation },
      };
    case 'mobile.check_due': {
      const reservation = state.reservations[event.mobile];
      if (reservation === undefined) return state;
      return {
        ...state,
        reservations: { ...state.reservations, [event.mobile]: { ...reservation, checking: true } },
      };
    }
    case 'mobile.confirmed':
      return { ...state, reservations: without(state.reservations, event.mobile) };
    case 'mobile.released':
      return {
        ...state,
        mobiles: deleteFrom(state.mobiles, event.mobile),
        reservations: without(state.reservations, event.mobile),
        lent: without(state.lent, event.mobile),
      };
    case 'mobile.returned':
      return { ...state, returning: without(state.returning, event.mobile) };
    // What is remembered is in the views; the event is the erasure.
    case 'contact.memory_erased':
      return state;
    case 'contact.numbers_changed':
      return numbersChanged(state, event, at);
    case 'contact.merge_started':
    case 'contact.merge_failed':
    case 'contact.merged':
    case 'contact.merge_dropped':
    case 'contact.merge_settled':
    case 'contact.given_up':
    case 'contact.kept':
    case 'contact.forgotten':
    case 'mobile.handed_over':
    case 'mobile.hand_over_ended':
      return evolveMerge(state, event, at);
    default:
      return assertNever(event);
  }
};

/** The meaning of the values in an import's rows, and the categories that all of its contacts get. */
export type ImportLayout = Pick<
  Extract<ContactEvent, { type: 'contacts.imported' }>,
  'columns' | 'timeZoneColumn' | 'categoryIds'
>;

/** A contact after an import's row is applied. Empty values change nothing. */
export const overlaid = (
  before: ContactRecord | undefined,
  [, mobile, name, ...values]: ImportedRow,
  { columns, timeZoneColumn, categoryIds }: ImportLayout,
): Pick<ContactRecord, 'name' | 'mobile' | 'categoryIds' | 'fields' | 'timeZone'> => {
  const fields: Record<string, string> = { ...before?.fields };
  let timeZone = before?.timeZone ?? null;
  for (const [index, key] of columns.entries()) {
    const value = values[index] ?? '';
    if (value === '') continue;
    if (key === timeZoneColumn) timeZone = value;
    else fields[key] = value;
  }
  const earlier = before?.categoryIds ?? [];
  const added = categoryIds.filter((id) => !earlier.includes(id));
  return {
    name: name === '' ? (before?.name ?? mobile) : name,
    mobile,
    categoryIds: added.length === 0 ? earlier : [...earlier, ...added],
    fields,
    timeZone,
  };
};

const withContact = (
  state: ContactPartitionState,
  contactId: string,
  change: (contact: ContactRecord) => ContactRecord,
): ContactPartitionState => {
  const contact = getFrom(state.contacts, contactId);
  if (contact === undefined) return state;
  return { ...state, contacts: setIn(state.contacts, contactId, change(contact)) };
};

const confirmed = ({ mobileUnconfirmed: _, ...contact }: ContactRecord): ContactRecord => contact;

const changed = (
  state: ContactPartitionState,
  event: Extract<ContactEvent, { type: 'contact.changed' }>,
  at: number,
): ContactPartitionState => {
  const before = getFrom(state.contacts, event.contactId);
  if (before === undefined) return state;
  const mobile = event.mobile ?? before.mobile;
  const moved = mobile !== before.mobile;
  const after: ContactRecord = {
    name: event.name ?? before.name,
    mobile,
    categoryIds: event.categoryIds ?? before.categoryIds,
    fields: event.fields ?? before.fields,
    communicationBlocked: event.communicationBlocked ?? before.communicationBlocked,
    timeZone: event.timeZone === undefined ? before.timeZone : event.timeZone,
    ...(!moved && before.mobileUnconfirmed === true ? { mobileUnconfirmed: true } : {}),
    reservation: moved ? (event.reservation ?? null) : before.reservation,
    ...(before.otherMobiles === undefined ? {} : { otherMobiles: before.otherMobiles }),
    createdAt: before.createdAt,
    updatedAt: at,
  };
  const contacts = setIn(state.contacts, event.contactId, after);
  if (!moved) return { ...state, contacts };
  const freed = releaseMobile({ ...state, contacts }, before);
  // The number may still be in the process of being returned; the new reservation ends that.
  if (after.reservation !== null) return { ...freed, returning: without(freed.returning, mobile) };
  return { ...freed, mobiles: setIn(freed.mobiles, mobile, event.contactId) };
};

const numbersChanged = (
  state: ContactPartitionState,
  event: Extract<ContactEvent, { type: 'contact.numbers_changed' }>,
  at: number,
): ContactPartitionState => {
  const before = getFrom(state.contacts, event.contactId);
  if (before === undefined) return state;
  const { mobile, reservation, otherMobiles } = event;
  const stays = mobile === before.mobile ? before : confirmed(before);
  const after = withOthers({ ...stays, mobile, reservation, updatedAt: at }, otherMobiles);
  const kept = new Set(mobilesIn(after));
  let next = { ...state, contacts: setIn(state.contacts, event.contactId, after) };
  for (const number of numbersOf(before)) if (!kept.has(number.mobile)) next = releaseMobile(next, number);
  if (mobilesIn(before).includes(mobile)) return next;
  if (reservation !== null) return { ...next, returning: without(next.returning, mobile) };
  return { ...next, mobiles: setIn(next.mobiles, mobile, event.contactId) };
};

const deleted = (state: ContactPartitionState, contactId: string): ContactPartitionState => {
  const before = getFrom(state.contacts, contactId);
  if (before === undefined) return state;
  return numbersOf(before).reduce(releaseMobile, {
    ...state,
    contacts: deleteFrom(state.contacts, contactId),
  });
};

const imported = (
  state: ContactPartitionState,
  event: Extract<ContactEvent, { type: 'contacts.imported' }>,
  at: number,
): ContactPartitionState => {
  let { contacts, mobiles } = state;
  for (const row of event.created) {
    const [contactId, mobile] = row;
    const facts = overlaid(undefined, row, event);
    const fresh = { communicationBlocked: false, reservation: null, createdAt: at, updatedAt: at };
    contacts = setIn(contacts, contactId, { ...facts, ...fresh });
    mobiles = setIn(mobiles, mobile, contactId);
  }
  for (const row of event.updated) {
    const before = getFrom(contacts, row[0]);
    if (before === undefined) continue;
    contacts = setIn(contacts, row[0], { ...before, ...overlaid(before, row, event), updatedAt: at });
  }
  const part: ImportedPart = {
    created: event.created.length,
    updated: event.updated.length,
    skipped: event.skipped,
    elsewhere: event.elsewhere,
  };
  const progress = { parts: { ...state.imports[event.importId]?.parts, [event.part]: part } };
  const imports = { ...without(state.imports, event.importId), [event.importId]: progress };
  return { ...state, contacts, mobiles, imports: latest(imports) };
};

const edited = (
  state: ContactPartitionState,
  { editId, part, changed, skipped }: Extract<ContactEvent, { type: 'contacts.edited' }>,
): ContactPartitionState => {
  const before = state.edits[editId] ?? { parts: [], changed: 0, skipped: 0 };
  const after = {
    parts: [...before.parts, part],
    changed: before.changed + changed,
    skipped: before.skipped + skipped,
  };
  return { ...state, edits: latest({ ...without(state.edits, editId), [editId]: after }) };
};

/** The latest entries, in the order in which they were added. */
const latest = <T>(record: Readonly<Record<string, T>>): Readonly<Record<string, T>> => {
  const entries = Object.entries(record);
  return entries.length <= MAX_REMEMBERED ? record : Object.fromEntries(entries.slice(-MAX_REMEMBERED));
};
