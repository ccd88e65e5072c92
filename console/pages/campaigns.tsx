/** Campaigns: how far each is, and what can be done about it. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { type ApiProblem, ask, type Data } from '../api/client.js';
import { useRead } from '../api/live.js';
import { usePages } from '../api/pages.js';
import { Confirm } from '../parts/confirm.js';
import { Icon } from '../parts/icon.js';
import { Master } from '../parts/master.js';
import { Empty, Loading, Problem } from '../parts/states.js';
import { useBusinessId } from '../session.js';
import { TEXTS } from '../texts.js';

type Campaign = Data<'listCampaigns'>['campaigns'][number];
type Action = 'start' | 'pause' | 'cancel';

export const CampaignsPage = ({ id }: { readonly id: string | null }): ReactNode => {
  const businessId = useBusinessId();
  const { data, error, refetch, hasNextPage, fetchNextPage } = usePages('listCampaigns', {
    query: { businessId, limit: 50 },
  });
  const campaigns = data?.pages.flatMap((page) => page.campaigns) ?? [];
  return (
    <Master
      title={TEXTS.campaigns.title}
      path="/campaigns"
      list={
        <>
          {error !== null && <Problem problem={error} retry={() => void refetch()} />}
          {data === undefined && error === null && <Loading />}
          {data !== undefined && campaigns.length === 0 && (
            <Empty title={TEXTS.campaigns.none}>
              <p>{TEXTS.campaigns.noneHelp}</p>
            </Empty>
          )}
          <ul className="cards">
            {campaigns.map((campaign) => (
              <Card key={campaign.id} campaign={campaign} isChosen={campaign.id === id} />
            ))}
          </ul>
          {hasNextPage && (
            <button type="button" className="plain more" onClick={() => void fetchNextPage()}>
              {TEXTS.more}
            </button>
          )}
        </>
      }
      detail={id === null ? null : <CampaignView key={id} id={id} />}
    />
  );
};

/** Who is finished with, of whom there are. */
const doneOf = ({ counts }: Campaign): number =>
  counts.completed + counts.no_answer + counts.busy + counts.failed + counts.cancelled + counts.skipped;

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
      <span className="status quiet">{TEXTS.campaignStatuses[campaign.status]}</span>
      <Progress campaign={campaign} />
    </Link>
  </li>
);

const Progress = ({ campaign }: { readonly campaign: Campaign }): ReactNode => {
  const done = doneOf(campaign);
  const words = TEXTS.campaigns.progress(done, campaign.counts.total);
  return (
    <span className="progress">
      <progress value={done} max={Math.max(1, campaign.counts.total)} aria-label={words} />
      <span className="quiet figure">{words}</span>
    </span>
  );
};

const CampaignView = ({ id }: { readonly id: string }): ReactNode => {
  const businessId = useBusinessId();
  const asked = { path: { campaignId: id }, query: { businessId } };
  const { data, error, refetch } = useRead('readCampaign', asked);
  if (error !== null && data === undefined) return <Problem problem={error} retry={() => void refetch()} />;
  if (data === undefined || data.campaign.id !== id) return <Loading rows={6} />;
  const { campaign } = data;
  return (
    <article aria-label={campaign.name}>
      <Link className="back" href="/campaigns" aria-label={TEXTS.close}>
        <Icon name="close" />
      </Link>
      <header className="call-head">
        <div>
          <h2>{campaign.name}</h2>
          <p className="quiet">{TEXTS.campaignStatuses[campaign.status]}</p>
        </div>
        <Actions campaign={campaign} />
      </header>
      <Progress campaign={campaign} />
      <h3>{TEXTS.campaigns.objective}</h3>
      <p>{campaign.objective}</p>
      <h3>{TEXTS.campaigns.recipients}</h3>
      <dl className="facts">
        {Object.entries(campaign.counts)
          .filter(([, count]) => count > 0)
          .map(([name, count]) => (
            <div key={name}>
              <dt>{name.replaceAll('_', ' ')}</dt>
              <dd className="figure">{count.toLocaleString('en')}</dd>
            </div>
          ))}
      </dl>
    </article>
  );
};

/** What each state may be told. */
const possible = (status: Campaign['status']): readonly Action[] => {
  switch (status) {
    case 'draft':
    case 'scheduled':
      return ['start', 'cancel'];
    case 'running':
      return ['pause', 'cancel'];
    case 'paused':
      return ['start', 'cancel'];
    case 'cancelling':
    case 'cancelled':
    case 'completed':
      return [];
    default:
      return status satisfies never;
  }
};

const Actions = ({ campaign }: { readonly campaign: Campaign }): ReactNode => {
  const businessId = useBusinessId();
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const act = async (action: Action): Promise<void> => {
    await ask('actOnCampaign', { path: { campaignId: campaign.id }, body: { businessId, action } });
    await queries.invalidateQueries();
  };
  const acting = useMutation<void, ApiProblem, Action>({ mutationFn: act });
  const actions = possible(campaign.status);
  const texts = TEXTS.campaigns;
  return (
    <div className="actions">
      {acting.error !== null && <Problem problem={acting.error} />}
      {actions.includes('pause') && (
        <button
          type="button"
          className="plain"
          title={texts.pauseHelp}
          onClick={() => acting.mutate('pause')}
        >
          {texts.pause}
        </button>
      )}
      {actions.includes('start') && (
        <button type="button" className="main" onClick={() => acting.mutate('start')}>
          {campaign.status === 'paused' ? texts.resume : texts.start}
        </button>
      )}
      {actions.includes('cancel') && (
        <button type="button" className="danger quiet-danger" onClick={() => setAsking(true)}>
          {texts.cancel}
        </button>
      )}
      {asking && (
        <Confirm
          title={texts.cancelTitle(campaign.name)}
          help={texts.cancelHelp(campaign.counts.total - doneOf(campaign))}
          name={campaign.name}
          label={texts.cancelName(campaign.name)}
          button={texts.cancel}
          act={() => act('cancel')}
          close={() => setAsking(false)}
        />
      )}
    </div>
  );
};
