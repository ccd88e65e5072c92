/** A model's summary of a finished campaign: first its price, then the run, then the result. */

import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type ApiProblem, addressOf, callApi, type Data } from '../../api/client.js';
import { creditsOf } from '../../ui/format.js';
import { sentenceOf } from '../../ui/Problem/problem-texts.js';
import { Problem } from '../../ui/states.js';
import { useCan } from '../session/role.js';
import { useBusinessId } from '../session/session.js';
import styles from './campaign-view.module.css';
import { settingsOf } from './follow-up.js';
import { CAMPAIGNS } from './messages.js';

type Campaign = Data<'readCampaign'>['campaign'];
type Run = Data<'listSummaryRuns'>['summaryRuns'][number];

const texts = CAMPAIGNS.summary;
/** Polling interval of a run, ms: no live event announces it. */
const POLL_MS = 1_500;

export const Summary = ({ campaign }: { readonly campaign: Campaign }): ReactNode => {
  const businessId = useBusinessId();
  const path = { campaignId: campaign.id };
  const runs = useQuery<Data<'listSummaryRuns'>, ApiProblem>({
    queryKey: ['listSummaryRuns', path],
    queryFn: ({ signal }) => callApi('listSummaryRuns', { path, query: { businessId, limit: 1 }, signal }),
    refetchInterval: ({ state }) => (state.data?.summaryRuns[0]?.status === 'running' ? POLL_MS : false),
  });
  const estimating = useMutation<Data<'runSummary'>, ApiProblem>({
    mutationFn: () => callApi('runSummary', { path, body: { businessId, mode: 'estimate' } }),
  });
  const canRun = useCan('runSummary');
  const running = useMutation<Data<'runSummary'>, ApiProblem, Run>({
    mutationFn: ({ summaryRunId, maxChargeMicrocredits }) =>
      callApi('runSummary', {
        path,
        body: { businessId, mode: 'confirm', summaryRunId, maxChargeMicrocredits },
      }),
  });
  const [run] = runs.data?.summaryRuns ?? [];
  const problem = runs.error ?? estimating.error ?? running.error;
  const isOffered = run?.status === 'estimated' && Date.parse(run.expiresAt) > Date.now();
  return (
    <section className={styles.conclusions} aria-label={texts.title}>
      <h3>{texts.title}</h3>
      <p className="help">{texts.help}</p>
      {problem !== null && <Problem problem={problem} />}
      {run?.status === 'running' && (
        <span className="progress">
          <progress
            value={run.assessed + run.failed}
            max={Math.max(1, run.contacts)}
            aria-label={texts.running(run.assessed + run.failed, run.contacts)}
          />
          <span className="quiet figure">{texts.running(run.assessed + run.failed, run.contacts)}</span>
        </span>
      )}
      {run !== undefined && isOffered && (
        <p>{texts.offer(run.contacts, creditsOf(run.maxChargeMicrocredits))}</p>
      )}
      {run?.status === 'estimated' && !isOffered && <p className="quiet">{texts.expired}</p>}
      {run !== undefined && (run.status === 'completed' || run.status === 'partial') && (
        <Result campaign={campaign} run={run} />
      )}
      <div className="actions from-left">
        {!canRun ? null : run !== undefined && isOffered ? (
          <button
            type="button"
            className="main"
            disabled={running.isPending}
            onClick={() => running.mutate(run)}
          >
            {texts.run(creditsOf(run.maxChargeMicrocredits))}
          </button>
        ) : (
          run?.status !== 'running' && (
            <button
              type="button"
              className="plain"
              disabled={estimating.isPending}
              onClick={() => estimating.mutate()}
            >
              {texts.estimate}
            </button>
          )
        )}
      </div>
    </section>
  );
};

const Result = ({ campaign, run }: { readonly campaign: Campaign; readonly run: Run }): ReactNode => {
  const businessId = useBusinessId();
  const { id, channel, currentIteration } = campaign;
  const canFollowUp = useCan('createIteration');
  const following = useMutation<Data<'createIteration'>, ApiProblem>({
    mutationFn: () =>
      callApi('createIteration', {
        path: { campaignId: id },
        body: {
          businessId,
          channel,
          audience: { recommendedBySummaryRunId: run.summaryRunId },
          settings: settingsOf(currentIteration.settings),
        },
      }),
  });
  const file = addressOf('exportCampaign', {
    path: { campaignId: id },
    query: { businessId, summaryRunId: run.summaryRunId, findings: 'true' },
  });
  return (
    <>
      <p>
        {texts.done(run.assessed, run.failed, creditsOf(run.chargedMicrocredits))}{' '}
        {texts.recommended(run.recommended)}
      </p>
      {run.failures.length > 0 && (
        <ul className="small">
          {[...new Set(run.failures.map(sentenceOf))].map((message) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      )}
      {following.error !== null && <Problem problem={following.error} />}
      <div className="actions from-left">
        <a className="plain" href={file} download>
          {texts.export}
        </a>
        {canFollowUp && run.status === 'completed' && run.recommended > 0 && (
          <button
            type="button"
            className="plain"
            disabled={following.isPending}
            onClick={() => following.mutate()}
          >
            {texts.follow}
          </button>
        )}
      </div>
    </>
  );
};
