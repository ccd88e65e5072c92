/** What a call can be told, and what it answers. */
import type { EndedBy, EndReason, TerminalStatus, VoiceCallStatus } from '../../schemas/voice-call.js';
import type {
  AgentSnapshot,
  CalleeSnapshot,
  CallNote,
  CampaignLink,
  RecordingFacts,
  Turn,
} from './events.js';

/** How far the carrier says that a call has come. */
export type Progress =
  | 'queued'
  | 'ringing'
  | 'answered'
  | 'completed'
  | 'busy'
  | 'no_answer'
  | 'failed'
  | 'cancelled';

/** A carrier's word on one call (`providers/carriers/carrier.ts` CarrierReport is assignable). */
export interface ProgressReport {
  readonly carrierCallId: string;
  readonly progress: Progress;
  /** Connected seconds, with `completed`. */
  readonly durationSeconds?: number;
  readonly costMicrocredits?: number;
  readonly failure?: 'invalid_number' | 'rejected_by_carrier' | 'carrier_failed';
  readonly answeredBy?: 'human' | 'machine';
}

export type CallCommand =
  /**
   * Accepts the call. `line: waiting` when the business had no free line; it sends `line_granted` later. Refused with
   * `not_ready` after `startBy`, ms since the epoch: the business may have given away what it had set aside.
   */
  | {
      readonly type: 'start';
      readonly agent: AgentSnapshot;
      readonly callee: CalleeSnapshot;
      readonly campaign: CampaignLink | null;
      readonly carrier: string;
      readonly line: 'leased' | 'waiting';
      readonly reservedBlocks: number;
      readonly startBy: number;
    }
  /** Changes nothing; answers how the call stands, also for a call that does not exist. */
  | { readonly type: 'status' }
  | { readonly type: 'line_granted' }
  /** Whether the campaign still wants the recipient to be called. */
  | { readonly type: 'claim_result'; readonly confirmed: boolean }
  | { readonly type: 'placement_result'; readonly result: PlacementResult }
  | { readonly type: 'carrier_report'; readonly report: ProgressReport }
  | { readonly type: 'check_result'; readonly check: number; readonly result: CheckResult }
  /**
   * A media socket speaks for the call from now on. Refused with `call_not_live` once the call has ended.
   * `carrierCallId`: as the carrier names the call on that socket.
   */
  | { readonly type: 'attach_media'; readonly attachmentId: string; readonly carrierCallId?: string }
  | { readonly type: 'detach_media'; readonly attachmentId: string }
  /** The customer has begun to hear the greeting. */
  | { readonly type: 'begin_greeting' }
  | { readonly type: 'record_turn'; readonly turn: Turn }
  | { readonly type: 'note'; readonly note: CallNote }
  /**
   * The session (agent, silence, duration, a failed provider) ends the call. `attachmentId`: of the media that says so; it
   * is not listened to once other media speaks for the call. What stood still for a while would end a call that goes on.
   */
  | {
      readonly type: 'hang_up';
      readonly by: EndedBy;
      readonly reason: EndReason;
      readonly attachmentId?: string;
    }
  /** An operator's DELETE. Refused with `call_already_ended`. */
  | { readonly type: 'cancel' }
  | {
      readonly type: 'hangup_result';
      readonly attempt: number;
      readonly outcome: 'accepted' | 'gone' | 'failed';
    }
  | { readonly type: 'block_result'; readonly block: number; readonly granted: boolean }
  | { readonly type: 'recording_result'; readonly recording: RecordingFacts | null }
  | { readonly type: 'settle_result'; readonly blocks: number; readonly chargedMicrocredits: number };

export type PlacementResult =
  | { readonly outcome: 'placed'; readonly carrierCallId: string }
  | {
      readonly outcome: 'refused';
      readonly reason: 'invalid_number' | 'rejected_by_carrier' | 'carrier_failed';
    }
  | { readonly outcome: 'unknown' };

export type CheckResult =
  | { readonly outcome: 'found'; readonly report: ProgressReport }
  | { readonly outcome: 'not_found' }
  | { readonly outcome: 'unknown' };

export type CallEffect =
  /** Ask the campaign, at the last moment, whether the recipient is to be called; answers `claim_result`. */
  | { readonly kind: 'confirm_claim'; readonly campaign: CampaignLink }
  /** Ask the carrier to place the call. Resumed: look it up instead. */
  | {
      readonly kind: 'place';
      readonly carrier: string;
      readonly to: string;
      readonly placingAt: number;
      /** Who will speak. */
      readonly agent: AgentSnapshot;
    }
  | {
      readonly kind: 'hang_up';
      readonly carrier: string;
      readonly carrierCallId: string;
      readonly attempt: number;
    }
  | {
      readonly kind: 'check';
      readonly carrier: string;
      readonly carrierCallId: string | null;
      readonly to: string;
      readonly placingAt: number;
      readonly check: number;
    }
  | { readonly kind: 'reserve_block'; readonly block: number }
  /** Turn the raw tracks into the file that is served; answers `recording_result`. */
  | { readonly kind: 'finish_recording' }
  | {
      readonly kind: 'settle';
      readonly connectedSeconds: number;
      readonly carrierCostMicrocredits: number;
      /** Who else has to know how it ended. */
      readonly campaign: CampaignLink | null;
      readonly outcome: TerminalStatus | 'no_line';
    };

/** How a call stands. */
export interface CallAnswer {
  readonly exists: boolean;
  readonly callId: string;
  readonly businessId: string;
  /** `queued` for a call that does not exist; look at `exists`. */
  readonly status: VoiceCallStatus;
  readonly destination: string | null;
  readonly agent: AgentSnapshot | null;
  readonly callee: CalleeSnapshot | null;
  readonly carrier: string | null;
  readonly carrierCallId: string | null;
  readonly answeredAt: number | null;
  /** 0 of the recording's clock: when media first attached, ms since the epoch. */
  readonly mediaStartedAt: number | null;
  /** The socket that speaks for the call now. */
  readonly attachmentId: string | null;
  readonly hangupRequested: boolean;
  /** Whether the customer has begun to hear the greeting, from whichever socket. */
  readonly greetingBegun: boolean;
  readonly turns: readonly Turn[];
  readonly ended: {
    readonly status: TerminalStatus;
    readonly endedBy: EndedBy;
    readonly endReason: EndReason;
    readonly durationSeconds: number;
    readonly carrierCostMicrocredits: number;
  } | null;
  readonly settled: boolean;
  /** Whether its recording was made, or never will be: no media attached before it ended. */
  readonly recordingFinished: boolean;
}
