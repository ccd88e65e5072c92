/** What answers in place of the agent's tools: mocked answers, or those of earlier uses. */
import type { ToolOutcome } from '../../providers/llm/language-model.js';
import type { ArgumentPatterns, MockedAnswer, RecordedAnswer } from '../../schemas/simulations/tools.js';
import { firstMatching, type PatternMatch } from './patterns.js';
import type { RehearsalTools } from './rehearse.js';

/** How long a tool takes if its answer does not say, ms. */
const DEFAULT_MS = 300;

type Arguments = Readonly<Record<string, unknown>>;

/** An answer in place of a tool's server. */
interface PreparedAnswer {
  readonly outcome: ToolOutcome;
  /** For the model to read. */
  readonly result: string;
  readonly ms: number;
}

/** The answer to the next use of a tool. */
export type AnswerTool = (name: string, args: Arguments) => PreparedAnswer;

/** What the patterns are matched with; null: an argument is missing, or no argument has that name. */
const matchesOf = (patterns: ArgumentPatterns, args: Arguments): readonly PatternMatch[] | null => {
  const matches: PatternMatch[] = [];
  for (const [name, pattern] of Object.entries(patterns)) {
    const value = Object.hasOwn(args, name) ? args[name] : undefined;
    if (value === undefined) return null;
    matches.push([pattern, typeof value === 'string' ? value : JSON.stringify(value)]);
  }
  return matches;
};

/** Whether all patterns match the arguments of those names. @throws Error if they take too long */
export const argumentsMatch = (patterns: ArgumentPatterns, args: Arguments): boolean => {
  const matches = matchesOf(patterns, args);
  return matches !== null && firstMatching([matches]) === 0;
};

const prepared = ({
  outcome = 'done',
  result,
  ms = DEFAULT_MS,
}: Pick<MockedAnswer, 'outcome' | 'result' | 'ms'>): PreparedAnswer => ({ outcome, result, ms });

const missing = (result: string): PreparedAnswer => ({ outcome: 'failed', result, ms: 0 });

/** JSON with the properties in order, so that equal arguments have equal texts. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );

const answerRecorded = (uses: readonly RecordedAnswer[]): AnswerTool => {
  const taken = new Set<RecordedAnswer>();
  return (name, args) => {
    const wanted = canonical(args);
    const matching = uses.filter((use) => use.tool === name && canonical(use.arguments) === wanted);
    const next = matching.find((use) => !taken.has(use)) ?? matching.at(-1);
    if (next === undefined)
      return missing('There is no recorded answer to these arguments. Nothing was done.');
    taken.add(next);
    return prepared(next);
  };
};

/**
 * The answers of one conversation. A recorded use is given once; after the last one that matches, that one is repeated. A use
 * without an answer fails.
 */
export const toolAnswers = (tools: Exclude<RehearsalTools, { readonly mode: 'live' }>): AnswerTool => {
  if (tools.mode === 'recorded') return answerRecorded(tools.uses);
  const { answers } = tools;
  return (name, args) => {
    const candidates = answers.flatMap((answer) => {
      const matches = answer.tool === name ? matchesOf(answer.arguments ?? {}, args) : null;
      return matches === null ? [] : [{ answer, matches }];
    });
    try {
      const found = candidates[firstMatching(candidates.map(({ matches }) => matches))];
      return found === undefined
        ? missing('It has no answer here. Nothing was done.')
        : prepared(found.answer);
    } catch {
      return missing('The patterns of its answers took too long. Nothing was done.');
    }
  };
};
