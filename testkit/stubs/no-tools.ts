/** For agents without tools, on any channel. */
import type { AgentTools } from '../../operations/tools/agent-tools.js';

export const noTools = {
  of: async () => [],
  use: async () => ({ outcome: 'failed', result: 'There is no such tool.' }),
} as const satisfies AgentTools;
