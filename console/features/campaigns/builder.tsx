/** Creates a campaign in four steps on one page; each shows its consequences, and a summary stays in view. */
import { type ReactNode, useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { createCampaignBody } from '../../api/bodies/campaigns.js';
import { creditsOf } from '../../ui/format.js';
import { Form, FormProblem, LongTextField, PartProblem, Submit, TextField } from '../../ui/forms/form.js';
import { type BodyForm, useBodyForm } from '../../ui/forms/use-body-form.js';
import { Icon } from '../../ui/icon.js';
import { COMMON } from '../../ui/messages.js';
import { Problem } from '../../ui/states.js';
import { useBusinessId } from '../session/session.js';
import { Audience } from './audience.js';
import { ContentStep, CreditWarning, RetryStep, ScheduleStep } from './builder-steps.js';
import styles from './campaign-builder.module.css';
import { Consequence, LeftOutList, useEstimate } from './consequences.js';
import { campaignOf, type Draft, forgetDraft, isEstimable, keepDraft, loadDraft, newDraft } from './draft.js';
import { audienceText, type Estimate, endText, isEmptyAudience } from './forecast.js';
import { CAMPAIGNS } from './messages.js';

const texts = CAMPAIGNS.builder;

/** When something is chosen, the rest of the form stays as it is. */
const KEPT = { keepErrors: true, keepIsSubmitted: true, keepSubmitCount: true, keepFieldsRef: true };

/** What is typed, as long as it is the same. */
const useDraft = ({ methods: { subscribe, getValues } }: BodyForm<Draft>): Draft => {
  const [draft, setDraft] = useState<Draft>(() => getValues());
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => setDraft({ ...values }),
      }),
    [subscribe],
  );
  return draft;
};

export const Builder = (): ReactNode => {
  const businessId = useBusinessId();
  const [, navigate] = useLocation();
  const { form } = useBodyForm({
    body: createCampaignBody,
    values: loadDraft(businessId),
    toBody: (draft) => campaignOf(businessId, draft),
    onSuccess: ({ campaign }, { reset }) => {
      reset(newDraft());
      forgetDraft(businessId);
      navigate(`/campaigns/${campaign.id}`);
    },
  });
  const draft = useDraft(form);
  useEffect(() => keepDraft(businessId, draft), [businessId, draft]);
  const { methods } = form;
  const updateDraft = (changes: Partial<Draft>): void =>
    methods.reset({ ...methods.getValues(), ...changes }, KEPT);
  const { estimate, problem } = useEstimate(draft);
  return (
    <Form form={form} className={`${styles.builder}`} label={texts.title}>
      <Link className="back" href="/campaigns" aria-label={COMMON.close}>
        <Icon name="close" />
      </Link>
      <header>
        <h2>{texts.title}</h2>
        <p className="small">{texts.kept}</p>
      </header>
      <div className={styles.cards}>
        <div className={styles.two}>
          <TextField form={form} name="name" label={texts.name} />
        </div>
        <LongTextField
          form={form}
          name="objective"
          label={texts.objective}
          help={texts.objectiveHelp}
          rows={2}
        />
        <Step number={1} title={texts.audience}>
          <Audience draft={draft} onChange={updateDraft} />
          <PartProblem form={form} path="/audience" />
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
          <ContentStep form={form} draft={draft} onChange={updateDraft} estimate={estimate} />
        </Step>
        <Step number={3} title={texts.schedule}>
          <ScheduleStep form={form} draft={draft} onChange={updateDraft} estimate={estimate} />
        </Step>
        <Step number={4} title={texts.retryTitle}>
          <RetryStep form={form} draft={draft} onChange={updateDraft} estimate={estimate} />
        </Step>
        {problem !== null && <Problem problem={problem} />}
        <FormProblem form={form} />
      </div>
      <Summary draft={draft} estimate={estimate}>
        <Submit
          form={form}
          disabled={!isEstimable(draft) || (estimate !== null && isEmptyAudience(estimate))}
        >
          {texts.create}
        </Submit>
        <button type="button" className="plain" onClick={() => methods.reset(newDraft())}>
          {texts.discard}
        </button>
      </Summary>
    </Form>
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
