/** The far side of a browser's leg: the call, from the caller's place or from beside it. */
import type { LegCodecName } from '../../providers/legs/codecs.js';
import type { LegEndReason, LegVoice } from '../../schemas/calls/leg-signalling.js';

export interface SideEvents {
  /** 160 bytes of µ-law that play 20 ms after those before; null is silence. */
  say(voice: LegVoice, frame: Uint8Array | null): void;
  onSpeaker(speaker: 'agent' | 'me' | 'other'): void;
  /** The call no longer needs the leg; once. */
  onEnd(reason: LegEndReason): void;
}

export interface LegSide {
  readonly codec: LegCodecName;
  /** Voices that the browser hears. */
  readonly voices: readonly LegVoice[];
  /** Whether the browser may be heard. */
  readonly speaks: boolean;
  /** Reaches the call. @throws DomainError if that is impossible */
  open(events: SideEvents): Promise<void>;
  /** The browser hears from now on. */
  listening(): void;
  /** µ-law of the browser as it arrived; `timestampMs` is on its own clock. */
  heard(timestampMs: number, payload: Uint8Array): void;
  /** Sets how long after it left a frame is heard in the browser, ms. */
  setPlayout(delayMs: number): void;
  /** @throws DomainError leg_purpose_wrong if the leg has another purpose, and as CallLine */
  takeOver(): Promise<void>;
  /** @throws DomainError likewise */
  handBack(note: string): Promise<void>;
  pressKey(digit: string): void;
  /** The browser has left: in order, or not. Idempotent. */
  close(inOrder: boolean): void;
}
