/** Removes background noise from a caller's audio before it is recognised. */

/** The audio of one call. */
export interface NoiseSuppressorStream {
  /** Takes mono µ-law at 8,000 Hz, in order. Copies what it keeps. */
  write(mulaw: Uint8Array): void;
  /** Ends the audio. Resolves once everything has been returned; never rejects, and takes less than a second. */
  finish(): Promise<void>;
  /** Idempotent; nothing is returned any more. */
  close(): void;
}

export interface NoiseSuppressor {
  readonly name: string;
  /**
   * `onAudio` gets the same number of bytes that was written, in order and at the same times of the stream, some 25 ms later.
   * Where noise cannot be removed in time, it gets the audio as it was written.
   */
  open(onAudio: (mulaw: Uint8Array) => void): NoiseSuppressorStream;
  close(): Promise<void>;
}
