/**
 * The offline model: a scripted stand-in, no LLM. Its replies follow a script in the agent's instructions (`script.ts` has the
 * format), so that every agent differs and tests and demos need no account. Instructions without a script are read as a plan
 * (`stand-in/plan.ts`): common orders and facts in English. An assessment follows a script in the campaign's objective; without a
 * rule for the transcript it has none.
 */
import { END_CALL_TOOL } from '../../schemas/agents/tool.js';
import { oneLine } from '../../schemas/text.js';
import {
  ASIDES,
  type ChatMessage,
  type Facts,
  type LanguageModel,
  type ModelEvent,
  type ModelRequest,
  NOT_UNDERSTOOD,
  wordsOrKeys,
} from './language-model.js';
import { closingSentences, parseScript, pickRule, type Rule } from './script.js';
import { planOf } from './stand-in/plan.js';
import { type Said, type StandInReply, standInReply } from './stand-in/reply.js';
import { withFacts } from './untrusted.js';

export { scriptedPhrases } from './script.js';

/** Placeholder in an answer for what the agent's sources say. */
const PASSAGE = '{passage}';

/** Placeholder in an answer for what is remembered of the customer. */
const REMEMBERED = '{remembered}';
/** Characters of it. */
const MAX_REMEMBERED = 500;

/** The answer if no rule fits and there is no rule for everything else. */
export const NO_RULE = 'My script has no answer to that.';

/** The answer if no word was understood and there is no rule for everything else. */
export const ASK_AGAIN = 'I am sorry, I did not understand. Could you say that again?';

export interface ScriptedModelOptions {
  /** Delays each piece of text to imitate a model's speed. Must throw when the signal aborts. */
  readonly pace?: (signal: AbortSignal) => Promise<void>;
}

/** A model that never fails, and never waits unless it has a `pace`. */
export const createScriptedModel = ({ pace }: ScriptedModelOptions = {}): LanguageModel => ({
  name: 'scripted',
  isSilentOnPurpose: true,
  respond: async function* (request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent> {
    const { messages, schema } = request;
    const instructions = messages
      .flatMap((message) => (message.role === 'system' ? [message.content] : []))
      .join('\n');
    const last = messages.at(-1);
    const isUnderstood = last?.role !== 'user' || last.content !== NOT_UNDERSTOOD;
    const heard = isUnderstood ? lastWords(messages) : '';
    const facts = factsIn(messages);
    const passage = passageIn(messages);
    const remembered = rememberedIn(messages);
    // Values are inserted after parsing, so that a value with a quote cannot begin a rule.
    const rules = parseScript(instructions)
      .filter(({ answer }) => passage !== null || !answer.includes(PASSAGE))
      .filter(({ answer }) => remembered !== null || !answer.includes(REMEMBERED))
      .map((rule) => ({ ...rule, phrases: rule.phrases.map((phrase) => withFacts(phrase, facts)) }));
    const rule = pickRule(rules, heard);
    // A sentence that says so would be taken for the assessment, and charged.
    if (schema !== undefined && rule === null) return;
    const switching = switchOf(rule, messages);
    if (switching !== null) {
      yield switching;
      return;
    }
    const planned = parseScript(instructions).length === 0 ? plannedReply(request, facts, passage) : null;
    const scripted = rule?.answer ?? (isUnderstood ? NO_RULE : ASK_AGAIN);
    const script = [scripted, ...closingSentences(instructions)].join(' ');
    const written = script
      .split('{heard}')
      .map((part) =>
        withFacts(part, facts)
          .split(REMEMBERED)
          .map((piece) => piece.replaceAll(PASSAGE, () => passage ?? ''))
          .join(remembered ?? ''),
      )
      .join(heard);
    const words = planned === null ? written : [planned.text, ...closingSentences(instructions)].join(' ');
    const answer = schema === undefined ? words : asJson(schema, words, (rule?.phrases.length ?? 0) > 0);
    // On trailing white space, the regex would try a match from each position.
    for (const piece of answer.trimEnd().match(/\s*\S+/g) ?? []) {
      await pace?.(signal);
      signal.throwIfAborted();
      yield { type: 'text', text: piece };
    }
    signal.throwIfAborted();
    const hangsUp = rule?.hangUp === true || (planned?.isLast === true && canHangUp(request));
    if (hangsUp) yield { type: 'tool_call', id: 'hang_up', name: END_CALL_TOOL, arguments: {} };
  },
});

const canHangUp = ({ tools }: ModelRequest): boolean => tools.some(({ name }) => name === END_CALL_TOOL);

/** The reply to a customer of an agent whose instructions are a plan; null for other requests. */
const plannedReply = (
  { manner, messages, schema }: ModelRequest,
  facts: Facts,
  passage: string | null,
): StandInReply | null => {
  if (manner === undefined || schema !== undefined) return null;
  const last = messages.at(-1);
  if (last?.role === 'user' && last.content === NOT_UNDERSTOOD) return null;
  const instructions = messages.find(({ role }) => role === 'system');
  const plan = instructions?.role === 'system' ? planOf(instructions.content) : null;
  if (plan === null) return null;
  const said = messages.flatMap((message): readonly Said[] => {
    if (message.role === 'assistant') return [{ speaker: 'agent', text: message.content }];
    if (message.role !== 'user' || ASIDES.has(message.content)) return [];
    return [{ speaker: 'customer', text: wordsOrKeys(message.content) }];
  });
  const heard = last?.role === 'user' && ASIDES.has(last.content) ? '' : lastWords(messages);
  return standInReply(plan, { said, heard, passage }, (text) => withFacts(text, facts));
};

/** Of the text properties after the first one. */
const FURTHER_TEXT = 'Nothing further.';

/**
 * The answer in the shape of a schema. JSON from the script stays as it is. Otherwise booleans are true if a phrase of the
 * script matched, the first other property holds the words, and the rest {@link FURTHER_TEXT}.
 */
const asJson = (schema: Readonly<Record<string, unknown>>, words: string, fits: boolean): string => {
  if (/^\s*\{.*\}\s*$/s.test(words)) return words;
  const properties = typeof schema.properties === 'object' ? Object.entries(schema.properties ?? {}) : [];
  const isBoolean = ([, { type }]: [string, { readonly type?: unknown }]): boolean => type === 'boolean';
  const first = properties.findIndex((property) => !isBoolean(property));
  return JSON.stringify(
    Object.fromEntries(
      properties.map((property: [string, { readonly type?: unknown }], index) => [
        property[0],
        isBoolean(property) ? fits : index === first ? words : FURTHER_TEXT,
      ]),
    ),
  );
};

/** Requests the language of a rule, unless that was done for this answer. */
const switchOf = (rule: Rule | null, messages: readonly ChatMessage[]): ModelEvent | null => {
  const language = rule?.language ?? null;
  const last = messages.at(-1);
  const isDone = last?.role === 'tools' && last.uses.some(({ name }) => name === 'switch_language');
  if (language === null || isDone) return null;
  return { type: 'tool_call', id: 'language', name: 'switch_language', arguments: { language } };
};

/** Everything that the customer said since the agent last spoke. */
const lastWords = (messages: readonly ChatMessage[]): string => {
  const spoken = messages.findLastIndex((message) => message.role === 'assistant');
  return messages
    .slice(spoken + 1)
    .flatMap((message) => (message.role === 'user' ? [wordsOrKeys(message.content)] : []))
    .join(' ');
};

/** The best passage of the sources, on one line; null if there is none. */
const passageIn = (messages: readonly ChatMessage[]): string | null => {
  const passages = messages.flatMap((message) =>
    message.role === 'data' && message.data.type === 'passages' ? message.data.passages : [],
  );
  const [best] = passages;
  return best === undefined ? null : oneLine(best.text, best.text.length);
};

/** What is remembered, on one line, the newest first; null if there is nothing. */
const rememberedIn = (messages: readonly ChatMessage[]): string | null => {
  const memories = messages.flatMap((message) =>
    message.role === 'data' && message.data.type === 'memory' ? message.data.memories : [],
  );
  return memories.length === 0 ? null : oneLine(memories.map(({ text }) => text).join('; '), MAX_REMEMBERED);
};

/** All facts in the messages. */
const factsIn = (messages: readonly ChatMessage[]): Facts =>
  Object.fromEntries(
    messages.flatMap((message) =>
      message.role === 'data' && message.data.type === 'facts' ? Object.entries(message.data.facts) : [],
    ),
  );
