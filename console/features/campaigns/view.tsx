/** A campaign: its progress, actions, course over time, recipients and summary. */

import { useMutation } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Link } from 'wouter';
import { type ApiProblem, callApi, type Data } from '../../api/client.js';
import { useRead } from '../../api/live.js';
import { CopyAsCurl, curlOf } from '../../ui/curl.js';
import { Confirm } from '../../ui/dialogs/confirm.js';
import { Choice } from '../../ui/forms/field.js';
import { language } from '../../ui/i18n/language.js';
import { Icon } from '../../ui/icon.js';
import { COMMON } from '../../ui/messages.js';
import { Loading, Problem } from '../../ui/states.js';
import { IfAllowed } from '../session/if-allowed.js';
import { useBusinessId } from '../session/session.js';
import { Activities } from './activities.js';
import { CampaignFigures } from './campaign-figures.js';
import { CampaignStatus } from './campaign-status.js';
import styles from './campaign-view.module.css';
import { CampaignFindings } from './findings.js';
import { FollowUp } from './follow-up.js';
import { CAMPAIGN_STATUSES, CAMPAIGNS } from './messages.js';
import { Progress } from './progress.js';
import { Recipients } from './recipients.js';
import { Rules } from './rules.js';
import { Summary } from './summary.js';
import { CampaignVersions } from './versions.js';

const Course = lazy(() => import('./course.js').then(({ Course: part }) => ({ default: part })));

type Campaign = Data<'readCampaign'>['campaign'];
type Action = 'start' | 'pause' | 'cancel';

const exact = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });

const hasEnded = ({ status }: Pick<Campaign, 'status'>): boolean =>
  status === 'completed' || status === 'cancelled';

/** Number of people still to be contacted. */
const leftOf = ({ counts, currentIteration }: Campaign): number =>
  counts.total - currentIteration.progress.finished;

export const CampaignView = ({ id }: { readonly id: string }): ReactNode => {
  const businessId = useBusinessId();
  const params = { path: { campaignId: id }, query: { businessId } };
  const { data, error, refetch } = useRead('readCampaign', params);
  if (error !== null && data === undefined) return <Problem problem={error} onRetry={() => void refetch()} />;
  if (data === undefined || data.campaign.id !== id) return <Loading rows={6} />;
  const { campaign } = data;
  return (
    <article className={styles.pageOfCampaign} aria-label={campaign.name}>
      <Link className="back" href="/campaigns" aria-label={COMMON.close}>
        <Icon name="close" />
      </Link>
      <header className="call-head">
        <div>
          <h2>{campaign.name}</h2>
          <p className="quiet">
            <CampaignStatus status={campaign.status} />
            <span>{CAMPAIGNS.builder.channels[campaign.channel === 'voice' ? 'voice' : 'whatsapp']}</span>
            <Pace campaign={campaign} />
          </p>
        </div>
        <div className="actions">
          <CopyAsCurl command={curlOf('readCampaign', params)} />
          <IfAllowed operation="actOnCampaign">
            <Actions campaign={campaign} />
          </IfAllowed>
        </div>
      </header>
      <Progress campaign={campaign} />
      <StatusHelp campaign={campaign} />
      <p className={styles.goal}>{campaign.objective}</p>
      <Iterations campaign={campaign} />
      {campaign.channel === 'voice' && <CampaignVersions campaign={campaign} />}
      {campaign.channel === 'voice' && <CampaignFindings campaignId={campaign.id} />}
      {hasEnded(campaign) && <Summary campaign={campaign} />}
    </article>
  );
};

const Pace = ({ campaign }: { readonly campaign: Campaign }): ReactNode => {
  const { perMinute, estimatedEndAt } = campaign.currentIteration.progress;
  return (
    <>
      {campaign.status === 'running' && perMinute > 0 && (
        <span className="figure">{CAMPAIGNS.pace(perMinute)}</span>
      )}
      {estimatedEndAt !== null && (
        <span>{CAMPAIGNS.estimatedEnd(exact.format(Date.parse(estimatedEndAt)))}</span>
      )}
    </>
  );
};

/** What the campaign is waiting for, or what its main button does. */
const StatusHelp = ({ campaign }: { readonly campaign: Campaign }): ReactNode => {
  const texts = CAMPAIGNS;
  const { startAt, progress } = campaign.currentIteration;
  const helpText = (): string | null => {
    switch (campaign.status) {
      case 'draft':
        return texts.startHelp(leftOf(campaign), campaign.channel === 'voice');
      case 'scheduled':
        return startAt === null ? null : texts.scheduledHelp(exact.format(Date.parse(startAt)));
      case 'running':
        return progress.waitingFor === null ? texts.pauseHelp : texts.waitingFor[progress.waitingFor];
      case 'paused':
        return texts.pausedHelp(leftOf(campaign));
      case 'cancelling':
      case 'cancelled':
      case 'completed':
        return null;
      default:
        return campaign.status satisfies never;
    }
  };
  const text = helpText();
  return text === null ? null : <p className="help">{text}</p>;
};

/** Shows one iteration: the latest, unless another one is chosen. */
const Iterations = ({ campaign }: { readonly campaign: Campaign }): ReactNode => {
  const businessId = useBusinessId();
  const texts = CAMPAIGNS;
  const { id, currentIteration } = campaign;
  const [chosen, setChosen] = useState<string | null>(null);
  const { data } = useRead('listIterations', { path: { campaignId: id }, query: { businessId, limit: 200 } });
  const iterations = data?.iterations ?? [];
  const iterationId = chosen ?? currentIteration.id;
  // The campaign is read again while it runs, the others do not change.
  const iteration =
    iterationId === currentIteration.id
      ? currentIteration
      : (iterations.find((earlier) => earlier.id === iterationId) ?? currentIteration);
  const isVoice = campaign.channel === 'voice';
  return (
    <>
      {iterations.length > 1 && (
        <div className="filters">
          <Choice
            label={texts.iterations}
            value={iterationId}
            choices={iterations.map((iteration) => ({
              value: iteration.id,
              name: `${texts.iteration(iteration.ordinal)}: ${CAMPAIGN_STATUSES[iteration.status]}`,
            }))}
            onChange={setChosen}
          />
        </div>
      )}
      <CampaignFigures campaign={campaign} counts={iteration.counts} />
      <Rules settings={iteration.settings} isVoice={isVoice} />
      <h3>{texts.course}</h3>
      <Suspense fallback={<Loading rows={5} />}>
        <Course campaignId={id} iterationId={iterationId} />
      </Suspense>
      <Recipients campaignId={id} iterationId={iterationId} />
      <Activities campaignId={id} iterationId={iterationId} />
    </>
  );
};

/** The actions allowed in each state. */
const allowedActions = (status: Campaign['status']): readonly Action[] => {
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
  const [isConfirming, setConfirming] = useState(false);
  const act = async (action: Action): Promise<void> => {
    await callApi('actOnCampaign', { path: { campaignId: campaign.id }, body: { businessId, action } });
  };
  const acting = useMutation<void, ApiProblem, Action>({ mutationFn: act });
  const actions = allowedActions(campaign.status);
  const texts = CAMPAIGNS;
  return (
    <>
      {acting.error !== null && <Problem problem={acting.error} />}
      {hasEnded(campaign) && <FollowUp campaign={campaign} />}
      {actions.includes('pause') && (
        <button
          type="button"
          className="plain"
          disabled={acting.isPending}
          onClick={() => acting.mutate('pause')}
        >
          {texts.pause}
        </button>
      )}
      {actions.includes('start') && (
        <button
          type="button"
          className="main"
          disabled={acting.isPending}
          onClick={() => acting.mutate('start')}
        >
          {campaign.status === 'paused' ? texts.resume : texts.start}
        </button>
      )}
      {actions.includes('cancel') && (
        <button type="button" className="danger quiet-danger" onClick={() => setConfirming(true)}>
          {texts.cancel}
        </button>
      )}
      {isConfirming && (
        <Confirm
          title={texts.cancelTitle(campaign.name)}
          help={texts.cancelHelp(leftOf(campaign))}
          name={campaign.name}
          label={texts.cancelName(campaign.name)}
          button={texts.cancel}
          onConfirm={() => act('cancel')}
          onClose={() => setConfirming(false)}
        />
      )}
    </>
  );
};
