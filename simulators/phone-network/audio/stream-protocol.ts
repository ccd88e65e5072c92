/** A carrier's messages on a media stream: all carriers have the same audio format, but different messages. */

/** A message from the other side. */
type StreamCommand =
  | { readonly type: 'media'; readonly payload: string }
  | { readonly type: 'mark'; readonly name: string }
  | { readonly type: 'clear' };

export interface StreamIds {
  readonly accountSid: string;
  readonly callSid: string;
  readonly streamSid: string;
  /** Values that the instructions pass on to the other side. */
  readonly parameters: Readonly<Record<string, string>>;
}

/** The messages of one stream. Null: the carrier has no such message. */
export interface StreamProtocol {
  /** The first messages, in order; the last has sequence number 1. */
  readonly opening: readonly object[];
  /** `timestamp`: ms since the start of the stream. */
  media(sequence: number, chunk: number, timestamp: number, payload: string, streamSid?: string): string;
  dtmf(sequence: number, digit: string, timestamp: number): object;
  /** All audio before the mark was played. */
  played(sequence: number, name: string): object;
  cleared(sequence: number): object | null;
  stop(sequence: number): object | null;
  /** Null: not relevant. */
  read(message: unknown): StreamCommand | null;
  /** Whether cleared marks are echoed as if they had been played. */
  readonly echoesCleared: boolean;
}
