/** Filters of contacts as requests have them, and as the views apply them. */
import type { ContactFilter as RequestedFilter } from '../../schemas/contacts/selection.js';
import type { ContactFilter } from '../../views/contacts/filter.js';

/** The filters of a list or an export; `field` is a key and a value, separated by a colon. */
type FilterQuery = Omit<RequestedFilter, 'fields'> & { readonly field?: string };

/** The filter of a job, for the views. */
export const filterOf = ({
  communicationBlocked,
  createdSince,
  createdBefore,
  contactedSince,
  notContactedSince,
  ...same
}: RequestedFilter): ContactFilter => ({
  ...same,
  ...(communicationBlocked === undefined ? {} : { blocked: communicationBlocked }),
  ...(createdSince === undefined ? {} : { createdSince: Date.parse(createdSince) }),
  ...(createdBefore === undefined ? {} : { createdBefore: Date.parse(createdBefore) }),
  ...(contactedSince === undefined ? {} : { contactedSince: Date.parse(contactedSince) }),
  ...(notContactedSince === undefined ? {} : { notContactedSince: Date.parse(notContactedSince) }),
});

/** The filter of a list or an export, for the views. */
export const filterOfQuery = ({ field, ...others }: FilterQuery): ContactFilter => {
  const filter = filterOf(others);
  if (field === undefined) return filter;
  const colon = field.indexOf(':');
  return { ...filter, fields: { [field.slice(0, colon)]: field.slice(colon + 1) } };
};
