/**
 * The offline model: its replies follow a script that lies in the agent's instructions (`script.ts` has the
 * format), so that every agent differs and tests and demos need no account. An assessment follows a script in the
 * campaign's objective.
 */
import { oneLine } from '../../schemas/text.js';
import {
  type ChatMessage,
  type Facts,
  type LanguageModel,
  type ModelEvent,
  type ModelRequest,
  NOT_UNDERSTOOD,
} from './language-model.js';
import { parseScript, pickRule } from './script.js';
import { withFacts } from './untrusted.js';

export { scriptedPhrases } from './script.js';

/** Stands in an answer for what the agent's sources say. */
const PASSAGE = '{passage}';

/** What it says when no rule fits and there is none for everything else. */
export const NO_RULE = 'My script has no answer to that.';

/** What it says when no word was understood, and no rule is for everything else. */
export const ASK_AGAIN = 'I am sorry, I did not understand. Could you say that again?';

export interface ScriptedModelOptions {
  /** Waits before each piece of text, to speak at a model's pace. It must throw when the signal aborts. */
  readonly pace?: (signal: AbortSignal) => Promise<void>;
}

/** A model that never fails, and never waits unless it is given a pace. */
export const createScriptedModel = ({ pace }: ScriptedModelOptions = {}): LanguageModel => ({
  name: 'scripted',
  respond: async function* (
    { messages, schema }: ModelRequest,
    signal: AbortSignal,
  ): AsyncIterable<ModelEvent> {
    const instructions = messages
      .flatMap((message) => (message.role === 'system' ? [message.content] : []))
      .join('\n');
    const last = messages.at(-1);
    const isUnderstood = last?.role !== 'user' || last.content !== NOT_UNDERSTOOD;
    const heard = isUnderstood ? lastWords(messages) : '';
    const facts = factsIn(messages);
    const passage = passageIn(messages);
    // Values are put into what was parsed: a value with a quote in it begins no rule of its own.
    const rules = parseScript(instructions)
      .filter(({ answer }) => passage !== null || !answer.includes(PASSAGE))
      .map((rule) => ({ ...rule, phrases: rule.phrases.map((phrase) => withFacts(phrase, facts)) }));
    const rule = pickRule(rules, heard);
    const script = rule?.answer ?? (isUnderstood ? NO_RULE : ASK_AGAIN);
    const words = script
      .split('{heard}')
      .map((part) => withFacts(part, facts).replaceAll(PASSAGE, () => passage ?? ''))
      .join(heard);
    const answer = schema === undefined ? words : asJson(schema, words, (rule?.phrases.length ?? 0) > 0);
    // White space that nothing follows would be tried from each of its places.
    for (const piece of answer.trimEnd().match(/\s*\S+/g) ?? []) {
      await pace?.(signal);
      signal.throwIfAborted();
      yield { type: 'text', text: piece };
    }
    signal.throwIfAborted();
    if (rule?.hangUp === true) yield { type: 'tool_call', id: 'hang_up', name: 'end_call', arguments: {} };
  },
});

/**
 * The answer in the shape of a schema: as it is if the script wrote JSON, else with its words for every text, and true
 * where something of the script was said.
 */
const asJson = (schema: Readonly<Record<string, unknown>>, words: string, fits: boolean): string => {
  if (/^\s*\{.*\}\s*$/s.test(words)) return words;
  const properties = typeof schema.properties === 'object' ? Object.entries(schema.properties ?? {}) : [];
  return JSON.stringify(
    Object.fromEntries(
      properties.map(([name, { type }]: [string, { readonly type?: unknown }]) => [
        name,
        type === 'boolean' ? fits : words,
      ]),
    ),
  );
};

/** All that the customer said since the agent last spoke. */
const lastWords = (messages: readonly ChatMessage[]): string => {
  const spoken = messages.findLastIndex((message) => message.role === 'assistant');
  return messages
    .slice(spoken + 1)
    .flatMap((message) => (message.role === 'user' ? [message.content] : []))
    .join(' ');
};

/** What the sources say that fits best, on one line; null: they say nothing. */
const passageIn = (messages: readonly ChatMessage[]): string | null => {
  const passages = messages.flatMap((message) =>
    message.role === 'data' && message.data.type === 'passages' ? message.data.passages : [],
  );
  const [best] = passages;
  return best === undefined ? null : oneLine(best.text, best.text.length);
};

/** All facts that the messages give. */
const factsIn = (messages: readonly ChatMessage[]): Facts =>
  Object.fromEntries(
    messages.flatMap((message) =>
      message.role === 'data' && message.data.type === 'facts' ? Object.entries(message.data.facts) : [],
    ),
  );
