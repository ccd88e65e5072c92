/**
 * Decisions about merges. The partition of the contact that stays (S) leads; the other contact (O) may be of the same
 * partition or of another one. It guarantees:
 *
 * M1. O exists in exactly one place: its partition gives it up in one commit, keeps its data until S's partition has
 *     committed them, and answers a repeated request with the same data.
 * M2. A number is never free in between: the partition that keeps it passes it from O to S in one commit, or keeps it
 *     for O, whose id leads to S.
 * M3. O is given up at most once, and not for a merge that failed: a refusal is recorded, so that a late repetition of
 *     the request changes nothing.
 * M4. O's id leads to S for ever, and is never the id of a contact again.
 * M5. A contact takes part in one merge at a time, until every step of it is done.
 * M6. A block of either contact survives.
 */
import { assertNever } from '../../schemas/assert.js';
import { DomainError } from '../../schemas/errors.js';
import { partitionOfMobile } from '../../schemas/ids.js';
import { entriesOf, getFrom, hasKey } from '../runtime/persistent-map.js';
import type { ContactRecord, GivenContact, GivingUp, MergeCommand, MergeProgress } from './commands.js';
import type { ContactEvent, HeldNumber } from './events.js';
import { mobilesIn } from './held-numbers.js';
import type { ContactPartitionState } from './shape.js';

/** M5. Whether steps of a merge into this contact are outstanding. */
export const isMerging = ({ merges, settling, handing }: ContactPartitionState, contactId: string): boolean =>
  [...Object.values(merges), ...Object.values(settling), ...Object.values(handing)].some(
    (step) => step.contactId === contactId,
  );

/**
 * M2. Whether a merge passes the number from a former contact of this partition to the contact. Until that is settled, a
 * second claim on the number could be returned after the merge relies on it.
 */
export const isPassing = ({ givenUp }: ContactPartitionState, mobile: string, contactId: string): boolean =>
  entriesOf(givenUp).some(
    ([, { to, record, passed }]) =>
      to === contactId && record !== null && passed.some((number) => number.mobile === mobile),
  );

/** @throws DomainError contact_not_found, contact_changing */
export const decideMerge = (state: ContactPartitionState, command: MergeCommand): readonly ContactEvent[] => {
  switch (command.type) {
    case 'merge': {
      const { type: _, ...merge } = command;
      if (progressOf(state, merge.mergeId) !== null) return [];
      if (!hasKey(state.contacts, merge.contactId)) throw new DomainError('contact_not_found');
      if (isMerging(state, merge.contactId)) throw new DomainError('contact_changing'); // M5
      return [{ type: 'contact.merge_started', ...merge }];
    }
    case 'give_up': {
      const { contactId, to, mergeId } = command;
      if (hasKey(state.givenUp, contactId) || state.kept.includes(mergeId)) return []; // M3
      if (!hasKey(state.contacts, contactId) || isMerging(state, contactId))
        return [{ type: 'contact.kept', contactId, mergeId }];
      return [{ type: 'contact.given_up', contactId, to, mergeId }];
    }
    case 'given_up':
      return takeOver(state, command.mergeId, command.given);
    case 'not_given_up': {
      const { mergeId, code } = command;
      return Object.hasOwn(state.merges, mergeId) ? [{ type: 'contact.merge_failed', mergeId, code }] : [];
    }
    case 'merge_settled': {
      const { mergeId } = command;
      return Object.hasOwn(state.settling, mergeId) ? [{ type: 'contact.merge_settled', mergeId }] : [];
    }
    case 'forget': {
      const { contactId } = command;
      const isKept = (getFrom(state.givenUp, contactId)?.record ?? null) !== null;
      return isKept ? [{ type: 'contact.forgotten', contactId }] : [];
    }
    case 'hand_over_mobile': {
      const { mobile, from, contactId, reservation } = command;
      const isTheirs = state.lent[mobile] === reservation && getFrom(state.mobiles, mobile) === from;
      return isTheirs ? [{ type: 'mobile.handed_over', mobile, contactId, reservation }] : [];
    }
    case 'mobile_handed_over': {
      const { mobile, reservation } = command;
      return state.handing[mobile]?.reservation === reservation
        ? [{ type: 'mobile.hand_over_ended', mobile }]
        : [];
    }
    default:
      return assertNever(command);
  }
};

/** The result of `give_up`. */
export const givingUp = (
  state: ContactPartitionState,
  { contactId, to }: Extract<MergeCommand, { type: 'give_up' }>,
): GivingUp => {
  const gone = getFrom(state.givenUp, contactId);
  if (gone?.to === to && gone.record !== null)
    return { outcome: 'given_up', given: givenContact(gone.record, gone.passed) }; // M1
  return {
    outcome: 'kept',
    code: hasKey(state.contacts, contactId) ? 'contact_changing' : 'contact_not_found',
  };
};

const givenContact = (record: ContactRecord, numbers: readonly HeldNumber[]): GivenContact => {
  const { name, categoryIds, fields, timeZone, communicationBlocked } = record;
  return { name, categoryIds, fields, timeZone, communicationBlocked, numbers };
};

export const progressOf = (state: ContactPartitionState, mergeId: string): MergeProgress | null => {
  if (Object.hasOwn(state.merges, mergeId) || Object.hasOwn(state.settling, mergeId))
    return { status: 'running' };
  const ended = state.endedMerges[mergeId];
  if (ended === undefined) return null;
  return ended.code === null ? { status: 'merged' } : { status: 'failed', code: ended.code };
};

const takeOver = (
  state: ContactPartitionState,
  mergeId: string,
  given: GivenContact,
): readonly ContactEvent[] => {
  const merge = state.merges[mergeId];
  if (merge === undefined) return [];
  const { contactId, otherContactId } = merge;
  // A number that this partition keeps needs no reservation any more.
  const taken = given.numbers.map(({ mobile, reservation }) =>
    partitionOfMobile(mobile) === state.partition ? { mobile, reservation: null } : { mobile, reservation },
  );
  const pair = { contactId, otherContactId, mergeId };
  const before = getFrom(state.contacts, contactId);
  if (before === undefined) return [{ type: 'contact.merge_dropped', ...pair, taken }];
  return [{ type: 'contact.merged', ...pair, ...mergedFacts(before, given), taken }];
};

/** The data of the contact that stays; the other one's fill its gaps. M6 */
const mergedFacts = (before: ContactRecord, given: GivenContact) => {
  const mobiles = given.numbers.map(({ mobile }) => mobile);
  // People who wrote first are named by their number.
  const hasName = before.name !== before.mobile || mobiles.includes(given.name);
  return {
    name: hasName ? before.name : given.name,
    categoryIds: [
      ...before.categoryIds,
      ...given.categoryIds.filter((id) => !before.categoryIds.includes(id)),
    ],
    fields: filled(before.fields, given.fields),
    communicationBlocked: before.communicationBlocked || given.communicationBlocked,
    timeZone: before.timeZone ?? given.timeZone,
    otherMobiles: [...new Set([...mobilesIn(before).slice(1), ...mobiles])].filter(
      (mobile) => mobile !== before.mobile,
    ),
  };
};

const filled = (
  fields: Readonly<Record<string, string>>,
  others: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> => {
  const after: Record<string, string> = { ...fields };
  for (const [key, value] of Object.entries(others))
    if (!Object.hasOwn(after, key) || after[key] === '') after[key] = value;
  return after;
};
