/** Rules that judge a conversation without a model: what was said, done and measured. Pure. */
import type { RehearsedConversation } from '../../schemas/simulations/conversation.js';
import type { Criterion, ToolRule } from '../../schemas/simulations/criterion.js';
import type { Verdict } from '../../schemas/simulations/verdict.js';
import type { Judgement } from './judging.js';
import { argumentsMatch } from './tool-answers.js';

/** Why a conversation passes no criterion; null: it is judged. */
export const undecidedBecause = ({
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

/** The verdict of a criterion without a judge. */
export const ruleVerdictOn = (conversation: RehearsedConversation, criterion: Criterion): Verdict => {
  const about = { criterion: criterion.name };
  const undecided = undecidedBecause(conversation);
  if (undecided !== null) return { ...about, ...undecided };
  const judgement = judgedByRule(conversation, criterion);
  if (judgement === null) return { ...about, outcome: 'error', reason: 'it has no rule' };
  const { passed, ...found } = judgement;
  return { ...about, outcome: passed ? 'passed' : 'failed', ...found };
};

/** Null: the criterion has no rule. */
export const judgedByRule = (conversation: RehearsedConversation, criterion: Criterion): Judgement | null => {
  const { says, neverSays, usesTool, neverUsesTool } = criterion;
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
  return measuredBy(conversation, criterion);
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
