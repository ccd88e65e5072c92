/** STT behind one small interface. Times are ms on the stream's own clock: sample 0 is at 0 ms. */

/** One word of a final. Times as in the event. */
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
       * `likely`: the speaker has probably finished with these words; `withdrawn`: the last `likely` was wrong, and the
       * speaker continues. Absent: the recogniser reports nothing about an end.
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
      /** Absent if the recogniser does not report single words. */
      readonly words?: readonly RecognisedWord[];
    }
  /** The stream is unusable from here on. */
  | { readonly type: 'failed'; readonly reason: string };

export interface RecogniserStream {
  /** Takes mono µ-law at 8,000 Hz from the line, in order, with gaps already filled with silence. Copies what it keeps. */
  write(mulaw: Uint8Array): void;
  /** Ends the audio. Resolves once everything that was written has been reported; never rejects. */
  finish(): Promise<void>;
  /** Idempotent; no event follows. */
  close(): void;
}

export interface RecognitionRequest {
  /** BCP 47. */
  readonly language: string;
  /** Languages that the speaker may change to, BCP 47; engines with one language ignore them. Absent: none. */
  readonly furtherLanguages?: readonly string[];
  /** Phrases that the speaker is likely to say (key-term prompting); engines may ignore them. */
  readonly phrases: readonly string[];
  /** Whether to request likely ends, for providers that send them only on request. Default: no. */
  readonly likelyEnds?: boolean;
}

export interface Recogniser {
  readonly name: string;
  open(request: RecognitionRequest, onEvent: (event: RecognitionEvent) => void): RecogniserStream;
  close(): Promise<void>;
}
