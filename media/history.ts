/** What the model is told of the conversation: the same turns that the transcript holds, so it knows what was heard. */
import type { Turn } from '../actors/call/events.js';
import type { ChatMessage } from '../providers/llm/language-model.js';

/** Turns that a model is given at the most; a telephone call rarely has more, and a prompt should not grow for ever. */
const MAX_TURNS = 200;

export const messagesOf = (instructions: string, turns: readonly Turn[]): readonly ChatMessage[] => [
  { role: 'system', content: instructions },
  ...turns.slice(-MAX_TURNS).map(
    (turn): ChatMessage => ({
      role: turn.speaker === 'customer' ? 'user' : 'assistant',
      content: turn.text,
    }),
  ),
];
