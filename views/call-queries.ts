/** Reading calls: pages of summaries, and one call with transcript and diagnostics (spec sections 2.3 and 2.4). */
import type { CallNote, Turn } from '../actors/call/events.js';
import type { EndedBy, VoiceCallStatus, VoiceCallSummary } from '../schemas/voice-call.js';
import { listName } from './cursor.js';
import type { Db } from './database.js';
import { pageOf } from './page.js';
import type { CallDetail, CallFilter, Page, PageRequest } from './views.js';

interface Row {
  readonly id: string;
  readonly status: VoiceCallStatus;
  readonly agent_name: string;
  readonly campaign_name: string | null;
  readonly contact_id: string | null;
  readonly contact_name: string | null;
  readonly call_data: string;
  readonly callee_number: string;
  readonly duration_seconds: number;
  readonly created_at: number;
  readonly started_at: number | null;
  readonly ended_at: number | null;
  readonly recording_filename: string | null;
  readonly charged: number;
  readonly ended_by: EndedBy | null;
  readonly end_reason: string | null;
  readonly carrier: string | null;
  readonly placing_at: number | null;
  readonly placement: string | null;
  readonly has_turns: number;
}

const HAS_TURNS = 'EXISTS (SELECT 1 FROM call_turns t WHERE t.call_id = calls.id) AS has_turns';

export const callQueries = (db: Db) => {
  const page = db.prepare<[Record<string, string | number | null>], Row>(
    `SELECT *, ${HAS_TURNS} FROM calls WHERE business = @business AND (created_at, id) < (@createdAt, @id)
       AND (@status IS NULL OR status = @status) AND (@agentId IS NULL OR agent_id = @agentId)
       AND (@contactId IS NULL OR contact_id = @contactId) AND (@campaignId IS NULL OR campaign_id = @campaignId)
       AND (@from IS NULL OR created_at >= @from) AND (@to IS NULL OR created_at < @to)
     ORDER BY created_at DESC, id DESC LIMIT @limit`,
  );
  const one = db.prepare<[string, string], Row>(
    `SELECT *, ${HAS_TURNS} FROM calls WHERE business = ? AND id = ?`,
  );
  const turns = db.prepare<[string], { turn: string }>(
    'SELECT turn FROM call_turns WHERE call_id = ? ORDER BY at, turn_id',
  );
  const notes = db.prepare<[string], { note: string }>(
    'SELECT note FROM call_notes WHERE call_id = ? ORDER BY seq, n',
  );
  const timeline = db.prepare<[string], { at: number; event: string }>(
    'SELECT at, event FROM call_timeline WHERE call_id = ? ORDER BY seq, n',
  );

  return {
    calls: (businessId: string, request: PageRequest, filter: CallFilter): Page<VoiceCallSummary> => {
      const {
        status = null,
        agentId = null,
        contactId = null,
        campaignId = null,
        from = null,
        to = null,
      } = filter;
      const wanted = { status, agentId, contactId, campaignId, from, to };
      return pageOf(
        listName('calls', businessId, wanted),
        request,
        (after, limit) => page.all({ business: businessId, ...after, ...wanted, limit }),
        summary,
      );
    },

    call: (businessId: string, callId: string): CallDetail | null => {
      const row = one.get(businessId, callId);
      if (row === undefined) return null;
      const said = turns.all(callId).map(({ turn }): Turn => JSON.parse(turn));
      return {
        call: summary(row),
        recordingFilename: row.recording_filename,
        transcript: said.map((turn) => ({
          speaker: turn.speaker,
          text: turn.text,
          createdAt: iso(turn.at),
          audioOffsetMs: turn.audioOffsetMs,
          audioEndOffsetMs: turn.audioEndOffsetMs,
        })),
        diagnostics: {
          attempts:
            row.placing_at === null
              ? []
              : [{ carrier: row.carrier ?? '', at: iso(row.placing_at), outcome: row.placement ?? '' }],
          timeline: timeline.all(callId).map(({ at, event }) => ({ at: iso(at), event })),
          notes: notes.all(callId).map(({ note }): CallNote => JSON.parse(note)),
          turns: said.map(({ speaker, audioOffsetMs, audioEndOffsetMs, interrupted, heard, latencies }) => ({
            speaker,
            audioOffsetMs,
            audioEndOffsetMs,
            interrupted,
            heard,
            latencies,
          })),
        },
      };
    },
  };
};

const iso = (at: number): string => new Date(at).toISOString();

const summary = (row: Row): VoiceCallSummary => ({
  id: row.id,
  status: row.status,
  agentName: row.agent_name,
  campaignName: row.campaign_name,
  contactId: row.contact_id,
  contactName: row.contact_name,
  sourceName: row.contact_id === null ? null : 'Contacts',
  callData: JSON.parse(row.call_data),
  calleeNumber: row.callee_number,
  durationSeconds: row.duration_seconds,
  startedAt: row.started_at === null ? null : iso(row.started_at),
  endedAt: row.ended_at === null ? null : iso(row.ended_at),
  recordingAvailable: row.recording_filename !== null,
  transcriptAvailable: row.has_turns === 1,
  createdAt: iso(row.created_at),
  chargedMicrocredits: row.charged,
  endedBy: row.ended_by,
  endReason: row.end_reason,
});
