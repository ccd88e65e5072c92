/** The people beside a call, derived from its events. */
import type { LineHolder } from '../../actors/call/events.js';
import type { VoiceCallDiagnostics } from '../../schemas/calls/diagnostics.js';
import { iso } from '../kernel/dates.js';
import type { ShownEvent } from './history-row.js';

type Operators = NonNullable<VoiceCallDiagnostics['operators']>;
type Shown = readonly { readonly at: number; readonly event: ShownEvent }[];
type EventOf<Type extends ShownEvent['type']> = Extract<ShownEvent, { readonly type: Type }>;

/** Empty where there was none. A person still present when the call ended stayed until then. */
export const operatorsOf = (shown: Shown): Pick<VoiceCallDiagnostics, 'operators'> => {
  const endedAt = shown.find(({ event }) => event.type === 'call.ended')?.at ?? null;
  const ended = endedAt === null ? null : iso(endedAt);
  const operators: Operators = {
    lines: shown.flatMap(({ at, event }) =>
      event.type === 'call.line_joined' ? [lineOf(shown, event, at, ended)] : [],
    ),
    takeOvers: shown.flatMap(({ at, event }, index) =>
      event.type === 'call.taken_over' ? [takeOverOf(shown.slice(index), event, at, ended)] : [],
    ),
    agentNotes: shown.flatMap(({ at, event }) =>
      event.type === 'call.agent_noted' ? [{ by: unnamed(event.by), at: iso(at), text: event.text }] : [],
    ),
  };
  const { lines, takeOvers, agentNotes } = operators;
  return lines.length + takeOvers.length + agentNotes.length === 0 ? {} : { operators };
};

/** The calls view does not know names. */
const unnamed = ({ type, id }: LineHolder) => ({ type, id, name: null });

const lineOf = (
  shown: Shown,
  { lineId, by, purpose }: EventOf<'call.line_joined'>,
  at: number,
  ended: string | null,
): Operators['lines'][number] => {
  const left = shown.find(({ event }) => event.type === 'call.line_left' && event.lineId === lineId);
  const leftAt = left === undefined ? ended : iso(left.at);
  return { by: unnamed(by), purpose, joinedAt: iso(at), leftAt };
};

/** `since`: the events from the take-over on. */
const takeOverOf = (
  since: Shown,
  { by }: EventOf<'call.taken_over'>,
  at: number,
  ended: string | null,
): Operators['takeOvers'][number] => {
  const [back] = since.flatMap((entry) =>
    entry.event.type === 'call.handed_back' ? [{ ...entry.event, at: entry.at }] : [],
  );
  const takeOver = { by: unnamed(by), at: iso(at) };
  if (back === undefined)
    return { ...takeOver, until: ended, reason: ended === null ? null : 'session_ended', note: null };
  return { ...takeOver, until: iso(back.at), reason: back.reason, note: back.note === '' ? null : back.note };
};
