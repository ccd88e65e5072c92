/** Two versions of the agent in one campaign: the comparison, its outcomes, and the choice. */
import { type ReactNode, useId } from 'react';
import type { Data } from '../../api/client.js';
import { useRead } from '../../api/live.js';
import { Problem } from '../../ui/states.js';
import { EndedSplits, RunningSplit } from '../agents/publishing/splits.js';
import { StartSplit } from '../agents/publishing/start-split.js';
import { useCan } from '../session/role.js';
import { useBusinessId } from '../session/session.js';
import styles from './campaign-view.module.css';
import { CAMPAIGNS } from './messages.js';

type Campaign = Data<'readCampaign'>['campaign'];

/** Nothing is shown of an agent with a single version. */
export const CampaignVersions = ({ campaign }: { readonly campaign: Campaign }): ReactNode => {
  const texts = CAMPAIGNS.versions;
  const id = useId();
  const businessId = useBusinessId();
  const path = { agentId: campaign.agentId };
  const agent = useRead('readAgent', { path, query: { businessId } }).data?.agent;
  const { data, error, refetch } = useRead('listSplits', { path, query: { businessId, limit: 50 } });
  const canStart = useCan('startSplit');
  if (agent === undefined || (agent.version ?? 1) < 2) return null;
  const splits = data?.splits ?? [];
  const own = splits.filter(({ campaignId }) => campaignId === campaign.id);
  const running = own.find(({ endedAt }) => endedAt === null);
  const ofAgent = splits.find(({ campaignId, endedAt }) => campaignId === null && endedAt === null);
  const hasEnded = campaign.status === 'completed' || campaign.status === 'cancelled';
  const shown = running ?? ofAgent;
  if (hasEnded && shown === undefined && own.length === 0) return null;
  return (
    <section className={styles.conclusions} aria-labelledby={id}>
      <div>
        <h3 id={id}>{texts.title}</h3>
        <p className="help">{running === undefined && ofAgent !== undefined ? texts.ofAgent : texts.help}</p>
      </div>
      {error !== null && <Problem problem={error} onRetry={() => void refetch()} />}
      {shown !== undefined && <RunningSplit key={shown.splitId} split={shown} />}
      {data !== undefined && shown === undefined && canStart && !hasEnded && agent.status === 'active' && (
        <StartSplit agent={agent} campaignId={campaign.id} />
      )}
      <EndedSplits splits={own.filter(({ endedAt }) => endedAt !== null)} />
    </section>
  );
};
