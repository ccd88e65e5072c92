/**
 * Events of a voice call. Their order is the call's history; nothing else is stored.
 * Times named `…At` are ms since the epoch; `…Ms` are ms on the recording's clock (0 = media first attached).
 */

import type { AnswerSource } from '../../schemas/agents/knowledge.js';
import type { VoiceSettings } from '../../schemas/agents/voice-settings.js';
import type { Voicemail } from '../../schemas/agents/voicemail.js';
import type { EndedBy, EndReason } from '../../schemas/calls/voice-call.js';
import { eventKind, type VersionsOf } from '../runtime/event-versions.js';

/** The agent as it was when the call was accepted. Later edits do not affect a running call. */
export interface AgentSnapshot {
  readonly agentId: string;
  /** Its version when the call was accepted, from 1; absent in older journals. */
  readonly version?: number;
  /** The split that chose the version; absent: none, and in older journals. */
  readonly splitId?: string;
  readonly name: string;
  /**
   * Every placeholder is replaced by a reference (providers/llm/untrusted.ts) to a value of the callee. Before version 4,
   * journals hold the values themselves here.
   */
  readonly instructions: string;
  /** With every placeholder already replaced; empty if the agent does not greet. */
  readonly greeting: string;
  /** What the agent must say first, on one line, with every placeholder already replaced; absent: nothing. */
  readonly disclosure?: string;
  readonly languageCode: string;
  readonly voiceSettings: VoiceSettings;
  /** What the agent does when a machine answers, with every placeholder already replaced; absent: the default. */
  readonly voicemail?: Voicemail;
  /** The time zone of the times that the agent uses, an IANA name; absent: the installation's. */
  readonly timeZone?: string;
  /** Data Sources whose text the agent may draw on. */
  readonly knowledgeSourceIds: readonly string[];
}

/** A granted variable that takes the client's value, and whether it had a value before. */
export interface ReplacedVariable {
  readonly alias: string;
  readonly was: 'missing' | 'value';
}

/** The callee, resolved before dialling. */
export interface CalleeSnapshot {
  readonly contactId: string | null;
  readonly contactName: string | null;
  /** E.164. */
  readonly destination: string;
  /** Variables by alias, snapshotted before dialling. Values of contacts are never shown (spec section 2.3). */
  readonly values: Readonly<Record<string, string>>;
  /**
   * Values that the client sent with the request (`testVariables`), and granted values of sources other than the
   * contacts; shown as the call's `callData`. Older journals hold only the former.
   */
  readonly callData: Readonly<Record<string, string>>;
  /** The source of the values; absent in older journals. */
  readonly sourceName?: string | null;
  /** Absent in older journals. */
  readonly replaced?: readonly ReplacedVariable[];
}

/** The campaign recipient that a call is for, and the claim under which it may be placed. */
export interface CampaignLink {
  readonly campaignId: string;
  readonly campaignName: string;
  readonly iterationId: string;
  readonly block: number;
  readonly claim: { readonly index: number; readonly revision: number };
}

/** The five latencies of a turn, ms (docs/explanation/media.md "Turns"); null if a stage did not happen. */
export interface TurnLatencies {
  readonly finalTranscriptMs: number | null;
  readonly firstTokenMs: number | null;
  readonly firstAudioMs: number | null;
  readonly firstFrameMs: number | null;
  readonly firstPlayedMs: number | null;
}

export interface Turn {
  /** Unique in the call. */
  readonly turnId: string;
  readonly speaker: 'customer' | 'assistant' | 'human';
  /** For the assistant: what was played, cut at the playback position after an interruption. */
  readonly text: string;
  readonly at: number;
  readonly audioOffsetMs: number | null;
  readonly audioEndOffsetMs: number | null;
  readonly interrupted: boolean;
  /** Whether receipts prove how far the turn was heard. Customer turns: always `acked`. */
  readonly heard: 'acked' | 'estimated';
  readonly latencies: TurnLatencies | null;
  /** The unplayed rest of an interrupted turn, as far as it was generated; absent: nothing. */
  readonly unheard?: string;
  /** Whether the agent asked if the customer is still there; absent: no. */
  readonly nudge?: boolean;
  /** Whether the turn is the disclosure, or the heard part of it; absent: no. */
  readonly disclosure?: boolean;
  /** Whether the text is keys that the customer pressed; absent: it is words. */
  readonly keys?: boolean;
  /** The sources of which the model was given text for this reply; absent: none. */
  readonly sources?: readonly AnswerSource[];
}

/** The moment at which 95 % of a disclosure was heard. */
export interface HeardDisclosure {
  /** ms on the recording's clock. */
  readonly heardAtMs: number;
  /** `acked`: proven by the carrier's receipts; `estimated`: by the clock, as there are no receipts. */
  readonly heard: 'acked' | 'estimated';
}

export interface RecordingFacts {
  /** Safe file name, `<callId>.opus`. */
  readonly filename: string;
  readonly bytes: number;
  readonly durationMs: number;
}

/** A failure or anomaly for diagnostics, named by a stable snake_case code. */
export interface CallNote {
  readonly code: string;
  readonly atMs: number | null;
  /** Where the speech is that it is about, ms of the recording; absent if it is about none, and in earlier versions. */
  readonly audioOffsetMs?: number;
  readonly audioEndOffsetMs?: number;
}

/**
 * The owner of a line that listens to the call or speaks in place of its agent. `call`: the colleague on another call,
 * connected with the customer of this one.
 */
export interface LineHolder {
  readonly type: 'user' | 'key' | 'call';
  readonly id: string;
}

/** A note to the agent outside the conversation. */
export interface NoteToAgent {
  /** Null: an operator left it when handing the call back. */
  readonly noteId: string | null;
  readonly text: string;
  /** ms since the epoch */
  readonly at: number;
}

/** Why an operator stopped speaking: they handed back, their line left, or the call or its session ended. */
export type HandBackReason = 'handed_back' | 'line_left' | 'session_ended';

/** Tokens that a model used on a call. */
export interface ModelTokens {
  /** `<provider>:<model>` */
  readonly model: string;
  readonly input: number;
  readonly output: number;
}

/** A tool use that has begun. */
export interface BegunToolUse {
  /** Unique in the call. */
  readonly id: string;
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** Its place among the turns: the end of the customer's speech that led to it, ms since the epoch. */
  readonly at: number;
}

/** The outcome of a tool use. */
export interface ToolUseEnd {
  /** The result as the model receives it. */
  readonly result: string;
  /** `unknown`: it may or may not have been done. */
  readonly outcome: 'done' | 'failed' | 'unknown';
  readonly durationMs: number;
}

/**
 * The carrier's answer to a transfer request. `returned`: the transfer did not connect, and the customer is back.
 */
export type TransferOutcome = 'accepted' | 'refused' | 'unknown' | 'returned';

/** A tool use with its outcome. */
export interface RecordedToolUse extends BegunToolUse, ToolUseEnd {}

/** The result of an outreach rule right before the placement (operations/outreach/outreach.ts). */
export interface EvaluatedRule {
  readonly rule: string;
  readonly result: 'passed' | 'refused' | 'not_applicable';
  /** The error code of a refusal. */
  readonly code?: string;
  /** When a refusal lapses by itself, ms since the epoch; null: never. */
  readonly allowedFrom?: number | null;
}

export type CallEvent =
  | {
      readonly type: 'call.accepted';
      readonly agent: AgentSnapshot;
      readonly callee: CalleeSnapshot;
      readonly campaign: CampaignLink | null;
      /** Name of the carrier that will place it. */
      readonly carrier: string;
      /** Fallback carriers, tried in order if the one before failed and has definitely placed nothing; absent: none. */
      readonly standIns?: readonly string[];
      /** Carrier → caller number, E.164. A carrier without an entry uses its usual number. Absent: no entries. */
      readonly from?: Readonly<Record<string, string>>;
      /** Blocks already reserved for this call. */
      readonly reservedBlocks: number;
      /** The call about whose customer this callee is consulted; absent: the callee is a customer. */
      readonly consultationOf?: string;
    }
  | { readonly type: 'call.line_leased' }
  /** Journalled before the carrier is asked: from here on, a call may exist there. */
  | {
      readonly type: 'call.placing';
      readonly carrier: string;
      /** The outreach rules that the call passed. Absent for a fallback carrier and in older journals. */
      readonly rules?: readonly EvaluatedRule[];
    }
  | { readonly type: 'call.placed'; readonly carrierCallId: string }
  /** The callee is suppressed: no other carrier is tried. */
  | { readonly type: 'call.suppression_ordered' }
  /** No definite answer: reconcile, never repeat. */
  | { readonly type: 'call.placement_unknown' }
  | { readonly type: 'call.ringing' }
  | {
      readonly type: 'call.answered';
      /** Derived from the report of the end if no answer was reported, ms since the epoch. Absent: the commit's time. */
      readonly answeredAt?: number;
    }
  | {
      readonly type: 'call.media_attached';
      readonly attachmentId: string;
      /** The carrier's id of the call on its socket; absent in older journals. */
      readonly carrierCallId?: string;
    }
  | {
      readonly type: 'call.media_detached';
      readonly attachmentId: string;
      /**
       * When the last message arrived on its socket, ms since the epoch; absent in older journals, and if the session did not
       * detach by itself.
       */
      readonly heardUntil?: number;
    }
  /** Tokens used by the models of a session whose media has detached. A call that moved has one event per session. */
  | {
      readonly type: 'call.tokens_used';
      readonly attachmentId: string;
      readonly models: readonly ModelTokens[];
    }
  /** The customer has begun to hear the greeting, so later sessions do not greet again. */
  | { readonly type: 'call.greeting_begun' }
  /** 95 % of the agent's disclosure was heard, for the first time on this call. */
  | ({ readonly type: 'call.disclosed' } & HeardDisclosure)
  | { readonly type: 'call.turn'; readonly turn: Turn }
  | { readonly type: 'call.noted'; readonly note: CallNote }
  /** Journalled before the tool is executed. */
  | { readonly type: 'call.tool_begun'; readonly use: BegunToolUse }
  | { readonly type: 'call.tool_ended'; readonly id: string; readonly end: ToolUseEnd }
  /** Journalled before the carrier is asked to transfer the customer. */
  | { readonly type: 'call.transfer_requested'; readonly useId: string; readonly to: string }
  | { readonly type: 'call.transfer_answered'; readonly useId: string; readonly outcome: TransferOutcome }
  /** A line has joined and listens. `purpose`: what it may do. */
  | {
      readonly type: 'call.line_joined';
      readonly lineId: string;
      readonly by: LineHolder;
      readonly purpose: 'listen' | 'take_over';
    }
  | { readonly type: 'call.line_left'; readonly lineId: string }
  /** From now on the line speaks in place of the agent. */
  | { readonly type: 'call.taken_over'; readonly lineId: string; readonly by: LineHolder }
  | {
      readonly type: 'call.handed_back';
      readonly lineId: string;
      readonly reason: HandBackReason;
      /** For the agent; empty: no note. */
      readonly note: string;
    }
  /** The agent receives the note with its next answer. */
  | {
      readonly type: 'call.agent_noted';
      readonly noteId: string;
      readonly text: string;
      readonly by: LineHolder;
    }
  | { readonly type: 'call.block_due'; readonly block: number }
  | { readonly type: 'call.block_reserved'; readonly block: number }
  | { readonly type: 'call.credit_exhausted'; readonly block: number }
  /** Intent to end, stored before the carrier is asked. `cancelling`: requested by DELETE. */
  | {
      readonly type: 'call.hangup_requested';
      readonly by: EndedBy;
      readonly reason: EndReason;
      readonly cancelling: boolean;
    }
  | { readonly type: 'call.hangup_due'; readonly attempt: number }
  | {
      readonly type: 'call.hangup_attempted';
      readonly attempt: number;
      readonly outcome: 'accepted' | 'gone' | 'failed';
    }
  | { readonly type: 'call.check_due'; readonly check: number }
  | {
      readonly type: 'call.checked';
      readonly check: number;
      readonly nextCheckAt: number;
      /** The result at the carrier; absent in older journals. */
      readonly outcome?: 'found' | 'not_found' | 'unknown';
    }
  | {
      readonly type: 'call.ended';
      readonly status: 'completed' | 'no_answer' | 'busy' | 'failed' | 'cancelled';
      readonly endedBy: EndedBy;
      readonly endReason: EndReason;
      readonly durationSeconds: number;
      /** Cost of the attempt at the carrier; 0 if the carrier did not report it. */
      readonly carrierCostMicrocredits: number;
      /** The disclosure as known by then; null: not heard. Absent: the agent has none. */
      readonly disclosed?: HeardDisclosure | null;
      /** The outreach rules, if one of them refused the call. */
      readonly rules?: readonly EvaluatedRule[];
    }
  /** Null if nothing was recorded, or it could not be stored. */
  | { readonly type: 'call.recording_finished'; readonly recording: RecordingFacts | null }
  | { readonly type: 'call.settled'; readonly blocks: number; readonly chargedMicrocredits: number };

/** Each event with the version of the kind that is needed to read it (runtime/event-versions.ts). */
export const CALL_EVENTS = {
  // Version 4: an older build would pass references to the model without their values.
  'call.accepted': 4,
  'call.line_leased': 1,
  'call.placing': 1,
  'call.placed': 1,
  'call.suppression_ordered': 4,
  'call.placement_unknown': 1,
  'call.ringing': 1,
  'call.answered': 1,
  'call.media_attached': 1,
  'call.media_detached': 1,
  'call.tokens_used': 2,
  'call.greeting_begun': 1,
  'call.disclosed': 4,
  'call.turn': 1,
  'call.noted': 1,
  'call.tool_begun': 1,
  'call.tool_ended': 1,
  'call.transfer_requested': 1,
  'call.transfer_answered': 1,
  'call.line_joined': 3,
  'call.line_left': 3,
  'call.taken_over': 3,
  'call.handed_back': 3,
  'call.agent_noted': 3,
  'call.block_due': 1,
  'call.block_reserved': 1,
  'call.credit_exhausted': 1,
  'call.hangup_requested': 1,
  'call.hangup_due': 1,
  'call.hangup_attempted': 1,
  'call.check_due': 1,
  'call.checked': 1,
  'call.ended': 1,
  'call.recording_finished': 1,
  'call.settled': 1,
} as const satisfies VersionsOf<CallEvent>;

/** The kind, for readers of its events. */
export const CALL_KIND = eventKind<CallEvent>('call', CALL_EVENTS);
