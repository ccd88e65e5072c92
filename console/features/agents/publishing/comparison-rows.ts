/** The rows of the table that shows two versions side by side, and which of the two is better. Pure. */
import type { Data } from '../../../api/client.js';
import { creditsOf, lengthOf } from '../../../ui/format.js';
import { VERSIONS } from './messages.js';

export type Results = Data<'readSplit'>['results'];
type Outcomes = Results['version'];
type Share = Outcomes['answered'];
type Mean = Outcomes['answerMs'];
type Difference = Results['differences']['answered'];

/** The mark of a row: a version that is better beyond chance, or that nothing is known yet. Null: the row is no measure. */
export type Mark =
  | { readonly type: 'better'; readonly version: number }
  | { readonly type: 'chance' }
  | { readonly type: 'unknown' }
  | null;

/** A row: its name, the published version, the earlier one, and their difference where it is known. */
interface ComparisonRow {
  readonly name: string;
  readonly published: string;
  readonly version: string;
  readonly difference: string;
  readonly mark: Mark;
}

/** A tenth of a second is too coarse for the difference of two means. */
const waitOf = (ms: number): string => `${(ms / 1_000).toFixed(2)} s`;

const shareText = ({ share, low, high, of }: Share): string =>
  share === null || low === null || high === null ? VERSIONS.none : VERSIONS.share(share, low, high, of);

const meanText = ({ mean, low, high, count }: Mean, text: (value: number) => string): string => {
  if (mean === null) return VERSIONS.none;
  return low === null || high === null
    ? VERSIONS.means.alone(text(mean), count)
    : VERSIONS.means.within(text(mean), text(Math.max(0, low)), text(high), count);
};

const signed = (value: number, text: (value: number) => string): string =>
  value < 0 ? `−${text(-value)}` : text(value);

type Direction = 'more' | 'less';

/** `wanted`: whether more of it is better, or less. */
const markOf = (
  difference: Difference,
  { published, version }: Results,
  wanted: Direction,
): Exclude<Mark, null> => {
  if (difference === null) return { type: 'unknown' };
  if (!difference.isConclusive) return { type: 'chance' };
  const isVersion = difference.difference > 0 === (wanted === 'more');
  return { type: 'better', version: isVersion ? version.version : published.version };
};

/** What a version may be better at. */
interface Verdict {
  readonly success: Exclude<Mark, null>;
  readonly answered: Exclude<Mark, null>;
  readonly answerMs: Exclude<Mark, null>;
  readonly cost: Exclude<Mark, null>;
}

/** Which of the two versions is better, by each measure. */
const verdictOf = (results: Results): Verdict => {
  const { success, answered, answerMs, microcreditsPerCall } = results.differences;
  return {
    success: markOf(success, results, 'more'),
    answered: markOf(answered, results, 'more'),
    answerMs: markOf(answerMs, results, 'less'),
    cost: markOf(microcreditsPerCall, results, 'less'),
  };
};

const differenceOfMeans = (difference: Difference, text: (value: number) => string): string =>
  difference === null
    ? ''
    : VERSIONS.means.difference(
        signed(difference.difference, text),
        signed(difference.low, text),
        signed(difference.high, text),
      );

/** Rows of calls or of conversations, by what there are. */
export const comparisonRows = (results: Results): readonly ComparisonRow[] => {
  const { published, version, differences } = results;
  const texts = VERSIONS;
  const verdict = verdictOf(results);
  const shares = (
    name: string,
    pick: (of: Outcomes) => Share | undefined,
    difference: Difference,
  ): ComparisonRow => {
    const [a, b] = [pick(published), pick(version)];
    return {
      name,
      published: a === undefined ? texts.none : shareText(a),
      version: b === undefined ? texts.none : shareText(b),
      difference:
        difference === null ? '' : texts.points(difference.difference, difference.low, difference.high),
      mark: markOf(difference, results, 'more'),
    };
  };
  const means = (name: string, key: 'answerMs' | 'microcreditsPerCall', mark: Mark): ComparisonRow => {
    const text = key === 'answerMs' ? waitOf : creditsOf;
    return {
      name,
      published: meanText(published[key], text),
      version: meanText(version[key], text),
      difference: differenceOfMeans(differences[key], text),
      mark,
    };
  };
  const plain = (name: string, text: (of: Outcomes) => string): ComparisonRow => ({
    name,
    published: text(published),
    version: text(version),
    difference: '',
    mark: null,
  });
  const isWritten = published.conversations + version.conversations > 0;
  return [
    ...(isWritten
      ? [plain(texts.conversations, ({ conversations }) => String(conversations))]
      : [
          plain(texts.calls, ({ calls }) => String(calls)),
          shares(texts.answered, ({ answered }) => answered, differences.answered),
        ]),
    shares(texts.success, ({ success }) => success, differences.success),
    ...differences.criteria.map(({ key, met }) =>
      shares(
        texts.criterion(key),
        ({ criteria }) => criteria.find((criterion) => criterion.key === key)?.met,
        met,
      ),
    ),
    ...(isWritten
      ? []
      : [
          means(texts.answerTime, 'answerMs', verdict.answerMs),
          means(texts.costPerCall, 'microcreditsPerCall', verdict.cost),
          plain(texts.duration, ({ durationSeconds }) => lengthOf(durationSeconds)),
          plain(texts.cost, ({ chargedMicrocredits }) => creditsOf(chargedMicrocredits)),
        ]),
  ];
};

/** The sentences of a verdict: its title, and what else is known beyond chance. */
interface VerdictText {
  readonly title: string;
  readonly lines: readonly string[];
}

/** Success decides; the other measures are named where one version is better beyond chance. */
export const verdictText = (results: Results): VerdictText => {
  const texts = VERSIONS.verdict;
  const { published, version } = results;
  const { success, answered, answerMs, cost } = verdictOf(results);
  const others = [
    ...(answered.type === 'better' ? [texts.answered(answered.version)] : []),
    ...(answerMs.type === 'better' ? [texts.faster(answerMs.version)] : []),
    ...(cost.type === 'better' ? [texts.cheaper(cost.version)] : []),
  ];
  const counted = (of: Outcomes): string => texts.succeeded(of.version, of.success.count, of.success.of);
  const both = `${counted(version)} ${counted(published)}`;
  switch (success.type) {
    case 'better':
      return { title: texts.better(success.version), lines: [both, texts.hardlyChance, ...others] };
    case 'chance':
      return { title: texts.open, lines: [both, texts.maybeChance, ...others] };
    case 'unknown':
      return {
        title: texts.notMeasured,
        lines: [
          ...(version.success.of + published.success.of === 0 ? [texts.measure] : [both, texts.oneSided]),
          ...others,
        ],
      };
    default:
      return success satisfies never;
  }
};
