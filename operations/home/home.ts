/**
 * The start page of the console. Every part reads a bounded number of rows, or the roll-ups of analytics: the page costs the same
 * for a business with millions of calls.
 */
import { HOME_CAMPAIGNS, type Home, type HomeCampaign, MAX_HOME_COUNT } from '../../schemas/accounts/home.js';
import type { CampaignResource } from '../../schemas/campaigns/campaign.js';
import type { OperationsDeps } from '../deps.js';
import { attentionOf, brokenOf } from './attention.js';
import { creditOf } from './credit.js';
import { homeFigures } from './figures.js';
import { setupStepsOf } from './setup.js';
import { troubleReader } from './trouble.js';

/** Statuses of calls that ring or are up. */
const LIVE = ['ringing', 'answered', 'cancelling'] as const;
/** Live calls are counted up to this number; lines are far fewer. */
const MAX_LIVE = 10_000;

interface HomeOperations {
  /** `at`: now, ms since the epoch. */
  read(businessId: string, at: number): Promise<Home>;
}

export const homeOperations = (deps: OperationsDeps): HomeOperations => {
  const figuresAt = homeFigures(deps);
  const troubleOf = troubleReader(deps.trouble);
  const { views } = deps;
  return {
    read: async (businessId, at) => {
      const [figures, trouble, setup] = await Promise.all([
        figuresAt(businessId, at),
        troubleOf(businessId, at),
        setupStepsOf(deps, businessId, at),
      ]);
      return {
        at: new Date(at).toISOString(),
        ...figures,
        liveCalls: LIVE.reduce((sum, status) => sum + views.callsWithStatus(businessId, status, MAX_LIVE), 0),
        queuedCalls: views.callsWithStatus(businessId, 'queued', MAX_HOME_COUNT),
        attention: attentionOf(views, businessId, at),
        broken: { ...brokenOf(views, businessId, at), ...trouble },
        credit: creditOf(views, businessId, at),
        campaigns: views.runningCampaigns(businessId, HOME_CAMPAIGNS, at).map(toCampaign),
        setup: [...setup],
      };
    },
  };
};

const toCampaign = ({ id, name, counts, currentIteration }: CampaignResource): HomeCampaign => {
  const { finished, percent, estimatedEndAt, waitingFor } = currentIteration.progress;
  return { campaignId: id, name, total: counts.total, finished, percent, estimatedEndAt, waitingFor };
};
