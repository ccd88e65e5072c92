/** Voice calls on the wire (spec sections 2.2 to 2.4 and 2.9, docs/contract.md "Voice"). */
import { type Static, Type } from 'typebox';
import { MAX_VARIABLES } from './agent.js';
import { Disclosure } from './disclosure.js';
import { TO_NUMBER_PATTERN } from './patterns.js';
import { Count, closed, DateTime, literals, nullable, Uuid } from './shapes.js';

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

/** The closed set of end reasons (docs/media.md "How calls end"), each with the party to which it attributes the end. */
export const END_REASONS = {
  completed: 'unknown',
  customer_hangup: 'customer',
  agent_hangup: 'agent',
  operator_hangup: 'operator',
  cancelled: 'operator',
  no_answer: 'customer',
  busy: 'customer',
  voicemail: 'customer',
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
  media_lost: 'provider',
  speech_provider_failed: 'provider',
  disclosure_failed: 'provider',
  model_failed: 'provider',
  placement_unknown: 'provider',
  carrier_failed: 'provider',
  internal: 'system',
} as const satisfies Record<string, EndedBy>;
export type EndReason = keyof typeof END_REASONS;

export const VoiceCallSummary = Type.Object(
  {
    id: Uuid,
    status: VoiceCallStatus,
    agentName: nullable(Type.String()),
    campaignName: nullable(Type.String()),
    contactId: nullable(Uuid),
    contactName: nullable(Type.String()),
    sourceName: nullable(Type.String({ description: 'The Data Sources that the values came from.' })),
    callData: Type.Record(Type.String(), Type.String(), {
      description:
        'Snapshot of the values that the client gave and those of granted fields, up to 500 characters each; not those of the contact.',
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
  },
  closed,
);
export type VoiceTranscriptTurn = Static<typeof VoiceTranscriptTurn>;

const LatencyMs = nullable(Type.Number({ minimum: 0 }));

const BesideCall = Type.Object(
  {
    type: literals(['user', 'key']),
    id: Type.String(),
    name: nullable(Type.String({ description: 'null: there is no such user or key any more.' })),
  },
  closed,
);

const WhenThere = nullable(DateTime, { description: 'null: they are still there.' });

/** History of a call for diagnosis (docs/contract.md "Voice"). */
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
            code: nullable(Type.String(), { description: 'The error code of a refusal.' }),
            allowedFrom: nullable(DateTime, {
              description: 'When a refusal ends by itself; null: it does not, or nothing was refused.',
            }),
          },
          closed,
        ),
        {
          description:
            'The outreach rules as they were evaluated right before the request to the carrier; absent for calls of versions that had none.',
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
            description:
              'unknown: nobody can tell whether it was done. null: it is at work, or was left at work.',
          }),
          result: nullable(Type.String(), { description: 'As the model was told it.' }),
          durationMs: nullable(Type.Number()),
        },
        closed,
      ),
      { description: 'Tools that the agent used, in the order in which they began.' },
    ),
    modelTokens: Type.Optional(
      Type.Array(
        Type.Object(
          { model: Type.String(), inputTokens: Type.Integer(), outputTokens: Type.Integer() },
          closed,
        ),
        {
          description:
            'What the language models took for the answers of this call, once its media is gone; absent where none said so. Answers that were cut off before they ended are not in it.',
        },
      ),
    ),
    operators: Type.Optional(
      Type.Object(
        {
          lines: Type.Array(
            Type.Object(
              {
                by: BesideCall,
                purpose: literals(['listen', 'take_over']),
                joinedAt: DateTime,
                leftAt: WhenThere,
              },
              closed,
            ),
          ),
          takeOvers: Type.Array(
            Type.Object(
              {
                by: BesideCall,
                at: DateTime,
                until: WhenThere,
                reason: nullable(literals(['handed_back', 'line_left', 'session_ended']), {
                  description:
                    'Why they spoke no more: by their own word, as their line left, or with the call or its session.',
                }),
                note: nullable(Type.String({ description: 'For the agent, as the line was handed back.' })),
              },
              closed,
            ),
          ),
          agentNotes: Type.Array(Type.Object({ by: BesideCall, at: DateTime, text: Type.String() }, closed)),
        },
        {
          ...closed,
          description:
            'People beside the call: who listened, who spoke in the place of the agent, who told it something. Absent: nobody.',
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
                'What the agent had more to say when it was interrupted; absent: nothing that is known.',
            }),
          ),
          nudge: Type.Optional(
            Type.Boolean({ description: 'The agent asked whether somebody is there; absent: it did not.' }),
          ),
          disclosure: Type.Optional(
            Type.Boolean({ description: 'It is the disclosure, or a part of it; absent: it is not.' }),
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
            description: 'What the test variable stood in for: nothing that was there, or another value.',
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
      description:
        'What the agent is to know with its next answer. It is not said to the customer by itself.',
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
        description:
          'By alias: they stand in for values that are missing, and take the place of those that are there, so that an agent can be called for a test.',
      }),
    ),
  },
  closed,
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
