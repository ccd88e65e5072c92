/** Pages of keyset-paged lists. */

/** One page of a list; `nextCursor` is null at the end. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly nextCursor: string | null;
}

/** A page whose items are stored as JSON, to be passed on unchanged; `items` parses them on demand. */
export interface SerialisedPage<T> extends Page<T> {
  /** The text of each item, in pieces: joining long ones costs as much as reading them. */
  readonly texts: readonly (readonly string[])[];
}

/**
 * A class because of its getter: an object literal with a getter costs more than the whole page, mostly in garbage collection.
 */
class LazyPage<T> implements SerialisedPage<T> {
  readonly texts: readonly (readonly string[])[];
  readonly nextCursor: string | null;

  constructor(texts: SerialisedPage<T>['texts'], nextCursor: string | null) {
    this.texts = texts;
    this.nextCursor = nextCursor;
  }

  get items(): readonly T[] {
    return JSON.parse(`[${this.texts.map((pieces) => pieces.join('')).join()}]`);
  }
}

/** Builds a page of items that are already serialised. */
export const serialisedPage = <T>(
  texts: SerialisedPage<T>['texts'],
  nextCursor: string | null,
): SerialisedPage<T> => new LazyPage(texts, nextCursor);

/** The requested page; `cursor`: that of the page before it, null for the first. */
export interface PageRequest {
  /** 1 to 200. */
  readonly limit: number;
  readonly cursor: string | null;
}

/** A contact with its position in a list that is read piece by piece. */
export interface PlacedContact {
  readonly row: number;
  readonly contactId: string;
}
