/** Files that clients uploaded, kept until they were worked through, and what customers sent; every node can read them. */

/** The file is not there: it was never kept, or was worked through and removed. */
export class AssetMissing extends Error {
  override readonly name = 'AssetMissing';
}

/** A file as it is kept. */
export interface StoredAsset {
  readonly bytes: number;
  /** All of them, as fast as they are taken. @throws Error when some are missing or damaged */
  read(): AsyncIterable<Uint8Array>;
}

export interface AssetStore {
  /** Resolves once the whole file is stored. The same id again replaces it. */
  keep(id: string, chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<void>;
  /**
   * Writes the file to `path`, which only this user can read. `taking` is told of each piece before it is written, and may
   * throw. @throws AssetMissing; what `taking` throws
   */
  fetch(id: string, path: string, taking?: (bytes: number) => void): Promise<void>;
  /** Null when it is not there. @throws Error when the store is away */
  open(id: string): Promise<StoredAsset | null>;
  /** Removing one that is gone is harmless. */
  remove(id: string): Promise<void>;
}
