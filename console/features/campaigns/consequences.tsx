/** The expected consequences of a draft, shown next to each of its steps. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'wouter';
import { type ApiProblem, callApi } from '../../api/client.js';
import { useRead } from '../../api/live.js';
import { usePages } from '../../api/pages.js';
import { classes } from '../../ui/classes.js';
import { GrantCategories, lackingCategories } from '../contacts/grant-category.js';
import { useBusinessId } from '../session/session.js';
import styles from './campaign-builder.module.css';
import { type Draft, estimateOf, isEstimable } from './draft.js';
import { type Estimate, isEmptyAudience, type LeftOut, leftOutOf } from './forecast.js';
import { CAMPAIGNS } from './messages.js';

/** Delay before an estimate, so that not every letter starts one, ms. */
const TYPING_MS = 350;

interface EstimateResult {
  /** Null if the draft is too incomplete for an estimate. */
  readonly estimate: Estimate | null;
  readonly problem: ApiProblem | null;
}

/** The estimate for a draft, a moment after the last change. */
export const useEstimate = (draft: Draft): EstimateResult => {
  const businessId = useBusinessId();
  const [settled, setSettled] = useState(draft);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(draft), TYPING_MS);
    return () => clearTimeout(timer);
  }, [draft]);
  const body = estimateOf(businessId, settled);
  const { data, error } = useQuery<Estimate, ApiProblem>({
    queryKey: ['estimateCampaign', body],
    queryFn: ({ signal }) => callApi('estimateCampaign', { body, signal }),
    enabled: isEstimable(settled),
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 30_000,
  });
  return isEstimable(draft) ? { estimate: data ?? null, problem: error } : { estimate: null, problem: null };
};

interface ConsequenceProps {
  /** Whether it is in the way of the campaign. */
  readonly isProblem?: boolean;
  readonly children: ReactNode;
}

/** A line below a step; its space is reserved while it is empty. */
export const Consequence = ({ isProblem = false, children }: ConsequenceProps): ReactNode => (
  <p className={classes(styles.consequence, isProblem && styles.obstacle)} aria-live="polite">
    {children}
  </p>
);

interface LeftOutListProps {
  readonly draft: Draft;
  readonly estimate: Estimate;
  readonly onChange: (changes: Partial<Draft>) => void;
}

/** Who is left out, why, and what would include them. */
export const LeftOutList = ({ draft, estimate, onChange }: LeftOutListProps): ReactNode => {
  const leftOut = leftOutOf(estimate, draft.agentId);
  if (leftOut.length === 0) return null;
  return (
    <section
      className={classes(styles.leftOut, isEmptyAudience(estimate) && styles.obstacleBox)}
      aria-label={CAMPAIGNS.builder.leftOut}
    >
      <strong>{CAMPAIGNS.builder.leftOut}</strong>
      <ul>
        {leftOut.map((group) => (
          <li key={group.reason}>
            {group.words} <Fix group={group} draft={draft} onChange={onChange} />
          </li>
        ))}
      </ul>
    </section>
  );
};

interface FixProps extends Pick<LeftOutListProps, 'draft' | 'onChange'> {
  readonly group: LeftOut;
}

const Fix = ({ group: { fix }, draft, onChange }: FixProps): ReactNode => {
  switch (fix?.type) {
    case 'grant':
      return <Grant draft={draft} />;
    case 'template':
      return (
        <button type="button" className="plain" onClick={() => onChange({ writes: 'template' })}>
          {CAMPAIGNS.builder.fixes.template}
        </button>
      );
    case 'link':
      return <Link href={fix.href}>{fix.words}</Link>;
    default:
      return null;
  }
};

/** The chosen categories that the agent lacks; contacts chosen by name belong to others, which its page lists. */
const Grant = ({ draft: { agentId, categoryIds } }: Pick<LeftOutListProps, 'draft'>): ReactNode => {
  const businessId = useBusinessId();
  const agents = useRead('listAgents', { query: { businessId, limit: 200 } });
  const { data } = usePages('listContactCategories', { query: { businessId, limit: 50 } });
  const agent = agents.data?.agents.find(({ id }) => id === agentId);
  const chosen = (data?.pages.flatMap(({ categories }) => categories) ?? []).filter(({ id }) =>
    categoryIds.includes(id),
  );
  const lacking = agent === undefined ? [] : lackingCategories(agent, chosen);
  return agent === undefined || lacking.length === 0 ? (
    <Link href={`/agents/${agentId}`}>{CAMPAIGNS.builder.fixes.categories}</Link>
  ) : (
    <GrantCategories agent={agent} categories={lacking} />
  );
};
