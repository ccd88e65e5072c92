/** The result of `parley fork`: how the call went on, and how it goes on now. */
import { plainWords } from '../../media/speech/plain-words.js';
import type { RehearsedConversation, RehearsedLine } from '../../schemas/simulations/conversation.js';

export interface ForkReport {
  readonly log: string;
  readonly atTurn: number;
  /** Model that answered. */
  readonly model: string;
  /** Name of the customer; `recorded`: the one of the call. */
  readonly customer: string;
  readonly recorded: readonly RehearsedLine[];
  readonly forked: RehearsedConversation;
  /** The first turn with another speaker or other words, by its number in the call; null: there is none. */
  readonly firstDifference: number | null;
}

/** Capitals and punctuation make no difference: a simulated customer's words are heard, not copied. */
export const firstDifferenceOf = (
  atTurn: number,
  recorded: readonly RehearsedLine[],
  forked: readonly RehearsedLine[],
): number | null => {
  const most = Math.max(recorded.length, forked.length);
  for (let index = 0; index < most; index += 1)
    if (plain(recorded[index]) !== plain(forked[index])) return atTurn + index + 1;
  return null;
};

const plain = (line: RehearsedLine | undefined): string =>
  line === undefined ? '' : `${line.speaker} ${plainWords(line.text)}`;

export const forkInWords = ({
  log,
  atTurn,
  model,
  customer,
  recorded,
  forked,
  firstDifference,
}: ForkReport): string =>
  [
    `${log} after turn ${atTurn}, with ${model} and the customer ${customer}`,
    'Recorded:',
    ...talk(recorded, atTurn),
    'Now:',
    ...talk(forked.lines, atTurn),
    ...forked.toolUses.map(
      ({ tool, arguments: args, outcome, result }) =>
        `  used ${tool} with ${JSON.stringify(args)}: ${outcome}, ${result}`,
    ),
    ...(forked.problem === null ? [] : [`  problem of the ${forked.problem.of}: ${forked.problem.text}`]),
    firstDifference === null ? 'The same words.' : `Turn ${firstDifference} is the first that differs.`,
  ]
    .map((line) => `${line}\n`)
    .join('');

const talk = (lines: readonly RehearsedLine[], atTurn: number): readonly string[] =>
  lines.length === 0
    ? ['  nothing']
    : lines.map(
        ({ speaker, text, interrupted }, index) =>
          `  ${atTurn + index + 1} ${speaker}: ${text}${interrupted === true ? ' (interrupted)' : ''}`,
      );
