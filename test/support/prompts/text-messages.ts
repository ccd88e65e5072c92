/** The messages of a model request that are instructions or conversation, without tool uses and data. */
import type { ChatMessage, TextMessage } from '../../../providers/llm/language-model.js';

export const textMessages = (messages: readonly ChatMessage[]): readonly TextMessage[] =>
  messages.flatMap((message) => (message.role === 'tools' || message.role === 'data' ? [] : [message]));
