/**
 * The store of recordings. During a call two tracks are written by their position in time; afterwards they become one
 * two-channel file that is served.
 */

export type TrackName = 'customer' | 'agent';

/**
 * The open tracks of one call on this node. Writing never waits; audio that cannot be kept is logged as
 * `recording.write_failed`.
 */
export interface RecordingTracks {
  /** Writes µ-law bytes at 8,000 Hz, starting `atMs` ms after 0 of the recording's clock. Copies what it keeps. */
  write(track: TrackName, atMs: number, mulaw: Uint8Array): void;
  /**
   * Afterwards everything written is on this node's disk and, if the store responds within seconds, in the shared store;
   * unless another user of the same tracks is still writing. Idempotent.
   */
  close(): Promise<void>;
}

/** The facts of a finished recording. */
export interface RecordingFacts {
  /** Safe file name, `<callId>.opus`. */
  readonly filename: string;
  readonly bytes: number;
  readonly durationMs: number;
}

/** A finished recording, to be served. */
export interface RecordingFile {
  readonly size: number;
  readonly filename: string;
  readonly contentType: string;
  /** Bytes from `start` to `end`, both included. */
  read(start: number, end: number): AsyncIterable<Uint8Array>;
}

export interface RecordingStore {
  /**
   * Opens the tracks of a call on this node. Several nodes may write the same call in turn: their audio becomes one
   * recording, by its positions. @throws Error for IDs that are not UUIDs
   */
  openTracks(businessId: string, callId: string): Promise<RecordingTracks>;
  /**
   * Turns the tracks of all nodes into the file that is served; null if nothing was recorded. Idempotent, on any node.
   * Waits a bounded time for nodes that are still writing.
   * @throws Error when it must be retried: the store is unavailable, or a node could not send its part yet
   */
  finish(businessId: string, callId: string): Promise<RecordingFacts | null>;
  /** Null if there is no finished recording. @throws DomainError recordings_unavailable */
  open(businessId: string, callId: string): Promise<RecordingFile | null>;
}
