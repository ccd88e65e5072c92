/** The agent test actor: one typed conversation with an agent in the console. */
import type { AnswerSource } from '../../schemas/agents/knowledge.js';
import { assertNever } from '../../schemas/assert.js';
import { DomainError } from '../../schemas/errors.js';
import type { Actor, ActorRef, Envelope, TimerDue } from '../runtime/actor.js';
import { AGENT_TEST_EVENTS, type AgentTestEvent, type TestMessage } from './events.js';

export type AgentTestCommand =
  | {
      readonly type: 'start';
      readonly agentId: string;
      readonly instructions: string;
      /** Values that the instructions refer to, by name. */
      readonly facts: Readonly<Record<string, string>>;
      readonly knowledgeSourceIds: readonly string[];
    }
  /** Records a message together with its answer. */
  | {
      readonly type: 'exchange';
      readonly text: string;
      readonly reply: string;
      /** Data Sources of which the model was given text for the reply. */
      readonly sources: readonly AnswerSource[];
    };

export interface AgentTestReplies {
  readonly start: AgentTestState;
  readonly exchange: AgentTestState;
}

export interface AgentTestQueries {
  /** @throws DomainError agent_test_not_found */
  get(): AgentTestState;
}

export interface AgentTestState {
  readonly testId: string;
  readonly started: {
    readonly agentId: string;
    readonly instructions: string;
    readonly facts: Readonly<Record<string, string>>;
    readonly knowledgeSourceIds: readonly string[];
  } | null;
  readonly messages: readonly TestMessage[];
}

/** Most messages of a test. A longer test has become a conversation with itself. */
const MAX_MESSAGES = 400;

const decide = (
  { started, messages }: AgentTestState,
  { command }: Envelope<AgentTestCommand | TimerDue>,
): readonly AgentTestEvent[] => {
  switch (command.type) {
    case 'timer_due':
      return [];
    case 'start': {
      if (started !== null) return [];
      const { agentId, instructions, facts, knowledgeSourceIds } = command;
      return [{ type: 'test.started', agentId, instructions, facts, knowledgeSourceIds }];
    }
    case 'exchange': {
      if (started === null) throw new DomainError('agent_test_not_found');
      if (messages.length >= MAX_MESSAGES) throw new DomainError('agent_test_full');
      const { text, reply, sources } = command;
      return [{ type: 'test.exchanged', text, reply, ...(sources.length === 0 ? {} : { sources }) }];
    }
    default:
      return assertNever(command);
  }
};

const evolve = (state: AgentTestState, event: AgentTestEvent, at: number): AgentTestState => {
  switch (event.type) {
    case 'test.started': {
      const { agentId, instructions, facts = {}, knowledgeSourceIds } = event;
      return { ...state, started: { agentId, instructions, facts, knowledgeSourceIds } };
    }
    case 'test.exchanged': {
      const { text, reply, sources } = event;
      const question: TestMessage = { speaker: 'customer', text, at };
      const answer: TestMessage = {
        speaker: 'agent',
        text: reply,
        at,
        ...(sources === undefined ? {} : { sources }),
      };
      return { ...state, messages: [...state.messages, question, answer] };
    }
    default:
      return assertNever(event);
  }
};

const started = (state: AgentTestState): AgentTestState => {
  if (state.started === null) throw new DomainError('agent_test_not_found');
  return state;
};

export const agentTest: Actor<
  AgentTestState,
  AgentTestCommand,
  AgentTestEvent,
  never,
  AgentTestReplies,
  AgentTestQueries
> = {
  kind: 'agent-test',
  events: AGENT_TEST_EVENTS,
  initial: (ref: ActorRef): AgentTestState => ({ testId: ref.id, started: null, messages: [] }),
  decide,
  evolve,
  timers: () => ({}),
  effects: () => ({}),
  replies: { start: started, exchange: started },
  queries: (state) => ({ get: () => started(state) }),
  snapshotEvery: 100,
  stateVersion: 2,
};
