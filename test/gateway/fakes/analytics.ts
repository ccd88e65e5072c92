/** Figures without any calls. */
import { analyticsOperations } from '../../../operations/analytics/analytics.js';
import type { Operations } from '../../../operations/operations.js';
import type { Views } from '../../../views/views.js';

export const analyticsViews = (): Pick<Views, 'tallies' | 'analyticsName'> => ({
  tallies: () => [],
  analyticsName: () => null,
});

/** The operation itself: it only reads views. */
export const fakeAnalyticsOperations = (): Operations['analytics'] =>
  analyticsOperations({
    views: { ...analyticsViews(), timeZoneOf: () => null },
    installationTimeZone: 'Etc/UTC',
  });
