/** An iteration over time: the outcomes of its recipients, stacked, and the lines in use. */
import { type ReactNode, useMemo } from 'react';
import type { Data } from '../../api/client.js';
import { useRead } from '../../api/live.js';
import { type Amounts, Chart } from '../../ui/chart.js';
import type { ColourRole } from '../../ui/colours.js';
import { Loading, Problem } from '../../ui/states.js';
import { useBusinessId } from '../session/session.js';
import { CAMPAIGNS } from './messages.js';

type Series = Data<'readCampaignSeries'>;
type Outcome = 'completed' | 'voicemail' | 'no_answer' | 'busy' | 'failed' | 'cancelled';

/** From the lowest upwards. Skipped recipients were never contacted, and are not drawn. */
const OUTCOMES: readonly (readonly [Outcome, ColourRole])[] = [
  ['completed', 'good'],
  ['voicemail', 'accent'],
  ['no_answer', 'line-strong'],
  ['busy', 'warning'],
  ['failed', 'bad'],
  ['cancelled', 'line'],
];

interface CourseProps {
  readonly campaignId: string;
  readonly iterationId: string;
}

export const Course = ({ campaignId, iterationId }: CourseProps): ReactNode => {
  const businessId = useBusinessId();
  const { data, error, refetch } = useRead('readCampaignSeries', {
    path: { campaignId },
    query: { businessId, iterationId },
  });
  const drawn = useMemo(() => (data === undefined ? null : amountsOf(data)), [data]);
  if (error !== null && data === undefined) return <Problem problem={error} onRetry={() => void refetch()} />;
  if (drawn === null || data?.iterationId !== iterationId) return <Loading rows={5} />;
  if (drawn.times.length === 0) return <p className="quiet">{CAMPAIGNS.noCourse}</p>;
  return <Chart title={CAMPAIGNS.course} {...drawn} />;
};

/** Cumulative sums; 0 before the first bucket. */
const amountsOf = ({ buckets, bucketSeconds }: Series) => {
  const [first] = buckets;
  if (first === undefined) return { times: [], areas: [], line: lineOf([]) };
  const begin = Date.parse(first.at) / 1_000;
  const times = [begin, ...buckets.map((_, bucket) => begin + (bucket + 1) * bucketSeconds)];
  const areas = OUTCOMES.map(([outcome, role]): Amounts => {
    let sum = 0;
    const values = [0];
    for (const bucket of buckets) {
      sum += bucket[outcome];
      values.push(sum);
    }
    return { name: CAMPAIGNS.statuses[outcome], role, values };
  }).filter(({ values }) => (values.at(-1) ?? 0) > 0);
  return { times, areas, line: lineOf([0, ...buckets.map(({ active }) => active)]) };
};

const lineOf = (values: readonly number[]): Amounts => ({
  name: CAMPAIGNS.lines,
  role: 'text',
  values,
});
