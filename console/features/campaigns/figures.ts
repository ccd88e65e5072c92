/** The figures of a campaign: how far its people came, and what it cost. Pure. */
import type { Data } from '../../api/client.js';
import { formatNumber } from '../../ui/i18n/language.js';

type Counts = Data<'readCampaign'>['campaign']['counts'];
type CallFigures = NonNullable<Data<'readAnalytics'>['totals']['calls']>;

/** A step of the funnel. */
export interface FunnelStep {
  readonly key: 'audience' | 'contacted' | 'answered' | 'success';
  readonly people: number;
  /** Of the audience, from 0 to 1; null: it is empty. */
  readonly share: number | null;
}

/**
 * From the audience to success. `succeeded` is null where success is not judged, and the step is then left out. A
 * cancelled recipient may never have been tried, so it does not count as contacted.
 */
export const funnelOf = (counts: Counts, succeeded: number | null): readonly FunnelStep[] => {
  const { total, active, retry_wait, completed, voicemail, no_answer, busy, failed } = counts;
  const contacted = active + retry_wait + completed + voicemail + no_answer + busy + failed;
  const step = (key: FunnelStep['key'], people: number): FunnelStep => ({
    key,
    people,
    share: total === 0 ? null : people / total,
  });
  return [
    step('audience', total),
    step('contacted', contacted),
    step('answered', completed),
    ...(succeeded === null ? [] : [step('success', succeeded)]),
  ];
};

export interface Cost {
  /** Calls and their analyses, microcredits. */
  readonly total: number;
  /** For each answered call; null: none was answered. */
  readonly perAnswered: number | null;
  /** For each call that met its criteria; null: none did. */
  readonly perSuccess: number | null;
}

export const costOf = ({
  chargedMicrocredits,
  analysisCostMicrocredits,
  answered,
  succeeded,
}: Pick<
  CallFigures,
  'chargedMicrocredits' | 'analysisCostMicrocredits' | 'answered' | 'succeeded'
>): Cost => {
  const total = chargedMicrocredits + analysisCostMicrocredits;
  return {
    total,
    perAnswered: answered === 0 ? null : total / answered,
    perSuccess: succeeded === 0 ? null : total / succeeded,
  };
};

/** A share as `63%`. */
export const percentOf = (share: number | null): string =>
  share === null ? '–' : formatNumber(share, { style: 'percent' });

/** The end of the period that a page shows: after the day, so that a request is the same for the whole day. */
export const endOfPeriod = (now: Date): string =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1)).toISOString();

/** The longest period that figures can have, days; less one for its end after today. */
const MAX_DAYS = 365;

/** From the creation of a campaign, as far back as figures reach. */
export const startOfPeriod = (createdAt: string, now: Date): string =>
  new Date(Math.max(Date.parse(createdAt), now.getTime() - MAX_DAYS * 86_400_000)).toISOString();
