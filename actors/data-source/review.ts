/** Applies a reviewer's corrections to the proposed columns. */
import type { ColumnReview } from '../../schemas/contacts/data-source.js';
import { DomainError, type ErrorDetail } from '../../schemas/errors.js';
import type { Column } from './events.js';

/** The columns after the review; none needs a further one. @throws DomainError validation_failed */
export const reviewed = (columns: readonly Column[], reviews: readonly ColumnReview[]): readonly Column[] => {
  const problems: ErrorDetail[] = [];
  const byName = new Map<string, ColumnReview>();
  for (const [index, review] of reviews.entries()) {
    if (!columns.some(({ column }) => column === review.column))
      problems.push({ path: `/columns/${index}/column`, message: `there is no column ${review.column}` });
    if (byName.has(review.column))
      problems.push({ path: `/columns/${index}/column`, message: `${review.column} appears twice` });
    byName.set(review.column, review);
  }
  const ambiguous = new Set(
    columns.filter(({ review }) => review === 'ambiguous_date').map(({ column }) => column),
  );
  const keyed = reviews.some(({ key }) => key === true);
  const result = columns.map((column): Column => {
    const review = byName.get(column.column);
    const { dateOrder: kept, ...rest } = column;
    const type = review?.type ?? column.type;
    const dateOrder = review?.dateOrder ?? kept;
    return {
      ...rest,
      ...(dateOrder === undefined || !isDated(type) ? {} : { dateOrder }),
      fieldKey: review?.fieldKey ?? column.fieldKey,
      type,
      include: review?.include ?? column.include,
      key: review?.key ?? (keyed ? false : column.key),
      review: null,
    };
  });
  for (const { column, include, type, dateOrder } of result)
    if (include && isDated(type) && dateOrder === undefined && ambiguous.has(column))
      problems.push({
        path: '/columns',
        message: `the dates of ${column} can be read in two orders: set its dateOrder to dmy or mdy, or its type to text`,
      });
  const keys = result.filter(({ key }) => key);
  if (keys.length > 1) problems.push({ path: '/columns', message: 'at most one column can be the key' });
  for (const { column, type } of keys)
    if (type !== 'mobile' && type !== 'uuid')
      problems.push({ path: '/columns', message: `${column} is the key: its type must be mobile or uuid` });
  const fieldKeys = result.filter(({ include }) => include).map(({ fieldKey }) => fieldKey);
  for (const duplicate of new Set(fieldKeys.filter((key, index) => fieldKeys.indexOf(key) !== index)))
    problems.push({ path: '/columns', message: `two columns have the field key ${duplicate}` });
  if (fieldKeys.length === 0) problems.push({ path: '/columns', message: 'include at least one column' });
  if (problems.length > 0) throw new DomainError('validation_failed', undefined, problems);
  return result;
};

const isDated = (type: Column['type']): boolean => type === 'date' || type === 'datetime';
