/** Two versions of an agent side by side: starting the comparison, its outcomes, and the choice. */
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type ApiProblem, callApi } from '../../../api/client.js';
import { useRead } from '../../../api/live.js';
import { Time } from '../../../ui/format.js';
import { Loading, Problem } from '../../../ui/states.js';
import { useCan } from '../../session/role.js';
import { useBusinessId } from '../../session/session.js';
import type { Agent } from '../agent-draft.js';
import { VERSIONS } from './messages.js';
import { type Split, SplitOutcomes } from './split-outcomes.js';
import { StartSplit } from './start-split.js';

/** Splits that have ended and are listed, newest first. */
const SHOWN_ENDED = 5;

interface SplitsProps {
  readonly agent: Agent;
  /** Receives the agent once a version was chosen. */
  readonly onPublished: (agent: Agent) => void;
}

export const Splits = ({ agent, onPublished }: SplitsProps): ReactNode => {
  const texts = VERSIONS;
  const businessId = useBusinessId();
  const path = { agentId: agent.id };
  const { data, error, refetch } = useRead('listSplits', { path, query: { businessId, limit: 50 } });
  const splits = data?.splits ?? [];
  const running = splits.filter(({ endedAt }) => endedAt === null);
  const handleEnded = async (): Promise<void> => {
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
      {data !== undefined && canStart && !isDivided && <StartSplit agent={agent} campaignId={null} />}
      <EndedSplits splits={splits.filter(({ endedAt }) => endedAt !== null)} />
    </section>
  );
};

/** A split that divides recipients: its outcomes so far, and its end. */
export const RunningSplit = ({
  split,
  onEnded,
}: {
  readonly split: Split;
  readonly onEnded?: () => Promise<void>;
}): ReactNode => {
  const texts = VERSIONS;
  const businessId = useBusinessId();
  const canEnd = useCan('endSplit');
  const { agentId, splitId, published, version, percent, campaignId } = split;
  const path = { agentId, splitId };
  const ending = useMutation<unknown, ApiProblem, number | null>({
    mutationFn: async (winner) => {
      await callApi('endSplit', { path, body: { businessId, ...(winner === null ? {} : { winner }) } });
      await onEnded?.();
    },
  });
  return (
    <div className="stack">
      <p>
        {texts.running(version, percent, published)} {campaignId !== null && texts.ofCampaign}
      </p>
      <SplitOutcomes split={split} />
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

/** Comparisons that have ended, each with what came of it. */
export const EndedSplits = ({ splits }: { readonly splits: readonly Split[] }): ReactNode => {
  if (splits.length === 0) return null;
  return (
    <div>
      <h4>{VERSIONS.endedTitle}</h4>
      {splits.slice(0, SHOWN_ENDED).map((split) => (
        <EndedSplit key={split.splitId} split={split} />
      ))}
    </div>
  );
};

const EndedSplit = ({ split }: { readonly split: Split }): ReactNode => {
  const texts = VERSIONS;
  const [isOpen, setOpen] = useState(false);
  const { version, published, percent, campaignId, endedAt, end } = split;
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        {texts.ended(version, published, percent)}
        {end !== null && `, ${texts.endReasons[end.reason]}`} {endedAt !== null && <Time at={endedAt} />}
        {campaignId !== null && `. ${texts.ofCampaign}`}
      </summary>
      {isOpen && <SplitOutcomes split={split} />}
    </details>
  );
};
