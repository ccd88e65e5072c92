/** Pages of keyset-paged lists. */

/** `nextCursor` is null at the end. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly nextCursor: string | null;
}

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
