/** Files of CSV that are written page by page, so that memory does not grow with the list. */
import { stringify } from 'csv-stringify/sync';

/** Rows read and sent at a time. */
const ROWS = 200;

/** Spreadsheets recognise UTF-8 by this mark. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** Cells that spreadsheets would run as formulas must be escaped (providers/tables/formula-cell.ts). */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  stringify([...rows], { record_delimiter: '\r\n' });

/** Each page of a list, read when it is needed; the thread does other work between two of them. */
export async function* pagesOf<Item>(
  read: (page: { readonly limit: number; readonly cursor: string | null }) => {
    readonly items: readonly Item[];
    /** Null: this is the last page. */
    readonly nextCursor: string | null;
  },
): AsyncGenerator<readonly Item[]> {
  for (let cursor: string | null = null; ; ) {
    const page = read({ limit: ROWS, cursor });
    yield page.items;
    cursor = page.nextCursor;
    if (cursor === null) return;
    // The thread also paces audio.
    await new Promise((resolve) => setImmediate(resolve));
  }
}
