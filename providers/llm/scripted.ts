/**
 * The offline model: its replies follow a script that lies in the agent's instructions, so that every agent
 * differs and tests and demos need no account. Anything else in the instructions is ignored.
 *
 * The script, a line a rule:
 *
 *     When the customer says "book a table" or "reserve a table", say "For how many people?".
 *     When the customer says "goodbye", say "Goodbye!". Then hang up.
 *     Otherwise, say "I did not catch that.".
 *
 * `{heard}` in an answer stands for the customer's words. The rule whose phrase is most like what was said
 * wins; `Otherwise` answers what is like none. (`After silence, say "…".` is read by the media session.)
 */
import type { LanguageModel, ModelEvent, ModelRequest } from './language-model.js';

interface Rule {
  /** Empty: the rule for everything else. */
  readonly phrases: readonly string[];
  readonly answer: string;
  readonly hangUp: boolean;
}

const RULE =
  /^\s*(?:when the customer says (?<phrases>.+?)|(?<otherwise>otherwise)),\s*say ["“](?<answer>[^"”]*)["”]\.?(?<hangUp>\s*then hang up\.?)?\s*$/i;
const QUOTED = /["“]([^"”]+)["”]/g;
/** Share of a phrase's words that must have been said for its rule to apply. */
const ENOUGH = 0.6;

const parseRules = (instructions: string): readonly Rule[] =>
  instructions.split('\n').flatMap((line) => {
    const groups = RULE.exec(line)?.groups;
    if (groups === undefined) return [];
    return [
      {
        phrases: Array.from((groups.phrases ?? '').matchAll(QUOTED), (match) => match[1] ?? ''),
        answer: groups.answer ?? '',
        hangUp: groups.hangUp !== undefined,
      },
    ];
  });

/** Everything that the script listens for: hints for a recogniser. */
export const scriptedPhrases = (instructions: string): readonly string[] =>
  parseRules(instructions).flatMap((rule) => rule.phrases);

const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? [];

/** Share of the phrase's words that were said. */
const likeness = (phrase: string, said: ReadonlySet<string>): number => {
  const words = wordsOf(phrase);
  return words.length === 0 ? 0 : words.filter((word) => said.has(word)).length / words.length;
};

const pick = (rules: readonly Rule[], heard: string): Rule | undefined => {
  const said = new Set(wordsOf(heard));
  let best: Rule | undefined;
  let bestLikeness = ENOUGH;
  for (const rule of rules) {
    for (const phrase of rule.phrases) {
      // Of two phrases that were both said, the longer one says more.
      const score = likeness(phrase, said) + wordsOf(phrase).length / 1_000;
      if (score >= bestLikeness) [best, bestLikeness] = [rule, score];
    }
  }
  return best ?? rules.find((rule) => rule.phrases.length === 0);
};

const NO_SCRIPT = 'I have no script for that yet.';

/** A model that never fails and never waits. */
export const createScriptedModel = (): LanguageModel => ({
  name: 'scripted',
  respond: async function* ({ messages }: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent> {
    const instructions = messages.find((message) => message.role === 'system')?.content ?? '';
    const heard = lastWords(messages);
    const rule = pick(parseRules(instructions), heard);
    const answer = (rule?.answer ?? NO_SCRIPT).replaceAll('{heard}', heard);
    for (const piece of answer.match(/\S+\s*/g) ?? []) {
      signal.throwIfAborted();
      yield { type: 'text', text: piece };
    }
    if (rule?.hangUp === true) yield { type: 'tool_call', id: 'hang_up', name: 'end_call', arguments: {} };
  },
});

/** All that the customer said since the agent last spoke. */
const lastWords = (messages: ModelRequest['messages']): string => {
  const spoken = messages.findLastIndex((message) => message.role === 'assistant');
  return messages
    .slice(spoken + 1)
    .filter((message) => message.role === 'user')
    .map((message) => message.content)
    .join(' ');
};
