/** Writes down a tool use and its result (tools.ts, U5). */
import type { ToolOutcome } from '../../providers/llm/language-model.js';
import type { SessionState } from './state.js';
import type { StartedTool, ToolCall } from './tool-state.js';

/** A use begins: the call writes it down. `speechEndAt`: the end of the words that it answers, ms. */
export const beginTool = (
  session: SessionState,
  key: string,
  { name, arguments: args, onLine, refusal }: ToolCall,
  speechEndAt: number,
): StartedTool => {
  const { tools, brief, now, out } = session;
  tools.useCount += 1;
  const tool: StartedTool = {
    id: useId(brief.attachmentId, tools.useCount),
    key,
    name,
    arguments: args,
    onLine,
    refusal,
    beganAt: now,
    requestedAt: null,
    keys: null,
    // After the words that it answers, and before the answer.
    at: Math.round(brief.epochMs + speechEndAt),
    use: null,
    isAwaited: true,
  };
  const { id, at } = tool;
  tools.open.push(tool);
  out.push({ type: 'command', command: { type: 'begin_tool', use: { id, name, arguments: args, at } } });
  return tool;
};

/** Nine letters and digits: every provider accepts them as the id of a use, and one requires them. */
const useId = (attachmentId: string, count: number): string =>
  `${attachmentId.replaceAll('-', '').slice(0, 6).padEnd(6, '0')}${count.toString(36).padStart(3, '0')}`;

/** The tool has ended: notifies the call, and reports the result to the model with its next answer. */
export const endTool = (
  session: SessionState,
  tool: StartedTool,
  outcome: ToolOutcome,
  result: string,
): void => {
  const { tools, out, now } = session;
  const { id, name, at, beganAt } = tool;
  tool.use = { id, name, arguments: tool.arguments, result, outcome };
  if (tool.onLine === 'consult') tools.holdEndedAt = now;
  const durationMs = Math.round(now - beganAt);
  tools.used.push({ id, name, arguments: tool.arguments, at, result, outcome, durationMs });
  out.push({ type: 'command', command: { type: 'end_tool', id, end: { result, outcome, durationMs } } });
};
