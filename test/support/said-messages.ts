/** What was said, of everything that a model is told; and what it is given as data. */
import type { ChatMessage, SaidMessage } from '../../providers/llm/language-model.js';

export const saidMessages = (messages: readonly ChatMessage[]): readonly SaidMessage[] =>
  messages.flatMap((message) => (message.role === 'tools' || message.role === 'data' ? [] : [message]));
