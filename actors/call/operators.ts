/** Operators on a call: they listen, speak in place of the agent, and send it notes. */
import { assertNever } from '../../schemas/assert.js';
import { DomainError } from '../../schemas/errors.js';
import type { CallCommand } from './commands.js';
import type { CallEvent } from './events.js';
import type { CallState } from './state.js';

/** Most joined lines that one call records; further ones are not recorded. */
const MAX_LINES = 200;
/** Most notes to the agent on one call. */
const MAX_NOTES_TO_AGENT = 50;

type OperatorCommand = Extract<
  CallCommand,
  { readonly type: 'join_line' | 'leave_line' | 'take_over' | 'hand_back' | 'note_to_agent' }
>;

/** @throws DomainError call_not_live, too_many_agent_notes */
export const operatorEvents = (state: CallState, command: OperatorCommand): readonly CallEvent[] => {
  switch (command.type) {
    case 'join_line': {
      const { lineId, by, purpose } = command;
      return state.linesJoined >= MAX_LINES || state.lines.includes(lineId)
        ? []
        : [{ type: 'call.line_joined', lineId, by, purpose }];
    }
    case 'leave_line':
      return state.lines.includes(command.lineId) ? [{ type: 'call.line_left', lineId: command.lineId }] : [];
    case 'take_over':
      return state.operator === null && mayHaveJoined(state, command.lineId)
        ? [{ type: 'call.taken_over', lineId: command.lineId, by: command.by }]
        : [];
    case 'hand_back': {
      const { lineId, reason, note } = command;
      return state.operator === lineId ? [{ type: 'call.handed_back', lineId, reason, note }] : [];
    }
    case 'note_to_agent':
      return noteToAgent(state, command);
    default:
      return assertNever(command);
  }
};

/** A takeover is recorded even if the line's joining was not, because {@link MAX_LINES} was reached. */
const mayHaveJoined = ({ lines, linesJoined }: CallState, lineId: string): boolean =>
  lines.includes(lineId) || linesJoined >= MAX_LINES;

const noteToAgent = (
  { notes, media, ended, hangUp }: CallState,
  { noteId, text, by }: Extract<CallCommand, { readonly type: 'note_to_agent' }>,
): readonly CallEvent[] => {
  if (notes.some((note) => note.noteId === noteId)) return [];
  if (ended !== null || hangUp !== null || media === null || media.attachmentId === null)
    throw new DomainError('call_not_live');
  if (notes.length >= MAX_NOTES_TO_AGENT) throw new DomainError('too_many_agent_notes');
  return [{ type: 'call.agent_noted', noteId, text, by }];
};
