/** What may be asked of the read models about campaigns. `at`: now, ms since the epoch, for paces and waits. */
import type {
  ActivityResource,
  CampaignResource,
  IterationResource,
  MembershipResource,
  Outcome,
} from '../../schemas/campaign.js';
import type { CampaignSummary, SummaryRunResource } from '../../schemas/summary-run.js';
import type { Page, PageRequest, PlacedContact } from '../kernel/page.js';
import type { ActivityFilter } from './activities.js';
import type { IterationFacts } from './campaigns.js';
import type { MembershipFilter } from './memberships.js';
import type { Conclusion, SummaryRunRecord } from './summary-runs.js';

export interface CampaignViews {
  /** Newest first. */
  campaigns(businessId: string, page: PageRequest, at: number): Page<CampaignResource>;
  campaign(businessId: string, campaignId: string, at: number): CampaignResource | null;
  /** Name of one that works with the agent, or is going to; null when none does. */
  campaignOfAgent(businessId: string, agentId: string): string | null;
  iterationFacts(businessId: string, iterationId: string): IterationFacts | null;
  /** Who has a place in a block of recipients; null: nobody that is known. */
  contactAt(iterationId: string, block: number, index: number): string | null;
  iteration(campaignId: string, iterationId: string, at: number): IterationResource | null;
  /** In their order. */
  iterations(campaignId: string, page: PageRequest, at: number): Page<IterationResource>;
  /** Newest first. */
  memberships(campaignId: string, page: PageRequest, filter: MembershipFilter): Page<MembershipResource>;
  /** Members that ended so, each contact once, after a place. */
  membersWithOutcome(
    campaignId: string,
    iterationIds: readonly string[],
    outcomes: readonly Outcome[],
    after: number,
    limit: number,
  ): readonly PlacedContact[];
  /** Contacts in any of the categories, each once, after a place. */
  contactsInCategories(
    businessId: string,
    categoryIds: readonly string[],
    after: number,
    limit: number,
  ): readonly PlacedContact[];
  /** Newest first. */
  activities(campaignId: string, page: PageRequest, filter: ActivityFilter): Page<ActivityResource>;
  /** Contacts that were reached for, in the order of their ids, after one. */
  activeContacts(campaignId: string, after: string, limit: number): readonly string[];
  activeContactCount(campaignId: string): number;
  /** What was said with a contact under the campaign, oldest first, as lines of text. */
  campaignTranscript(campaignId: string, contactId: string, maxLines: number): readonly string[];
  /** Newest first. */
  summaryRuns(campaignId: string, page: PageRequest): Page<SummaryRunResource>;
  summaryRun(campaignId: string, runId: string): SummaryRunRecord | null;
  /** In the order of the contacts' ids, after one. */
  conclusions(runId: string, after: string, limit: number): readonly Conclusion[];
  recommendedContacts(runId: string, after: string, limit: number): readonly string[];
  /** The latest conclusion of the campaign about the contact. */
  campaignSummary(campaignId: string, contactId: string): CampaignSummary | null;
}
