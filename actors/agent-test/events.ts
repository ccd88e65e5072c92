/** Events of a test of an agent. */
import type { AnswerSource } from '../../schemas/agents/knowledge.js';
import { eventKind, type VersionsOf } from '../runtime/event-versions.js';

export interface TestMessage {
  readonly speaker: 'customer' | 'agent';
  readonly text: string;
  /** ms since the epoch. */
  readonly at: number;
  /** Of an answer: the Data Sources of which the model was given text; absent: none. */
  readonly sources?: readonly AnswerSource[];
}

export type AgentTestEvent =
  | {
      readonly type: 'test.started';
      readonly agentId: string;
      /** Every placeholder is replaced by a reference; in version 1 by its value. */
      readonly instructions: string;
      /** Values that the instructions refer to, by name; absent in version 1. */
      readonly facts?: Readonly<Record<string, string>>;
      readonly knowledgeSourceIds: readonly string[];
    }
  | {
      readonly type: 'test.exchanged';
      readonly text: string;
      readonly reply: string;
      /** Of the reply; absent: none. */
      readonly sources?: readonly AnswerSource[];
    };

/** Each event with the version of the kind that is needed to read it (runtime/event-versions.ts). */
export const AGENT_TEST_EVENTS = {
  'test.started': 2,
  'test.exchanged': 1,
} as const satisfies VersionsOf<AgentTestEvent>;

/** The kind, for readers of its events. */
export const AGENT_TEST_KIND = eventKind<AgentTestEvent>('agent-test', AGENT_TEST_EVENTS);
