/** How an operator reaches the media of a call, on whichever node or thread it runs, to listen and to speak. */
import type { LineHolder } from '../../actors/call/events.js';

/** 20 ms of a live call: 160 bytes of µ-law of each side; null: silence. */
export interface LineFrame {
  /** ms on the recording's clock. */
  readonly atMs: number;
  readonly customer: Uint8Array | null;
  /** The audio sent to the carrier, as it plays: agent or operator. */
  readonly agent: Uint8Array | null;
}

export interface LineEvents {
  onFrame(frame: LineFrame): void;
  /** Reports who speaks to the customer, at the start and on every change. */
  onSpeaker(speaker: { readonly type: 'agent' } | { readonly type: 'operator'; readonly me: boolean }): void;
  /** Called once. `ended`: the call has ended; `lost`: its media is unreachable, or has moved to another node. */
  onEnd(reason: 'ended' | 'lost'): void;
}

export interface CallLine {
  /** 160 bytes of µ-law, 20 ms; dropped unless this line is the speaker. */
  speak(frame: Uint8Array): void;
  /**
   * @throws DomainError call_not_live, call_taken_over (by another line), leg_purpose_wrong (the line was opened to
   * listen), not_ready (no answer in time)
   */
  takeOver(): Promise<void>;
  /**
   * The agent resumes, with the transcript so far and `note`, which is cut at 2,000 characters; no effect unless this
   * line is the speaker.
   * @throws DomainError call_not_live, not_ready
   */
  handBack(note: string): Promise<void>;
  /** Idempotent; no event follows. A line that is the speaker hands back without a note. */
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
   * No event arrives before it resolves; the speaker is reported right after that.
   * @throws DomainError call_not_live, listeners_limited, not_ready (no answer in time)
   */
  open(request: LineRequest, events: LineEvents): Promise<CallLine>;
}
