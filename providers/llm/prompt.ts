/**
 * Builds a networked model's prompt from our messages, and the instructions of a speech-to-speech engine, with rules for
 * how the answer reaches the customer. Pure.
 */
import type { LanguageModelV3Message, LanguageModelV3Prompt } from '@ai-sdk/provider';
import type { ChatMessage, DataMessage, Manner, TextMessage, ToolUse } from './language-model.js';
import { DATA_RULE, dataText, resultText, withoutMarks } from './untrusted.js';

/** Style rules for speech on the telephone, and for chat messages. */
const ETIQUETTE: Readonly<Record<Manner, string>> = {
  spoken: [
    'You are on a telephone call, and what you write is read aloud as it is.',
    'Speak in short sentences, one or two at a time, and ask one question at a time.',
    'Write no Markdown, lists, headings, emphasis, emoji or links. Write numbers, dates, times, amounts and abbreviations in words, as they are spoken.',
    'Your earlier turns contain only what was heard; a turn that stops in the middle was interrupted there.',
    'If an assistant asks who is calling and why before it puts you through, say so in one sentence.',
    'The words of the customer come from speech recognition: if they make no sense, say that you did not understand and ask again.',
  ].join('\n'),
  written: [
    'You answer in a chat on a telephone, in the language of the customer.',
    'Write short messages of plain text, without headings, tables or formatting.',
  ].join('\n'),
};

/** Style rules for an engine that speaks itself. */
const ENGINE_ETIQUETTE = [
  'You are on a telephone call with a customer.',
  'Speak in short sentences, one or two at a time, and ask one question at a time.',
  'If an assistant asks who is calling and why before it puts you through, say so in one sentence.',
  'Where you did not understand the customer, say so and ask again.',
].join('\n');

/** The time of an answer: ms since the epoch, and the name of a time zone in the IANA database. */
interface Moment {
  readonly at: number;
  readonly timeZone: string;
}

/** The weekday, the date, the time and the zone, for answers like "tomorrow at ten". */
const today = ({ at, timeZone }: Moment): string => {
  const date = new Date(at);
  const localTime = date.toLocaleString('en-GB', { dateStyle: 'full', timeStyle: 'short', timeZone });
  return `It is ${localTime} in the time zone ${timeZone} (${offsetOf(date, timeZone)}).`;
};

/** Offset from UTC, as `GMT+02:00`. */
const offsetOf = (date: Date, timeZone: string): string => {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'longOffset' }).formatToParts(
    date,
  );
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
};

/** The instructions of a speech-to-speech engine. */
export const spokenTask = (instructions: string, moment: Moment): string =>
  [instructions, DATA_RULE, ENGINE_ETIQUETTE, today(moment)].join('\n\n');

/** Opens the conversation where the agent greets first: the first turn must be the customer's. */
const BEGINNING = '(The customer is there.)';

/** Follows the text of a message whose images the model does not get. */
const UNSEEN = '(You cannot see images. Ask the customer to describe it, if it matters.)';

/**
 * All instructions form one system message at the start, because not every model accepts it elsewhere. It never contains
 * third-party text. `manner`: undefined if no customer reads the answer. `takesImages`: whether the model gets images.
 */
export const promptOf = (
  messages: readonly ChatMessage[],
  manner: Manner | undefined,
  moment: Moment,
  takesImages = false,
): LanguageModelV3Prompt => {
  const task = messages.flatMap((message) => (message.role === 'system' ? [message.content] : []));
  const about = manner === undefined ? [] : [DATA_RULE, ETIQUETTE[manner], today(moment)];
  const system = [...task, ...about].join('\n\n');
  const turns = messages.filter(isTurn);
  const begin = turns.findIndex(({ role }) => role !== 'data');
  const isOpened = begin !== -1 && turns[begin]?.role === 'user';
  const opening: readonly ChatMessage[] = isOpened ? [] : [{ role: 'user', content: BEGINNING }];
  const facts = begin === -1 ? turns : turns.slice(0, begin);
  return [
    { role: 'system', content: system },
    ...[...facts, ...opening, ...turns.slice(facts.length)].flatMap((message) =>
      message.role === 'tools' ? usesOf(message.uses) : [turnOf(message, takesImages)],
    ),
  ];
};

/** Whether a message is a turn after the system message, and is not empty. */
const isTurn = (message: ChatMessage): boolean =>
  message.role === 'tools' ||
  message.role === 'data' ||
  (message.role !== 'system' && message.content.trim() !== '');

const turnOf = (message: TextMessage | DataMessage, takesImages: boolean): LanguageModelV3Message => {
  if (message.role === 'assistant')
    return { role: 'assistant', content: [{ type: 'text', text: message.content }] };
  if (message.role === 'data') return { role: 'user', content: [{ type: 'text', text: dataText(message) }] };
  const text = withoutMarks(message.content);
  const { images = [] } = message;
  if (images.length > 0 && !takesImages)
    return { role: 'user', content: [{ type: 'text', text: `${text}\n${UNSEEN}` }] };
  return {
    role: 'user',
    content: [
      { type: 'text', text },
      ...images.map(({ mimeType, bytes }) => ({ type: 'file', mediaType: mimeType, data: bytes }) as const),
    ],
  };
};

/** Tool calls with their results: no provider accepts one without the other. */
const usesOf = (uses: readonly ToolUse[]): readonly LanguageModelV3Message[] => [
  {
    role: 'assistant',
    content: uses.map((use) => ({
      type: 'tool-call',
      toolCallId: use.id,
      toolName: use.name,
      input: use.arguments,
    })),
  },
  {
    role: 'tool',
    content: uses.map((use) => ({
      type: 'tool-result',
      toolCallId: use.id,
      toolName: use.name,
      output: { type: use.outcome === 'done' ? 'text' : 'error-text', value: resultText(use.result) },
    })),
  },
];
