/** What happened in a test of an agent. */

export interface TestMessage {
  readonly speaker: 'customer' | 'agent';
  readonly text: string;
  /** ms since the epoch. */
  readonly at: number;
}

export type AgentTestEvent =
  | {
      readonly type: 'test.started';
      readonly agentId: string;
      /** With every placeholder already replaced. */
      readonly instructions: string;
      readonly knowledgeSourceIds: readonly string[];
    }
  | { readonly type: 'test.exchanged'; readonly text: string; readonly reply: string };
