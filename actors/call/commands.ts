/** Commands, queries and effects of a call. */
import type { EndedBy, EndReason, TerminalStatus, VoiceCallStatus } from '../../schemas/calls/voice-call.js';
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

/** Progress of a call as the carrier reports it. */
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

/** A carrier's report on one call (`providers/carriers/carrier.ts` CarrierReport is assignable). */
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
   * Accepts the call. `line: waiting` if the business had no free line; it sends `line_granted` later. Refused with
   * `not_ready` after `startBy`, ms since the epoch: the business may have released the reservation by then.
   */
  | {
      readonly type: 'start';
      readonly agent: AgentSnapshot;
      readonly callee: CalleeSnapshot;
      readonly campaign: CampaignLink | null;
      readonly carrier: string;
      /** Fallback carriers, tried in order if the one before failed and has definitely placed nothing; absent: none. */
      readonly standIns?: readonly string[];
      /** Carrier → caller number, E.164. A carrier without an entry uses its usual number. */
      readonly from?: Readonly<Record<string, string>>;
      readonly line: 'leased' | 'waiting';
      readonly reservedBlocks: number;
      readonly startBy: number;
      /** The call about whose customer the callee is consulted; absent: the callee is a customer. */
      readonly consultationOf?: string;
    }
  | { readonly type: 'line_granted' }
  /** Whether the call may be placed, decided with the line in hand. */
  | { readonly type: 'clear_result'; readonly result: ClearResult }
  /**
   * The callee is suppressed: a call that is not placed yet ends, and no other carrier is tried. `hangUp`: a placed call
   * is hung up.
   */
  | { readonly type: 'order_suppression'; readonly hangUp: boolean }
  | { readonly type: 'placement_result'; readonly result: PlacementResult }
  | { readonly type: 'carrier_report'; readonly report: CallProgressReport }
  | { readonly type: 'check_result'; readonly check: number; readonly result: CheckResult }
  /**
   * Attaches a media socket, in place of any former one. Refused with `call_not_live` before the placement begins and once
   * the call is ending. `carrierCallId`: the carrier's id of the call on that socket.
   */
  | { readonly type: 'attach_media'; readonly attachmentId: string; readonly carrierCallId?: string }
  /**
   * `tokens`: used by the models of that session; omitted if none reported any. `heardUntil`: when the last message
   * arrived on its socket, ms since the epoch.
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
  /** Refused with `call_not_live` unless media is attached and the call is not ending, and with `too_many_agent_notes`. */
  | {
      readonly type: 'note_to_agent';
      readonly noteId: string;
      readonly text: string;
      readonly by: LineHolder;
    }
  /**
   * Requests a transfer of the customer to `to`, E.164, for a tool use. Refused with `call_not_live` if that is impossible:
   * the call is ending, the carrier's id of it is unknown, or another transfer is in progress.
   */
  | { readonly type: 'transfer'; readonly useId: string; readonly to: string }
  | {
      readonly type: 'transfer_result';
      readonly useId: string;
      readonly outcome: Exclude<TransferOutcome, 'returned'>;
    }
  /**
   * The session (agent, silence, duration, a failed provider) ends the call. `attachmentId`: the media of that session; the
   * command is ignored once other media is attached. Otherwise a session that was stalled would end a call that continues.
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

/** Commands that the media session sends to the call. */
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
  /** `at`: when it was decided, ms since the epoch. It is valid for a limited time (clearing.ts). */
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
      /** Null: the call belongs to no campaign. */
      readonly campaign: CampaignLink | null;
      /** Whether no customer is called, but a colleague. Absent: a customer is. */
      readonly isConsultation?: true;
    }
  /** Ask the carrier to place the call; if resumed, look it up instead. */
  | {
      readonly kind: 'place';
      readonly carrier: string;
      readonly to: string;
      /** E.164; absent: the usual number of the carrier's account. */
      readonly from?: string;
      readonly placingAt: number;
      /** The agent on the call. */
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
  /** Ask the carrier to transfer the customer. If resumed, the outcome is unknown. */
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
      /** The campaign's recipient to notify of the outcome; null: none. */
      readonly campaign: CampaignLink | null;
      /** `voicemail`: a machine answered. `suppressed`: the customer was suppressed before anything was placed. */
      readonly outcome: TerminalStatus | 'voicemail' | 'no_line' | 'suppressed';
      /** E.164 number whose contact point gets its clearance back, because nothing was placed; null: none. */
      readonly returnsClearance: string | null;
      /** The agent whose conversation with the customer can be analysed; null: the customer said nothing, or is none. */
      readonly analysable: { readonly agentId: string } | null;
    };

/** The reply to a session's command. */
interface SessionReply {
  /** Null while the call is live. */
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

/** Progress of a call that was ordered against a suppression. */
export interface OrderedCall {
  /** `placing`: the placement request may be in flight. */
  readonly standing: 'not_placed' | 'placing' | 'at_carrier' | 'over';
  /** When the placement began, ms since the epoch; null: it has not. */
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

/** The state of a call. */
export interface CallDetails extends AcceptedCall {
  /** Null: the customer is not a contact. Absent from older builds. */
  readonly contactId?: string | null;
  /** Null while the call is live. */
  readonly ended: CallEnd | null;
  readonly hangupRequested: boolean;
  readonly settled: boolean;
  /** The latest transfer; null: none was requested. Absent from older builds. */
  readonly transfer?: {
    readonly useId: string;
    /** Null: the carrier has not answered yet. */
    readonly outcome: TransferOutcome | null;
  } | null;
  /** Whether the recording is finished, or will never exist because no media attached before the end. */
  readonly recordingFinished: boolean;
  /** Names of the tools whose use has succeeded. Absent from older builds. */
  readonly toolsDone?: readonly string[];
  /** The call about whose customer the callee is consulted; absent: the callee is a customer. */
  readonly consultationOf?: string;
}

export interface CallEnd {
  readonly status: TerminalStatus;
  readonly endedBy: EndedBy;
  readonly endReason: EndReason;
  readonly durationSeconds: number;
  readonly carrierCostMicrocredits: number;
}

/** What a session needs to know about its call. */
export interface AttachedMedia {
  readonly agent: AgentSnapshot;
  /** Values that the agent's instructions refer to, by alias. Absent from older builds. */
  readonly values?: Readonly<Record<string, string>>;
  /** The contact that is called; null: the number of none. Absent from older builds. */
  readonly contactId?: string | null;
  /** Zero of the recording's clock: when media first attached, ms since the epoch. */
  readonly mediaStartedAt: number;
  /** Whether the customer has begun to hear the greeting, on any socket. */
  readonly greetingBegun: boolean;
  /** Whether the disclosure was heard. Absent from older builds. */
  readonly disclosed?: boolean;
  readonly turns: readonly Turn[];
  /** Whether the previous session never detached: whatever it had not reported is lost. Absent from older builds. */
  readonly followsLost?: boolean;
  /** A use that a session left unfinished has the outcome `unknown`. */
  readonly toolUses: readonly RecordedToolUse[];
  /** Whether the customer is back from a transfer that did not connect, and the agent has not spoken since. */
  readonly isBack?: boolean;
  /** Absent from older builds. */
  readonly notes?: readonly NoteToAgent[];
  /** The call about whose customer the callee is consulted; absent: the callee is a customer. */
  readonly consultationOf?: string;
}
