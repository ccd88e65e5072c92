/**
 * Is this sound a voice? A model behind one small interface, asked only about sounds that an energy gate has let
 * through (media/voice-gate.ts).
 */

export interface VoiceVerdict {
  /** The number that the sound was shown under. */
  readonly sound: number;
  readonly speech: boolean;
  /** How much of the sound had been shown when this was decided, ms. */
  readonly afterMs: number;
}

export interface VoiceStream {
  /**
   * Shows the next piece of a sound; the first piece of a number begins it. Mono Int16 PCM at 8,000 Hz, in order.
   * Copies what it keeps. Whoever cannot tell, for want of room or because the model is gone, says that it is
   * speech: then energy alone decides.
   */
  show(sound: number, pcm: Int16Array): void;
  /** No more of this sound: what it held is free. */
  over(sound: number): void;
  /** Idempotent; no verdict follows. */
  close(): void;
}

export interface VoiceDetector {
  readonly name: string;
  /** One stream a call. Verdicts never come from within a call of the stream's own methods. */
  open(onVerdict: (verdict: VoiceVerdict) => void): VoiceStream;
  close(): Promise<void>;
}
