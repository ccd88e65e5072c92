/**
 * The offline model: its replies follow a script that lies in the agent's instructions (`script.ts` has the
 * format), so that every agent differs and tests and demos need no account.
 */
import type { ChatMessage, LanguageModel, ModelEvent, ModelRequest } from './language-model.js';
import { parseScript, pickRule } from './script.js';

export { scriptedPhrases } from './script.js';

/** What it says when no rule fits and there is none for everything else. */
export const NO_RULE = 'My script has no answer to that.';

export interface ScriptedModelOptions {
  /** Waits before each piece of text, to speak at a model's pace. It must throw when the signal aborts. */
  readonly pace?: (signal: AbortSignal) => Promise<void>;
}

/** A model that never fails, and never waits unless it is given a pace. */
export const createScriptedModel = ({ pace }: ScriptedModelOptions = {}): LanguageModel => ({
  name: 'scripted',
  respond: async function* ({ messages }: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent> {
    const instructions = messages
      .filter(({ role }) => role === 'system')
      .map(({ content }) => content)
      .join('\n');
    const heard = lastWords(messages);
    const rule = pickRule(parseScript(instructions), heard);
    const answer = (rule?.answer ?? NO_RULE).replaceAll('{heard}', () => heard);
    for (const piece of answer.match(/\s*\S+/g) ?? []) {
      await pace?.(signal);
      signal.throwIfAborted();
      yield { type: 'text', text: piece };
    }
    signal.throwIfAborted();
    if (rule?.hangUp === true) yield { type: 'tool_call', id: 'hang_up', name: 'end_call', arguments: {} };
  },
});

/** All that the customer said since the agent last spoke. */
const lastWords = (messages: readonly ChatMessage[]): string => {
  const spoken = messages.findLastIndex((message) => message.role === 'assistant');
  return messages
    .slice(spoken + 1)
    .filter((message) => message.role === 'user')
    .map((message) => message.content)
    .join(' ');
};
