/** A conversation of a simulated customer in writing: the customer writes, and the agent answers as on a channel. */
import type { ChatMessage, LanguageModel, Passage } from '../../providers/llm/language-model.js';
import { factsFor, factsMessages, memoryMessages, passagesMessages } from '../../providers/llm/untrusted.js';
import { type KnowledgeQuestion, MESSAGES_BEFORE } from '../../schemas/agents/knowledge.js';
import type {
  RehearsalProblem,
  RehearsedConversation,
  RehearsedLine,
  RehearsedToolUse,
} from '../../schemas/simulations/conversation.js';
import type { ModelOf } from '../model-text.js';
import type { AgentTools } from '../tools/agent-tools.js';
import { writtenAnswer } from '../tools/written-answer.js';
import { createPersona } from './persona.js';
import type { RehearsalRequest } from './rehearse.js';
import { toolAnswers } from './tool-answers.js';

/** In writing, the customer begins: without a line of their own, they greet the agent. */
const FIRST_WORDS = 'Hello';
/** Messages of the conversation that the model receives, as on a channel. */
const HISTORY_MESSAGES = 20;

const NO_TOOLS = { outcome: 'failed', result: 'There are no tools here. Nothing was done.' } as const;

/** What conversations with simulated customers need of the service, or of the command that plays them. */
export interface ConversationDeps {
  /** The model of the agent. */
  readonly modelOf: ModelOf;
  /** The model that plays personas; null: no persona can be played. */
  readonly customerModelOf: (businessId: string, agentId: string | null) => LanguageModel | null;
  /** The tools of agents; null: there are none. */
  readonly tools: AgentTools | null;
  /** Passages of Data Sources that match a question. */
  readonly knowledge: (
    businessId: string,
    sourceIds: readonly string[],
    question: KnowledgeQuestion,
  ) => Promise<readonly Passage[]>;
  readonly installationTimeZone: string;
}

interface WritingDeps extends ConversationDeps {
  /** ms, monotonic. */
  readonly now: () => number;
}

/** The time of a written conversation passes only while the agent answers. */
interface Writing {
  readonly request: RehearsalRequest;
  readonly deps: WritingDeps;
  readonly lines: RehearsedLine[];
  readonly toolUses: RehearsedToolUse[];
  atMs: number;
  /** How long prepared answers of tools would have taken. */
  toolMs: number;
}

/** @throws the reason of `signal` */
export const rehearseInWriting = async (
  request: RehearsalRequest,
  deps: WritingDeps,
  signal: AbortSignal,
): Promise<RehearsedConversation> => {
  const writing: Writing = { request, deps, lines: [], toolUses: [], atMs: 0, toolMs: 0 };
  let problem: RehearsalProblem | null;
  try {
    problem = await converse(writing, signal);
  } catch (error) {
    signal.throwIfAborted();
    const why = error instanceof Error ? error.message : 'for an unknown reason';
    problem = { of: 'simulation', text: `the conversation failed: ${why}` };
  }
  const { lines, toolUses } = writing;
  const durationMs = Math.round(writing.atMs);
  return { lines, toolUses, endReason: null, answerMs: [], durationMs, problem };
};

/** @throws the errors of the models; the reason of `signal` */
const converse = async (writing: Writing, signal: AbortSignal): Promise<RehearsalProblem | null> => {
  const { request, deps, lines } = writing;
  const { agent, businessId, channel, customer, history, mostTurns, onUsage } = request;
  const model = deps.customerModelOf(businessId, agent.agentId);
  const persona = createPersona(customer, channel, { model, onUsage });
  for (let turn = 0; turn < mostTurns; turn += 1) {
    signal.throwIfAborted();
    const line = await persona([...(history?.lines ?? []), ...lines]);
    const isFirst = turn === 0 && history === undefined;
    const next = line ?? (isFirst ? { text: FIRST_WORDS, isGoodbye: false } : null);
    if (next === null) return null;
    add(writing, 'customer', next.text);
    const answer = await answerTo(writing, turn, signal);
    if (answer !== '') add(writing, 'agent', answer);
    if (next.isGoodbye) return null;
    if (answer === '') return { of: 'agent', text: 'the agent wrote nothing' };
  }
  return null;
};

const add = ({ lines, atMs }: Writing, speaker: 'customer' | 'agent', text: string): void => {
  const at = Math.round(atMs);
  lines.push({ speaker, text, startMs: at, endMs: at });
};

const answerTo = async (writing: Writing, turn: number, signal: AbortSignal): Promise<string> => {
  const { request, deps } = writing;
  const { agent, businessId, conversationId } = request;
  const startedAt = deps.now();
  const before = writing.atMs - writing.toolMs;
  const elapse = (): void => {
    writing.atMs = before + writing.toolMs + deps.now() - startedAt;
  };
  try {
    const messages = await messagesOf(writing);
    return await writtenAnswer(
      metered(deps.modelOf(businessId, agent.agentId), request.onUsage),
      toolsOf(writing, elapse),
      {
        businessId,
        agentId: agent.agentId ?? '',
        context: { type: 'trial', id: conversationId },
        answerId: `${conversationId}-${turn}`,
        timeZone: agent.timeZone,
      },
      messages,
      signal,
    );
  } finally {
    elapse();
  }
};

/** The same model, with its usage reported. */
const metered = (model: LanguageModel, onUsage: RehearsalRequest['onUsage']): LanguageModel => ({
  ...model,
  respond: (request, signal) => model.respond({ ...request, onUsage }, signal),
});

const messagesOf = async ({ request, deps, lines }: Writing): Promise<readonly ChatMessage[]> => {
  const { agent, businessId, history, memories } = request;
  const all = [...(history?.lines ?? []), ...lines];
  const last = all.at(-1)?.text ?? '';
  const before = all.slice(-1 - MESSAGES_BEFORE, -1).map(({ text }) => text);
  const passages =
    agent.knowledgeSourceIds.length === 0
      ? []
      : await deps.knowledge(businessId, agent.knowledgeSourceIds, { text: last, before });
  return [
    { role: 'system', content: agent.instructions },
    ...factsMessages(factsFor(agent.instructions, agent.values)),
    ...memoryMessages(memories),
    ...all.slice(-HISTORY_MESSAGES, -1).map(
      ({ speaker, text }): ChatMessage => ({
        role: speaker === 'customer' ? 'user' : 'assistant',
        content: text,
      }),
    ),
    ...passagesMessages(passages),
    { role: 'user', content: last },
  ];
};

/** `elapse` brings the time of the conversation up to date. */
const toolsOf = (writing: Writing, elapse: () => void): AgentTools => {
  const { request, deps, toolUses } = writing;
  const { agent, tools: chosen } = request;
  const answer = chosen.mode === 'live' ? null : toolAnswers(chosen);
  const offered = chosen.mode === 'live' ? [] : chosen.offered;
  return {
    of: async (businessId, agentId, where) => {
      const own =
        deps.tools === null || agent.agentId === null ? [] : await deps.tools.of(businessId, agentId, where);
      return [...offered, ...own.filter(({ name }) => offered.every((tool) => tool.name !== name))];
    },
    use: async (use) => {
      elapse();
      const startMs = Math.round(writing.atMs);
      const startedAt = deps.now();
      const prepared = answer?.(use.name, use.arguments);
      const { outcome, result } = prepared ?? (await deps.tools?.use(use)) ?? NO_TOOLS;
      writing.toolMs += prepared?.ms ?? 0;
      const ms = Math.round(prepared?.ms ?? deps.now() - startedAt);
      toolUses.push({ tool: use.name, arguments: use.arguments, outcome, result, startMs, ms });
      return { outcome, result };
    },
  };
};
