/** Pages of keyset-paged lists. */

/** What one answer gives of a list; `nextCursor` is null at the end. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly nextCursor: string | null;
}

/** A page whose items lie ready as JSON, to be passed on as they are; `items` parses it, for who looks into them. */
export interface WrittenPage<T> extends Page<T> {
  /** Of each item, in pieces: joining long ones costs as much as reading them. */
  readonly texts: readonly (readonly string[])[];
}

/** A class for its getter: an object literal with one costs more than the whole page, most of it in the collector. */
class Written<T> implements WrittenPage<T> {
  readonly texts: readonly (readonly string[])[];
  readonly nextCursor: string | null;

  constructor(texts: WrittenPage<T>['texts'], nextCursor: string | null) {
    this.texts = texts;
    this.nextCursor = nextCursor;
  }

  get items(): readonly T[] {
    return JSON.parse(`[${this.texts.map((pieces) => pieces.join('')).join()}]`);
  }
}

/** The page of items that are written already. */
export const writtenPage = <T>(texts: WrittenPage<T>['texts'], nextCursor: string | null): WrittenPage<T> =>
  new Written(texts, nextCursor);

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
