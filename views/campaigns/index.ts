/** Campaigns: their iterations, their members, their activities, and the conclusions about them. */
import { CALL_KIND } from '../../actors/call/events.js';
import { CAMPAIGN_KIND } from '../../actors/campaign/events.js';
import { CONTACT_KIND } from '../../actors/contact-partition/events.js';
import { CONVERSATION_KIND } from '../../actors/conversation/events.js';
import { ITERATION_KIND } from '../../actors/iteration/events.js';
import { RECIPIENTS_KIND } from '../../actors/recipients/events.js';
import { SUMMARY_RUN_KIND } from '../../actors/summary-run/events.js';
import { defineView, following } from '../kernel/view.js';
import { ACTIVITY_TABLES, projectCallActivities, projectMessageActivities } from './activities.js';
import { activityQueries } from './activity-queries.js';
import { membershipQueries } from './membership-queries.js';
import { MEMBERSHIP_TABLES, projectMemberships } from './memberships.js';
import { projectMergedContacts } from './merged-contacts.js';
import { projectCampaigns, projectHolds, projectIterations } from './projection.js';
import { campaignQueries, iterationQueries } from './queries.js';
import { seriesQueries } from './series.js';
import { conclusionQueries, summaryRunQueries } from './summary-run-queries.js';
import { projectSummaryRuns, SUMMARY_RUN_TABLES } from './summary-runs.js';
import { CAMPAIGN_TABLES } from './tables.js';

export type { MemberContact } from './membership-queries.js';
export type { IterationFacts } from './queries.js';
export type { Conclusion } from './summary-run-queries.js';

/** Campaigns. */
export const campaigns = defineView({
  name: 'campaigns',
  tables: [CAMPAIGN_TABLES, MEMBERSHIP_TABLES, ACTIVITY_TABLES, SUMMARY_RUN_TABLES],
  projections: [
    following(CAMPAIGN_KIND, projectCampaigns),
    following(ITERATION_KIND, projectIterations),
    following(RECIPIENTS_KIND, projectMemberships),
    following(RECIPIENTS_KIND, projectHolds),
    following(SUMMARY_RUN_KIND, projectSummaryRuns),
    following(CALL_KIND, projectCallActivities),
    following(CONVERSATION_KIND, projectMessageActivities),
    following(CONTACT_KIND, projectMergedContacts),
  ],
  queries: (db) => ({
    ...campaignQueries(db),
    ...iterationQueries(db),
    ...membershipQueries(db),
    ...activityQueries(db),
    ...seriesQueries(db),
    ...summaryRunQueries(db),
    ...conclusionQueries(db),
  }),
});
