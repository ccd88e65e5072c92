/** The messages of a model request that are instructions or conversation, without tool uses and data. */
import type { ChatMessage, SaidMessage } from '../../providers/llm/language-model.js';

export const saidMessages = (messages: readonly ChatMessage[]): readonly SaidMessage[] =>
  messages.flatMap((message) => (message.role === 'tools' || message.role === 'data' ? [] : [message]));
