/** The expected consequences of a draft, shown next to each of its steps. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { type ApiProblem, callApi, type Data } from '../../api/client.js';
import { creditsOf } from '../../ui/format.js';
import { useBusinessId } from '../session/session.js';
import styles from './campaign-builder.module.css';
import { type Draft, estimateOf, isEstimable } from './draft.js';
import { CAMPAIGNS } from './messages.js';

export type Estimate = Data<'estimateCampaign'>;

/** Contacts that the service examines. */
const MAX_EXAMINED = 5_000;
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

/** Seconds as `3 h 10 min`. */
const spanOf = (seconds: number): string => {
  const minutes = Math.max(1, Math.round(seconds / 60));
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours === 0) return `${rest} min`;
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
};

const exact = (at: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hour12: false,
    timeZone,
  }).format(Date.parse(at));

/** Who would be contacted. */
export const audienceText = ({ people, complete, eligible, skipped }: Estimate): string => {
  const texts = CAMPAIGNS;
  const reasons = skipped.map(({ reason, people: number }) => texts.reasons(reason, number));
  if (eligible === 0) return [texts.builder.noneEligible, ...reasons].join(' ');
  const all = texts.builder.people(people, complete);
  if (complete || reasons.length === 0) return [all, ...reasons].join(', ');
  return `${all}; ${texts.builder.ofFirst(MAX_EXAMINED)} ${reasons.join(', ')}`;
};

/** How long it would take, and until when. */
export const durationText = (estimate: Estimate, timeZone: string): string => {
  const texts = CAMPAIGNS.builder;
  const { durationSeconds, lines, endsAt } = estimate;
  if (durationSeconds === null) return lines === 0 ? texts.noLines : texts.messages;
  const end = endsAt === null ? texts.noEnd : texts.end(`${exact(endsAt, timeZone)} (${timeZone})`);
  return `${texts.duration(spanOf(durationSeconds), lines)}, ${end}`;
};

/** What it would cost. */
export const costText = ({ expectedMicrocredits, mostMicrocredits }: Estimate): string =>
  mostMicrocredits === 0
    ? CAMPAIGNS.builder.free
    : CAMPAIGNS.builder.cost(creditsOf(expectedMicrocredits), creditsOf(mostMicrocredits));

/** A line below a step; its space is reserved while it is empty. */
export const Consequence = ({ children }: { readonly children: ReactNode }): ReactNode => (
  <p className={styles.consequence} aria-live="polite">
    {children}
  </p>
);
