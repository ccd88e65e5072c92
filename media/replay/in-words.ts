/** Inputs and outputs of a session as short lines for people: audio as numbers of bytes. */
import type { SessionCommand } from '../../actors/call/commands.js';
import type { RecognitionEvent } from '../../providers/speech/recogniser.js';
import { isRecord } from '../../schemas/json.js';
import type { SessionInput } from '../session/io.js';
import type { OutputGist } from '../session/output-gist.js';

const MAX_CHARACTERS = 300;

/** What went into the session. */
export const inputInWords = (input: SessionInput): string => {
  switch (input.type) {
    case 'audio':
      return `audio of the customer, ${input.payload.length} bytes`;
    case 'operator_audio':
      return `audio of the operator, ${input.payload.length} bytes`;
    case 'speech_audio':
      return `speech ${input.utterance}, ${input.payload.length} bytes`;
    case 'model_audio':
      return `speech of the engine for reply ${input.generation}, ${input.payload.length} bytes`;
    case 'tick':
      return 'a tick of the clock';
    case 'recognised':
      return `the recogniser: ${recognitionInWords(input.event)}`;
    case 'operator_recognised':
      return `the operator's recogniser: ${recognitionInWords(input.event)}`;
    case 'model_text':
      return `the model's words for reply ${input.generation}: ${quoted(input.text)}`;
    case 'model_tool':
      return `the model uses the tool ${input.name} in reply ${input.generation}`;
    case 'tool_done':
      return `the result of tool use ${input.use} (${input.outcome}): ${quoted(input.result)}`;
    default: {
      const { type, ...rest } = input;
      return `${spaced(type)}${details(rest)}`;
    }
  }
};

const recognitionInWords = (event: RecognitionEvent): string => {
  switch (event.type) {
    case 'final':
      return `final words ${quoted(event.text)}`;
    case 'partial':
      return `words so far ${quoted(event.text)}`;
    default: {
      const { type, ...rest } = event;
      return `${spaced(type)}${details(rest)}`;
    }
  }
};

/** What the session did. */
export const outputInWords = (gist: OutputGist): string => {
  const { type, bytes, ...rest } = gist;
  switch (type) {
    case 'send_audio':
      return `sends ${bytes} bytes of ${rest.utterance === null ? 'background' : `speech ${text(rest.utterance)}`}`;
    case 'send_clear':
      return 'clears the audio that was sent';
    case 'recognise':
      return `gives the recogniser ${bytes} bytes`;
    case 'recognise_operator':
      return `gives the operator's recogniser ${bytes} bytes`;
    case 'record':
      return `records ${bytes} bytes of the ${text(rest.track)}`;
    case 'respond':
      return `requests reply ${text(rest.generation)} from model ${text(rest.model)}${rest.early === true ? ' before the turn has ended' : ''}, ${promptInWords(rest.messages)}`;
    case 'synthesise':
      return `requests speech ${text(rest.utterance)}: ${quoted(text(rest.text))}`;
    case 'use_tool':
      return `uses the tool ${text(rest.name)}${details({ use: rest.use, arguments: rest.arguments })}`;
    case 'command':
      return isRecord(rest.command) ? commandInWords(rest.command) : 'a command to the call';
    case 'open_engine':
    case 'engine_converse':
      return `${spaced(type)}, ${promptInWords(rest.messages)}`;
    default:
      return `${spaced(type)}${details(bytes === undefined ? rest : { ...rest, bytes })}`;
  }
};

const promptInWords = (messages: unknown): string => {
  if (!isRecord(messages)) return 'without messages';
  const { count, digest, last } = messages;
  const { role, text: words } = isRecord(last) ? last : { role: '', text: '' };
  return `${text(count)} messages (${text(digest)}), the last from ${text(role)}: ${quoted(text(words))}`;
};

/** The command of another build may be anything. */
const commandInWords = (command: Readonly<Record<string, unknown>>): string => {
  const { type, ...rest } = command;
  const kind: SessionCommand['type'] | string = text(type);
  if (kind === 'record_turn' && isRecord(rest.turn)) {
    const { turnId, speaker, text: words, interrupted } = rest.turn;
    return `writes turn ${text(turnId)}, ${text(speaker)}${interrupted === true ? ', interrupted' : ''}: ${quoted(text(words))}`;
  }
  if (kind === 'note' && isRecord(rest.note)) return `notes ${text(rest.note.code)}`;
  return `command ${spaced(kind)}${details(rest)}`;
};

const spaced = (name: string): string => name.replaceAll('_', ' ');

const quoted = (words: string): string => `"${words}"`;

const text = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));

const details = (rest: object): string => {
  const parts = Object.entries(rest)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name} ${value instanceof Uint8Array ? `${value.length} bytes` : text(value)}`);
  const all = parts.length === 0 ? '' : ` (${parts.join(', ')})`;
  return all.length <= MAX_CHARACTERS ? all : `${all.slice(0, MAX_CHARACTERS - 1)}…`;
};
