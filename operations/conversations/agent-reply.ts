/** Generates an agent's answer in a conversation from its instructions, the history and what it may know (spec section 1). */
import type { Logger } from 'pino';
import { timeoutSignal } from '../../actors/runtime/timeout-signal.js';
import type { AssetStore } from '../../providers/assets/asset-store.js';
import type { ChatMessage, Passage } from '../../providers/llm/language-model.js';
import {
  factsFor,
  factsMessages,
  memoryMessages,
  passagesMessages,
  referringInstructions,
} from '../../providers/llm/untrusted.js';
import {
  type AnswerSource,
  answerSources,
  type KnowledgeQuestion,
  MESSAGES_BEFORE,
} from '../../schemas/agents/knowledge.js';
import type { SpokenMessage } from '../../views/conversations/index.js';
import type { ViewStore } from '../../views/views.js';
import { type ServingViews, servingAgent } from '../agents/serving.js';
import { knownVariables } from '../calls/call-context.js';
import { type KnowledgeDeps, knowledgeFor, WRITTEN_EMBEDDING_MS } from '../knowledge/knowledge.js';
import { type MemoriesDeps, memoriesFor, REPLY_MEMORY_MS } from '../memory/memories.js';
import { type ModelOf, textOf } from '../model-text.js';
import type { AgentTools } from '../tools/agent-tools.js';
import { writtenAnswer } from '../tools/written-answer.js';
import { chatHistory, spokenText } from './chat-history.js';
import { askMobile, MAX_ASKS, mobileIn, THANK_FOR_MOBILE } from './mobile-capture.js';

export interface AgentReplyDeps {
  readonly views: Pick<
    ViewStore,
    'agent' | 'currentContact' | 'conversationMessages' | 'knowledge' | 'sourceValues' | 'timeZoneOf'
  > &
    ServingViews &
    MemoriesDeps['views'];
  readonly modelOf: ModelOf;
  readonly tools: AgentTools;
  readonly questions?: KnowledgeDeps['questions'];
  /** The files that customers sent. */
  readonly assets: Pick<AssetStore, 'open'>;
  readonly logger: Logger;
  readonly countUnread?: MemoriesDeps['countUnread'];
}

export interface ReplyRequest {
  readonly businessId: string;
  readonly conversationId: string;
  /** The same when the answer is generated again (operations/tools/written-answer.ts). */
  readonly answerId: string;
  readonly agentId: string;
  /** Their number, E.164, or their address on the channel: it chooses the version of an agent that is split. */
  readonly recipient: string;
  /** Null while the contact is unknown. */
  readonly contactId: string | null;
  /** Whether the contact was identified only by a mobile that the customer gave, which is unverified. */
  readonly isClaimed: boolean;
  /** How often answers have asked for the mobile; null if they must not ask for it. */
  readonly mobileAsked: number | null;
}

export interface Reply {
  /** Empty when the agent says nothing. */
  readonly text: string;
  readonly asksMobile: boolean;
  /** The mobile that the customer gave since our last message, E.164. */
  readonly givenMobile: string | null;
  /** The sources of which the model was given text; empty: none. */
  readonly sources: readonly AnswerSource[];
}

const SILENCE: Reply = { text: '', asksMobile: false, givenMobile: null, sources: [] };

/** Messages of the conversation that the model receives. */
const HISTORY_MESSAGES = 20;
/** How long an answer may take, ms. */
const REPLY_MS = 60_000;

/**
 * The answer; empty if the agent says nothing or is not active, or if the contact is blocked. Granted values that the
 * contact lacks are empty in the instructions, because a customer is waiting for an answer. All values are empty if the
 * contact was identified only by a number that the customer gave, because anyone can type a number; nothing is remembered then, either.
 * @throws Error when the model fails; AbortError
 */
export const agentReply = async (
  { views, modelOf, tools, assets, questions = null, logger, countUnread }: AgentReplyDeps,
  {
    businessId,
    conversationId,
    answerId,
    agentId,
    recipient,
    contactId,
    isClaimed,
    mobileAsked,
  }: ReplyRequest,
  signal: AbortSignal,
): Promise<Reply> => {
  const published = views.agent(businessId, agentId);
  if (published === null || published.status !== 'active') return SILENCE;
  const { agent } = servingAgent(views, published, { businessId, recipient, campaignId: null });
  const contact = contactId === null ? null : views.currentContact(businessId, contactId);
  if (contact?.communicationBlocked === true) return SILENCE;
  const values = knownVariables({ views }, businessId, agent, isClaimed ? null : contact);
  const history = views.conversationMessages(conversationId, HISTORY_MESSAGES);
  const knowledge = await knowledgeFor(
    { views, questions },
    agent.dataSourceIds,
    questionIn(history),
    WRITTEN_EMBEDDING_MS,
  );
  const requestCount = agent.instagramCollectMobileEnabled ? mobileAsked : null;
  const givenMobile = requestCount === null || requestCount === 0 ? null : mobileIn(answerIn(history));
  const asksMobile = requestCount !== null && requestCount < MAX_ASKS && givenMobile === null;
  const timeZone = views.timeZoneOf(businessId);
  const memories = await memoriesFor(
    { views, logger, countUnread },
    { businessId, agentId, contactId: isClaimed ? null : contactId, timeZone },
    REPLY_MEMORY_MS,
  );
  const instructions = referringInstructions(agent.instructions, values);
  const seesImages = agent.chatSettings?.images !== false;
  const spoken = await chatHistory(history, { assets, seesImages }, signal);
  const messages: readonly ChatMessage[] = [
    { role: 'system', content: instructions },
    ...(asksMobile ? [{ role: 'system', content: askMobile(agent.languageCode) } as const] : []),
    ...(givenMobile === null ? [] : [{ role: 'system', content: THANK_FOR_MOBILE } as const]),
    ...factsMessages(factsFor(instructions, values)),
    ...memoryMessages(memories),
    ...beforeLastWords(spoken, knowledge),
  ];
  const context = { type: 'conversation', id: conversationId } as const;
  const answerer = { businessId, agentId, context, answerId, timeZone };
  const model = modelOf(businessId, agentId);
  const text = await writtenAnswer(model, tools, answerer, messages, withinTime(signal));
  return { text, asksMobile, givenMobile, sources: answerSources(knowledge) };
};

/** The customer's last message, and what was written right before it. */
const questionIn = (history: readonly SpokenMessage[]): KnowledgeQuestion => {
  const place = history.findLastIndex(({ direction }) => direction === 'inbound');
  const textAt = (message: SpokenMessage | undefined): string =>
    message === undefined ? '' : (spokenText(message) ?? '');
  return {
    text: textAt(history[place]),
    before: history.slice(Math.max(0, place - MESSAGES_BEFORE), Math.max(0, place)).map(textAt),
  };
};

/** Inserts the passages before the customer's last message, so that everything before them is as in the last prompt. */
const beforeLastWords = (
  messages: readonly ChatMessage[],
  passages: readonly Passage[],
): readonly ChatMessage[] => {
  const index = Math.max(
    0,
    messages.findLastIndex(({ role }) => role === 'user'),
  );
  return [...messages.slice(0, index), ...passagesMessages(passages), ...messages.slice(index)];
};

/** What the customer has written since our last message to them; comments under a post do not count. */
const answerIn = (history: readonly SpokenMessage[]): readonly string[] => {
  const lastOutbound = history.findLastIndex(
    ({ direction, type }) => direction === 'outbound' && type !== 'comment_reply',
  );
  return history
    .slice(lastOutbound + 1)
    .flatMap(({ type, text }) => (type === 'text' && text !== null ? [text] : []));
};

/** Tells the model where its answer appears. */
const IN_PUBLIC =
  'You answer a comment under a public post, in one or two sentences. Everyone can read your answer: say nothing personal.';

/**
 * The answer to a comment; empty if the agent says nothing or is not active. The agent knows nothing about the person and
 * uses no tools, because its answer is public.
 * @throws Error when the model fails; AbortError
 */
export const commentReply = async (
  { views, modelOf, questions = null }: Pick<AgentReplyDeps, 'views' | 'modelOf' | 'questions'>,
  {
    businessId,
    agentId,
    text,
  }: { readonly businessId: string; readonly agentId: string; readonly text: string },
  signal: AbortSignal,
): Promise<Pick<Reply, 'text' | 'sources'>> => {
  const agent = views.agent(businessId, agentId);
  if (agent === null || agent.status !== 'active') return SILENCE;
  const question = { text, before: [] };
  const knowledge = await knowledgeFor(
    { views, questions },
    agent.dataSourceIds,
    question,
    WRITTEN_EMBEDDING_MS,
  );
  const noVariables = knownVariables({ views }, businessId, agent, null);
  const instructions = referringInstructions(agent.instructions, noVariables);
  const messages: readonly ChatMessage[] = [
    { role: 'system', content: instructions },
    { role: 'system', content: IN_PUBLIC },
    ...factsMessages(factsFor(instructions, noVariables)),
    ...passagesMessages(knowledge),
    { role: 'user', content: text },
  ];
  const timeZone = views.timeZoneOf(businessId);
  const request = {
    messages,
    manner: 'written',
    tools: [],
    ...(timeZone === null ? {} : { timeZone }),
  } as const;
  const answer = await textOf(modelOf(businessId, agentId), request, withinTime(signal));
  return { text: answer, sources: answerSources(knowledge) };
};

const withinTime = (signal: AbortSignal): AbortSignal => AbortSignal.any([signal, timeoutSignal(REPLY_MS)]);
