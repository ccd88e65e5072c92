/** Campaigns: their iterations, who is reached for in them, what happened, and what was concluded. */
import { CAMPAIGN_KIND } from '../../actors/campaign/events.js';
import { ITERATION_KIND } from '../../actors/iteration/events.js';
import { RECIPIENTS_KIND } from '../../actors/recipients/events.js';
import { SUMMARY_RUN_KIND } from '../../actors/summary-run/events.js';
import { defineView, following } from '../kernel/view.js';
import { ACTIVITY_TABLES, activityQueries } from './activities.js';
import { CAMPAIGN_TABLES, campaignQueries, projectCampaigns, projectIterations } from './campaigns.js';
import { MEMBERSHIP_TABLES, membershipQueries, projectMemberships } from './memberships.js';
import { projectSummaryRuns, SUMMARY_RUN_TABLES, summaryRunQueries } from './summary-runs.js';

export type { IterationFacts } from './campaigns.js';
export type { Conclusion } from './summary-runs.js';

/** Campaigns. */
export const campaigns = defineView({
  name: 'campaigns',
  tables: [CAMPAIGN_TABLES, MEMBERSHIP_TABLES, ACTIVITY_TABLES, SUMMARY_RUN_TABLES],
  projections: [
    following(CAMPAIGN_KIND, projectCampaigns),
    following(ITERATION_KIND, projectIterations),
    following(RECIPIENTS_KIND, projectMemberships),
    following(SUMMARY_RUN_KIND, projectSummaryRuns),
  ],
  queries: (db) => ({
    ...campaignQueries(db),
    ...membershipQueries(db),
    ...activityQueries(db),
    ...summaryRunQueries(db),
  }),
});
