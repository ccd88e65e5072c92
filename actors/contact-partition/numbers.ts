/** Changes of the numbers of a contact that has several: two change places, or some are removed. */
import { DomainError } from '../../schemas/errors.js';
import type { ContactDetails, ContactRecord } from './commands.js';
import type { ContactChanges, ContactEvent } from './events.js';
import { mobilesIn, numbersOf } from './held-numbers.js';
import { isMerging } from './merging.js';
import type { ContactPartitionState } from './shape.js';

/** Whether a change concerns the further numbers; otherwise it is a plain change of the mobile, or of no number. */
export const changesNumbers = (before: ContactRecord, { mobile, otherMobiles }: ContactChanges): boolean =>
  otherMobiles !== undefined ||
  (mobile !== undefined && mobile !== before.mobile && mobilesIn(before).includes(mobile));

/**
 * The numbers after a change. `reservation`: that of a mobile that another partition has just reserved.
 * @throws DomainError validation_failed, if a further number is not one of the contact's; contact_changing, if a number
 *   is added while a merge may add others
 */
export const decideNumbers = (
  state: ContactPartitionState,
  before: ContactDetails,
  changes: ContactChanges,
  reservation: string | undefined,
): readonly ContactEvent[] => {
  const { contactId } = before;
  const known = new Map(numbersOf(before).map((number) => [number.mobile, number.reservation]));
  const mobile = changes.mobile ?? before.mobile;
  const others = changes.otherMobiles ?? swapped(before, mobile);
  const problems = others.flatMap((other, index) =>
    known.has(other) && other !== mobile
      ? []
      : [
          {
            path: `/otherMobiles/${index}`,
            message: 'must be a number that the contact has, and not its mobile',
          },
        ],
  );
  if (problems.length > 0) throw new DomainError('validation_failed', undefined, problems);
  const earlier = before.otherMobiles ?? [];
  if (others.length > earlier.length && isMerging(state, contactId))
    throw new DomainError('contact_changing');
  const isSame =
    mobile === before.mobile &&
    others.length === earlier.length &&
    earlier.every((number, index) => number.mobile === others[index]);
  if (isSame) return [];
  return [
    {
      type: 'contact.numbers_changed',
      contactId,
      mobile,
      reservation: reservation ?? known.get(mobile) ?? null,
      otherMobiles: others.map((other) => ({ mobile: other, reservation: known.get(other) ?? null })),
    },
  ];
};

/** The further numbers, with the former mobile in the place of the new one. */
const swapped = (before: ContactRecord, mobile: string): readonly string[] =>
  (before.otherMobiles ?? []).map((other) => (other.mobile === mobile ? before.mobile : other.mobile));
