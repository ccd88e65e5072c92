/** The transcript of a recorded call, with its tool uses, from the session logs of the call. */
import type { BegunToolUse, RecordedToolUse, ToolUseEnd, Turn } from '../../actors/call/events.js';
import { isRecord } from '../../schemas/json.js';
import type { SessionBrief, SessionOutput } from '../session/io.js';
import type { LoggedInput } from '../session/log.js';
import type { OutputGist } from '../session/output-gist.js';
import { didOf, sessionOf } from './session.js';
import { startOfTurn, turnsIn } from './turns.js';

export interface RecordedCall {
  /** What the first session knew. */
  readonly brief: SessionBrief;
  /** In the order in which they began, as the call's transcript shows them. */
  readonly turns: readonly Turn[];
  /** In order; a use without an end has the outcome `unknown`. */
  readonly toolUses: readonly RecordedToolUse[];
}

export interface CallRecord {
  /** The next session of the call. `build`: as in its log. */
  begin(brief: SessionBrief, build: string | null): void;
  /** The next step of that session. */
  take(logged: LoggedInput): void;
  /** Null: there is no session. */
  end(): RecordedCall | null;
}

export const createCallRecord = (): CallRecord => {
  const turns = new Map<string, Turn>();
  const uses = new Map<string, RecordedToolUse>();
  let first: SessionBrief | null = null;
  let outputsOf: (logged: LoggedInput) => readonly (OutputGist | SessionOutput)[] = () => [];
  return {
    begin: (brief, build) => {
      first ??= brief;
      for (const turn of brief.turns) turns.set(turn.turnId, turn);
      for (const use of brief.toolUses) uses.set(use.id, use);
      const session = sessionOf(brief);
      outputsOf = (logged) => didOf(logged, build) ?? session.step(logged).all;
    },
    take: (logged) => {
      const outputs = outputsOf(logged);
      for (const turn of turnsIn(outputs)) turns.set(turn.turnId, turn);
      for (const output of outputs) noteTool(uses, output);
    },
    end: () => {
      if (first === null) return null;
      const { epochMs } = first;
      return {
        brief: first,
        turns: [...turns.values()].sort((a, b) => startOfTurn(a, epochMs) - startOfTurn(b, epochMs)),
        toolUses: [...uses.values()].sort((a, b) => a.at - b.at),
      };
    },
  };
};

const noteTool = (uses: Map<string, RecordedToolUse>, output: OutputGist | SessionOutput): void => {
  if (output.type !== 'command' || !('command' in output) || !isRecord(output.command)) return;
  const { type, use, id, end } = output.command;
  if (type === 'begin_tool' && isBegun(use))
    uses.set(use.id, { ...use, result: '', outcome: 'unknown', durationMs: 0 });
  if (type !== 'end_tool' || typeof id !== 'string' || !isEnd(end)) return;
  const begun = uses.get(id);
  if (begun !== undefined) uses.set(id, { ...begun, ...end });
};

const isBegun = (value: unknown): value is BegunToolUse =>
  isRecord(value) &&
  typeof value.id === 'string' &&
  typeof value.name === 'string' &&
  typeof value.at === 'number' &&
  isRecord(value.arguments);

const isEnd = (value: unknown): value is ToolUseEnd =>
  isRecord(value) && typeof value.result === 'string' && typeof value.durationMs === 'number';
