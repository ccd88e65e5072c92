/**
 * What happened to a voice call. The order of these events is the call's history; nothing else is stored.
 * Times named `…At` are ms since the epoch, `…Ms` are ms on the recording's clock (0 = media first attached).
 */
import type { VoiceSettings } from '../../schemas/agent.js';
import type { EndedBy, EndReason } from '../../schemas/voice-call.js';
import type { Voicemail } from '../../schemas/voicemail.js';
import { eventKind, type VersionsOf } from '../runtime/event-versions.js';

/** The agent as it was when the call was accepted; later edits do not touch a running call. */
export interface AgentSnapshot {
  readonly agentId: string;
  readonly name: string;
  /**
   * With a reference in the place of every placeholder (providers/llm/untrusted.ts): the values are the callee's. In journals that
   * are older than version 4 the values stand in it.
   */
  readonly instructions: string;
  /** With every placeholder already replaced; empty when the agent does not greet. */
  readonly greeting: string;
  /** What it must say first, on one line, with every placeholder already replaced; absent: nothing. */
  readonly disclosure?: string;
  readonly languageCode: string;
  readonly voiceSettings: VoiceSettings;
  /** What it does when a machine answers, with every placeholder already replaced; absent: as usual. */
  readonly voicemail?: Voicemail;
  /** In which it is told the time, by its name in the IANA database; absent: the installation's. */
  readonly timeZone?: string;
  /** Data Sources whose text the agent may draw on. */
  readonly knowledgeSourceIds: readonly string[];
}

/** A granted variable that has the client's value, and whether there was another one. */
export interface ReplacedVariable {
  readonly alias: string;
  readonly was: 'missing' | 'value';
}

/** Whom the call is for, resolved before dialling. */
export interface CalleeSnapshot {
  readonly contactId: string | null;
  readonly contactName: string | null;
  /** E.164. */
  readonly destination: string;
  /** Variables by alias, snapshotted before dialling. Values of contacts are never shown (spec section 2.3). */
  readonly values: Readonly<Record<string, string>>;
  /**
   * What the client itself gave with the request (`testVariables`), and what was granted of other sources than the
   * contacts; shown as the call's `callData`. In older journals only the former.
   */
  readonly callData: Readonly<Record<string, string>>;
  /** The source that the values came from; absent in journals that are older than it. */
  readonly sourceName?: string | null;
  /** Absent in journals that are older than it. */
  readonly replaced?: readonly ReplacedVariable[];
}

/** The campaign's recipient that a call is for, and the claim under which it may be placed. */
export interface CampaignLink {
  readonly campaignId: string;
  readonly campaignName: string;
  readonly iterationId: string;
  readonly block: number;
  readonly claim: { readonly index: number; readonly revision: number };
}

/** The five numbers of a turn, ms (docs/media.md "Turns"); null where a stage did not happen. */
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
  /** For the assistant: what was played, cut at the played position after an interruption. */
  readonly text: string;
  readonly at: number;
  readonly audioOffsetMs: number | null;
  readonly audioEndOffsetMs: number | null;
  readonly interrupted: boolean;
  /** Whether the end of what was heard is proven by receipts. Customer turns: always `acked`. */
  readonly heard: 'acked' | 'estimated';
  readonly latencies: TurnLatencies | null;
  /** What the agent had more to say when it was interrupted, as far as it was made; absent: nothing. */
  readonly unheard?: string;
  /** The agent asked whether somebody is there; absent: it did not. */
  readonly nudge?: boolean;
  /** It is the disclosure, or what was heard of it; absent: it is not. */
  readonly disclosure?: boolean;
}

/** The moment at which 95 % of a disclosure was heard. */
export interface HeardDisclosure {
  /** ms on the recording's clock. */
  readonly heardAtMs: number;
  /** `acked`: by the carrier's receipts; `estimated`: reckoned by the clock, where there are none. */
  readonly heard: 'acked' | 'estimated';
}

export interface RecordingFacts {
  /** Safe file name, `<callId>.opus`. */
  readonly filename: string;
  readonly bytes: number;
  readonly durationMs: number;
}

/** A noteworthy thing that went wrong or was unusual, for diagnostics: stable snake_case code. */
export interface CallNote {
  readonly code: string;
  readonly atMs: number | null;
}

/** Somebody beside the call, who listens to it or speaks in the place of its agent. */
export interface LineHolder {
  readonly type: 'user' | 'key';
  readonly id: string;
}

/** What the agent is told beside the conversation. */
export interface NoteToAgent {
  /** Null: it came with the line, as an operator handed it back. */
  readonly noteId: string | null;
  readonly text: string;
  /** ms since the epoch */
  readonly at: number;
}

/** Why an operator speaks no more: by their own word, as their line left, or with the call or its session. */
export type HandBackReason = 'handed_back' | 'line_left' | 'session_ended';

/** What a model took of a call, in tokens. */
export interface ModelTokens {
  /** `<provider>:<model>` */
  readonly model: string;
  readonly input: number;
  readonly output: number;
}

/** A tool that the agent uses. */
export interface BegunToolUse {
  /** Unique in the call. */
  readonly id: string;
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** Its place among the turns: when the customer had said what it was used for, ms since the epoch. */
  readonly at: number;
}

/** What came of it. */
export interface ToolUseEnd {
  /** As the model was told it. */
  readonly result: string;
  /** `unknown`: nobody can tell whether it was done. */
  readonly outcome: 'done' | 'failed' | 'unknown';
  readonly durationMs: number;
}

/**
 * What came of asking the carrier to put the customer through; `returned`: nobody was reached there, and the customer is
 * back.
 */
export type TransferOutcome = 'accepted' | 'refused' | 'unknown' | 'returned';

/** A tool that the agent has used. */
export interface RecordedToolUse extends BegunToolUse, ToolUseEnd {}

/** What an outreach rule found right before the call was to be placed (operations/outreach/outreach.ts). */
export interface EvaluatedRule {
  readonly rule: string;
  readonly result: 'passed' | 'refused' | 'not_applicable';
  /** The error code of a refusal. */
  readonly code?: string;
  /** When a refusal ends by itself, ms since the epoch; null: it does not. */
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
      /** Who is asked, in turn, where that one refuses; absent: nobody. */
      readonly standIns?: readonly string[];
      /** Carrier → the number that its calls come from, E.164; where one is not in it, its usual one. Absent: none is. */
      readonly from?: Readonly<Record<string, string>>;
      /** Blocks already reserved for this call. */
      readonly reservedBlocks: number;
    }
  | { readonly type: 'call.line_leased' }
  /** Journalled before the carrier is asked: from here on a call may exist there. */
  | {
      readonly type: 'call.placing';
      readonly carrier: string;
      /** The outreach rules that let it pass. Absent for a stand-in carrier and in older journals. */
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
      /** Derived from the report of the end, where no report of the answer came, ms since the epoch. Absent: the commit's time. */
      readonly answeredAt?: number;
    }
  | {
      readonly type: 'call.media_attached';
      readonly attachmentId: string;
      /** As the carrier names the call on its socket; absent in journals that are older than it. */
      readonly carrierCallId?: string;
    }
  | {
      readonly type: 'call.media_detached';
      readonly attachmentId: string;
      /**
       * When the last message came on its socket, ms since the epoch; absent in journals that are older than it, and where the
       * session ended without a word.
       */
      readonly heardUntil?: number;
    }
  /** What the models took of a session whose media is gone: a call that moved has one of each. */
  | {
      readonly type: 'call.tokens_used';
      readonly attachmentId: string;
      readonly models: readonly ModelTokens[];
    }
  /** The customer has begun to hear the greeting: whoever speaks for the call later does not greet again. */
  | { readonly type: 'call.greeting_begun' }
  /** 95 % of the agent's disclosure was heard, for the first time on this call. */
  | ({ readonly type: 'call.disclosed' } & HeardDisclosure)
  | { readonly type: 'call.turn'; readonly turn: Turn }
  | { readonly type: 'call.noted'; readonly note: CallNote }
  /** Before anybody is asked to do it. */
  | { readonly type: 'call.tool_begun'; readonly use: BegunToolUse }
  | { readonly type: 'call.tool_ended'; readonly id: string; readonly end: ToolUseEnd }
  /** Before the carrier is asked to put the customer through to somebody else. */
  | { readonly type: 'call.transfer_requested'; readonly useId: string; readonly to: string }
  | { readonly type: 'call.transfer_answered'; readonly useId: string; readonly outcome: TransferOutcome }
  /** Somebody listens. `purpose`: what they may do. */
  | {
      readonly type: 'call.line_joined';
      readonly lineId: string;
      readonly by: LineHolder;
      readonly purpose: 'listen' | 'take_over';
    }
  | { readonly type: 'call.line_left'; readonly lineId: string }
  /** From now on they speak in the place of the agent. */
  | { readonly type: 'call.taken_over'; readonly lineId: string; readonly by: LineHolder }
  | {
      readonly type: 'call.handed_back';
      readonly lineId: string;
      readonly reason: HandBackReason;
      /** For the agent; empty: none was given. */
      readonly note: string;
    }
  /** The agent reads it with its next answer. */
  | {
      readonly type: 'call.agent_noted';
      readonly noteId: string;
      readonly text: string;
      readonly by: LineHolder;
    }
  | { readonly type: 'call.block_due'; readonly block: number }
  | { readonly type: 'call.block_reserved'; readonly block: number }
  | { readonly type: 'call.credit_exhausted'; readonly block: number }
  /** Intent to end, stored before the carrier is asked. `cancelling`: asked for by DELETE. */
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
      /** What the carrier said; absent in journals that are older than it. */
      readonly outcome?: 'found' | 'not_found' | 'unknown';
    }
  | {
      readonly type: 'call.ended';
      readonly status: 'completed' | 'no_answer' | 'busy' | 'failed' | 'cancelled';
      readonly endedBy: EndedBy;
      readonly endReason: EndReason;
      readonly durationSeconds: number;
      /** What the attempt cost at the carrier, where it said so. */
      readonly carrierCostMicrocredits: number;
      /** What was known of the disclosure by then; null: it was not heard. Absent: the agent has none. */
      readonly disclosed?: HeardDisclosure | null;
      /** The outreach rules, where one of them refused the call. */
      readonly rules?: readonly EvaluatedRule[];
    }
  /** Null when nothing was recorded or it could not be kept. */
  | { readonly type: 'call.recording_finished'; readonly recording: RecordingFacts | null }
  | { readonly type: 'call.settled'; readonly blocks: number; readonly chargedMicrocredits: number };

/** With the versions that it takes to read them (runtime/event-versions.ts). */
export const CALL_EVENTS = {
  // Version 4: an older build would have the model read references that it gives no values for.
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

/** The kind, for those who read its events. */
export const CALL_KIND = eventKind<CallEvent>('call', CALL_EVENTS);
