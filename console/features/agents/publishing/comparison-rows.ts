/** The rows of the table that shows two versions side by side. Pure. */
import type { Data } from '../../../api/client.js';
import { creditsOf, lengthOf } from '../../../ui/format.js';
import { VERSIONS } from './messages.js';

type Results = Data<'readSplit'>['results'];
type Outcomes = Results['version'];
type Share = Outcomes['answered'];
type Difference = Results['differences']['answered'];

/** A row: its name, the published version, the earlier one, and their difference where it is known. */
interface ComparisonRow {
  readonly name: string;
  readonly published: string;
  readonly version: string;
  readonly difference: string;
}

const shareText = ({ share, low, high, of }: Share): string =>
  share === null || low === null || high === null ? VERSIONS.none : VERSIONS.share(share, low, high, of);

const differenceText = (difference: Difference): string =>
  difference === null
    ? ''
    : VERSIONS.points(difference.difference, difference.low, difference.high, difference.isConclusive);

/** Rows of calls or of conversations, by what there are. */
export const comparisonRows = ({ published, version, differences }: Results): readonly ComparisonRow[] => {
  const texts = VERSIONS;
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
      difference: differenceText(difference),
    };
  };
  const plain = (name: string, text: (of: Outcomes) => string): ComparisonRow => ({
    name,
    published: text(published),
    version: text(version),
    difference: '',
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
          plain(texts.duration, ({ durationSeconds }) => lengthOf(durationSeconds)),
          plain(texts.cost, ({ chargedMicrocredits }) => creditsOf(chargedMicrocredits)),
        ]),
  ];
};
