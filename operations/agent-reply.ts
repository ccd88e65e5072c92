/** An agent's answer in a conversation: its instructions, what was said, and what it may know (spec section 1). */
import type { ChatMessage, LanguageModel } from '../providers/llm/language-model.js';
import { MAX_TEXT_CHARACTERS } from '../schemas/message.js';
import { fillPlaceholders } from '../schemas/text.js';
import type { ViewStore } from '../views/views.js';
import { knownVariables } from './call-context.js';
import { background, knowledgeFor } from './knowledge.js';
import { textOf } from './model-text.js';

export interface AgentReplyDeps {
  readonly views: Pick<
    ViewStore,
    'agent' | 'contact' | 'conversationMessages' | 'knowledge' | 'sourceValues'
  >;
  readonly model: LanguageModel;
}

export interface ReplyRequest {
  readonly businessId: string;
  readonly conversationId: string;
  readonly agentId: string;
  /** Null while nobody knows whose conversation it is. */
  readonly contactId: string | null;
}

/** Messages of the conversation that the model is shown. */
const HISTORY_MESSAGES = 20;
/** How long an answer may take, ms. */
const REPLY_MS = 60_000;

/**
 * The answer; empty when the agent says nothing or is gone, or when nobody is to write to the contact. What the agent may
 * know and the contact does not have is empty in its instructions: somebody waits for an answer.
 * @throws Error when the model fails; AbortError
 */
export const agentReply = async (
  { views, model }: AgentReplyDeps,
  { businessId, conversationId, agentId, contactId }: ReplyRequest,
  signal: AbortSignal,
): Promise<string> => {
  const agent = views.agent(businessId, agentId);
  if (agent === null || agent.status !== 'active') return '';
  const contact = contactId === null ? null : views.contact(businessId, contactId);
  if (contact?.communicationBlocked === true) return '';
  const values = knownVariables({ views }, businessId, agent, contact);
  const said = views.conversationMessages(conversationId, HISTORY_MESSAGES);
  const question = said.findLast(({ direction }) => direction === 'inbound')?.text ?? '';
  const knowledge = knowledgeFor(views, agent.dataSourceIds, question);
  const messages: readonly ChatMessage[] = [
    { role: 'system', content: fillPlaceholders(agent.instructions, values) },
    ...background(knowledge),
    ...said.map(
      ({ direction, type, text }): ChatMessage => ({
        role: direction === 'inbound' ? 'user' : 'assistant',
        content: text ?? `(${type})`,
      }),
    ),
  ];
  return answerOf(model, messages, signal);
};

/** What the model is told of where its answer appears. */
const IN_PUBLIC =
  'You answer a comment under a public post, in one or two sentences. Everyone can read your answer: say nothing personal.';

/**
 * The answer to a comment; empty when the agent says nothing or is gone. It knows nothing of the person: what it says is
 * public.
 * @throws Error when the model fails; AbortError
 */
export const commentReply = async (
  { views, model }: AgentReplyDeps,
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
  const messages: readonly ChatMessage[] = [
    { role: 'system', content: fillPlaceholders(agent.instructions, nothing) },
    { role: 'system', content: IN_PUBLIC },
    ...background(knowledgeFor(views, agent.dataSourceIds, text)),
    { role: 'user', content: text },
  ];
  return answerOf(model, messages, signal);
};

const answerOf = (
  model: LanguageModel,
  messages: readonly ChatMessage[],
  signal: AbortSignal,
): Promise<string> =>
  textOf(model, { messages, tools: [] }, AbortSignal.any([signal, AbortSignal.timeout(REPLY_MS)]));

/** In pieces that the channel takes, cut between words where there are any. */
export const inMessages = (text: string, maxCharacters = MAX_TEXT_CHARACTERS): readonly string[] => {
  const pieces: string[] = [];
  for (let rest = text.trim(); rest !== ''; ) {
    const cut = rest.length <= maxCharacters ? rest.length : rest.lastIndexOf(' ', maxCharacters);
    const end = cut <= 0 ? maxCharacters : cut;
    pieces.push(rest.slice(0, end).trim());
    rest = rest.slice(end).trim();
  }
  return pieces;
};
