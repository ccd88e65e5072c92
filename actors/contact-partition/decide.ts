/**
 * Decisions of a partition of contacts. It guarantees:
 *
 * C1. A mobile number belongs to at most one contact of the business: every number is kept by the one partition
 *     that its hash names, whichever partition its contact lives in.
 * C2. A freed number can be taken again; a reserved one that its contact never took is released automatically.
 * C3. A contact belongs to at least one category when it is written.
 * C4. A part of an import is applied once and in full.
 * C5. A part of a job that changes many contacts is applied once and in full.
 * C6. A conditional change applies to exactly the contact that its client has read.
 *
 * Merges: merging.ts.
 */
import { assertNever } from '../../schemas/assert.js';
import { DomainError } from '../../schemas/errors.js';
import { partitionOfMobile } from '../../schemas/ids.js';
import { requireCurrent } from '../../schemas/tag.js';
import type { Envelope, TimerDue } from '../runtime/actor.js';
import { entriesOf, getFrom, hasKey } from '../runtime/persistent-map.js';
import type { ContactEdit, ContactPartitionCommand, ContactRecord } from './commands.js';
import type { ContactChanges, ContactEvent, ImportedRow } from './events.js';
import { mobilesIn } from './held-numbers.js';
import { decideMerge, isPassing } from './merging.js';
import { changesNumbers, decideNumbers } from './numbers.js';
import type { ContactPartitionState } from './shape.js';
import { type ImportLayout, overlaid } from './state.js';
import { recordTag } from './tag.js';

/** How long a contact has to take a number that is reserved for it, ms; longer than any request lives. */
const CHECK_RESERVATION_MS = 60_000;

export const decide = (
  state: ContactPartitionState,
  { command, at }: Envelope<ContactPartitionCommand | TimerDue>,
): readonly ContactEvent[] => {
  switch (command.type) {
    case 'create': {
      const { contactId, facts, unconfirmed } = command;
      // M4: a request that created a contact since merged is repeated.
      if (hasKey(state.contacts, contactId) || hasKey(state.givenUp, contactId)) return [];
      checkFree(state, facts.mobile, contactId);
      return [{ type: 'contact.created', contactId, ...facts }, ...marked(contactId, unconfirmed)];
    }
    case 'change':
      return change(state, command);
    case 'confirm_mobile': {
      const { contactId, mobile } = command;
      const contact = getFrom(state.contacts, contactId);
      return contact?.mobile === mobile && contact.mobileUnconfirmed === true
        ? [{ type: 'contact.mobile_confirmed', contactId }]
        : [];
    }
    case 'delete':
      return command.contactIds
        .filter((contactId) => hasKey(state.contacts, contactId))
        .map((contactId) => ({ type: 'contact.deleted', contactId }));
    case 'erase_memory': {
      const { contactId, entries } = command;
      if (!hasKey(state.contacts, contactId)) throw new DomainError('contact_not_found');
      return [{ type: 'contact.memory_erased', contactId, entries }];
    }
    case 'delete_category':
      return entriesOf(state.contacts)
        .filter(([, { categoryIds }]) => categoryIds.includes(command.categoryId))
        .map(([contactId]) => ({ type: 'contact.deleted', contactId }));
    case 'import':
      return importRows(state, command);
    case 'edit':
      return editContacts(state, command);
    case 'reserve_mobile': {
      const { mobile, contactId, reservation } = command;
      if (state.lent[mobile] === reservation) return [];
      checkFree(state, mobile, contactId);
      // Two requests must not both believe that they hold the reservation.
      if (Object.hasOwn(state.reservations, mobile)) throw new DomainError('contact_changing');
      // A number that is being returned to us gets a new reservation, so the return of the former one has no effect.
      const checkAt = at + CHECK_RESERVATION_MS;
      return [{ type: 'mobile.reserved', mobile, contactId, reservation, checkAt }];
    }
    case 'release_mobile':
      return state.lent[command.mobile] === command.reservation
        ? [{ type: 'mobile.released', mobile: command.mobile }]
        : [];
    case 'mobile_checked': {
      if (state.reservations[command.mobile]?.checking !== true) return [];
      const { mobile, held, holder } = command;
      if (!held) return [{ type: 'mobile.released', mobile }];
      return [...corrected(state, mobile, holder), { type: 'mobile.confirmed', mobile }];
    }
    case 'mobile_returned':
      return state.returning[command.mobile] === command.reservation
        ? [{ type: 'mobile.returned', mobile: command.mobile }]
        : [];
    case 'timer_due':
      return Object.entries(state.reservations)
        .filter(([, { checking, checkAt }]) => !checking && checkAt <= at)
        .map(([mobile]) => ({ type: 'mobile.check_due', mobile }));
    case 'merge':
    case 'give_up':
    case 'given_up':
    case 'not_given_up':
    case 'forget':
    case 'merge_settled':
    case 'hand_over_mobile':
    case 'mobile_handed_over':
      return decideMerge(state, command);
    default:
      return assertNever(command);
  }
};

/**
 * C1 @throws DomainError `contact_exists`, naming the contact that has the number; `contact_changing`, if a merge is
 *   about to give the number to this contact
 */
const checkFree = (state: ContactPartitionState, mobile: string, contactId: string): void => {
  const holder = getFrom(state.mobiles, mobile);
  if (holder === contactId && isPassing(state, mobile, contactId)) throw new DomainError('contact_changing');
  if (holder === undefined || holder === contactId) return;
  throw new DomainError('contact_exists', undefined, [
    { path: '/mobile', message: `contact ${holder} has this mobile` },
  ]);
};

/**
 * A merge, or two requests that reserved the number for its contact, may have left this partition behind. An answer about a
 * contact that the number has been handed over from meanwhile is outdated.
 */
const corrected = (
  { mobiles, lent }: ContactPartitionState,
  mobile: string,
  holder: Extract<ContactPartitionCommand, { type: 'mobile_checked' }>['holder'],
): readonly ContactEvent[] => {
  if (holder === undefined || getFrom(mobiles, mobile) !== holder.from) return [];
  const { contactId, reservation, from } = holder;
  if (contactId === from && lent[mobile] === reservation) return [];
  return [{ type: 'mobile.handed_over', mobile, contactId, reservation }];
};

const change = (
  state: ContactPartitionState,
  command: Extract<ContactPartitionCommand, { type: 'change' }>,
): readonly ContactEvent[] => {
  const { contactId, changes, reservation, unconfirmed } = command;
  const before = getFrom(state.contacts, contactId);
  if (before === undefined) throw new DomainError('contact_not_found');
  requireCurrent(command, recordTag(before)); // C6
  const { mobile } = changes;
  const isKnown = mobile === undefined || mobilesIn(before).includes(mobile);
  if (!isKnown && reservation === undefined) {
    // The contact had the number when the request began, so it was not reserved, and has lost it meanwhile. C1
    if (partitionOfMobile(mobile) !== state.partition) throw new DomainError('contact_changing');
    checkFree(state, mobile, contactId);
  }
  const isMoved = mobile !== undefined && mobile !== before.mobile;
  const marks = isMoved ? marked(contactId, unconfirmed) : [];
  const { otherMobiles: _, ...others } = changes;
  if (changesNumbers(before, changes)) {
    const { mobile: __, ...facts } = others;
    return [
      ...decideNumbers(state, { contactId, ...before }, changes, reservation),
      ...marks,
      ...(differs(before, facts) ? [{ type: 'contact.changed', contactId, ...facts } as const] : []),
    ];
  }
  if (!differs(before, others)) return [];
  const kept = reservation === undefined ? {} : { reservation };
  return [{ type: 'contact.changed', contactId, ...others, ...kept }, ...marks];
};

const marked = (contactId: string, unconfirmed: true | undefined): readonly ContactEvent[] =>
  unconfirmed === true ? [{ type: 'contact.mobile_unconfirmed', contactId }] : [];

const differs = (before: ContactRecord, changes: ContactChanges): boolean =>
  (changes.name ?? before.name) !== before.name ||
  (changes.mobile ?? before.mobile) !== before.mobile ||
  (changes.communicationBlocked ?? before.communicationBlocked) !== before.communicationBlocked ||
  (changes.timeZone === undefined ? before.timeZone : changes.timeZone) !== before.timeZone ||
  !sameIds(changes.categoryIds ?? before.categoryIds, before.categoryIds) ||
  !sameFields(changes.fields ?? before.fields, before.fields);

const sameIds = (a: readonly string[], b: readonly string[]): boolean =>
  a === b || (a.length === b.length && a.every((id, index) => id === b[index]));

const sameFields = (a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>): boolean => {
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && a[key] === b[key])
  );
};

/** C4 */
const importRows = (
  state: ContactPartitionState,
  command: Extract<ContactPartitionCommand, { type: 'import' }>,
): readonly ContactEvent[] => {
  const { importId, part, categoryIds, columns, timeZoneColumn, rows } = command;
  if (Object.hasOwn(state.imports[importId]?.parts ?? {}, part)) return [];
  const created: ImportedRow[] = [];
  const updated: ImportedRow[] = [];
  const elsewhere: ImportedRow[] = [];
  const seen = new Set<string>();
  let skipped = 0;
  for (const row of rows) {
    const [contactId, mobile, name, ...values] = row;
    const holder =
      getFrom(state.mobiles, mobile) ?? (hasKey(state.contacts, contactId) ? contactId : undefined);
    if (seen.has(mobile)) skipped += 1;
    // The number is of another partition, and its contact, once here, is gone: as if deleted after the import. C1
    else if (holder === undefined && partitionOfMobile(mobile) !== state.partition) skipped += 1;
    // The file's contact was merged into another one, which has the number no more. M4
    else if (holder === undefined && hasKey(state.givenUp, contactId)) skipped += 1;
    else if (holder === undefined) created.push(row);
    else {
      const theirs: ImportedRow = [holder, mobile, name, ...values];
      const before = getFrom(state.contacts, holder);
      if (before === undefined) elsewhere.push(theirs);
      // The contact has another number by now, so it is no longer the one that the file means. Nor does a row with a further
      // number of the contact change it: a file that still lists both of two merged contacts would change it back and forth.
      else if (before.mobile !== mobile) skipped += 1;
      else if (isSame(before, row, command)) skipped += 1;
      else updated.push(theirs);
    }
    seen.add(mobile);
  }
  return [
    {
      type: 'contacts.imported',
      importId,
      part,
      categoryIds,
      columns,
      ...(timeZoneColumn === undefined ? {} : { timeZoneColumn }),
      created,
      updated,
      elsewhere,
      skipped,
    },
  ];
};

const isSame = (before: ContactRecord, row: ImportedRow, layout: ImportLayout): boolean => {
  const after = overlaid(before, row, layout);
  return (
    after.name === before.name &&
    after.timeZone === before.timeZone &&
    sameIds(after.categoryIds, before.categoryIds) &&
    sameFields(after.fields, before.fields)
  );
};

/** C5 */
const editContacts = (
  state: ContactPartitionState,
  { editId, part, contactIds, edit }: Extract<ContactPartitionCommand, { type: 'edit' }>,
): readonly ContactEvent[] => {
  if (state.edits[editId]?.parts.includes(part) === true) return [];
  const events = [...new Set(contactIds)].flatMap((contactId): readonly ContactEvent[] => {
    const before = getFrom(state.contacts, contactId);
    if (before === undefined) return [];
    if (edit.type === 'delete') return [{ type: 'contact.deleted', contactId }];
    const changes = changesBy(edit, before);
    return differs(before, changes) ? [{ type: 'contact.changed', contactId, ...changes }] : [];
  });
  const changed = events.length;
  const skipped = contactIds.length - changed;
  return [...events, { type: 'contacts.edited', editId, part, changed, skipped }];
};

/** None for a contact that would be left without a category. C3 */
const changesBy = (
  { addCategoryIds, removeCategoryIds, communicationBlocked }: Extract<ContactEdit, { type: 'change' }>,
  before: ContactRecord,
): ContactChanges => {
  const kept = before.categoryIds.filter((id) => !removeCategoryIds.includes(id));
  const categoryIds = [...kept, ...addCategoryIds.filter((id) => !kept.includes(id))];
  if (categoryIds.length === 0) return {};
  return communicationBlocked === null ? { categoryIds } : { categoryIds, communicationBlocked };
};
