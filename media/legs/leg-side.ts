/** What is behind a browser's leg: the call, from the caller's place or from beside it. */
import type { LegCodecName } from '../../providers/legs/codecs.js';
import type { LegEndReason, LegVoice } from '../../schemas/leg-signalling.js';

export interface SideEvents {
  /** 160 bytes of µ-law that play 20 ms after those before; null is silence. */
  say(voice: LegVoice, frame: Uint8Array | null): void;
  onSpeaker(speaker: 'agent' | 'me' | 'other'): void;
  /** The call has no use for the leg any more; once. */
  onEnd(reason: LegEndReason): void;
}

export interface LegSide {
  readonly codec: LegCodecName;
  /** What the browser hears. */
  readonly voices: readonly LegVoice[];
  /** Whether it may be heard. */
  readonly speaks: boolean;
  /** Reaches the call. @throws DomainError when that cannot be */
  open(events: SideEvents): Promise<void>;
  /** The browser hears from now on. */
  listening(): void;
  /** µ-law of the browser as it arrived; `timestampMs` of its own clock. */
  heard(timestampMs: number, payload: Uint8Array): void;
  /** How long after it left a frame is heard in the browser, ms. */
  setPlayout(delayMs: number): void;
  /** @throws DomainError leg_purpose_wrong where the leg is for something else, and as CallLine */
  takeOver(): Promise<void>;
  /** @throws DomainError likewise */
  handBack(note: string): Promise<void>;
  pressKey(digit: string): void;
  /** The browser has gone: in order, or not. Idempotent. */
  close(inOrder: boolean): void;
}
