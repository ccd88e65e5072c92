/** Campaigns with their progress; next to them the chosen one, or a new one. */

import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Data } from '../../api/client.js';
import { usePages } from '../../api/pages.js';
import { Master } from '../../ui/master.js';
import { COMMON } from '../../ui/messages.js';
import { Empty, Loading, Problem } from '../../ui/states.js';
import { IfAllowed } from '../session/if-allowed.js';
import { useBusinessId } from '../session/session.js';
import { Builder } from './builder.js';
import { CAMPAIGN_STATUSES, CAMPAIGNS } from './messages.js';
import { Progress } from './progress.js';
import { CampaignView } from './view.js';

type Campaign = Data<'listCampaigns'>['campaigns'][number];

export const CampaignsPage = ({ id }: { readonly id: string | null }): ReactNode => {
  const businessId = useBusinessId();
  const { data, error, refetch, hasNextPage, fetchNextPage } = usePages('listCampaigns', {
    query: { businessId, limit: 50 },
  });
  const campaigns = data?.pages.flatMap((page) => page.campaigns) ?? [];
  return (
    <Master
      title={CAMPAIGNS.title}
      path="/campaigns"
      aside={
        <IfAllowed operation="createCampaign">
          <Link className="main" href="/campaigns/new">
            {CAMPAIGNS.create}
          </Link>
        </IfAllowed>
      }
      list={
        <>
          {error !== null && <Problem problem={error} onRetry={() => void refetch()} />}
          {data === undefined && error === null && <Loading />}
          {data !== undefined && campaigns.length === 0 && (
            <Empty title={CAMPAIGNS.none}>
              <p>{CAMPAIGNS.noneHelp}</p>
            </Empty>
          )}
          <ul className="cards">
            {campaigns.map((campaign) => (
              <Card key={campaign.id} campaign={campaign} isChosen={campaign.id === id} />
            ))}
          </ul>
          {hasNextPage && (
            <button type="button" className="plain more" onClick={() => void fetchNextPage()}>
              {COMMON.more}
            </button>
          )}
        </>
      }
      detail={
        id === null ? null : id === 'new' ? (
          <IfAllowed operation="createCampaign" explain>
            <Builder />
          </IfAllowed>
        ) : (
          <CampaignView key={id} id={id} />
        )
      }
    />
  );
};

const Card = ({
  campaign,
  isChosen,
}: {
  readonly campaign: Campaign;
  readonly isChosen: boolean;
}): ReactNode => (
  <li className={isChosen ? 'card is-chosen' : 'card'}>
    <Link href={`/campaigns/${campaign.id}`} aria-current={isChosen ? 'true' : undefined}>
      <strong>{campaign.name}</strong>
      <span className="status quiet">{CAMPAIGN_STATUSES[campaign.status]}</span>
      <Progress campaign={campaign} />
    </Link>
  </li>
);
