/** How large a table may be. Every number is a bound on memory or on somebody's patience. */
export interface TableLimits {
  /** A contact has 100 fields at most; nobody reviews more columns than this. */
  readonly maxColumns: number;
  /** A cell of a workbook holds 32,767 characters; longer ones are documents. */
  readonly maxCellCharacters: number;
  readonly maxRows: number;
  /** What a workbook may unpack to, bytes. */
  readonly maxInflatedBytes: number;
  /** Unpacked to packed; XML of real workbooks stays below 40. */
  readonly maxInflationRatio: number;
  /** Parts of a workbook; real ones have dozens. */
  readonly maxArchiveEntries: number;
  /** Characters of all shared strings of a workbook, which are held in memory. */
  readonly maxSharedCharacters: number;
  /** Elements of a workbook within each other; those that are read have a dozen. */
  readonly maxXmlDepth: number;
  /** Characters of a workbook's XML without the end of a tag or a text: one value, one tag or one comment. */
  readonly maxXmlPiece: number;
  /** Styles of cells; Excel has 65,490 at most. */
  readonly maxCellStyles: number;
  /** Objects and lists of JSON within each other; rows have one level. */
  readonly maxJsonDepth: number;
  /** Tokens of one row of JSON: some nine a key with its value. */
  readonly maxRowTokens: number;
  /** Characters of one row of JSON, or bytes of one record of CSV: a quote that is never closed would otherwise take the rest
   * of the file into memory. */
  readonly maxRowCharacters: number;
  /** Rows handed over at a time. */
  readonly batchRows: number;
  /** Characters from which on fewer rows are handed over. */
  readonly batchCharacters: number;
}

const DEFAULTS: TableLimits = {
  maxColumns: 500,
  maxCellCharacters: 32_767,
  maxRows: 20_000_000,
  maxInflatedBytes: 2 * 1024 ** 3,
  maxInflationRatio: 200,
  maxArchiveEntries: 5_000,
  maxSharedCharacters: 100_000_000,
  maxXmlDepth: 64,
  maxXmlPiece: 4 * 1024 * 1024,
  maxCellStyles: 65_490,
  maxJsonDepth: 64,
  maxRowTokens: 20_000,
  maxRowCharacters: 4 * 1024 * 1024,
  batchRows: 1_000,
  batchCharacters: 2_000_000,
};

export const withDefaults = (limits: Partial<TableLimits>): TableLimits => ({ ...DEFAULTS, ...limits });
