/** A carrier's media-stream dialect: parse and format, nothing else. Heartbeat, order and pacing are not its business. */

/** A message from the carrier, in our words. */
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
      /** ms since the stream began. */
      readonly timestampMs: number;
      /** G.711 bytes as they came: 160 bytes are 20 ms. */
      readonly payload: Uint8Array;
    }
  | { readonly type: 'dtmf'; readonly sequence: number; readonly streamId: string; readonly digit: string }
  /** The carrier says that everything before this mark was played (or flushed by `clear`, where the carrier echoes those marks, too). */
  | { readonly type: 'mark'; readonly sequence: number; readonly streamId: string; readonly name: string }
  | { readonly type: 'stop'; readonly sequence: number; readonly streamId: string }
  /** Well-formed, but of no interest. */
  | { readonly type: 'ignored' }
  /** Not this dialect; `reason` is for our log only. */
  | { readonly type: 'invalid'; readonly reason: string };

/** Writes what goes to the carrier on one stream. */
interface MediaWriter {
  /** One message of audio: G.711 bytes, any length. Lent until the next one is written. */
  media(payload: Uint8Array): Uint8Array;
  mark(name: string): string;
  clear(): string;
}

export interface MediaDialect {
  /**
   * A reader of one socket's messages, UTF-8 bytes that are lent to it: what it gives holds nothing of them. Never
   * throws.
   */
  reader(): (message: Uint8Array) => MediaMessage;
  /** @param streamId as the carrier named it */
  writer(streamId: string): MediaWriter;
  /** Its marks come back by our own clock, and confirm no playback; absent: they confirm it. */
  readonly reckonsPlayback?: true;
}
