/** Voice calls on the wire (spec sections 2.2 to 2.4 and 2.9, docs/reference/api.md "Voice"). */
import { type Static, Type } from 'typebox';
import { MAX_VARIABLES } from '../agents/agent.js';
import { Disclosure } from '../agents/disclosure.js';
import { AnswerSources } from '../agents/knowledge.js';
import { CallAnalysis, CallOutcome } from '../analysis/call-analysis.js';
import { TO_NUMBER_PATTERN } from '../patterns.js';
import { Count, closed, DateTime, exactlyOneOf, literals, nullable, Uuid } from '../shapes.js';
import { CallReview, CallScore } from './review.js';

export const TERMINAL_STATUSES = ['completed', 'no_answer', 'busy', 'failed', 'cancelled'] as const;
export type TerminalStatus = (typeof TERMINAL_STATUSES)[number];

/** Whether a call with this status has ended for good. */
export const isTerminal = (status: string): status is TerminalStatus =>
  TERMINAL_STATUSES.some((terminal) => terminal === status);

export const VoiceCallStatus = literals([
  'queued',
  'ringing',
  'answered',
  'cancelling',
  ...TERMINAL_STATUSES,
]);
export type VoiceCallStatus = Static<typeof VoiceCallStatus>;

export const EndedBy = literals(['customer', 'agent', 'operator', 'system', 'provider', 'unknown']);
export type EndedBy = Static<typeof EndedBy>;

/** The closed set of end reasons (docs/explanation/media.md "How calls end"), each with the party to which it attributes the end. */
export const END_REASONS = {
  completed: 'unknown',
  customer_hangup: 'customer',
  agent_hangup: 'agent',
  operator_hangup: 'operator',
  cancelled: 'operator',
  no_answer: 'customer',
  busy: 'customer',
  voicemail: 'customer',
  mailbox_full: 'customer',
  unavailable: 'customer',
  ivr_menu: 'customer',
  not_in_service: 'provider',
  invalid_number: 'provider',
  rejected_by_carrier: 'provider',
  no_line: 'system',
  claim_lost: 'system',
  suppressed: 'system',
  destination_not_allowed: 'system',
  quiet_hours: 'system',
  attempts_exceeded: 'system',
  insufficient_credit: 'system',
  silence: 'system',
  max_duration: 'system',
  menu_loop: 'system',
  media_lost: 'provider',
  speech_provider_failed: 'provider',
  disclosure_failed: 'provider',
  model_failed: 'provider',
  placement_unknown: 'provider',
  carrier_failed: 'provider',
  internal: 'system',
} as const satisfies Record<string, EndedBy>;
export type EndReason = keyof typeof END_REASONS;

/** Ends of answered calls that reached no person because a machine, or an announcement in place of the callee, answered. */
export const VOICEMAIL_END_REASONS: readonly EndReason[] = ['voicemail', 'mailbox_full', 'unavailable'];

/** Whether the attempt counts as `voicemail` in a campaign: another one may reach the person. */
export const endedOnVoicemail = (reason: EndReason): boolean => VOICEMAIL_END_REASONS.includes(reason);

/** From the end of the customer's words to the answer, ms: a call in which an answer took longer counts as slow. */
export const SLOW_ANSWER_MS = 2_000;

export const VoiceCallSummary = Type.Object(
  {
    id: Uuid,
    status: VoiceCallStatus,
    agentName: nullable(Type.String()),
    agentVersion: Type.Optional(
      nullable(Type.Integer({ minimum: 1 }), { description: 'Null: it was not recorded.' }),
    ),
    campaignName: nullable(Type.String()),
    contactId: nullable(Uuid),
    contactName: nullable(Type.String()),
    sourceName: nullable(Type.String({ description: 'The Data Sources of the values.' })),
    callData: Type.Record(Type.String(), Type.String(), {
      description:
        'Snapshot of the values from the client and of granted fields, up to 500 characters each; without those of the contact.',
    }),
    calleeNumber: Type.String({ description: 'E.164 destination' }),
    durationSeconds: Type.Integer({ minimum: 0, description: 'Connected duration' }),
    startedAt: nullable(DateTime),
    endedAt: nullable(DateTime),
    recordingAvailable: Type.Boolean(),
    transcriptAvailable: Type.Boolean(),
    createdAt: DateTime,
    chargedMicrocredits: Count,
    endedBy: nullable(EndedBy),
    endReason: nullable(Type.String()),
    disclosure: Disclosure,
    consultationOf: Type.Optional(
      nullable(Uuid, {
        description: 'The call about whose customer a colleague was called; null: the callee is a customer.',
      }),
    ),
    outcome: Type.Optional(
      nullable(CallOutcome, { description: 'Of the analysis of the call; null: it was not analysed.' }),
    ),
    tags: Type.Optional(Type.Array(Type.String())),
    score: Type.Optional(nullable(CallScore, { description: 'By a person; null: none.' })),
  },
  closed,
);
export type VoiceCallSummary = Static<typeof VoiceCallSummary>;

/** The speaker of a turn in a transcript. */
export const Speaker = literals(['customer', 'assistant', 'human']);

export const VoiceTranscriptTurn = Type.Object(
  {
    speaker: Speaker,
    text: Type.String(),
    createdAt: DateTime,
    audioOffsetMs: nullable(Count),
    audioEndOffsetMs: nullable(Count),
    keys: Type.Optional(
      Type.Boolean({ description: 'The text is keys that the customer pressed; absent: it is words.' }),
    ),
    sources: AnswerSources,
  },
  closed,
);
export type VoiceTranscriptTurn = Static<typeof VoiceTranscriptTurn>;

const LatencyMs = nullable(Type.Number({ minimum: 0 }));

const CallOperator = Type.Object(
  {
    type: literals(['user', 'key', 'call'], {
      description: 'call: the party of another call, who was connected by a consultation.',
    }),
    id: Type.String(),
    name: nullable(Type.String({ description: 'null: a call, or the user or key no longer exists.' })),
  },
  closed,
);

const EndTime = nullable(DateTime, { description: 'null: not ended yet.' });

/** History of a call for diagnosis (docs/reference/api.md "Voice"). */
export const VoiceCallDiagnostics = Type.Object(
  {
    attempts: Type.Array(
      Type.Object({ carrier: Type.String(), at: DateTime, outcome: Type.String() }, closed),
    ),
    timeline: Type.Array(Type.Object({ at: DateTime, event: Type.String() }, closed)),
    outreachRules: Type.Optional(
      Type.Array(
        Type.Object(
          {
            rule: Type.String(),
            result: literals(['passed', 'refused', 'not_applicable']),
            code: nullable(Type.String(), { description: 'Error code of a refusal.' }),
            allowedFrom: nullable(DateTime, {
              description: 'When the refusal expires; null: it does not, or nothing was refused.',
            }),
          },
          closed,
        ),
        {
          description:
            'The outreach rules as evaluated immediately before the request to the carrier; absent for calls of versions without rules.',
        },
      ),
    ),
    notes: Type.Array(Type.Object({ code: Type.String(), atMs: nullable(Type.Number()) }, closed)),
    toolUses: Type.Array(
      Type.Object(
        {
          at: DateTime,
          name: Type.String(),
          arguments: Type.Record(Type.String(), Type.Unknown()),
          outcome: nullable(literals(['done', 'failed', 'unknown']), {
            description: 'unknown: it is not known whether it was done. null: still running, or interrupted.',
          }),
          result: nullable(Type.String(), { description: 'As reported to the model.' }),
          durationMs: nullable(Type.Number()),
        },
        closed,
      ),
      { description: 'Tools that the agent used, in start order.' },
    ),
    modelTokens: Type.Optional(
      Type.Array(
        Type.Object(
          { model: Type.String(), inputTokens: Type.Integer(), outputTokens: Type.Integer() },
          closed,
        ),
        {
          description:
            'Language model tokens for the answers of this call, recorded when its media ends; absent if no model reported them. Answers that were cut off are not included.',
        },
      ),
    ),
    operators: Type.Optional(
      Type.Object(
        {
          lines: Type.Array(
            Type.Object(
              {
                by: CallOperator,
                purpose: literals(['listen', 'take_over']),
                joinedAt: DateTime,
                leftAt: EndTime,
              },
              closed,
            ),
          ),
          takeOvers: Type.Array(
            Type.Object(
              {
                by: CallOperator,
                at: DateTime,
                until: EndTime,
                reason: nullable(literals(['handed_back', 'line_left', 'session_ended']), {
                  description:
                    'Why the takeover ended: handed back, line disconnected, or the call or its session ended.',
                }),
                note: nullable(Type.String({ description: 'Note to the agent at the hand-back.' })),
              },
              closed,
            ),
          ),
          agentNotes: Type.Array(
            Type.Object({ by: CallOperator, at: DateTime, text: Type.String() }, closed),
          ),
        },
        {
          ...closed,
          description: 'Operators of the call: listeners, takeovers and notes to the agent. Absent: none.',
        },
      ),
    ),
    turns: Type.Array(
      Type.Object(
        {
          speaker: Type.String(),
          audioOffsetMs: nullable(Type.Integer()),
          audioEndOffsetMs: nullable(Type.Integer()),
          interrupted: Type.Boolean(),
          heard: literals(['acked', 'estimated']),
          latencies: nullable(
            Type.Object(
              {
                finalTranscriptMs: LatencyMs,
                firstTokenMs: LatencyMs,
                firstAudioMs: LatencyMs,
                firstFrameMs: LatencyMs,
                firstPlayedMs: LatencyMs,
              },
              closed,
            ),
          ),
          unheard: Type.Optional(
            Type.String({
              description:
                'The unspoken rest of the agent’s text when it was interrupted; absent: none known.',
            }),
          ),
          nudge: Type.Optional(
            Type.Boolean({
              description: 'The turn asks whether the customer is still there; absent: it does not.',
            }),
          ),
          disclosure: Type.Optional(
            Type.Boolean({ description: 'The turn is the disclosure, or part of it; absent: it is not.' }),
          ),
        },
        closed,
      ),
    ),
    testVariables: Type.Array(
      Type.Object(
        {
          alias: Type.String(),
          replaced: literals(['missing', 'value'], {
            description: 'What the test variable replaced: a missing value, or another value.',
          }),
        },
        closed,
      ),
    ),
  },
  closed,
);
export type VoiceCallDiagnostics = Static<typeof VoiceCallDiagnostics>;

export const VoiceCallDetailResponse = Type.Object(
  {
    call: VoiceCallSummary,
    transcript: Type.Array(VoiceTranscriptTurn),
    recordingUrl: Type.Optional(
      Type.String({ format: 'uri', description: 'Signed; expires after five minutes.' }),
    ),
    recordingDownloadUrl: Type.Optional(
      Type.String({ format: 'uri', description: 'Signed attachment; same expiry.' }),
    ),
    recordingFilename: Type.Optional(Type.String()),
    diagnostics: VoiceCallDiagnostics,
    analysis: Type.Optional(nullable(CallAnalysis, { description: 'Null: the call was not analysed.' })),
    review: Type.Optional(CallReview),
  },
  closed,
);

export const VoiceCallListResponse = Type.Object(
  { calls: Type.Array(VoiceCallSummary), nextCursor: nullable(Type.String()) },
  closed,
);

export const VoiceCallStartResult = Type.Object(
  { callId: Uuid, destination: Type.String(), status: VoiceCallStatus },
  closed,
);
export type VoiceCallStartResult = Static<typeof VoiceCallStartResult>;

export const VoiceCallResolvedContext = Type.Object(
  {
    destination: Type.String({ description: 'Resolved E.164 mobile number' }),
    values: Type.Record(Type.String(), Type.String()),
    contactRequired: Type.Boolean(),
  },
  closed,
);
export type VoiceCallResolvedContext = Static<typeof VoiceCallResolvedContext>;

export const VoiceCallCancellation = Type.Object(
  { callId: Uuid, status: literals(['cancelling', 'cancelled']) },
  closed,
);
export type VoiceCallCancellation = Static<typeof VoiceCallCancellation>;

/** A note to the agent of a live call. */
export const AgentNoteCreate = Type.Object(
  {
    businessId: Uuid,
    text: Type.String({
      minLength: 1,
      maxLength: 2_000,
      description: 'Information for the next answer of the agent. It is not read out to the customer.',
    }),
  },
  closed,
);
export type AgentNoteCreate = Static<typeof AgentNoteCreate>;

export const AgentNote = Type.Object(
  { noteId: Uuid, callId: Uuid, text: Type.String(), createdAt: DateTime },
  closed,
);
export type AgentNote = Static<typeof AgentNote>;

/** Exactly one of contactId and toNumber: checked by the operation, so that the error can state it. */
export const VoiceCallStart = Type.Object(
  {
    businessId: Uuid,
    agentId: Uuid,
    contactId: Type.Optional(Uuid),
    toNumber: Type.Optional(Type.String({ pattern: TO_NUMBER_PATTERN })),
    testVariables: Type.Optional(
      Type.Record(Type.String(), Type.String({ maxLength: 500 }), {
        ...closed,
        maxProperties: MAX_VARIABLES,
        description: 'By alias: they supply missing values and replace existing ones, for test calls.',
      }),
    ),
  },
  { ...closed, ...exactlyOneOf(['contactId', 'toNumber']) },
);
export type VoiceCallStart = Static<typeof VoiceCallStart>;

export const VoiceCallBatchStart = Type.Object(
  {
    businessId: Uuid,
    agentId: Uuid,
    contactIds: Type.Array(Uuid, { minItems: 1, maxItems: 20, uniqueItems: true }),
  },
  closed,
);
export type VoiceCallBatchStart = Static<typeof VoiceCallBatchStart>;
