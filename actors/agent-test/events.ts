/** What happened in a test of an agent. */
import { eventKind, type VersionsOf } from '../runtime/event-versions.js';

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
      /** With a reference in the place of every placeholder; in version 1 with its value. */
      readonly instructions: string;
      /** What the instructions refer to, by name; absent in version 1. */
      readonly facts?: Readonly<Record<string, string>>;
      readonly knowledgeSourceIds: readonly string[];
    }
  | { readonly type: 'test.exchanged'; readonly text: string; readonly reply: string };

/** With the versions that it takes to read them (runtime/event-versions.ts). */
export const AGENT_TEST_EVENTS = {
  'test.started': 2,
  'test.exchanged': 1,
} as const satisfies VersionsOf<AgentTestEvent>;

/** The kind, for those who read its events. */
export const AGENT_TEST_KIND = eventKind<AgentTestEvent>('agent-test', AGENT_TEST_EVENTS);
