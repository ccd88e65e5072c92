/** The verdicts on a conversation: each criterion is judged by its rule, or by a model that reads the conversation. */
import type { RehearsedConversation } from '../../schemas/simulations/conversation.js';
import type { Criterion } from '../../schemas/simulations/criterion.js';
import type { Verdict } from '../../schemas/simulations/verdict.js';
import { askJudge, type Judge, type Judgement } from './judging.js';
import { judgedByRule, undecidedBecause } from './rules.js';

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

/** @throws Error if there is no judgement */
const judgementOf = async (
  conversation: RehearsedConversation,
  criterion: Criterion,
  judge: Judge | null,
): Promise<Judgement> => {
  const byRule = judgedByRule(conversation, criterion);
  if (byRule !== null) return byRule;
  const { judge: wish, atLeast, schema, wanted } = criterion;
  if (wish === undefined || judge === null) throw new Error('no model is configured');
  const scale = {
    ...(atLeast === undefined ? {} : { atLeast }),
    ...(schema === undefined ? {} : { schema }),
    ...(wanted === undefined ? {} : { wanted }),
  };
  return askJudge(judge, conversation, { judge: wish, ...scale });
};
