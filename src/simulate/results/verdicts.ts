/** The verdicts on a conversation: each criterion is judged by its rule, or by a model that reads the conversation. */
import type { LanguageModel } from '../../../providers/llm/language-model.js';
import type { Conversation } from '../conversation.js';
import type { Criterion } from '../scenario.js';
import { askJudge, type Judgement } from './judging.js';

/** `error`: undecided, because something other than the agent failed. */
export type Outcome = 'passed' | 'failed' | 'error';

export interface Verdict extends Omit<Judgement, 'passed'> {
  readonly criterion: string;
  readonly outcome: Outcome;
}

/** One verdict for each criterion; a conversation that did not reach its end passes none. Never rejects. */
export const verdictsOn = (
  conversation: Conversation,
  criteria: readonly Criterion[],
  model: LanguageModel | null,
): Promise<readonly Verdict[]> =>
  Promise.all(
    criteria.map(async (criterion): Promise<Verdict> => {
      const { problem } = conversation;
      const about = { criterion: criterion.name };
      if (problem !== null)
        return { ...about, outcome: problem.of === 'agent' ? 'failed' : 'error', reason: problem.text };
      try {
        const { passed, ...judgement } = await judgementOf(conversation, criterion, model);
        return { ...about, outcome: passed ? 'passed' : 'failed', ...judgement };
      } catch (error) {
        const why = error instanceof Error ? error.message : 'for an unknown reason';
        return {
          ...about,
          outcome: 'error',
          reason: `the model gave no verdict: ${why} (check it with npx parley providers test)`,
        };
      }
    }),
  );

/** @throws Error if there is no judgement */
const judgementOf = async (
  conversation: Conversation,
  { says, neverSays, endReason, answersWithinMs, judge, ...scale }: Criterion,
  model: LanguageModel | null,
): Promise<Judgement> => {
  const agentTexts = conversation.lines.flatMap(({ speaker, text }) => (speaker === 'agent' ? [text] : []));
  const firstMatch = (pattern: string): string | undefined => {
    const expression = new RegExp(pattern, 'iu');
    return agentTexts.find((text) => expression.test(text));
  };
  if (says !== undefined) {
    const found = firstMatch(says);
    return found === undefined
      ? { passed: false, reason: `it never says ${says}` }
      : { passed: true, reason: `it says "${found}"` };
  }
  if (neverSays !== undefined) {
    const found = firstMatch(neverSays);
    return found === undefined
      ? { passed: true, reason: 'it never does' }
      : { passed: false, reason: `it says "${found}"` };
  }
  if (endReason !== undefined) {
    const { endReason: ended } = conversation;
    return { passed: ended === endReason, reason: `it ended as ${ended}` };
  }
  if (answersWithinMs !== undefined) {
    const slowest = Math.max(0, ...conversation.answerMs);
    return conversation.answerMs.length === 0
      ? { passed: false, reason: 'it never answered' }
      : {
          passed: slowest <= answersWithinMs,
          reason: `its slowest answer began after ${Math.round(slowest)} ms`,
        };
  }
  if (judge === undefined || model === null) throw new Error('no model is configured');
  return askJudge(model, conversation.lines, { judge, ...scale });
};
