/** Calls and their events, as the API delivers them. */
import type { Data } from '../api/client.js';
import type { LiveEvent } from '../api/operations.js';

type Summary = Data<'listVoiceCalls'>['calls'][number];
type Detail = Data<'readVoiceCall'>;
type SpokenTurn = Detail['transcript'][number];
type MeasuredTurn = Detail['diagnostics']['turns'][number];
type TurnEvent = Extract<LiveEvent, { readonly type: 'call.turn' }>;

export const summaryOf = (facts: Partial<Summary> = {}): Summary => ({
  id: 'call-1',
  status: 'answered',
  agentName: 'Reception',
  campaignName: null,
  contactId: null,
  contactName: null,
  sourceName: null,
  callData: {},
  calleeNumber: '+14155550123',
  durationSeconds: 0,
  startedAt: null,
  endedAt: null,
  recordingAvailable: false,
  transcriptAvailable: false,
  createdAt: '2026-03-02T10:00:00.000Z',
  chargedMicrocredits: 0,
  endedBy: null,
  endReason: null,
  disclosure: { status: 'none', heardAtMs: null, proof: null },
  ...facts,
});

interface DetailFacts {
  readonly call?: Partial<Summary>;
  readonly transcript?: Detail['transcript'];
  readonly diagnostics?: Partial<Detail['diagnostics']>;
}

export const detailOf = ({ call, transcript = [], diagnostics }: DetailFacts = {}): Detail => ({
  call: summaryOf(call),
  transcript,
  diagnostics: {
    attempts: [],
    timeline: [],
    notes: [],
    toolUses: [],
    turns: [],
    testVariables: [],
    ...diagnostics,
  },
});

/** A turn of a transcript. */
export const spokenTurn = (facts: Partial<SpokenTurn> = {}): SpokenTurn => ({
  speaker: 'customer',
  text: 'Hello',
  createdAt: '2026-03-02T10:00:01.000Z',
  audioOffsetMs: 1_000,
  audioEndOffsetMs: 1_800,
  ...facts,
});

/** A turn of a call's diagnostics. */
export const measuredTurn = (facts: Partial<MeasuredTurn> = {}): MeasuredTurn => ({
  speaker: 'customer',
  audioOffsetMs: 1_000,
  audioEndOffsetMs: 1_800,
  interrupted: false,
  heard: 'acked',
  latencies: null,
  ...facts,
});

/** The latencies of an answer that was audible after `ms`. */
export const heardAfter = (ms: number) => ({
  finalTranscriptMs: null,
  firstTokenMs: null,
  firstAudioMs: null,
  firstFrameMs: null,
  firstPlayedMs: ms,
});

/** The properties that all events of a call have. */
export const callFacts = (callId: string, occurredAt = '2026-03-02T10:00:00.000Z') => ({
  callId,
  occurredAt,
  agentId: 'agent-1',
  contactId: null,
  calleeNumber: '+14155550123',
  campaignId: null,
  iterationId: null,
});

export const turnEvent = (callId: string, turn: Partial<TurnEvent['turn']> = {}): TurnEvent => ({
  type: 'call.turn',
  ...callFacts(callId),
  turn: {
    turnId: 'turn-1',
    speaker: 'customer',
    text: 'Hello',
    createdAt: '2026-03-02T10:00:01.000Z',
    audioOffsetMs: 1_000,
    audioEndOffsetMs: 1_800,
    interrupted: false,
    heard: 'acked',
    latencies: null,
    ...turn,
  },
});
