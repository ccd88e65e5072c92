/**
 * VAD behind one small interface: a model decides whether a sound is a voice. It receives only sounds that an energy
 * gate has passed (media/audio/voice-gate.ts).
 */

export interface VoiceVerdict {
  /** The number under which the sound was shown. */
  readonly sound: number;
  readonly speech: boolean;
  /** How much of the sound had been shown at this decision, ms. */
  readonly afterMs: number;
}

export interface VoiceStream {
  /**
   * Shows the next piece of a sound; the first piece of a number begins it. Mono Int16 PCM at 8,000 Hz, in order.
   * Copies what it keeps. A detector that cannot decide, for lack of capacity or because the model is gone, reports
   * speech: then energy alone decides.
   */
  show(sound: number, pcm: Int16Array): void;
  /** Ends a sound, and frees its resources. */
  end(sound: number): void;
  /** Idempotent; no verdict follows. */
  close(): void;
}

export interface VoiceDetector {
  readonly name: string;
  /** One stream a call. Verdicts never arrive during a call of the stream's own methods. */
  open(onVerdict: (verdict: VoiceVerdict) => void): VoiceStream;
  close(): Promise<void>;
}
