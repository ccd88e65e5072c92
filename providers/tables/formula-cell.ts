/**
 * Cells of CSV files that begin like a formula. Spreadsheets run them, so exports put an apostrophe before them, as OWASP
 * recommends against CSV injection, and imports remove it. Pure.
 */

/** The apostrophes of a text that has some already count, so that both functions are inverse to each other. */
const LIKE_A_FORMULA = /^'*[=+\-@\t\r]/;

/** As an export writes it. */
export const escapedCell = (text: string): string => (LIKE_A_FORMULA.test(text) ? `'${text}` : text);

const unescapedCell = (cell: string): string =>
  cell.startsWith("'") && LIKE_A_FORMULA.test(cell) ? cell.slice(1) : cell;

/** As an import reads them: the same row where no cell is escaped. */
export const unescapedCells = (cells: readonly string[]): readonly string[] =>
  cells.some((cell) => cell.startsWith("'")) ? cells.map(unescapedCell) : cells;
