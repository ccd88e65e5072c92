/** Cells of a CSV file that a spreadsheet may open. */

/** Spreadsheets run cells that begin like a formula: an apostrophe makes them text, and imports remove it again. */
export const escapedCell = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);
