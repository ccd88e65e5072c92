/**
 * Who speaks when on a call, small enough for a row of a list: both sides in slices, from the places of the turns in the recording. The
 * recording itself is not read.
 */
import type { Database } from 'better-sqlite3';
import type { CallEvent, Turn } from '../../actors/call/events.js';
import { WAVEFORM_SLICES, type Waveform } from '../../schemas/calls/voice-call.js';
import type { Stored } from '../kernel/stored-event.js';
import { shownEvents } from './history.js';

/** The largest digit. */
const FULL = 9;

/** Null: no turn has a place. `durationMs`: of the call; turns may end later than that. */
export const waveformOf = (
  turns: readonly Pick<Turn, 'speaker' | 'audioOffsetMs' | 'audioEndOffsetMs' | 'keys'>[],
  durationMs: number,
): Waveform | null => {
  const spoken = turns.flatMap(({ speaker, audioOffsetMs, audioEndOffsetMs, keys }) =>
    audioOffsetMs === null || audioEndOffsetMs === null || audioEndOffsetMs <= audioOffsetMs || keys === true
      ? []
      : [{ isCustomer: speaker === 'customer', from: audioOffsetMs, to: audioEndOffsetMs }],
  );
  if (spoken.length === 0) return null;
  const length = Math.max(durationMs, ...spoken.map(({ to }) => to));
  const lane = (isCustomer: boolean): string => {
    const side = spoken.filter((part) => part.isCustomer === isCustomer);
    return Array.from({ length: WAVEFORM_SLICES }, (_, slice) => {
      const from = (slice * length) / WAVEFORM_SLICES;
      const to = ((slice + 1) * length) / WAVEFORM_SLICES;
      const ms = side.reduce(
        (sum, part) => sum + Math.max(0, Math.min(part.to, to) - Math.max(part.from, from)),
        0,
      );
      return Math.min(FULL, Math.floor((ms * 10) / (to - from)));
    }).join('');
  };
  return { customer: lane(true), agent: lane(false) };
};

/** As stored: both lanes, one after the other. */
export const waveformFrom = (stored: string | null): Waveform | null =>
  stored === null
    ? null
    : { customer: stored.slice(0, WAVEFORM_SLICES), agent: stored.slice(WAVEFORM_SLICES) };

/** Draws a call when it ends, and again for words that arrive afterwards. The history must have the event. */
export const projectWaveforms = (db: Database): ((stored: Stored<CallEvent>) => void) => {
  const find = db.prepare<
    { businessId: string; id: string },
    { readonly row: number; readonly seconds: number }
  >(
    `SELECT row, duration_seconds AS seconds FROM calls
     WHERE business_id = :businessId AND id = :id AND ended_at IS NOT NULL AND turns > 0`,
  );
  const draw = db.prepare<{ row: number; waveform: string | null }>(
    'UPDATE calls SET waveform = :waveform WHERE row = :row',
  );
  const eventsOf = shownEvents(db);
  return ({ businessId, id, event }) => {
    if (event.type !== 'call.ended' && event.type !== 'call.turn') return;
    const call = find.get({ businessId, id });
    if (call === undefined) return;
    const turns = eventsOf(call.row).flatMap((shown) => (shown.type === 'call.turn' ? [shown.turn] : []));
    const drawn = waveformOf(turns, call.seconds * 1_000);
    draw.run({ row: call.row, waveform: drawn === null ? null : drawn.customer + drawn.agent });
  };
};
