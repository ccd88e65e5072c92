/** Written test conversations with an agent in the console (spec sections 1 and 8). */
import { type AgentTestState, agentTest } from '../../actors/agent-test/index.js';
import { timeoutSignal } from '../../actors/runtime/timeout-signal.js';
import type { ChatMessage } from '../../providers/llm/language-model.js';
import {
  factsFor,
  factsMessages,
  passagesMessages,
  referringInstructions,
} from '../../providers/llm/untrusted.js';
import {
  type AgentTestMessage,
  type AgentTestResource,
  type AgentTestStart,
  TEST_HISTORY_MESSAGES,
  TEST_SHOWN_MESSAGES,
} from '../../schemas/accounts/console.js';
import { type AnswerSource, answerSources, MESSAGES_BEFORE } from '../../schemas/agents/knowledge.js';
import { DomainError, refusedBecause } from '../../schemas/errors.js';
import { readThrough } from '../../views/kernel/read-through.js';
import { type Caller, commandIdOf } from '../caller.js';
import type { OperationsDeps } from '../deps.js';
import { knowledgeFor, WRITTEN_EMBEDDING_MS } from '../knowledge/knowledge.js';
import { writtenAnswer } from '../tools/written-answer.js';
import type { Written } from '../written.js';
import { testedAgent } from './tested-agent.js';

/** How long a reply may take, ms. */
const REPLY_MS = 30_000;

interface AgentTestOperations {
  /** @throws DomainError agent_not_found, agent_not_active, draft_not_found, agent_version_not_found, validation_failed */
  start(caller: Caller, body: AgentTestStart): Promise<Written<AgentTestResource>>;
  /** @throws DomainError agent_test_not_found, agent_test_full, model_failed */
  continue(caller: Caller, testId: string, body: AgentTestMessage): Promise<Written<AgentTestResource>>;
  /** @throws DomainError agent_test_not_found */
  read(businessId: string, testId: string): Promise<AgentTestResource>;
  /** Refuses a text that the agent did not say in the test: not how one of its messages begins. @throws DomainError agent_test_not_found, validation_failed */
  requireSaid(businessId: string, testId: string, text: string): Promise<void>;
}

export const agentTestOperations = (deps: OperationsDeps): AgentTestOperations => {
  const replyTo = async (
    { businessId, answerId }: { readonly businessId: string; readonly answerId: string },
    { started, testId, messages }: AgentTestState,
    text: string,
  ): Promise<{ readonly reply: string; readonly sources: readonly AnswerSource[] }> => {
    const before = messages.slice(-MESSAGES_BEFORE).map((message) => message.text);
    const sourceIds = started?.knowledgeSourceIds ?? [];
    const knowledge = await knowledgeFor(deps, sourceIds, { text, before }, WRITTEN_EMBEDDING_MS);
    const conversation: readonly ChatMessage[] = [
      { role: 'system', content: started?.instructions ?? '' },
      ...factsMessages(started?.facts),
      ...messages.slice(1 - TEST_HISTORY_MESSAGES).map(
        (message): ChatMessage => ({
          role: message.speaker === 'customer' ? 'user' : 'assistant',
          content: message.text,
        }),
      ),
      ...passagesMessages(knowledge),
      { role: 'user', content: text },
    ];
    try {
      const timeZone = deps.views.timeZoneOf(businessId);
      const context = { type: 'agent_test', id: testId } as const;
      const answerer = { businessId, agentId: started?.agentId ?? '', context, answerId, timeZone };
      const deadline = timeoutSignal(REPLY_MS);
      const model = deps.modelOf(businessId, answerer.agentId);
      const reply = await writtenAnswer(model, deps.tools, answerer, conversation, deadline);
      return { reply, sources: answerSources(knowledge) };
    } catch (error) {
      throw refusedBecause('model_failed', error);
    }
  };

  return {
    start: async (caller, { agentId, variables = {}, ...wanted }) => {
      const { businessId } = caller;
      const agent = await readThrough(deps.views, businessId, () => deps.views.agent(businessId, agentId));
      if (agent === null) throw new DomainError('agent_not_found');
      if (agent.status !== 'active') throw new DomainError('agent_not_active');
      const tested = await testedAgent(deps, businessId, agent, wanted);
      const instructions = referringInstructions(tested.instructions, variables);
      const { answer, shard, seq } = await deps.actors.ask(
        agentTest,
        { business: businessId, id: commandIdOf(caller) },
        {
          type: 'start',
          agentId,
          instructions,
          facts: factsFor(instructions, variables),
          knowledgeSourceIds: tested.dataSourceIds,
        },
      );
      return { result: toResource(answer), shard, seq };
    },

    continue: async (caller, testId, { text }) => {
      const target = { business: caller.businessId, id: testId };
      const { answer } = await deps.actors.query(agentTest, target, 'get');
      const commandId = commandIdOf(caller);
      const replied = await replyTo({ businessId: caller.businessId, answerId: commandId }, answer, text);
      const exchanged = await deps.actors.ask(
        agentTest,
        target,
        { type: 'exchange', text, ...replied },
        { commandId },
      );
      return { result: toResource(exchanged.answer), shard: exchanged.shard, seq: exchanged.seq };
    },

    read: async (businessId, testId) => {
      const target = { business: businessId, id: testId };
      const { answer } = await deps.actors.query(agentTest, target, 'get');
      return toResource(answer);
    },

    requireSaid: async (businessId, testId, text) => {
      const target = { business: businessId, id: testId };
      const { answer } = await deps.actors.query(agentTest, target, 'get');
      if (answer.messages.some((message) => message.speaker === 'agent' && message.text.startsWith(text)))
        return;
      const message = 'must be what the agent said in this test';
      throw new DomainError('validation_failed', undefined, [{ path: '/text', message }]);
    },
  };
};

/** Includes at most {@link TEST_SHOWN_MESSAGES} messages of the agent, the latest ones. */
const toResource = ({ testId, started, messages }: AgentTestState): AgentTestResource => {
  const agentIndexes = messages.flatMap(({ speaker }, index) => (speaker === 'agent' ? [index] : []));
  const first = agentIndexes.at(-TEST_SHOWN_MESSAGES);
  // The message that an agent's message answers comes right before it.
  const from = first === undefined || agentIndexes.length <= TEST_SHOWN_MESSAGES ? 0 : first - 1;
  return {
    testId,
    agentId: started?.agentId ?? '',
    messages: messages.slice(from).map(({ speaker, text, at, sources }) => ({
      speaker,
      text,
      createdAt: new Date(at).toISOString(),
      ...(sources === undefined ? {} : { sources: [...sources] }),
    })),
  };
};
