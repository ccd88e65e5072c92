/** Lists of one item. */
import { DomainError } from '../../../schemas/errors.js';
import {
  type Page,
  type PageRequest,
  type SerialisedPage,
  serialisedPage,
} from '../../../views/kernel/page.js';

/** The only page; no cursor leads to it. @throws DomainError `cursor_invalid` */
export const pageOf = <T>(item: T, { cursor }: Pick<PageRequest, 'cursor'>): Page<T> => {
  if (cursor !== null) throw new DomainError('cursor_invalid');
  return { items: [item], nextCursor: null };
};

/** The same, already written as JSON. @throws DomainError `cursor_invalid` */
export const writtenPageOf = <T>(item: T, request: Pick<PageRequest, 'cursor'>): SerialisedPage<T> => {
  const { items, nextCursor } = pageOf(item, request);
  return serialisedPage(
    items.map((one) => [JSON.stringify(one)]),
    nextCursor,
  );
};
