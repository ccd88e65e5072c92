/** Campaigns with their progress; next to them the chosen one, or a new one. */

import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Data } from '../../api/client.js';
import { usePages } from '../../api/pages.js';
import { Card, Cards } from '../../ui/Cards/Cards.js';
import { deferred } from '../../ui/deferred.js';
import { Master } from '../../ui/master.js';
import { Loading } from '../../ui/states.js';
import { IfAllowed } from '../session/if-allowed.js';
import { useBusinessId } from '../session/session.js';
import { CampaignStatus } from './campaign-status.js';
import { CAMPAIGNS } from './messages.js';
import { Progress } from './progress.js';
import { CampaignView } from './view.js';

const Builder = deferred(async () => (await import('./builder.js')).Builder, <Loading rows={6} />);

type Campaign = Data<'listCampaigns'>['campaigns'][number];

export const CampaignsPage = ({ id }: { readonly id: string | null }): ReactNode => {
  const businessId = useBusinessId();
  const list = usePages('listCampaigns', { query: { businessId, limit: 50 } });
  const campaigns = list.data?.pages.flatMap((page) => page.campaigns) ?? [];
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
        <Cards list={list} empty={{ title: CAMPAIGNS.none, help: CAMPAIGNS.noneHelp }}>
          {campaigns.map((campaign) => (
            <CampaignCard key={campaign.id} campaign={campaign} isChosen={campaign.id === id} />
          ))}
        </Cards>
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

const CampaignCard = ({
  campaign,
  isChosen,
}: {
  readonly campaign: Campaign;
  readonly isChosen: boolean;
}): ReactNode => (
  <Card href={`/campaigns/${campaign.id}`} name={campaign.name} isChosen={isChosen}>
    <CampaignStatus status={campaign.status} />
    <Progress campaign={campaign} />
  </Card>
);
