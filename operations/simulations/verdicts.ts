/** The verdicts on a conversation: each criterion is judged by its rule, or by a model that reads the conversation. */
import type { RehearsedConversation } from '../../schemas/simulations/conversation.js';
import type { Criterion, ToolRule } from '../../schemas/simulations/criterion.js';
import type { Verdict } from '../../schemas/simulations/verdict.js';
import { askJudge, type Judge, type Judgement } from './judging.js';
import { argumentsMatch } from './tool-answers.js';

/**
 * A verdict for each criterion; a conversation that did not reach its end passes none, and one that the machine was too slow
 * for is undecided. Never rejects. `judge`: null if no criterion needs one.
 */
export const verdictsOn = (
  conversation: RehearsedConversation,
  criteria: readonly Criterion[],
  judge: Judge | null,
): Promise<readonly Verdict[]> =>
  Promise.all(
    criteria.map(async (criterion): Promise<Verdict> => {
      const about = { criterion: criterion.name };
      const undecided = undecidedBecause(conversation);
      if (undecided !== null) return { ...about, ...undecided };
      try {
        const { passed, ...judgement } = await judgementOf(conversation, criterion, judge);
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

const undecidedBecause = ({
  problem,
  tooSlow = null,
}: RehearsedConversation): Pick<Verdict, 'outcome' | 'reason'> | null => {
  if (tooSlow !== null)
    return {
      outcome: 'error',
      reason: `the machine was too slow: it fell ${tooSlow.behindMs} ms behind; play fewer conversations at once`,
    };
  if (problem === null) return null;
  return { outcome: problem.of === 'agent' ? 'failed' : 'error', reason: problem.text };
};

/** @throws Error if there is no judgement */
const judgementOf = async (
  conversation: RehearsedConversation,
  criterion: Criterion,
  judge: Judge | null,
): Promise<Judgement> => {
  const { says, neverSays, usesTool, neverUsesTool, judge: wish, ...scale } = criterion;
  if (says !== undefined) return saysOf(conversation, says);
  if (neverSays !== undefined) return neverSaysOf(conversation, neverSays);
  if (usesTool !== undefined) {
    const use = useOf(conversation, usesTool);
    return use === null
      ? { passed: false, reason: `it never uses ${describe(usesTool)}` }
      : { passed: true, reason: `it uses ${use}` };
  }
  if (neverUsesTool !== undefined) {
    const use = useOf(conversation, neverUsesTool);
    return use === null
      ? { passed: true, reason: 'it never does' }
      : { passed: false, reason: `it uses ${use}` };
  }
  const measured = measuredBy(conversation, criterion);
  if (measured !== null) return measured;
  if (wish === undefined || judge === null) throw new Error('no model is configured');
  return askJudge(judge, conversation, { judge: wish, ...scale });
};

const firstMatch = ({ lines }: RehearsedConversation, pattern: string): string | undefined => {
  const expression = new RegExp(pattern, 'iu');
  return lines.find(({ speaker, text }) => speaker === 'agent' && expression.test(text))?.text;
};

const saysOf = (conversation: RehearsedConversation, pattern: string): Judgement => {
  const found = firstMatch(conversation, pattern);
  return found === undefined
    ? { passed: false, reason: `it never says ${pattern}` }
    : { passed: true, reason: `it says "${found}"` };
};

const neverSaysOf = (conversation: RehearsedConversation, pattern: string): Judgement => {
  const found = firstMatch(conversation, pattern);
  return found === undefined
    ? { passed: true, reason: 'it never does' }
    : { passed: false, reason: `it says "${found}"` };
};

const describe = ({ tool, arguments: patterns }: ToolRule): string =>
  patterns === undefined ? tool : `${tool} with ${JSON.stringify(patterns)}`;

/** The first use that matches; null: there is none. */
const useOf = (
  { toolUses }: RehearsedConversation,
  { tool, arguments: patterns = {} }: ToolRule,
): string | null => {
  const found = toolUses.find((use) => use.tool === tool && argumentsMatch(patterns, use.arguments));
  return found === undefined ? null : `${found.tool} with ${JSON.stringify(found.arguments)}`;
};

const measuredBy = (
  { endReason: ended, answerMs, talkedOverMs = [] }: RehearsedConversation,
  { endReason, answersWithinMs, talksOverWithinMs }: Criterion,
): Judgement | null => {
  if (endReason !== undefined) return { passed: ended === endReason, reason: `it ended as ${ended}` };
  if (answersWithinMs !== undefined) {
    const slowest = Math.max(0, ...answerMs);
    return answerMs.length === 0
      ? { passed: false, reason: 'it never answered' }
      : {
          passed: slowest <= answersWithinMs,
          reason: `its slowest answer began after ${Math.round(slowest)} ms`,
        };
  }
  if (talksOverWithinMs === undefined) return null;
  const longest = Math.max(0, ...talkedOverMs);
  return {
    passed: longest <= talksOverWithinMs,
    reason: `both spoke at once for ${Math.round(longest)} ms at most`,
  };
};
