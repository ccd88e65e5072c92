/** The conversation as messages for the model: the same turns as in the transcript, so that the model knows what was heard. */
import type { NoteToAgent, RecordedToolUse, Turn } from '../../actors/call/events.js';
import {
  ASIDES,
  BROKEN_OFF,
  type ChatMessage,
  type DataMessage,
  type Facts,
  keysMessage,
  type Memory,
  type Passage,
} from '../../providers/llm/language-model.js';
import { factsMessages, memoryMessages, passagesMessages } from '../../providers/llm/untrusted.js';
import { type KnowledgeQuestion, MESSAGES_BEFORE } from '../../schemas/agents/knowledge.js';

/** Most turns in a prompt; a telephone call rarely has more, and a prompt should not grow for ever. */
const MAX_TURNS = 200;

/** The customer's last words and their place among the messages; null: they are not known, or a note is in their place. */
export const questionIn = (
  messages: readonly ChatMessage[],
): { readonly place: number; readonly question: KnowledgeQuestion | null } => {
  const place = messages.findLastIndex(
    (message) => message.role === 'user' && message.content !== BROKEN_OFF,
  );
  const last = messages[place];
  const lastText = last?.role === 'user' ? last.content : '';
  const text = ASIDES.has(lastText) ? '' : lastText;
  const before = messages
    .slice(0, Math.max(0, place))
    .flatMap((message) =>
      (message.role === 'user' || message.role === 'assistant') && !ASIDES.has(message.content)
        ? [message.content]
        : [],
    )
    .slice(-MESSAGES_BEFORE);
  return { place, question: text === '' ? null : { text, before } };
};

/**
 * The messages with the passages of the agent's sources on the customer's last words, right before those words. What was
 * said before counts, too, since customers ask back. They are
 * looked up for each reply, so that a large source costs a small context, and everything before them is the same as in
 * the last prompt.
 */
export const withKnowledge = async (
  messages: readonly ChatMessage[],
  knowledge: (question: KnowledgeQuestion) => Promise<readonly Passage[]>,
): Promise<{ readonly messages: readonly ChatMessage[]; readonly passages: readonly Passage[] }> => {
  const { place, question } = questionIn(messages);
  const passages = question === null ? [] : await knowledge(question);
  const all = [...messages.slice(0, place), ...passagesMessages(passages), ...messages.slice(place)];
  return { messages: all, passages };
};

/** The note to the model when the line cut off its answer; a data message carries what was heard of it. */
export const CUT_OFF =
  'The line dropped during your last answer: repeat the answer. A message contains the part that the customer heard.';

const MARK = '[Colleague]';

/** Explains turns of human colleagues to the model. */
const COLLEAGUES = `Messages that begin with ${MARK} were spoken by a colleague of yours, a person, in your place and on the same line. They count as your own words. Never write ${MARK} yourself.`;

/** A colleague's words, as they appear in the prompt. */
export const byColleague = (text: string): string => `${MARK} ${text}`;

/** A note, as it appears in the prompt. */
export const noteToAgent = ({ text }: NoteToAgent): string =>
  `Note from a colleague, for you and not for the customer. Follow it from now on: ${text}`;

/** What has happened on the call so far. */
export interface Conversation {
  readonly turns: readonly Turn[];
  readonly toolUses: readonly RecordedToolUse[];
  /** Notes to the agent, beside the conversation. */
  readonly notes: readonly NoteToAgent[];
  /**
   * An answer that broke off with the line and is to be repeated. It is sent beside the conversation, so that the model
   * answers the customer's last words and not its own.
   */
  readonly cutOff: Turn | null;
}

/** The part of a broken-off answer that was heard. */
export const heardOf = ({ text }: Turn): DataMessage => ({ role: 'data', data: { type: 'heard', text } });

/** The agent's task, and what it knows of the customer. */
export interface Task {
  readonly instructions: string;
  /** The data that the instructions refer to; absent: none. */
  readonly facts?: Facts;
  /** What is remembered of the customer, the newest first; absent: nothing. */
  readonly memories?: readonly Memory[];
}

/** The task, its facts, and the conversation. The beginning stays the same from reply to reply. */
export const messagesOf = (
  { instructions, facts, memories }: Task,
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
    turnMessage(turn),
  ]);
  return [
    { role: 'system', content: instructions },
    ...(shown.some(({ speaker }) => speaker === 'human')
      ? [{ role: 'system', content: COLLEAGUES } as const]
      : []),
    ...notes.map((note) => ({ role: 'system', content: noteToAgent(note) }) as const),
    ...(cutOff === null ? [] : [{ role: 'system', content: CUT_OFF } as const]),
    ...factsMessages(facts),
    ...memoryMessages(memories),
    ...(cutOff === null ? [] : [heardOf(cutOff)]),
    ...messages,
    ...toolsMessage(uses.filter(({ at }) => place(at) === shown.length)),
  ];
};

const turnMessage = ({ speaker, text, keys }: Turn): ChatMessage => {
  if (speaker === 'customer') return { role: 'user', content: keys === true ? keysMessage(text) : text };
  return { role: 'assistant', content: speaker === 'human' ? byColleague(text) : text };
};

const toolsMessage = (uses: readonly RecordedToolUse[]): readonly ChatMessage[] =>
  uses.length === 0
    ? []
    : [
        {
          role: 'tools',
          uses: uses.map(({ id, name, arguments: args, result, outcome }) => ({
            id,
            name,
            arguments: args,
            result,
            outcome,
          })),
        },
      ];
