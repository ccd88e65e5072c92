/** What a call can be told and asked, and what it owes. */
import type { EndedBy, EndReason, TerminalStatus, VoiceCallStatus } from '../../schemas/voice-call.js';
import type {
  AgentSnapshot,
  BegunToolUse,
  CalleeSnapshot,
  CallNote,
  CampaignLink,
  EvaluatedRule,
  HandBackReason,
  HeardDisclosure,
  LineHolder,
  ModelTokens,
  NoteToAgent,
  RecordedToolUse,
  RecordingFacts,
  ToolUseEnd,
  TransferOutcome,
  Turn,
} from './events.js';

/** How far the carrier says that a call has come. */
export type CallProgress =
  | 'queued'
  | 'ringing'
  | 'answered'
  | 'completed'
  | 'ended'
  | 'busy'
  | 'no_answer'
  | 'failed'
  | 'cancelled';

/** A carrier's word on one call (`providers/carriers/carrier.ts` CarrierReport is assignable). */
export interface CallProgressReport {
  readonly carrierCallId: string;
  readonly progress: CallProgress;
  /** Connected seconds, with `completed`. */
  readonly durationSeconds?: number;
  readonly costMicrocredits?: number;
  readonly failure?: 'invalid_number' | 'rejected_by_carrier' | 'carrier_failed';
  readonly answeredBy?: 'human' | 'machine';
}

export type CallCommand =
  /**
   * Accepts the call. `line: waiting` when the business had no free line; it sends `line_granted` later. Refused with
   * `not_ready` after `startBy`, ms since the epoch: the business may have given away what it had reserved.
   */
  | {
      readonly type: 'start';
      readonly agent: AgentSnapshot;
      readonly callee: CalleeSnapshot;
      readonly campaign: CampaignLink | null;
      readonly carrier: string;
      /** Who is asked, in turn, where that one has placed nothing for certain; absent: nobody. */
      readonly standIns?: readonly string[];
      /** Carrier → the number that its calls come from, E.164; where one is not in it, its usual one. */
      readonly from?: Readonly<Record<string, string>>;
      readonly line: 'leased' | 'waiting';
      readonly reservedBlocks: number;
      readonly startBy: number;
    }
  | { readonly type: 'line_granted' }
  /** Whether the call may be placed, with the line in hand. */
  | { readonly type: 'clear_result'; readonly result: ClearResult }
  /**
   * The callee is suppressed: a call that is not placed yet ends, and no other carrier is tried. `hangUp`: one that is
   * placed is hung up.
   */
  | { readonly type: 'order_suppression'; readonly hangUp: boolean }
  | { readonly type: 'placement_result'; readonly result: PlacementResult }
  | { readonly type: 'carrier_report'; readonly report: CallProgressReport }
  | { readonly type: 'check_result'; readonly check: number; readonly result: CheckResult }
  /**
   * A media socket speaks for the call from now on. Refused with `call_not_live` once the call has ended.
   * `carrierCallId`: as the carrier names the call on that socket.
   */
  | { readonly type: 'attach_media'; readonly attachmentId: string; readonly carrierCallId?: string }
  /**
   * `tokens`: what the models of that session took; left out where none said so. `heardUntil`: when the last message came on its
   * socket, ms since the epoch.
   */
  | {
      readonly type: 'detach_media';
      readonly attachmentId: string;
      readonly tokens?: readonly ModelTokens[];
      readonly heardUntil?: number;
    }
  /** The customer has begun to hear the greeting. */
  | { readonly type: 'begin_greeting' }
  /** 95 % of the disclosure was heard. */
  | ({ readonly type: 'disclose' } & HeardDisclosure)
  | { readonly type: 'record_turn'; readonly turn: Turn }
  | { readonly type: 'note'; readonly note: CallNote }
  | { readonly type: 'begin_tool'; readonly use: BegunToolUse }
  | { readonly type: 'end_tool'; readonly id: string; readonly end: ToolUseEnd }
  | {
      readonly type: 'join_line';
      readonly lineId: string;
      readonly by: LineHolder;
      readonly purpose: 'listen' | 'take_over';
    }
  | { readonly type: 'leave_line'; readonly lineId: string }
  | { readonly type: 'take_over'; readonly lineId: string; readonly by: LineHolder }
  | {
      readonly type: 'hand_back';
      readonly lineId: string;
      readonly reason: HandBackReason;
      readonly note: string;
    }
  /** Refused with `call_not_live` unless media speaks for the call, and with `too_many_agent_notes`. */
  | {
      readonly type: 'note_to_agent';
      readonly noteId: string;
      readonly text: string;
      readonly by: LineHolder;
    }
  /**
   * Has the carrier put the customer through to `to`, E.164, for the use of a tool. Refused with `call_not_live` where that
   * cannot be: the call is ending, the carrier's name of it is not known, or another transfer is on its way.
   */
  | { readonly type: 'transfer'; readonly useId: string; readonly to: string }
  | {
      readonly type: 'transfer_result';
      readonly useId: string;
      readonly outcome: Exclude<TransferOutcome, 'returned'>;
    }
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

/** What the call is told by the session of its media. */
export type SessionCommand = Extract<
  CallCommand,
  {
    readonly type:
      | 'detach_media'
      | 'begin_greeting'
      | 'disclose'
      | 'record_turn'
      | 'note'
      | 'begin_tool'
      | 'end_tool'
      | 'join_line'
      | 'leave_line'
      | 'take_over'
      | 'hand_back'
      | 'hang_up';
  }
>;

export type ClearResult =
  /** `at`: when it was decided, ms since the epoch; it counts for a while only (clearing.ts). */
  | { readonly outcome: 'cleared'; readonly at: number; readonly rules: readonly EvaluatedRule[] }
  | { readonly outcome: 'refused'; readonly reason: EndReason; readonly rules: readonly EvaluatedRule[] }
  /** The campaign no longer wants the recipient to be called. */
  | { readonly outcome: 'claim_lost' };

export type PlacementResult =
  | { readonly outcome: 'placed'; readonly carrierCallId: string }
  | {
      readonly outcome: 'refused';
      /** `internal`: the request was not sent. */
      readonly reason: 'invalid_number' | 'rejected_by_carrier' | 'carrier_failed' | 'internal';
    }
  | { readonly outcome: 'unknown' };

export type CheckResult =
  | { readonly outcome: 'found'; readonly report: CallProgressReport }
  | { readonly outcome: 'not_found' }
  | { readonly outcome: 'unknown' };

export type CallEffect =
  /** Decide, at the last moment, whether the call may be placed; answers `clear_result`. */
  | {
      readonly kind: 'clear';
      readonly carrier: string;
      readonly to: string;
      readonly contactId: string | null;
      /** Null: it belongs to no campaign. */
      readonly campaign: CampaignLink | null;
    }
  /** Ask the carrier to place the call. Resumed: look it up instead. */
  | {
      readonly kind: 'place';
      readonly carrier: string;
      readonly to: string;
      /** E.164; absent: the usual number of the carrier's account. */
      readonly from?: string;
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
  /** Ask the carrier to put the customer through. Resumed: nobody can tell whether that was done. */
  | {
      readonly kind: 'transfer';
      readonly carrier: string;
      readonly carrierCallId: string;
      readonly useId: string;
      readonly to: string;
      /** E.164; absent: the usual number of the carrier's account. */
      readonly from?: string;
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
      /** `suppressed`: the customer was suppressed before anything was placed. */
      readonly outcome: TerminalStatus | 'no_line' | 'suppressed';
      /** E.164 whose contact point gets its clearance back, because nothing was placed; null: none does. */
      readonly returnsClearance: string | null;
    };

/** What a session's command gets back. */
interface SessionReply {
  /** Null while the call goes on. */
  readonly ended: CallEnd | null;
}

export interface CallReplies {
  readonly start: AcceptedCall;
  readonly cancel: Pick<AcceptedCall, 'status'>;
  readonly order_suppression: OrderedCall;
  readonly attach_media: AttachedMedia;
  readonly detach_media: SessionReply;
  readonly begin_greeting: SessionReply;
  readonly disclose: SessionReply;
  readonly record_turn: SessionReply;
  readonly note: SessionReply;
  readonly begin_tool: SessionReply;
  readonly end_tool: SessionReply;
  readonly join_line: SessionReply;
  readonly leave_line: SessionReply;
  readonly take_over: SessionReply;
  readonly hand_back: SessionReply;
  readonly note_to_agent: NoteToAgent;
  readonly transfer: SessionReply;
  readonly hang_up: SessionReply;
}

/** How far a call has come that a suppression was ordered against. */
export interface OrderedCall {
  /** `placing`: its request may be on its way to a carrier. */
  readonly standing: 'not_placed' | 'placing' | 'at_carrier' | 'over';
  /** When the placement began, ms since the epoch; null: it did not. */
  readonly placingAt: number | null;
}

export interface CallQueries {
  /** @throws DomainError call_not_found */
  ordered(): OrderedCall;
  /** @throws DomainError call_not_found */
  get(): CallDetails;
}

export interface AcceptedCall {
  readonly callId: string;
  /** E.164. */
  readonly destination: string;
  readonly status: VoiceCallStatus;
}

/** How a call stands. */
export interface CallDetails extends AcceptedCall {
  /** Null: the customer is no contact. Absent where a build that is older than it says so. */
  readonly contactId?: string | null;
  /** Null while it goes on. */
  readonly ended: CallEnd | null;
  readonly hangupRequested: boolean;
  readonly settled: boolean;
  /** The latest one; null: none was asked for. Absent where a build that is older than it says so. */
  readonly transfer?: {
    readonly useId: string;
    /** Null: the carrier has not answered yet. */
    readonly outcome: TransferOutcome | null;
  } | null;
  /** Whether its recording was made, or never will be: no media attached before it ended. */
  readonly recordingFinished: boolean;
}

export interface CallEnd {
  readonly status: TerminalStatus;
  readonly endedBy: EndedBy;
  readonly endReason: EndReason;
  readonly durationSeconds: number;
  readonly carrierCostMicrocredits: number;
}

/** What a session is to know of its call. */
export interface AttachedMedia {
  readonly agent: AgentSnapshot;
  /** Values by alias, which the agent's instructions refer to. Absent where a build that is older than it says so. */
  readonly values?: Readonly<Record<string, string>>;
  /** 0 of the recording's clock: when media first attached, ms since the epoch. */
  readonly mediaStartedAt: number;
  /** Whether the customer has begun to hear the greeting, from whichever socket. */
  readonly greetingBegun: boolean;
  /** Whether the disclosure was heard. Absent where a build that is older than it says so. */
  readonly disclosed?: boolean;
  readonly turns: readonly Turn[];
  /** The session before it has never said farewell: what it had not told yet is lost. Absent where an older build says so. */
  readonly followsLost?: boolean;
  /** One that a session left at work is told as `unknown`. */
  readonly toolUses: readonly RecordedToolUse[];
  /** Nobody was reached where the customer was put through to, and the agent has said nothing since. */
  readonly isBack?: boolean;
  /** Absent where a build that is older than it says so. */
  readonly notes?: readonly NoteToAgent[];
}
