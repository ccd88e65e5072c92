/** Voice calls on the wire (spec sections 2.2 to 2.4 and 2.9, docs/reference/api.md "Voice"). */
import { type Static, Type } from 'typebox';
import { Disclosure } from '../agents/disclosure.js';
import { AnswerSources } from '../agents/knowledge.js';
import { CallAnalysis, CallOutcome } from '../analysis/call-analysis.js';
import { AgentVersionNumber, Charged, ContactId } from '../fields.js';
import { NextPageCursor } from '../paging.js';
import { Count, closed, DateTime, described, literals, nullable, Uuid } from '../shapes.js';
import { VoiceCallDiagnostics } from './diagnostics.js';
import { CallReview, CallScore } from './review.js';

export const TERMINAL_STATUSES = ['completed', 'no_answer', 'busy', 'failed', 'cancelled'] as const;
export type TerminalStatus = (typeof TERMINAL_STATUSES)[number];

/** Whether a call with this status has ended for good. */
export const isTerminal = (status: string): status is TerminalStatus =>
  TERMINAL_STATUSES.some((terminal) => terminal === status);

export const VoiceCallStatus = literals(
  ['queued', 'ringing', 'answered', 'cancelling', ...TERMINAL_STATUSES],
  {
    description:
      'queued: waits for a line or the carrier. ringing: the carrier has accepted it. cancelling: the hang-up awaits the carrier. completed: it was connected. The last five are final.',
  },
);
export type VoiceCallStatus = Static<typeof VoiceCallStatus>;

export const EndedBy = literals(['customer', 'agent', 'operator', 'system', 'provider', 'unknown'], {
  description:
    'The party that ended it. system: Parley, by a limit or a rule. provider: a carrier, STT, TTS or LLM failed. unknown: not reported.',
});
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

/** Slices of the waveform of a call in lists. */
export const WAVEFORM_SLICES = 32;

const Lane = Type.String({
  minLength: WAVEFORM_SLICES,
  maxLength: WAVEFORM_SLICES,
  description: 'A digit for each slice: the tenths of it in which the side speaks; 9 is 90 % or more.',
  examples: ['00099995100000000299999940000000'],
});

const Waveform = Type.Object(
  {
    customer: described(Lane, 'The customer: a digit for each slice, from 0 to 9 tenths of it.'),
    agent: described(
      Lane,
      'The agent, and people who took the call over.',
      '99960000039999999400000007999990',
    ),
  },
  closed,
);
export type Waveform = Static<typeof Waveform>;

const SlowestAnswer = Type.Object(
  {
    ms: described(
      Count,
      "From the end of the customer's speech to the first sound of the answer, as it was played where the carrier reports that; ms.",
      1840,
    ),
    atMs: nullable(Count, {
      description: 'Where the answer begins in the recording, ms; null: unknown.',
      examples: [31200],
    }),
  },
  closed,
);

export const VoiceCallSummary = Type.Object(
  {
    id: described(Uuid, 'The call; it never changes.', 'f391176b-ae89-52ee-9f80-cdf6a5ce69da'),
    status: VoiceCallStatus,
    agentName: nullable(Type.String(), {
      description: 'The agent that makes it; null: unknown.',
      examples: ['Ann'],
    }),
    agentVersion: Type.Optional(
      nullable(AgentVersionNumber, {
        description:
          'The version of the agent that made it; null: it was not recorded, or the call tested words that are not published.',
      }),
    ),
    campaignName: nullable(Type.String(), {
      description: 'The campaign that it is part of; null: none.',
      examples: ['March appointments'],
    }),
    contactId: nullable(ContactId, {
      description: 'The contact that is called; null: a number without a contact.',
    }),
    contactName: nullable(Type.String(), {
      description: 'The name of the contact; null: there is none, or it was deleted.',
      examples: ['Sam Rivera'],
    }),
    sourceName: nullable(Type.String({ description: 'The Data Sources of the values.' }), {
      description: 'The Data Sources of the values in `callData`; null: none.',
      examples: ['Contacts'],
    }),
    callData: Type.Record(Type.String(), Type.String(), {
      description:
        'Snapshot of the values from the client and of granted fields, up to 500 characters each; without those of the contact.',
      examples: [{ order: 'A-17' }],
    }),
    calleeNumber: Type.String({
      description: 'The number that is called, E.164; of a test call in a browser: `browser`.',
      examples: ['+14155550100'],
    }),
    durationSeconds: Type.Integer({
      minimum: 0,
      description: 'Connected time, seconds; 0 until it has ended.',
      examples: [64],
    }),
    startedAt: nullable(DateTime, {
      description: 'When it was answered; null: it was not.',
      examples: ['2026-03-02T09:30:08.000Z'],
    }),
    endedAt: nullable(DateTime, {
      description: 'When it ended; null: it has not.',
      examples: ['2026-03-02T09:31:12.000Z'],
    }),
    recordingAvailable: Type.Boolean({
      description: 'Whether `GET /api/v1/voice/calls/{callId}` has links to the recording.',
    }),
    transcriptAvailable: Type.Boolean({ description: 'Whether there is at least one turn of a transcript.' }),
    createdAt: described(DateTime, 'When it was requested.'),
    chargedMicrocredits: described(
      Charged,
      'What it cost, in microcredits (1,000,000 are one credit); 0 until it is settled.',
    ),
    endedBy: nullable(EndedBy),
    endReason: nullable(Type.String(), {
      description: `Why it ended; null: it has not. One of ${Object.keys(END_REASONS).join(', ')}.`,
      examples: ['customer_hangup'],
    }),
    disclosure: described(Disclosure, 'Whether the customer heard the disclosure of the agent.'),
    consultationOf: Type.Optional(
      nullable(Uuid, {
        description: 'The call about whose customer a colleague was called; null: the callee is a customer.',
        examples: ['f391176b-ae89-52ee-9f80-cdf6a5ce69da'],
      }),
    ),
    outcome: Type.Optional(
      nullable(CallOutcome, {
        description: 'What the analysis of the call found; null: it was not analysed.',
      }),
    ),
    tags: Type.Optional(
      Type.Array(Type.String(), {
        description: 'Its tags, in the order in which they were added.',
        examples: [['refund']],
      }),
    ),
    score: Type.Optional(
      nullable(CallScore, {
        description: 'The score that a person gave it, from 1 to 5; null: none.',
        examples: [4],
      }),
    ),
    reviewed: Type.Optional(Type.Boolean({ description: 'Whether a person has marked it as reviewed.' })),
    interrupted: Type.Optional(Type.Boolean({ description: 'Whether the customer interrupted the agent.' })),
    toolFailed: Type.Optional(Type.Boolean({ description: 'Whether a tool failed.' })),
    slowestAnswer: Type.Optional(
      nullable(SlowestAnswer, { description: 'The slowest answer of the agent; null: there is none.' }),
    ),
    waveform: Type.Optional(
      nullable(Waveform, {
        description: `Who speaks when, in ${WAVEFORM_SLICES} equal slices of the call; null: it has not ended, or nothing was said.`,
      }),
    ),
  },
  { ...closed, description: 'A call.' },
);
export type VoiceCallSummary = Static<typeof VoiceCallSummary>;

/** The speaker of a turn in a transcript. */
export const Speaker = literals(['customer', 'assistant', 'human'], {
  description: 'assistant: the agent. human: an operator who has taken the call over.',
});

export const VoiceTranscriptTurn = Type.Object(
  {
    speaker: Speaker,
    text: described(
      Type.String(),
      'What was said, as far as it was heard; with `keys`, the pressed keys.',
      'Good morning, this is Ann from Acme.',
    ),
    createdAt: described(DateTime, 'When the turn began.'),
    audioOffsetMs: nullable(Count, {
      description: 'Where it begins in the recording, ms; null: unknown.',
      examples: [1200],
    }),
    audioEndOffsetMs: nullable(Count, {
      description: 'Where it ends in the recording, ms; null: unknown.',
      examples: [3400],
    }),
    keys: Type.Optional(
      Type.Boolean({ description: 'The text is keys that the customer pressed; absent: it is words.' }),
    ),
    sources: AnswerSources,
  },
  closed,
);
export type VoiceTranscriptTurn = Static<typeof VoiceTranscriptTurn>;

export const VoiceCallDetailResponse = Type.Object(
  {
    call: VoiceCallSummary,
    transcript: Type.Array(VoiceTranscriptTurn, {
      description: 'What was said, in order. It grows while the call is live.',
    }),
    recordingUrl: Type.Optional(
      Type.String({
        format: 'uri',
        description:
          'Signed address of the recording, to play it; expires after five minutes. Absent: there is none yet.',
        examples: ['https://parley.example.com/recordings/eyJjYWxsIjoiZjM5MTE3NmIifQ'],
      }),
    ),
    recordingDownloadUrl: Type.Optional(
      Type.String({
        format: 'uri',
        description: 'Signed address of the recording, to save it; same expiry.',
        examples: ['https://parley.example.com/recordings/eyJjYWxsIjoiYXR0YWNoIn0'],
      }),
    ),
    recordingFilename: Type.Optional(
      described(
        Type.String(),
        'A safe file name for the recording: `<callId>.opus`, of old calls `.wav`.',
        'f391176b-ae89-52ee-9f80-cdf6a5ce69da.opus',
      ),
    ),
    diagnostics: VoiceCallDiagnostics,
    analysis: Type.Optional(nullable(CallAnalysis, { description: 'Null: the call was not analysed.' })),
    review: Type.Optional(CallReview),
  },
  closed,
);

export const VoiceCallListResponse = Type.Object(
  {
    calls: Type.Array(VoiceCallSummary, { description: 'The calls, newest first.' }),
    nextCursor: NextPageCursor,
  },
  closed,
);
