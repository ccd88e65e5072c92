/** What the model is told of the conversation: the same turns that the transcript holds, so it knows what was heard. */
import type { Turn } from '../actors/call/events.js';
import { type ChatMessage, NOT_UNDERSTOOD } from '../providers/llm/language-model.js';

/** Turns that a model is given at the most; a telephone call rarely has more, and a prompt should not grow for ever. */
const MAX_TURNS = 200;

/**
 * The messages with what the agent's sources say on the customer's last words, before the conversation: it is
 * looked up for each reply, so that a large source costs a small context.
 */
export const withKnowledge = async (
  messages: readonly ChatMessage[],
  knowledge: (question: string) => Promise<readonly string[]>,
): Promise<readonly ChatMessage[]> => {
  const last = messages.findLast(({ role }) => role === 'user')?.content ?? '';
  const question = last === NOT_UNDERSTOOD ? '' : last;
  const passages = question === '' ? [] : await knowledge(question);
  const [instructions, ...conversation] = messages;
  if (passages.length === 0 || instructions === undefined) return messages;
  const background = `Background knowledge, to answer from where it fits:\n\n${passages.join('\n\n')}`;
  return [instructions, { role: 'system', content: background }, ...conversation];
};

/** What the model is told when its answer was cut off by the line. */
const CUT_OFF = 'The line broke while you were giving this answer; give it again. The customer has heard:';

/**
 * `cutOff`: an answer that broke off with the line and is to be given again; it is told beside the conversation, so
 * that the model answers the customer's last words and not its own.
 */
export const messagesOf = (
  instructions: string,
  turns: readonly Turn[],
  cutOff: Turn | null = null,
): readonly ChatMessage[] => [
  { role: 'system', content: instructions },
  ...(cutOff === null ? [] : [{ role: 'system', content: `${CUT_OFF} "${cutOff.text}"` } as const]),
  ...turns.slice(-MAX_TURNS).map(
    (turn): ChatMessage => ({
      role: turn.speaker === 'customer' ? 'user' : 'assistant',
      content: turn.text,
    }),
  ),
];
