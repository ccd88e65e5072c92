/** Merges two contacts: one stays, and takes over the other's data, numbers and history (docs/reference/api.md). */
import type { ContactDetails } from '../../actors/contact-partition/commands.js';
import type { MergeRefusal } from '../../actors/contact-partition/events.js';
import { mobilesIn } from '../../actors/contact-partition/held-numbers.js';
import { contactPartition } from '../../actors/contact-partition/index.js';
import {
  type ContactMerge,
  type ContactResource,
  MAX_CATEGORIES,
  MAX_FIELDS,
  MAX_OTHER_MOBILES,
} from '../../schemas/contacts/contact.js';
import { DomainError, type ErrorDetail } from '../../schemas/errors.js';
import { partitionOfContact } from '../../schemas/ids.js';
import { type Caller, commandIdOf } from '../caller.js';
import type { OperationsDeps } from '../deps.js';
import { suppressedBy } from '../outreach/suppressing.js';
import { polled } from '../polling.js';
import { refuseProblems } from '../refusals.js';
import type { Written } from '../written.js';
import { committedContact, missingContact } from './contacts.js';

interface ContactMergeOperations {
  /**
   * The contact takes over the other one. Resolves once no call to a number of a blocked contact can be placed.
   * @throws DomainError validation_failed, contact_not_found, contact_changing, contact_merge_too_large; not_ready: the
   *   merge is accepted, and completes by itself
   */
  merge(caller: Caller, contactId: string, body: ContactMerge): Promise<Written<ContactResource>>;
}

/** A merge takes a few commits; one of a blocked contact also waits for placement requests in flight (suppressing.ts). */
const COMPLETE_WITHIN_MS = 28_000;

export const contactMergeOperations = (deps: OperationsDeps): ContactMergeOperations => ({
  merge: async (caller, contactId, { otherContactId }) => {
    refuseProblems(
      contactId.toLowerCase() === otherContactId.toLowerCase()
        ? [{ path: '/otherContactId', message: 'must be another contact than the one in the path' }]
        : [],
    );
    const { businessId } = caller;
    const mergeId = commandIdOf(caller);
    const target = { business: businessId, id: partitionOfContact(contactId) };
    const { answer: known } = await deps.actors.query(contactPartition, target, 'merge', mergeId);
    if (known === null) {
      await checkMerge(deps, businessId, contactId, otherContactId);
      const command = {
        type: 'merge',
        contactId,
        otherContactId,
        mergeId,
        by: suppressedBy(caller),
      } as const;
      await deps.actors.ask(contactPartition, target, command, { commandId: mergeId });
    }
    const { code, ...position } = await endOf(deps, target, mergeId);
    if (code === 'contact_not_found') throw await missingContact(deps, businessId, otherContactId);
    if (code !== null) throw new DomainError(code);
    return committedContact(deps, businessId, contactId, position);
  },
});

/** @throws DomainError contact_not_found, contact_merge_too_large */
const checkMerge = async (
  deps: OperationsDeps,
  businessId: string,
  contactId: string,
  otherContactId: string,
): Promise<void> => {
  const contactIn = async (id: string): Promise<ContactDetails | null> => {
    const target = { business: businessId, id: partitionOfContact(id) };
    return (await deps.actors.query(contactPartition, target, 'get', id)).answer;
  };
  const contact = await contactIn(contactId);
  if (contact === null) throw await missingContact(deps, businessId, contactId);
  const other = await contactIn(otherContactId);
  if (other !== null) return refuseTooLarge(contact, other);
  // A merge into the same contact whose steps an operator has dropped is completed by another one.
  const home = { business: businessId, id: partitionOfContact(otherContactId) };
  const { answer: survivor } = await deps.actors.query(contactPartition, home, 'survivor_of', otherContactId);
  if (survivor !== contactId) throw await missingContact(deps, businessId, otherContactId);
};

/** @throws DomainError contact_merge_too_large */
const refuseTooLarge = (contact: ContactDetails, other: ContactDetails): void => {
  const union = (...lists: readonly (readonly string[])[]): number => new Set(lists.flat()).size;
  const limited = (path: string, count: number, limit: number, what: string): readonly ErrorDetail[] =>
    count <= limit
      ? []
      : [
          {
            path,
            message: `the two contacts have ${count} ${what} together; a contact has at most ${limit}`,
          },
        ];
  const numbers = mobilesIn(contact).length - 1 + mobilesIn(other).length;
  const problems = [
    ...limited('/otherMobiles', numbers, MAX_OTHER_MOBILES, 'further numbers'),
    ...limited(
      '/fields',
      union(Object.keys(contact.fields), Object.keys(other.fields)),
      MAX_FIELDS,
      'fields',
    ),
    ...limited('/categoryIds', union(contact.categoryIds, other.categoryIds), MAX_CATEGORIES, 'categories'),
  ];
  if (problems.length > 0) throw new DomainError('contact_merge_too_large', undefined, problems);
};

/** Resolves with the position of the partition once the merge has ended; `code`: null unless it failed. @throws DomainError not_ready */
const endOf = (
  { actors }: OperationsDeps,
  target: { readonly business: string; readonly id: string },
  mergeId: string,
): Promise<{ readonly shard: number; readonly seq: number; readonly code: MergeRefusal | null }> =>
  polled(COMPLETE_WITHIN_MS, async () => {
    const { answer: merge, shard, seq } = await actors.query(contactPartition, target, 'merge', mergeId);
    if (merge?.status === 'failed') return { shard, seq, code: merge.code };
    return merge?.status === 'merged' ? { shard, seq, code: null } : null;
  });
