/** Where an agent uses a tool. */
export interface ToolContext {
  readonly type: 'call' | 'conversation' | 'agent_test' | 'trial';
  readonly id: string;
}
