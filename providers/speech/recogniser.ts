/** Speech to text behind one small interface. Times are ms of the stream's own clock: sample 0 is at 0 ms. */

/** One word of a final. Times as those of the event. */
export interface RecognisedWord {
  readonly text: string;
  readonly startMs: number;
  readonly endMs: number;
}

export type RecognitionEvent =
  /** A guess that may still change. */
  | {
      readonly type: 'partial';
      readonly text: string;
      readonly startMs: number;
      readonly endMs: number;
      /**
       * `likely`: the recogniser takes it for likely that the speaker has finished with these words; `withdrawn`: it was
       * wrong when it said so last, the speaker goes on. Absent: it tells nothing of an end.
       */
      readonly end?: 'likely' | 'withdrawn';
    }
  /** Will not change. `endOfUtterance`: the recogniser believes that the speaker has finished. */
  | {
      readonly type: 'final';
      readonly text: string;
      readonly startMs: number;
      readonly endMs: number;
      /** 0 to 1. */
      readonly confidence: number;
      readonly endOfUtterance: boolean;
      /** Absent where the recogniser does not tell words apart. */
      readonly words?: readonly RecognisedWord[];
    }
  /** The stream is unusable from here on. */
  | { readonly type: 'failed'; readonly reason: string };

export interface RecogniserStream {
  /** Mono µ-law at 8,000 Hz, as the line brings it, in order, gaps already filled with silence. Copies what it keeps. */
  write(mulaw: Uint8Array): void;
  /** No more audio comes. Resolves once everything that was written has been told of; never rejects. */
  finish(): Promise<void>;
  /** Idempotent; no event follows. */
  close(): void;
}

export interface RecognitionRequest {
  /** BCP 47. */
  readonly language: string;
  /** Phrases that the speaker is likely to say (key-term prompting); engines may ignore them. */
  readonly phrases: readonly string[];
  /** Whether likely ends are wanted, where a provider has to be asked for them; absent: they are not. */
  readonly likelyEnds?: boolean;
}

export interface Recogniser {
  readonly name: string;
  open(request: RecognitionRequest, onEvent: (event: RecognitionEvent) => void): RecogniserStream;
  close(): Promise<void>;
}
