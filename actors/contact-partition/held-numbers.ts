/** The numbers of a contact, and how a partition frees them. */
import { deleteFrom } from '../runtime/persistent-map.js';
import type { ContactRecord } from './commands.js';
import type { HeldNumber } from './events.js';
import type { ContactPartitionState } from './shape.js';

/** The numbers of a contact, its mobile first. */
export const numbersOf = ({
  mobile,
  reservation,
  otherMobiles = [],
}: ContactRecord): readonly HeldNumber[] => [{ mobile, reservation }, ...otherMobiles];

/** The same, E.164. */
export const mobilesIn = (contact: ContactRecord): readonly string[] =>
  numbersOf(contact).map(({ mobile }) => mobile);

/** The contact with these further numbers. */
export const withOthers = (
  { otherMobiles: _, ...contact }: ContactRecord,
  otherMobiles: readonly HeldNumber[],
): ContactRecord => (otherMobiles.length === 0 ? contact : { ...contact, otherMobiles });

/** Frees a number: at once if it is kept here, otherwise once its partition has been notified. */
export const releaseMobile = (
  state: ContactPartitionState,
  { mobile, reservation }: HeldNumber,
): ContactPartitionState =>
  reservation === null
    ? { ...state, mobiles: deleteFrom(state.mobiles, mobile) }
    : { ...state, returning: { ...state.returning, [mobile]: reservation } };

/** A record without a key. */
export const without = <T>(record: Readonly<Record<string, T>>, key: string): Readonly<Record<string, T>> => {
  if (!Object.hasOwn(record, key)) return record;
  const { [key]: _gone, ...rest } = record;
  return rest;
};
