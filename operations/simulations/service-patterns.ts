/**
 * Patterns that a service does not take from clients, because they are matched where calls are live: a pattern that backtracks
 * without end would stop them. The patterns of rules are matched in a thread of their own (rule-verdicts.ts), and may be any. Pure.
 */
import type { ErrorDetail } from '../../schemas/errors.js';
import { isRecord } from '../../schemas/json.js';
import type { ScenarioContent } from '../../schemas/simulations/kept-scenario.js';

/** Optional parts of a pattern: each doubles the ways to match. */
const MAX_OPTIONAL = 5;
const REPEATS = 'must not repeat (*, +, {}) or refer back, and have at most 5 optional parts';
const NO_PATTERNS = 'must not have pattern or patternProperties; use a rule with says or usesTool';

/** Whether it is matched in a time that its length bounds. */
const isSimple = (pattern: string): boolean => {
  // What follows a backslash, and what is in brackets, stands for one character.
  const plain = pattern
    .replaceAll(/\\k<|\\[1-9]/g, '*')
    .replaceAll(/\\./g, 'x')
    .replaceAll(/\[[^\]]*\]/g, 'x')
    .replaceAll('(?', '(');
  const optional = plain.split('?').length - 1;
  return !/[*+{]/.test(plain) && optional <= MAX_OPTIONAL;
};

const hasPatterns = (schema: unknown): boolean => {
  if (Array.isArray(schema)) return schema.some(hasPatterns);
  if (!isRecord(schema)) return false;
  return 'pattern' in schema || 'patternProperties' in schema || Object.values(schema).some(hasPatterns);
};

/** Problems of a scenario that is otherwise valid. */
export const servicePatternProblems = ({ criteria, tools }: ScenarioContent): readonly ErrorDetail[] => [
  ...criteria.flatMap((criterion, index) =>
    (['schema', 'wanted'] as const)
      .filter((key) => hasPatterns(criterion[key]))
      .map((key) => ({ path: `/criteria/${index}/${key}`, message: NO_PATTERNS })),
  ),
  ...(tools?.answers ?? []).flatMap(({ arguments: patterns = {} }, index) =>
    Object.entries(patterns)
      .filter(([, pattern]) => !isSimple(pattern))
      .map(([name]) => ({ path: `/tools/answers/${index}/arguments/${name}`, message: REPEATS })),
  ),
];
