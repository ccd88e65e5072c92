/** Effects of a partition: check reservations, and return numbers of other partitions. */
import { getFrom } from '../runtime/persistent-map.js';
import type { ContactPartitionEffect } from './commands.js';
import type { ContactPartitionState } from './state.js';

export const effects = (state: ContactPartitionState): Readonly<Record<string, ContactPartitionEffect>> => {
  const owed: Record<string, ContactPartitionEffect> = {};
  for (const [mobile, { checking, checkAt }] of Object.entries(state.reservations)) {
    const contactId = getFrom(state.mobiles, mobile);
    if (checking && contactId !== undefined)
      owed[`check:${mobile}:${checkAt}`] = { kind: 'check_mobile', mobile, contactId };
  }
  for (const [mobile, reservation] of Object.entries(state.returning))
    owed[`return:${mobile}:${reservation}`] = { kind: 'return_mobile', mobile, reservation };
  return owed;
};
