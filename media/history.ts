/** What the model is told of the conversation: the same turns that the transcript holds, so it knows what was heard. */
import type { NoteToAgent, RecordedToolUse, Turn } from '../actors/call/events.js';
import { ASIDES, type ChatMessage } from '../providers/llm/language-model.js';

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
  const said = messages.flatMap((message) => (message.role === 'user' ? [message.content] : []));
  const last = said.at(-1) ?? '';
  const question = ASIDES.has(last) ? '' : last;
  const passages = question === '' ? [] : await knowledge(question);
  const [instructions, ...conversation] = messages;
  if (passages.length === 0 || instructions === undefined) return messages;
  return [instructions, { role: 'system', content: backgroundOf(passages) }, ...conversation];
};

/** What the model is told of what sources say. */
export const backgroundOf = (passages: readonly string[]): string =>
  `Background knowledge, to answer from where it fits:\n\n${passages.join('\n\n')}`;

/** What the model is told when its answer was cut off by the line. */
const CUT_OFF = 'The line broke while you were giving this answer; give it again. The customer has heard:';

const MARK = '[Colleague]';

/** What the model is told of turns of people. */
const COLLEAGUES = `What begins with ${MARK} a colleague of yours, a person, said to the customer in your place, on the same line. It holds as if you had said it. Never write ${MARK} yourself.`;

/** What a colleague said, as the model is told it. */
export const byColleague = (text: string): string => `${MARK} ${text}`;

/** What the model is told of a note. */
export const noteToAgent = ({ text }: NoteToAgent): string =>
  `A colleague tells you, and not the customer, to heed in what you say from now on: ${text}`;

/** What has happened on the call so far. */
export interface Conversation {
  readonly turns: readonly Turn[];
  readonly toolUses: readonly RecordedToolUse[];
  /** What the agent is told beside it. */
  readonly notes: readonly NoteToAgent[];
  /**
   * An answer that broke off with the line and is to be given again; it is told beside the conversation, so that the model
   * answers the customer's last words and not its own.
   */
  readonly cutOff: Turn | null;
}

/** What the model is told of an answer that broke off. */
export const cutOffNote = ({ text }: Turn): string => `${CUT_OFF} "${text}"`;

export const messagesOf = (
  instructions: string,
  { turns, toolUses, cutOff, notes }: Conversation,
): readonly ChatMessage[] => {
  const shown = turns.slice(-MAX_TURNS);
  const since = turns.length > shown.length ? (shown[0]?.at ?? 0) : 0;
  const uses = toolUses.filter(({ at }) => at >= since);
  const place = (at: number): number => {
    const next = shown.findIndex((turn) => turn.at > at);
    return next === -1 ? shown.length : next;
  };
  const messages = shown.flatMap((turn, index): readonly ChatMessage[] => [
    ...toolsMessage(uses.filter(({ at }) => place(at) === index)),
    saidBy(turn),
  ]);
  return [
    { role: 'system', content: instructions },
    ...(shown.some(({ speaker }) => speaker === 'human')
      ? [{ role: 'system', content: COLLEAGUES } as const]
      : []),
    ...notes.map((note) => ({ role: 'system', content: noteToAgent(note) }) as const),
    ...(cutOff === null ? [] : [{ role: 'system', content: cutOffNote(cutOff) } as const]),
    ...messages,
    ...toolsMessage(uses.filter(({ at }) => place(at) === shown.length)),
  ];
};

const saidBy = ({ speaker, text }: Turn): ChatMessage => {
  if (speaker === 'customer') return { role: 'user', content: text };
  return { role: 'assistant', content: speaker === 'human' ? byColleague(text) : text };
};

const toolsMessage = (uses: readonly RecordedToolUse[]): readonly ChatMessage[] =>
  uses.length === 0
    ? []
    : [
        {
          role: 'tools',
          uses: uses.map(({ id, name, arguments: given, result, outcome }) => ({
            id,
            name,
            arguments: given,
            result,
            outcome,
          })),
        },
      ];
