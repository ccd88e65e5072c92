/**
 * Where recordings live. During a call two tracks are written by their position in time; afterwards they become
 * one two-channel file that is served.
 */

export type TrackName = 'customer' | 'agent';

/**
 * The open tracks of one call on this node. Writing never waits; what cannot be kept is logged as
 * `recording.write_failed`.
 */
export interface RecordingTracks {
  /** µ-law bytes at 8,000 Hz, beginning `atMs` ms after 0 of the recording's clock. Copies what it keeps. */
  write(track: TrackName, atMs: number, mulaw: Uint8Array): void;
  /**
   * Everything written is on this node's disk afterwards and, if the store answers within seconds, where every node
   * finds it; unless another user of the same tracks still writes. Idempotent.
   */
  close(): Promise<void>;
}

/** What is known of a finished recording. */
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
   * Opens the tracks of a call on this node. Nodes may write the same call one after the other: what they write
   * becomes one recording, by its positions. @throws Error for ids that are no UUIDs
   */
  openTracks(businessId: string, callId: string): Promise<RecordingTracks>;
  /**
   * Turns the tracks of all nodes into the file that is served; null when nothing was recorded. Idempotent, on
   * whichever node. Waits a bounded time for nodes that still write.
   * @throws Error when it has to be tried again: the store is away, or a node could not send its part yet
   */
  finish(businessId: string, callId: string): Promise<RecordingFacts | null>;
  /** Null when there is no finished recording. @throws DomainError recordings_unavailable */
  open(businessId: string, callId: string): Promise<RecordingFile | null>;
}
