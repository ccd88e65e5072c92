/** Stores client uploads until they have been processed, and files that customers sent. Every node can read them. */

/** The file does not exist: it was never stored, or was processed and removed. */
export class AssetMissing extends Error {
  override readonly name = 'AssetMissing';
}

/** A stored file. */
export interface StoredAsset {
  readonly bytes: number;
  /** Reads the whole file at the consumer's pace. @throws Error if bytes are missing or damaged */
  read(): AsyncIterable<Uint8Array>;
}

export interface AssetStore {
  /** Resolves once the whole file is stored. Storing the same id again replaces the file. */
  keep(id: string, chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<void>;
  /**
   * Writes the file to `path`, readable only by this user. `reserve` is called with the size of each piece before it is
   * written, and may throw. @throws AssetMissing; what `reserve` throws
   */
  fetch(id: string, path: string, reserve?: (bytes: number) => void): Promise<void>;
  /** Null if the file does not exist. @throws Error if the store is unavailable */
  open(id: string): Promise<StoredAsset | null>;
  /** Idempotent: removing a missing file does nothing. */
  remove(id: string): Promise<void>;
}

/** The asset id under which a customer's file is stored. */
export const assetIdOf = (mediaId: string): string => `received-${mediaId}`;
