/** Two versions of an agent side by side: starting the comparison, its outcomes, and the choice. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { type ApiProblem, callApi, type Data } from '../../../api/client.js';
import { useRead } from '../../../api/live.js';
import { Field } from '../../../ui/forms/field.js';
import { Loading, Problem } from '../../../ui/states.js';
import { useCan } from '../../session/role.js';
import { useBusinessId } from '../../session/session.js';
import type { Agent } from '../agent-draft.js';
import { comparisonRows } from './comparison-rows.js';
import { VERSIONS } from './messages.js';
import styles from './publishing.module.css';

type Split = Data<'listSplits'>['splits'][number];

/** ms between two reads of the outcomes. */
const OUTCOMES_POLL_MS = 30_000;

interface SplitsProps {
  readonly agent: Agent;
  /** Receives the agent once a version was chosen. */
  readonly onPublished: (agent: Agent) => void;
}

export const Splits = ({ agent, onPublished }: SplitsProps): ReactNode => {
  const texts = VERSIONS;
  const businessId = useBusinessId();
  const queries = useQueryClient();
  const path = { agentId: agent.id };
  const { data, error, refetch } = useRead('listSplits', { path, query: { businessId, limit: 50 } });
  const running = data?.splits.filter(({ endedAt }) => endedAt === null) ?? [];
  const reload = () => queries.invalidateQueries({ queryKey: ['listSplits', path] });
  const handleEnded = async (): Promise<void> => {
    await reload();
    onPublished((await callApi('readAgent', { path, query: { businessId } })).agent);
  };
  const canStart = useCan('startSplit') && agent.status === 'active' && (agent.version ?? 1) > 1;
  const isDivided = running.some(({ campaignId }) => campaignId === null);
  return (
    <section className="stack" aria-labelledby="agent-splits">
      <div>
        <h3 id="agent-splits">{texts.comparison}</h3>
        <p className="help">{texts.comparisonHelp}</p>
      </div>
      {error !== null && <Problem problem={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Loading rows={1} />}
      {running.map((split) => (
        <RunningSplit key={split.splitId} split={split} onEnded={handleEnded} />
      ))}
      {data !== undefined && canStart && !isDivided && (
        <StartSplit agent={agent} onStarted={() => void reload()} />
      )}
    </section>
  );
};

const StartSplit = ({
  agent,
  onStarted,
}: {
  readonly agent: Agent;
  readonly onStarted: () => void;
}): ReactNode => {
  const texts = VERSIONS;
  const businessId = useBusinessId();
  const newest = (agent.version ?? 1) - 1;
  const [version, setVersion] = useState(String(newest));
  const [percent, setPercent] = useState('50');
  const starting = useMutation<unknown, ApiProblem>({
    mutationFn: () =>
      callApi('startSplit', {
        path: { agentId: agent.id },
        body: { businessId, version: Number(version), percent: Number(percent) },
      }),
    onSuccess: onStarted,
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    starting.mutate();
  };
  return (
    <form className="stack" onSubmit={submit}>
      <div className="pair">
        <Field
          label={texts.earlier}
          type="number"
          min={1}
          max={newest}
          required
          value={version}
          onChange={setVersion}
        />
        <Field
          label={texts.earlierShare}
          type="number"
          min={1}
          max={99}
          required
          value={percent}
          onChange={setPercent}
        />
      </div>
      {starting.error !== null && <Problem problem={starting.error} />}
      <div className="actions">
        <button type="submit" className="plain" disabled={starting.isPending}>
          {texts.start}
        </button>
      </div>
    </form>
  );
};

const RunningSplit = ({
  split,
  onEnded,
}: {
  readonly split: Split;
  readonly onEnded: () => Promise<void>;
}): ReactNode => {
  const texts = VERSIONS;
  const businessId = useBusinessId();
  const canEnd = useCan('endSplit');
  const { agentId, splitId, published, version, percent, campaignId } = split;
  const path = { agentId, splitId };
  const { data, error } = useRead('readSplit', { path, query: { businessId } }, { pollMs: OUTCOMES_POLL_MS });
  const ending = useMutation<unknown, ApiProblem, number | null>({
    mutationFn: async (winner) => {
      await callApi('endSplit', { path, body: { businessId, ...(winner === null ? {} : { winner }) } });
      await onEnded();
    },
  });
  return (
    <div className="stack">
      <p>
        {texts.running(version, percent, published)} {campaignId !== null && texts.ofCampaign}
      </p>
      {error !== null && <Problem problem={error} />}
      {data !== undefined && (
        <div className={styles.table}>
          <table>
            <thead>
              <tr>
                <th scope="col">{texts.outcome}</th>
                <th scope="col">{texts.version(published)}</th>
                <th scope="col">{texts.version(version)}</th>
                <th scope="col">{texts.difference}</th>
              </tr>
            </thead>
            <tbody>
              {comparisonRows(data.results).map((row) => (
                <tr key={row.name}>
                  <th scope="row">{row.name}</th>
                  <td>{row.published}</td>
                  <td>{row.version}</td>
                  <td>{row.difference}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <p className="help">{texts.confidence}</p>
      {ending.error !== null && <Problem problem={ending.error} />}
      {canEnd && (
        <div className="actions">
          {[published, version].map((winner) => (
            <button
              key={winner}
              type="button"
              className="plain"
              disabled={ending.isPending}
              onClick={() => ending.mutate(winner)}
            >
              {texts.choose(winner)}
            </button>
          ))}
          <button
            type="button"
            className="plain"
            disabled={ending.isPending}
            onClick={() => ending.mutate(null)}
          >
            {texts.drop}
          </button>
        </div>
      )}
    </div>
  );
};
