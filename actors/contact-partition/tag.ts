/** The tag of a contact, by which its clients notice that it was changed. */
import { contentTag } from '../../schemas/tag.js';
import type { ContactRecord } from './commands.js';

/** What clients edit of a contact. */
interface EditedContact
  extends Pick<
    ContactRecord,
    'name' | 'mobile' | 'categoryIds' | 'fields' | 'communicationBlocked' | 'timeZone'
  > {
  /** Further numbers, E.164. */
  readonly otherMobiles: readonly string[];
}

/** Categories and further numbers are sets. */
export const contactTag = (contact: EditedContact): string => {
  const { name, mobile, categoryIds, fields, communicationBlocked, timeZone, otherMobiles } = contact;
  return contentTag({
    name,
    mobile,
    categoryIds: [...new Set(categoryIds)].sort(),
    fields,
    communicationBlocked,
    timeZone,
    otherMobiles: [...new Set(otherMobiles)].sort(),
  });
};

/** The tag of a contact as its partition has it. */
export const recordTag = ({ otherMobiles = [], ...record }: ContactRecord): string =>
  contactTag({ ...record, otherMobiles: otherMobiles.map(({ mobile }) => mobile) });
