/** Size limits of a table. Each bounds memory, or a user's patience. */
export interface TableLimits {
  /** A contact has 100 fields at most, and more columns than this are not reviewable. */
  readonly maxColumns: number;
  /** A cell of a workbook holds 32,767 characters; longer ones are documents. */
  readonly maxCellCharacters: number;
  readonly maxRows: number;
  /** Unpacked size of a workbook, bytes. */
  readonly maxInflatedBytes: number;
  /** Ratio of unpacked to packed size; XML of real workbooks stays below 40. */
  readonly maxInflationRatio: number;
  /** Parts of a workbook; real ones have dozens. */
  readonly maxArchiveEntries: number;
  /** Characters of all shared strings of a workbook, which are held in memory. */
  readonly maxSharedCharacters: number;
  /** Nesting depth of a workbook's elements; the parts that are read have a dozen levels. */
  readonly maxXmlDepth: number;
  /** Characters of a workbook's XML without the end of a tag or a text: one value, one tag or one comment. */
  readonly maxXmlPiece: number;
  /** Styles of cells; Excel allows 65,490. */
  readonly maxCellStyles: number;
  /** Nesting depth of JSON objects and lists; rows have one level. */
  readonly maxJsonDepth: number;
  /** Tokens of one row of JSON: some nine for a key with its value. */
  readonly maxRowTokens: number;
  /** Characters of one row of JSON, or bytes of one record of CSV: an unclosed quote would otherwise read the rest of the
   * file into memory. */
  readonly maxRowCharacters: number;
  /** Rows in one batch. */
  readonly batchRows: number;
  /** Characters after which a batch ends with fewer rows. */
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
