/** The tables of calls, and their rows. */
import type { Disclosure } from '../../schemas/agents/disclosure.js';
import type { EndedBy, VoiceCallStatus } from '../../schemas/calls/voice-call.js';
import { OUTCOME_COLUMNS, type OutcomeRow } from '../kernel/analyses.js';

/**
 * `call_data`, `test_variables`, `tags`: JSON. `slowest_ms`: how long the slowest answer took; `answers`, `answers_ms`: how many
 * answers were timed, and the sum of their times. `waveform`: both sides (waveform.ts). Times
 * in ms since the epoch, except `disclosed_at_ms` and `slowest_at_ms`, which are ms of the recording; null: the disclosure was not heard,
 * or the place of the answer is unknown.
 */
export const CALL_TABLES = `
CREATE TABLE calls (
  row INTEGER PRIMARY KEY,
  business_id TEXT NOT NULL,
  id TEXT NOT NULL,
  status TEXT NOT NULL DEFAULT 'queued',
  agent_id TEXT NOT NULL,
  agent_name TEXT NOT NULL,
  agent_version INTEGER,
  campaign_id TEXT,
  campaign_name TEXT,
  iteration_id TEXT,
  contact_id TEXT,
  contact_name TEXT,
  callee_number TEXT NOT NULL,
  source_name TEXT,
  call_data TEXT NOT NULL,
  test_variables TEXT NOT NULL,
  duration_seconds INTEGER NOT NULL DEFAULT 0,
  answered_at INTEGER,
  ended_at INTEGER,
  recording_filename TEXT,
  turns INTEGER NOT NULL DEFAULT 0,
  customer_turns INTEGER NOT NULL DEFAULT 0,
  charged_microcredits INTEGER NOT NULL DEFAULT 0,
  ended_by TEXT,
  end_reason TEXT,
  has_disclosure INTEGER NOT NULL,
  disclosed_at_ms INTEGER,
  disclosure_proof TEXT,
  consultation_of TEXT,${OUTCOME_COLUMNS},
  slow INTEGER NOT NULL DEFAULT 0,
  interrupted INTEGER NOT NULL DEFAULT 0,
  tool_failed INTEGER NOT NULL DEFAULT 0,
  tags TEXT NOT NULL DEFAULT '[]',
  score INTEGER,
  reviewed INTEGER NOT NULL DEFAULT 0,
  slowest_ms INTEGER,
  slowest_at_ms INTEGER,
  answers INTEGER NOT NULL DEFAULT 0,
  answers_ms INTEGER NOT NULL DEFAULT 0,
  waveform TEXT,
  created_at INTEGER NOT NULL,
  UNIQUE (business_id, id)
);
CREATE INDEX calls_by_age ON calls (business_id, created_at DESC, id DESC);
CREATE INDEX calls_by_status ON calls (business_id, status, created_at DESC, id DESC);
CREATE INDEX calls_by_agent ON calls (business_id, agent_id, created_at DESC, id DESC);
CREATE INDEX calls_by_campaign ON calls (business_id, campaign_id, created_at DESC, id DESC) WHERE campaign_id IS NOT NULL;
CREATE INDEX calls_by_contact ON calls (business_id, contact_id, created_at DESC, id DESC) WHERE contact_id IS NOT NULL;
CREATE INDEX calls_by_analysis ON calls (business_id, analysis_status, created_at DESC, id DESC) WHERE analysis_status IS NOT NULL;
CREATE INDEX calls_by_success ON calls (business_id, success, created_at DESC, id DESC) WHERE success IS NOT NULL;
CREATE INDEX calls_by_sentiment ON calls (business_id, sentiment, created_at DESC, id DESC) WHERE sentiment IS NOT NULL;
CREATE INDEX calls_wanting_human ON calls (business_id, created_at DESC, id DESC) WHERE wants_human = 1;
CREATE INDEX calls_wanting_no_contact ON calls (business_id, created_at DESC, id DESC) WHERE wants_no_contact = 1;
CREATE INDEX calls_wanting_call_back ON calls (business_id, created_at DESC, id DESC) WHERE wants_call_back = 1;
CREATE INDEX calls_by_ended_by ON calls (business_id, ended_by, created_at DESC, id DESC) WHERE ended_by IS NOT NULL;
CREATE INDEX calls_by_end_reason ON calls (business_id, end_reason, created_at DESC, id DESC) WHERE end_reason IS NOT NULL;
CREATE INDEX calls_reviewed ON calls (business_id, created_at DESC, id DESC) WHERE reviewed = 1;
CREATE INDEX calls_slow ON calls (business_id, created_at DESC, id DESC) WHERE slow = 1;
CREATE INDEX calls_interrupted ON calls (business_id, created_at DESC, id DESC) WHERE interrupted = 1;
CREATE INDEX calls_by_score ON calls (business_id, score, created_at DESC, id DESC) WHERE score IS NOT NULL;
CREATE INDEX calls_with_failed_tool ON calls (business_id, created_at DESC, id DESC) WHERE tool_failed = 1;
`;

/** `call` is the row of the call; an event's body is stored where the detail shows more than its name. */
export const CALL_HISTORY_TABLES = `
CREATE TABLE call_history (
  call INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  position INTEGER NOT NULL,
  at INTEGER NOT NULL,
  type TEXT NOT NULL,
  body TEXT,
  PRIMARY KEY (call, seq, position)
) WITHOUT ROWID;
`;

/**
 * Calls whose messages were archived: the rows that `call_history` would hold, compressed. `seq`: that of the last archived
 * message. Later events are in `call_history`.
 */
export const CALL_ARCHIVE_TABLES = `
CREATE TABLE call_archives (
  call INTEGER PRIMARY KEY,
  seq INTEGER NOT NULL,
  words INTEGER NOT NULL,
  body BLOB NOT NULL
);
`;

/** A stored call. */
export interface CallRow extends OutcomeRow {
  readonly row: number;
  readonly id: string;
  readonly status: VoiceCallStatus;
  readonly agent_name: string;
  readonly agent_version: number | null;
  readonly campaign_name: string | null;
  readonly contact_id: string | null;
  readonly contact_name: string | null;
  readonly callee_number: string;
  readonly source_name: string | null;
  readonly call_data: string;
  readonly test_variables: string;
  readonly duration_seconds: number;
  readonly answered_at: number | null;
  readonly ended_at: number | null;
  readonly recording_filename: string | null;
  readonly turns: number;
  readonly charged_microcredits: number;
  readonly ended_by: EndedBy | null;
  readonly end_reason: string | null;
  readonly has_disclosure: number;
  readonly disclosed_at_ms: number | null;
  readonly disclosure_proof: Disclosure['proof'];
  /** The call about whose customer the callee is consulted; null: the callee is a customer. */
  readonly consultation_of: string | null;
  /** JSON. */
  readonly tags: string;
  readonly score: number | null;
  readonly slow: number;
  readonly interrupted: number;
  readonly tool_failed: number;
  readonly reviewed: number;
  readonly slowest_ms: number | null;
  readonly slowest_at_ms: number | null;
  readonly waveform: string | null;
  readonly created_at: number;
}
