/** Writes down the result of a tool use (tools.ts, U5). */
import type { ToolOutcome } from '../../providers/llm/language-model.js';
import type { SessionState } from './state.js';
import type { StartedTool } from './tool-state.js';

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
  const durationMs = Math.round(now - beganAt);
  tools.used.push({ id, name, arguments: tool.arguments, at, result, outcome, durationMs });
  out.push({ type: 'command', command: { type: 'end_tool', id, end: { result, outcome, durationMs } } });
};
