/** A carrier's media-stream dialect: it parses and formats messages. Heartbeat, ordering and pacing are handled elsewhere. */

/** A message from the carrier, in our terms. */
export type MediaMessage =
  | { readonly type: 'connected' }
  | {
      readonly type: 'start';
      readonly sequence: number;
      readonly streamId: string;
      readonly carrierCallId: string;
      readonly encoding: 'mulaw' | 'alaw';
      /** Hz. */
      readonly sampleRate: number;
    }
  | {
      readonly type: 'media';
      readonly sequence: number;
      readonly streamId: string;
      /** ms since the start of the stream. */
      readonly timestampMs: number;
      /** G.711 bytes as received: 160 bytes are 20 ms. */
      readonly payload: Uint8Array;
    }
  | { readonly type: 'dtmf'; readonly sequence: number; readonly streamId: string; readonly digit: string }
  /** The carrier reports that all audio before this mark was played, or flushed by `clear` if it echoes those marks too. */
  | { readonly type: 'mark'; readonly sequence: number; readonly streamId: string; readonly name: string }
  | { readonly type: 'stop'; readonly sequence: number; readonly streamId: string }
  /** Well-formed, but not relevant. */
  | { readonly type: 'ignored' }
  /** Not a message of this dialect; `reason` is for our log only. */
  | { readonly type: 'invalid'; readonly reason: string };

/** Writes the messages to the carrier on one stream. */
interface MediaWriter {
  /** One audio message: G.711 bytes, any length. The buffer is valid until the next message is written. */
  media(payload: Uint8Array): Uint8Array;
  mark(name: string): string;
  clear(): string;
}

export interface MediaDialect {
  /**
   * A reader of one socket's messages, as UTF-8 bytes. Its results do not reference the input buffer, which may be reused.
   * Never throws.
   */
  reader(): (message: Uint8Array) => MediaMessage;
  /** @param streamId as the carrier named it */
  writer(streamId: string): MediaWriter;
  /** Its marks return by our own clock and do not confirm playback; absent: they confirm it. */
  readonly reckonsPlayback?: true;
}
