/**
 * Where the table of a text or a sheet begins: below titles and groups of columns, without columns that have neither a name
 * nor a value. Pure, and judged by the first rows.
 */

export interface TableLayout {
  /** Index of the header among the rows. */
  readonly headerAt: number;
  /** The most frequent width of the rows, cells: how many columns the table has. */
  readonly width: number;
  /** Indices of the columns that are read, ascending. */
  readonly columns: readonly number[];
}

/** Rows that are looked at. */
export const SAMPLE_ROWS = 60;
/** Rows that may stand above the header. */
const MOST_ABOVE = 20;
/** Share of the table's columns in which a header has a name. Titles and groups of columns fill fewer. */
const HEADER_SHARE = 0.6;
/** Cells that no header has: a phone number, an e-mail address. */
const VALUE = /^\s*(?:\+?[\d\s()./-]{7,}|[^\s@]+@[^\s@]+\.[^\s@]+)\s*$/;

/** Ctrl-Z, the old end of a text file. */
const OLD_END = '\u001A';

/** Whether a cell has nothing visible. */
export const isBlank = (cell: string | undefined): boolean =>
  cell === undefined || cell === '' || cell.trim() === '' || cell.trim() === OLD_END;

/** The number of cells up to the last filled one. */
export const widthOf = (cells: readonly string[]): number =>
  cells.findLastIndex((cell) => !isBlank(cell)) + 1;

/** `rows`: the first rows, without blank ones. */
export const tableLayout = (rows: readonly (readonly string[])[]): TableLayout => {
  const width = usualWidth(rows);
  const headerAt = headerOf(rows, width);
  const header = rows[headerAt] ?? [];
  const below = rows.slice(headerAt + 1);
  const columns = header.flatMap((name, index) =>
    isBlank(name) && below.every((cells) => isBlank(cells[index])) ? [] : [index],
  );
  return { headerAt, width, columns };
};

/** The widest of the most frequent widths. */
const usualWidth = (rows: readonly (readonly string[])[]): number => {
  const counts = new Map<number, number>();
  for (const cells of rows) counts.set(widthOf(cells), (counts.get(widthOf(cells)) ?? 0) + 1);
  let [width, most] = [0, 0];
  for (const [each, count] of counts)
    if (count > most || (count === most && each > width)) [width, most] = [each, count];
  return width;
};

/** The first row, unless a later one is clearly the header. */
const headerOf = (rows: readonly (readonly string[])[], width: number): number => {
  if (width < 2) return 0;
  const found = rows
    .slice(0, MOST_ABOVE + 1)
    .findIndex((cells) => cells.filter((cell) => !isBlank(cell)).length > width * HEADER_SHARE);
  const isHeader = found >= 0 && !(rows[found] ?? []).some((cell) => VALUE.test(cell));
  return isHeader ? found : 0;
};
