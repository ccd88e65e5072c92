/** Files that clients uploaded, kept until they were worked through; every node can read them. */

/** The file is not there: it was never kept, or was worked through and removed. */
export class AssetMissing extends Error {
  override readonly name = 'AssetMissing';
}

export interface AssetStore {
  /** Resolves once the whole file is stored. The same id again replaces it. */
  keep(id: string, chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<void>;
  /**
   * Writes the file to `path`, which only this user can read. `taking` is told of each piece before it is written, and may
   * throw. @throws AssetMissing; what `taking` throws
   */
  fetch(id: string, path: string, taking?: (bytes: number) => void): Promise<void>;
  /** Removing one that is gone is harmless. */
  remove(id: string): Promise<void>;
}
