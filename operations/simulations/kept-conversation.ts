/** What is kept of a simulated conversation: its parts are cut where they are long, so that a run has a bounded size. Pure. */
import type { RehearsedConversation } from '../../schemas/simulations/conversation.js';
import type { KeptConversation } from '../../schemas/simulations/run.js';
import type { Verdict } from '../../schemas/simulations/verdict.js';

const MAX_LINES = 200;
const MAX_TOOL_USES = 100;
const MAX_TIMES = 500;
/** Characters of one line, result, reason or problem. */
const MAX_TEXT = 2_000;
/** Characters of a reason: there may be fifty. */
const MAX_REASON = 500;
/** Characters of all lines, and of all tool uses, together. */
const MAX_ALL = 60_000;
/** Characters of an object as JSON: arguments of a tool, or the answer of a judge. */
const MAX_OBJECT = 1_000;

/** A budget of characters, and whether anything was cut. */
interface Budget {
  left: number;
  isCut: boolean;
}

const cutText = (budget: Budget, text: string, max: number): string => {
  const kept = text.slice(0, Math.min(max, budget.left));
  budget.left -= kept.length;
  budget.isCut ||= kept.length < text.length;
  return kept;
};

const cutList = <Item>(budget: Budget, items: readonly Item[], max: number): readonly Item[] => {
  budget.isCut ||= items.length > max;
  return items.slice(0, max);
};

const cutObject = (
  budget: Budget,
  value: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> => {
  const { length } = JSON.stringify(value);
  if (length <= Math.min(MAX_OBJECT, budget.left)) {
    budget.left -= length;
    return value;
  }
  budget.isCut = true;
  return {};
};

const cutVerdict = (budget: Budget, { reason, answer, ...verdict }: Verdict): Verdict => ({
  ...verdict,
  reason: cutText(budget, reason, MAX_REASON),
  ...(answer === undefined ? {} : { answer: cutObject(budget, answer) }),
});

/** The conversation with its verdicts, as it is kept. */
export const keptConversation = (
  { lines, toolUses, answerMs, talkedOverMs, problem, ...rest }: RehearsedConversation,
  verdicts: readonly Verdict[],
): KeptConversation => {
  const ofLines: Budget = { left: MAX_ALL, isCut: false };
  const ofTools: Budget = { left: MAX_ALL, isCut: false };
  const ofVerdicts: Budget = { left: MAX_ALL, isCut: false };
  const kept = {
    ...rest,
    lines: cutList(ofLines, lines, MAX_LINES).map(({ said, ...line }) => ({
      ...line,
      text: cutText(ofLines, line.text, MAX_TEXT),
      ...(said === undefined ? {} : { said: cutText(ofLines, said, MAX_TEXT) }),
    })),
    toolUses: cutList(ofTools, toolUses, MAX_TOOL_USES).map((use) => ({
      ...use,
      arguments: cutObject(ofTools, use.arguments),
      result: cutText(ofTools, use.result, MAX_TEXT),
    })),
    answerMs: [...cutList(ofLines, answerMs, MAX_TIMES)],
    ...(talkedOverMs === undefined ? {} : { talkedOverMs: [...cutList(ofLines, talkedOverMs, MAX_TIMES)] }),
    problem: problem === null ? null : { ...problem, text: cutText(ofVerdicts, problem.text, MAX_TEXT) },
    verdicts: verdicts.map((verdict) => cutVerdict(ofVerdicts, verdict)),
  };
  return { ...kept, isCut: ofLines.isCut || ofTools.isCut || ofVerdicts.isCut };
};
