/** Figures of today, of as long a part of the same day of the week before, and of each of the last days. */
import { HOME_DAYS, type Home, type HomeDay } from '../../schemas/accounts/home.js';
import type { AnalyticsFigures, AnalyticsPeriod } from '../../schemas/analytics/analytics.js';
import { startOfDay } from '../../schemas/time-zone.js';
import { analyticsOperations } from '../analytics/analytics.js';

type FiguresDeps = Parameters<typeof analyticsOperations>[0];
type Figures = Omit<HomeDay, 'day'>;

/** Reads them; `at`: now, ms since the epoch. */
export const homeFigures = (
  deps: FiguresDeps,
): ((
  businessId: string,
  at: number,
) => Promise<Pick<Home, 'timeZone' | 'today' | 'weekBefore' | 'days'>>) => {
  const analytics = analyticsOperations(deps);
  return async (businessId, at) => {
    const timeZone = deps.views.timeZoneOf(businessId) ?? deps.installationTimeZone;
    const midnight = startOfDay(timeZone, at, 0);
    const aWeekBefore = startOfDay(timeZone, at, -7);
    const calls = { subject: 'calls', timeZone, compare: false } as const;
    // At midnight the day is empty, and a period is not.
    const to = Math.max(at, midnight + 1);
    const days = await analytics.read(businessId, {
      ...calls,
      groupBy: 'day',
      from: startOfDay(timeZone, at, 1 - HOME_DAYS),
      to,
    });
    const today = await analytics.read(businessId, { ...calls, from: midnight, to });
    const weekBefore = await analytics.read(businessId, {
      ...calls,
      from: aWeekBefore,
      to: aWeekBefore + (to - midnight),
    });
    return {
      timeZone,
      today: periodOf(today),
      weekBefore: periodOf(weekBefore),
      days: days.groups.map(({ key, figures }) => ({ day: key ?? '', ...shown(figures) })),
    };
  };
};

const periodOf = ({ from, to, totals }: AnalyticsPeriod): Home['today'] => ({ from, to, ...shown(totals) });

const NOTHING: Figures = {
  calls: 0,
  answered: 0,
  answerRate: null,
  successRate: null,
  heardMs: { p50: null, p95: null },
  costMicrocredits: 0,
};

const shown = ({ calls: figures }: AnalyticsFigures): Figures => {
  if (figures === null) return NOTHING;
  const { calls, answered, answerRate, successRate, latencies } = figures;
  // Carriers that do not report what was played leave the first frame that was sent.
  const heardMs = latencies.firstPlayedMs.p50 === null ? latencies.firstFrameMs : latencies.firstPlayedMs;
  return {
    calls,
    answered,
    answerRate,
    successRate,
    heardMs,
    costMicrocredits: figures.chargedMicrocredits + figures.analysisCostMicrocredits,
  };
};
