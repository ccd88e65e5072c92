/** Pages of keyset-paged lists. */

/** What one answer gives of a list; `nextCursor` is null at the end. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly nextCursor: string | null;
}

/** Which page is asked for; `cursor`: of the page before it, null for the first one. */
export interface PageRequest {
  /** 1 to 200. */
  readonly limit: number;
  readonly cursor: string | null;
}

/** A contact with its place in a list that is read piece by piece. */
export interface PlacedContact {
  readonly row: number;
  readonly contactId: string;
}
