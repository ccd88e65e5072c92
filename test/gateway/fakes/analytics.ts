/** Figures without any calls. */
import { analyticsOperations } from '../../../operations/analytics/analytics.js';
import type { Operations } from '../../../operations/operations.js';
import type { Views } from '../../../views/views.js';

export const analyticsViews = (): Pick<Views, 'tallies' | 'analyticsName'> => ({
  tallies: () => [],
  analyticsName: () => null,
});

/** The operation itself, which only reads views; any time zone is UTC. */
export const fakeAnalyticsOperations = (): Operations['analytics'] => {
  const views = { ...analyticsViews(), timeZoneOf: () => null };
  const { read } = analyticsOperations({ views, installationTimeZone: 'Etc/UTC' });
  return { read: (businessId, request) => read(businessId, { ...request, timeZone: 'Etc/UTC' }) };
};
