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
  /** Rows handed over at a time. */
  readonly batchRows: number;
}

const DEFAULTS: TableLimits = {
  maxColumns: 500,
  maxCellCharacters: 32_767,
  maxRows: 20_000_000,
  maxInflatedBytes: 2 * 1024 ** 3,
  maxInflationRatio: 200,
  maxArchiveEntries: 5_000,
  maxSharedCharacters: 100_000_000,
  batchRows: 1_000,
};

export const withDefaults = (limits: Partial<TableLimits>): TableLimits => ({ ...DEFAULTS, ...limits });
