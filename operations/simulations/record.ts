/** The record of a conversation that a judge reads: lines and tool uses in order, with their times and silences. */
import type {
  RehearsedConversation,
  RehearsedLine,
  RehearsedToolUse,
} from '../../schemas/simulations/conversation.js';

/** Characters of one result of a tool; the rest is cut off. */
const MAX_RESULT_CHARACTERS = 2_000;
/** A shorter gap between two lines is no silence, ms. */
const SILENCE_MS = 300;

interface Entry {
  /** Null: unknown; it stays where it is. */
  readonly startMs: number | null;
  readonly shown: object;
}

const lineEntry = (line: RehearsedLine, before: RehearsedLine | undefined): Entry => {
  const { speaker, text, startMs = null, endMs = null, interrupted } = line;
  const heardUntilMs = before?.endMs ?? null;
  const silenceMs = startMs === null || heardUntilMs === null ? 0 : startMs - heardUntilMs;
  const talksOver = silenceMs < 0 && before?.speaker !== speaker;
  return {
    startMs,
    shown: {
      speaker,
      text,
      ...(startMs === null ? {} : { startMs }),
      ...(endMs === null ? {} : { endMs }),
      ...(silenceMs < SILENCE_MS ? {} : { silenceBeforeMs: silenceMs }),
      ...(talksOver ? { beganWhileTheOtherSpokeMs: -silenceMs } : {}),
      ...(interrupted === true ? { interrupted } : {}),
    },
  };
};

const toolEntry = ({ tool, arguments: args, outcome, result, startMs, ms }: RehearsedToolUse): Entry => ({
  startMs,
  shown: {
    agentUsedTool: tool,
    arguments: args,
    outcome,
    result: result.slice(0, MAX_RESULT_CHARACTERS),
    ...(startMs === null ? {} : { startMs }),
    ms,
  },
});

/** JSON of a list. Uses whose time is unknown come last. Pure. */
export const recordOf = ({ lines, toolUses }: RehearsedConversation): string => {
  const said = lines.map((line, index) => lineEntry(line, lines[index - 1]));
  const entries = [...said, ...toolUses.map(toolEntry)];
  const hasTimes = said.every(({ startMs }) => startMs !== null);
  const sorted = hasTimes
    ? entries.sort((a, b) => (a.startMs ?? Number.MAX_VALUE) - (b.startMs ?? Number.MAX_VALUE))
    : entries;
  return JSON.stringify(sorted.map(({ shown }) => shown));
};
