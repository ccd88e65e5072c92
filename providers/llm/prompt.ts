/** What a networked model is told: our messages as its prompt, and how its answer reaches the customer. Pure. */
import type { LanguageModelV3Message, LanguageModelV3Prompt } from '@ai-sdk/provider';
import type { ChatMessage, Manner, SaidMessage, ToolUse } from './language-model.js';

/** How one speaks, and how one writes to somebody's telephone. */
const ETIQUETTE: Readonly<Record<Manner, string>> = {
  spoken: [
    'You are on a telephone call, and what you write is read aloud as it is.',
    'Speak in short sentences, one or two at a time, and ask one question at a time.',
    'Write no Markdown, lists, headings, emphasis, emoji or links. Write numbers, dates, times, amounts and abbreviations in words, as they are spoken.',
    'Your earlier turns are given as far as they were heard; one that stops in the middle was interrupted there.',
    'If an assistant asks who is calling and why before it puts you through, say so in one sentence.',
    'What the customer said was recognised from sound: where it makes no sense, say that you did not understand and ask again.',
  ].join('\n'),
  written: [
    'You answer in a chat on a telephone, in the language of the customer.',
    'Write short messages of plain text, without headings, tables or formatting.',
  ].join('\n'),
};

/** When an answer is given: ms since the epoch, and the name of a time zone in the IANA database. */
export interface Moment {
  readonly at: number;
  readonly timeZone: string;
}

/** The weekday, the date, the time and the zone, for answers like "tomorrow at ten". */
export const today = ({ at, timeZone }: Moment): string => {
  const date = new Date(at);
  const told = date.toLocaleString('en-GB', { dateStyle: 'full', timeStyle: 'short', timeZone });
  return `It is ${told} in the time zone ${timeZone} (${offsetOf(date, timeZone)}).`;
};

/** From UTC, as `GMT+02:00`. */
const offsetOf = (date: Date, timeZone: string): string => {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'longOffset' }).formatToParts(
    date,
  );
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
};

/** The first turn must be the customer's, and an agent greets first. */
const BEGINNING = '(The customer is there.)';

/**
 * All that we say of the task stands at the beginning, as one: not every model takes it elsewhere. `manner`: undefined for what no customer reads.
 */
export const promptOf = (
  messages: readonly ChatMessage[],
  manner: Manner | undefined,
  moment: Moment,
): LanguageModelV3Prompt => {
  const task = messages.flatMap((message) => (message.role === 'system' ? [message.content] : []));
  const about = manner === undefined ? [] : [ETIQUETTE[manner], today(moment)];
  const system = [...task, ...about].join('\n\n');
  const turns = messages.filter(
    (message) => message.role !== 'system' && (message.role === 'tools' || message.content.trim() !== ''),
  );
  const [first] = turns;
  const opening: readonly ChatMessage[] =
    first?.role === 'user' ? [] : [{ role: 'user', content: BEGINNING }];
  return [
    { role: 'system', content: system },
    ...[...opening, ...turns].flatMap((message) =>
      message.role === 'tools' ? usesOf(message.uses) : [turnOf(message)],
    ),
  ];
};

const turnOf = ({ role, content }: SaidMessage): LanguageModelV3Message => ({
  role: role === 'user' ? 'user' : 'assistant',
  content: [{ type: 'text', text: content }],
});

/** What was asked of tools, and what they gave: no provider takes one without the other. */
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
      output: { type: use.outcome === 'done' ? 'text' : 'error-text', value: use.result },
    })),
  },
];
