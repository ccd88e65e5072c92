/** How somebody beside a call reaches its media, on whichever node or thread that is: to listen, and to speak. */
import type { LineHolder } from '../actors/call/events.js';

/** 20 ms of a live call: 160 bytes of µ-law of each side; null: silence. */
export interface LineFrame {
  /** ms on the recording's clock. */
  readonly atMs: number;
  readonly customer: Uint8Array | null;
  /** What the carrier was sent, as it plays: agent or operator. */
  readonly agent: Uint8Array | null;
}

export interface LineEvents {
  onFrame(frame: LineFrame): void;
  /** Who speaks to the customer; told at the beginning, and whenever it changes. */
  onSpeaker(speaker: { readonly type: 'agent' } | { readonly type: 'operator'; readonly me: boolean }): void;
  /** Once. `ended`: the call is over; `lost`: its media cannot be reached any more, or has gone to another node. */
  onEnd(reason: 'ended' | 'lost'): void;
}

export interface CallLine {
  /** 160 bytes of µ-law, 20 ms; dropped unless this line speaks. */
  speak(frame: Uint8Array): void;
  /**
   * @throws DomainError call_not_live, call_taken_over (by somebody else), leg_purpose_wrong (a line that was opened to listen),
   * not_ready (no answer in time)
   */
  takeOver(): Promise<void>;
  /**
   * The agent goes on, told what was said and `note`, which is cut at 2,000 characters; without effect unless this line speaks.
   * @throws DomainError call_not_live, not_ready
   */
  handBack(note: string): Promise<void>;
  /** Idempotent; no event follows. Whoever speaks hands back without a note. */
  close(): void;
}

export interface LineRequest {
  readonly businessId: string;
  readonly callId: string;
  readonly by: LineHolder;
  readonly purpose: 'listen' | 'take_over';
}

export interface CallLines {
  /**
   * No event comes before it resolves, the speaker right after that.
   * @throws DomainError call_not_live, listeners_limited, not_ready (no answer in time)
   */
  open(request: LineRequest, events: LineEvents): Promise<CallLine>;
}
