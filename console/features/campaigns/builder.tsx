/** Creates a campaign in four steps on one page; each shows its consequences, and a summary stays in view. */
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { type ApiProblem, callApi, type Data } from '../../api/client.js';
import { creditsOf } from '../../ui/format.js';
import { Field } from '../../ui/forms/field.js';
import { Icon } from '../../ui/icon.js';
import { COMMON } from '../../ui/messages.js';
import { Problem } from '../../ui/states.js';
import { useBusinessId } from '../session/session.js';
import { Area } from './area.js';
import { Audience } from './audience.js';
import { ContentStep, CreditWarning, RetryStep, ScheduleStep } from './builder-steps.js';
import styles from './campaign-builder.module.css';
import { Consequence, LeftOutList, useEstimate } from './consequences.js';
import { campaignOf, type Draft, forgetDraft, isEstimable, keepDraft, loadDraft, newDraft } from './draft.js';
import { audienceText, type Estimate, endText, isEmptyAudience } from './forecast.js';
import { CAMPAIGNS } from './messages.js';

const texts = CAMPAIGNS.builder;

export const Builder = (): ReactNode => {
  const businessId = useBusinessId();
  const [, navigate] = useLocation();
  const [draft, setDraft] = useState(() => loadDraft(businessId));
  useEffect(() => keepDraft(businessId, draft), [businessId, draft]);
  const updateDraft = (changes: Partial<Draft>): void => setDraft((before) => ({ ...before, ...changes }));
  const { estimate, problem } = useEstimate(draft);
  const creating = useMutation<Data<'createCampaign'>, ApiProblem>({
    mutationFn: () => callApi('createCampaign', { body: campaignOf(businessId, draft) }),
    onSuccess: ({ campaign }) => {
      setDraft(newDraft());
      forgetDraft(businessId);
      navigate(`/campaigns/${campaign.id}`);
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    creating.mutate();
  };
  return (
    <form className={styles.builder} aria-label={texts.title} onSubmit={submit}>
      <Link className="back" href="/campaigns" aria-label={COMMON.close}>
        <Icon name="close" />
      </Link>
      <header>
        <h2>{texts.title}</h2>
        <p className="small">{texts.kept}</p>
      </header>
      <div className={styles.cards}>
        <div className={styles.two}>
          <Field
            label={texts.name}
            required
            maxLength={200}
            value={draft.name}
            onChange={(name) => updateDraft({ name })}
          />
        </div>
        <Area
          label={texts.objective}
          help={texts.objectiveHelp}
          required
          rows={2}
          value={draft.objective}
          onChange={(objective) => updateDraft({ objective })}
        />
        <Step number={1} title={texts.audience}>
          <Audience draft={draft} onChange={updateDraft} />
          {estimate !== null && (
            <>
              <Consequence isProblem={isEmptyAudience(estimate)}>
                {audienceText(estimate, draft.channel)}
              </Consequence>
              <LeftOutList draft={draft} estimate={estimate} onChange={updateDraft} />
            </>
          )}
        </Step>
        <Step number={2} title={texts.content}>
          <ContentStep draft={draft} onChange={updateDraft} estimate={estimate} />
        </Step>
        <Step number={3} title={texts.schedule}>
          <ScheduleStep draft={draft} onChange={updateDraft} estimate={estimate} />
        </Step>
        <Step number={4} title={texts.retryTitle}>
          <RetryStep draft={draft} onChange={updateDraft} estimate={estimate} />
        </Step>
        {problem !== null && <Problem problem={problem} />}
        {creating.error !== null && <Problem problem={creating.error} />}
      </div>
      <Summary draft={draft} estimate={estimate}>
        <button
          type="submit"
          className="main"
          disabled={
            !isEstimable(draft) || creating.isPending || (estimate !== null && isEmptyAudience(estimate))
          }
        >
          {texts.create}
        </button>
        <button type="button" className="plain" onClick={() => setDraft(newDraft())}>
          {texts.discard}
        </button>
      </Summary>
    </form>
  );
};

interface StepFrameProps {
  readonly number: number;
  readonly title: string;
  readonly children: ReactNode;
}

const Step = ({ number, title, children }: StepFrameProps): ReactNode => (
  <section className={styles.step} aria-label={title}>
    <h3>
      <span className={`figure ${styles.ordinal}`} aria-hidden="true">
        {number}
      </span>
      {title}
    </h3>
    <div className="stack">{children}</div>
  </section>
);

interface SummaryProps {
  readonly draft: Draft;
  readonly estimate: Estimate | null;
  /** The buttons. */
  readonly children: ReactNode;
}

/** What the campaign would do, as far as the draft says. */
const Summary = ({ draft, estimate, children }: SummaryProps): ReactNode => (
  <aside className={styles.conclusion} aria-label={texts.summary}>
    <h3>{texts.summary}</h3>
    {estimate === null ? (
      <p className="quiet">{texts.missing}</p>
    ) : (
      <>
        <dl>
          <div>
            <dt>{texts.facts.audience}</dt>
            <dd>{texts.ofPeople(estimate.eligible, estimate.people)}</dd>
          </div>
          {draft.channel === 'voice' && !isEmptyAudience(estimate) && (
            <>
              <div>
                <dt>{texts.facts.end}</dt>
                <dd>{endText(estimate, draft.timezone) ?? texts.unknownEnd}</dd>
              </div>
              <div>
                <dt>{texts.facts.most}</dt>
                <dd>{creditsOf(estimate.mostMicrocredits)}</dd>
              </div>
              <div>
                <dt>{texts.facts.credit}</dt>
                <dd>{creditsOf(estimate.availableMicrocredits)}</dd>
              </div>
            </>
          )}
        </dl>
        {isEmptyAudience(estimate) ? (
          <p className="wrong">{texts.createEmpty}</p>
        ) : (
          <CreditWarning estimate={estimate} />
        )}
      </>
    )}
    <div className={styles.buttons}>{children}</div>
  </aside>
);
