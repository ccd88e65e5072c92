/** Voice calls on the wire (spec sections 2.2 to 2.4 and 2.9, docs/contract.md "Voice"). */
import { type Static, Type } from 'typebox';
import { MAX_VARIABLES } from './agent.js';
import { TO_NUMBER_PATTERN } from './patterns.js';

const closed = { additionalProperties: false } as const;
const Uuid = Type.String({ format: 'uuid' });
const DateTime = Type.String({ format: 'date-time' });
const Nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);

export const VoiceCallStatus = Type.Union([
  Type.Literal('queued'),
  Type.Literal('ringing'),
  Type.Literal('answered'),
  Type.Literal('cancelling'),
  Type.Literal('completed'),
  Type.Literal('no_answer'),
  Type.Literal('busy'),
  Type.Literal('failed'),
  Type.Literal('cancelled'),
]);
export type VoiceCallStatus = Static<typeof VoiceCallStatus>;

export const TERMINAL_STATUSES = ['completed', 'no_answer', 'busy', 'failed', 'cancelled'] as const;
export type TerminalStatus = (typeof TERMINAL_STATUSES)[number];

export const EndedBy = Type.Union([
  Type.Literal('customer'),
  Type.Literal('agent'),
  Type.Literal('operator'),
  Type.Literal('system'),
  Type.Literal('provider'),
  Type.Literal('unknown'),
]);
export type EndedBy = Static<typeof EndedBy>;

/** The closed set of reasons (docs/media.md "How calls end") with the party each lays the end at. */
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
  insufficient_credit: 'system',
  silence: 'system',
  max_duration: 'system',
  media_lost: 'provider',
  speech_provider_failed: 'provider',
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
    agentName: Nullable(Type.String()),
    campaignName: Nullable(Type.String()),
    contactId: Nullable(Uuid),
    contactName: Nullable(Type.String()),
    sourceName: Nullable(Type.String({ description: 'The Data Sources that the values came from.' })),
    callData: Type.Record(Type.String(), Type.String(), {
      description:
        'Snapshot of the values that the client gave and those of granted fields, up to 500 characters each; not those of the contact.',
    }),
    calleeNumber: Type.String({ description: 'E.164 destination' }),
    durationSeconds: Type.Integer({ minimum: 0, description: 'Connected duration' }),
    startedAt: Nullable(DateTime),
    endedAt: Nullable(DateTime),
    recordingAvailable: Type.Boolean(),
    transcriptAvailable: Type.Boolean(),
    createdAt: DateTime,
    chargedMicrocredits: Type.Integer({ minimum: 0 }),
    endedBy: Nullable(EndedBy),
    endReason: Nullable(Type.String()),
  },
  closed,
);
export type VoiceCallSummary = Static<typeof VoiceCallSummary>;

export const VoiceTranscriptTurn = Type.Object(
  {
    speaker: Type.Union([Type.Literal('customer'), Type.Literal('assistant'), Type.Literal('human')]),
    text: Type.String(),
    createdAt: DateTime,
    audioOffsetMs: Nullable(Type.Integer({ minimum: 0 })),
    audioEndOffsetMs: Nullable(Type.Integer({ minimum: 0 })),
  },
  closed,
);
export type VoiceTranscriptTurn = Static<typeof VoiceTranscriptTurn>;

const LatencyMs = Nullable(Type.Number({ minimum: 0 }));

/** History of a call for who wants to know why (docs/contract.md "Voice"). */
export const VoiceCallDiagnostics = Type.Object(
  {
    attempts: Type.Array(
      Type.Object({ carrier: Type.String(), at: DateTime, outcome: Type.String() }, closed),
    ),
    timeline: Type.Array(Type.Object({ at: DateTime, event: Type.String() }, closed)),
    notes: Type.Array(Type.Object({ code: Type.String(), atMs: Nullable(Type.Number()) }, closed)),
    turns: Type.Array(
      Type.Object(
        {
          speaker: Type.String(),
          audioOffsetMs: Nullable(Type.Integer()),
          audioEndOffsetMs: Nullable(Type.Integer()),
          interrupted: Type.Boolean(),
          heard: Type.Union([Type.Literal('acked'), Type.Literal('estimated')]),
          latencies: Nullable(
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
        },
        closed,
      ),
    ),
    testVariables: Type.Array(
      Type.Object(
        {
          alias: Type.String(),
          replaced: Type.Union([Type.Literal('missing'), Type.Literal('value')], {
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
  { calls: Type.Array(VoiceCallSummary), nextCursor: Nullable(Type.String()) },
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
  { callId: Uuid, status: Type.Union([Type.Literal('cancelling'), Type.Literal('cancelled')]) },
  closed,
);
export type VoiceCallCancellation = Static<typeof VoiceCallCancellation>;

/** Exactly one of contactId and toNumber: checked by the operation, so that the error can say so. */
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
