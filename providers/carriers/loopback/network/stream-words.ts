/** How a carrier speaks on a media stream: the sound is the same at all of them, the words are not. */

/** What came from the other side. */
type Told =
  | { readonly type: 'media'; readonly payload: string }
  | { readonly type: 'mark'; readonly name: string }
  | { readonly type: 'clear' };

export interface StreamIds {
  readonly accountSid: string;
  readonly callSid: string;
  readonly streamSid: string;
}

/** The words of one stream. What is null is not said by this carrier. */
export interface StreamWords {
  /** Before anything else, in their order; the last takes the sequence number 1. */
  readonly opening: readonly object[];
  /** `timestamp`: ms of the stream. */
  media(sequence: number, chunk: number, timestamp: number, payload: string, streamSid?: string): string;
  dtmf(sequence: number, digit: string, timestamp: number): object;
  /** Everything before the mark was played. */
  played(sequence: number, name: string): object;
  cleared(sequence: number): object | null;
  stop(sequence: number): object | null;
  /** Null: of no interest. */
  read(message: unknown): Told | null;
  /** Whether marks that are cleared come back as if they had been played. */
  readonly echoesCleared: boolean;
}
