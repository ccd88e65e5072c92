/** An agent's answer in a conversation: its instructions, what was said, and what it may know (spec section 1). */
import type { ChatMessage, Passage } from '../../providers/llm/language-model.js';
import {
  factsFor,
  factsMessages,
  passagesMessages,
  referringInstructions,
} from '../../providers/llm/untrusted.js';
import type { SpokenMessage } from '../../views/conversations/index.js';
import type { ViewStore } from '../../views/views.js';
import { knownVariables } from '../calls/call-context.js';
import { knowledgeFor } from '../knowledge.js';
import { textOf } from '../model-text.js';
import type { ModelOf } from '../providers/model-of.js';
import type { AgentTools } from '../tools/agent-tools.js';
import { writtenAnswer } from '../tools/written-answer.js';
import { ASK_MOBILE, MAX_ASKS, mobileIn, THANK_FOR_MOBILE } from './mobile-capture.js';

export interface AgentReplyDeps {
  readonly views: Pick<
    ViewStore,
    'agent' | 'contact' | 'conversationMessages' | 'knowledge' | 'sourceValues' | 'timeZoneOf'
  >;
  readonly modelOf: ModelOf;
  readonly tools: AgentTools;
}

export interface ReplyRequest {
  readonly businessId: string;
  readonly conversationId: string;
  /** The same for whoever answers once more (operations/tools/written-answer.ts). */
  readonly answerId: string;
  readonly agentId: string;
  /** Null while nobody knows whose conversation it is. */
  readonly contactId: string | null;
  /** Whether the customer is taken for the contact because they gave its mobile: nobody has checked that. */
  readonly isClaimed: boolean;
  /** How often answers have asked for the mobile; null when it is not to be asked for. */
  readonly mobileAsked: number | null;
}

export interface Reply {
  /** Empty when the agent says nothing. */
  readonly text: string;
  readonly asksMobile: boolean;
  /** The mobile that the customer gave since we last wrote, E.164. */
  readonly givenMobile: string | null;
}

const SILENCE: Reply = { text: '', asksMobile: false, givenMobile: null };

/** Messages of the conversation that the model is shown. */
const HISTORY_MESSAGES = 20;
/** How long an answer may take, ms. */
const REPLY_MS = 60_000;

/**
 * The answer; empty when the agent says nothing or is gone, or when nobody is to write to the contact. What the agent may
 * know and the contact does not have is empty in its instructions: somebody waits for an answer. So is everything of a
 * contact whose number the customer gave: a number that anybody can type opens nothing.
 * @throws Error when the model fails; AbortError
 */
export const agentReply = async (
  { views, modelOf, tools }: AgentReplyDeps,
  { businessId, conversationId, answerId, agentId, contactId, isClaimed, mobileAsked }: ReplyRequest,
  signal: AbortSignal,
): Promise<Reply> => {
  const agent = views.agent(businessId, agentId);
  if (agent === null || agent.status !== 'active') return SILENCE;
  const contact = contactId === null ? null : views.contact(businessId, contactId);
  if (contact?.communicationBlocked === true) return SILENCE;
  const values = knownVariables({ views }, businessId, agent, isClaimed ? null : contact);
  const history = views.conversationMessages(conversationId, HISTORY_MESSAGES);
  const question = history.findLast(({ direction }) => direction === 'inbound')?.text ?? '';
  const knowledge = knowledgeFor(views, agent.dataSourceIds, question);
  const asked = agent.instagramCollectMobileEnabled ? mobileAsked : null;
  const givenMobile = asked === null || asked === 0 ? null : mobileIn(answerIn(history));
  const asksMobile = asked !== null && asked < MAX_ASKS && givenMobile === null;
  const instructions = referringInstructions(agent.instructions, values);
  const messages: readonly ChatMessage[] = [
    { role: 'system', content: instructions },
    ...(asksMobile ? [{ role: 'system', content: ASK_MOBILE } as const] : []),
    ...(givenMobile === null ? [] : [{ role: 'system', content: THANK_FOR_MOBILE } as const]),
    ...factsMessages(factsFor(instructions, values)),
    ...beforeLastWords(
      history.map(
        ({ direction, type, text }): ChatMessage => ({
          role: direction === 'inbound' ? 'user' : 'assistant',
          content: text ?? `(${type})`,
        }),
      ),
      knowledge,
    ),
  ];
  const context = { type: 'conversation', id: conversationId } as const;
  const answerer = { businessId, agentId, context, answerId, timeZone: views.timeZoneOf(businessId) };
  const model = modelOf(businessId, agentId);
  const text = await writtenAnswer(model, tools, answerer, messages, withinTime(signal));
  return { text, asksMobile, givenMobile };
};

/** The messages with the passages before what the customer wrote last: what stands before it is as in the last prompt. */
const beforeLastWords = (
  messages: readonly ChatMessage[],
  passages: readonly Passage[],
): readonly ChatMessage[] => {
  const place = Math.max(
    0,
    messages.findLastIndex(({ role }) => role === 'user'),
  );
  return [...messages.slice(0, place), ...passagesMessages(passages), ...messages.slice(place)];
};

/** What the customer has written to us since we last did to them: what is said under a post is another matter. */
const answerIn = (history: readonly SpokenMessage[]): readonly string[] => {
  const ours = history.findLastIndex(
    ({ direction, type }) => direction === 'outbound' && type !== 'comment_reply',
  );
  return history
    .slice(ours + 1)
    .flatMap(({ type, text }) => (type === 'text' && text !== null ? [text] : []));
};

/** What the model is told of where its answer appears. */
const IN_PUBLIC =
  'You answer a comment under a public post, in one or two sentences. Everyone can read your answer: say nothing personal.';

/**
 * The answer to a comment; empty when the agent says nothing or is gone. It knows nothing of the person and uses no tools: what
 * it says is public.
 * @throws Error when the model fails; AbortError
 */
export const commentReply = async (
  { views, modelOf }: AgentReplyDeps,
  {
    businessId,
    agentId,
    text,
  }: { readonly businessId: string; readonly agentId: string; readonly text: string },
  signal: AbortSignal,
): Promise<string> => {
  const agent = views.agent(businessId, agentId);
  if (agent === null || agent.status !== 'active') return '';
  const nothing = knownVariables({ views }, businessId, agent, null);
  const instructions = referringInstructions(agent.instructions, nothing);
  const messages: readonly ChatMessage[] = [
    { role: 'system', content: instructions },
    { role: 'system', content: IN_PUBLIC },
    ...factsMessages(factsFor(instructions, nothing)),
    ...passagesMessages(knowledgeFor(views, agent.dataSourceIds, text)),
    { role: 'user', content: text },
  ];
  const timeZone = views.timeZoneOf(businessId);
  const request = {
    messages,
    manner: 'written',
    tools: [],
    ...(timeZone === null ? {} : { timeZone }),
  } as const;
  return textOf(modelOf(businessId, agentId), request, withinTime(signal));
};

const withinTime = (signal: AbortSignal): AbortSignal =>
  AbortSignal.any([signal, AbortSignal.timeout(REPLY_MS)]);
