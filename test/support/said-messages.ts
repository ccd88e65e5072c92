/** The messages of a model's request by what they are: the conversation, and data. */
import type { ChatMessage, SaidMessage } from '../../providers/llm/language-model.js';

export const saidMessages = (messages: readonly ChatMessage[]): readonly SaidMessage[] =>
  messages.flatMap((message) => (message.role === 'tools' || message.role === 'data' ? [] : [message]));
