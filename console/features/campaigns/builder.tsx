/** Creates a campaign in four steps on one page; each step shows its consequences. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useId, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { type ApiProblem, callApi, type Data } from '../../api/client.js';
import { useRead } from '../../api/live.js';
import { creditsOf } from '../../ui/format.js';
import { DayTicks } from '../../ui/forms/day-ticks.js';
import { Choice, Field } from '../../ui/forms/field.js';
import { Icon } from '../../ui/icon.js';
import { COMMON } from '../../ui/messages.js';
import { Problem } from '../../ui/states.js';
import { useBusinessId } from '../session/session.js';
import { Audience } from './audience.js';
import { CallBackFields, clamped } from './call-backs.js';
import styles from './campaign-builder.module.css';
import {
  audienceText,
  Consequence,
  costText,
  durationText,
  type Estimate,
  useEstimate,
} from './consequences.js';
import { campaignOf, type Draft, forgetDraft, isEstimable, keepDraft, loadDraft, newDraft } from './draft.js';
import { CAMPAIGNS } from './messages.js';
import { TemplateChoice } from './template-choice.js';

const texts = CAMPAIGNS.builder;
const ZONES = Intl.supportedValuesOf('timeZone').map((zone) => ({ value: zone, name: zone }));

interface StepProps {
  readonly draft: Draft;
  readonly onChange: (changes: Partial<Draft>) => void;
  readonly estimate: Estimate | null;
}

export const Builder = (): ReactNode => {
  const businessId = useBusinessId();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const [draft, setDraft] = useState(() => loadDraft(businessId));
  useEffect(() => keepDraft(businessId, draft), [businessId, draft]);
  const updateDraft = (changes: Partial<Draft>): void => setDraft((before) => ({ ...before, ...changes }));
  const { estimate, problem } = useEstimate(draft);
  const creating = useMutation<Data<'createCampaign'>, ApiProblem>({
    mutationFn: () => callApi('createCampaign', { body: campaignOf(businessId, draft) }),
    onSuccess: async ({ campaign }) => {
      setDraft(newDraft());
      forgetDraft(businessId);
      await queries.invalidateQueries();
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
        <Consequence>{estimate !== null && audienceText(estimate)}</Consequence>
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
      <footer className={styles.conclusion}>
        <p aria-live="polite">
          {estimate === null
            ? texts.missing
            : `${audienceText(estimate)}. ${durationText(estimate, draft.timezone)}. ${costText(estimate)}`}
        </p>
        <div className="actions">
          <button type="button" className="plain" onClick={() => setDraft(newDraft())}>
            {texts.discard}
          </button>
          <button type="submit" className="main" disabled={!isEstimable(draft) || creating.isPending}>
            {texts.create}
          </button>
        </div>
      </footer>
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

interface AreaProps {
  readonly label: string;
  readonly help?: string;
  readonly rows: number;
  readonly required?: boolean;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

const Area = ({ label, help, rows, required = false, value, onChange }: AreaProps): ReactNode => {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        rows={rows}
        required={required}
        maxLength={4_000}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-describedby={help === undefined ? undefined : `${id}-help`}
      />
      {help !== undefined && (
        <p className="help" id={`${id}-help`}>
          {help}
        </p>
      )}
    </div>
  );
};

const ContentStep = ({ draft, onChange, estimate }: StepProps): ReactNode => {
  const businessId = useBusinessId();
  const { data, error } = useRead('listAgents', { query: { businessId, limit: 200 } });
  const agents = (data?.agents ?? []).filter(
    ({ channel, status }) => channel === draft.channel && status === 'active',
  );
  return (
    <>
      <div className={styles.two}>
        <Choice
          label={texts.agent}
          value={draft.agentId}
          choices={[
            { value: '', name: texts.chooseAgent },
            ...agents.map((agent) => ({ value: agent.id, name: agent.name })),
          ]}
          onChange={(agentId) => onChange({ agentId })}
        />
        <Choice
          label={texts.channel}
          value={draft.channel}
          choices={[
            { value: 'voice', name: texts.channels.voice },
            { value: 'whatsapp', name: texts.channels.whatsapp },
          ]}
          onChange={(channel) => onChange({ channel, agentId: '' })}
        />
      </div>
      {error !== null && <Problem problem={error} />}
      {data !== undefined && agents.length === 0 && <p className="quiet">{texts.noAgents}</p>}
      {draft.channel === 'whatsapp' && <MessageFields draft={draft} onChange={onChange} />}
      {estimate?.preview != null && estimate.preview.text !== '' && (
        <blockquote className={styles.sample}>
          <p className="small">{texts.preview(estimate.preview.contactName)}</p>
          <p>{estimate.preview.text}</p>
        </blockquote>
      )}
    </>
  );
};

const MessageFields = ({ draft, onChange }: Omit<StepProps, 'estimate'>): ReactNode => (
  <>
    <Choice
      label={texts.writes}
      value={draft.writes}
      choices={[
        { value: 'template', name: texts.writing.template },
        { value: 'text', name: texts.writing.text },
      ]}
      onChange={(writes) => onChange({ writes })}
    />
    {draft.writes === 'text' ? (
      <Area
        label={texts.text}
        rows={4}
        value={draft.messageText}
        onChange={(messageText) => onChange({ messageText })}
      />
    ) : (
      <>
        <TemplateChoice draft={draft} onChange={onChange} />
        <div className={styles.two}>
          <Field
            label={texts.template}
            value={draft.templateName}
            onChange={(templateName) => onChange({ templateName })}
          />
          <Field
            label={texts.language}
            help={texts.languageHelp}
            value={draft.templateLanguage}
            onChange={(templateLanguage) => onChange({ templateLanguage })}
          />
        </div>
        <Area
          label={texts.values}
          help={texts.valuesHelp}
          rows={3}
          value={draft.templateValues}
          onChange={(templateValues) => onChange({ templateValues })}
        />
      </>
    )}
  </>
);

const ScheduleStep = ({ draft, onChange, estimate }: StepProps): ReactNode => (
  <>
    <label className="tick">
      <input
        type="checkbox"
        checked={draft.hasWindow}
        onChange={(event) => onChange({ hasWindow: event.target.checked })}
      />
      {texts.hours}
    </label>
    {draft.hasWindow && (
      <>
        <fieldset className="choices days">
          <legend className="hidden">{texts.hours}</legend>
          <DayTicks days={draft.days} onChange={(days) => onChange({ days })} />
        </fieldset>
        {draft.days.length === 0 && <p className="small bad">{texts.noDays}</p>}
        <div className="three">
          <Field
            label={texts.opens}
            type="time"
            required
            value={draft.opens}
            onChange={(opens) => onChange({ opens })}
          />
          <Field
            label={texts.closes}
            type="time"
            required
            value={draft.closes}
            onChange={(closes) => onChange({ closes })}
          />
          <Choice
            label={texts.zone}
            value={draft.timezone}
            choices={
              ZONES.some(({ value }) => value === draft.timezone)
                ? ZONES
                : [{ value: draft.timezone, name: draft.timezone }, ...ZONES]
            }
            onChange={(timezone) => onChange({ timezone })}
          />
        </div>
        <label className="tick">
          <input
            type="checkbox"
            checked={draft.inRecipientZone}
            onChange={(event) => onChange({ inRecipientZone: event.target.checked })}
          />
          {texts.inRecipientZone}
        </label>
        {draft.inRecipientZone && <p className="help">{texts.inRecipientZoneHelp}</p>}
      </>
    )}
    <div className={styles.two}>
      <Field
        label={texts.startAt}
        help={texts.startHelp}
        type="datetime-local"
        value={draft.startAt}
        onChange={(startAt) => onChange({ startAt })}
      />
    </div>
    <Consequence>{estimate !== null && durationText(estimate, draft.timezone)}</Consequence>
  </>
);

const RetryStep = ({ draft, onChange, estimate }: StepProps): ReactNode => (
  <>
    <div className={styles.two}>
      <Field
        label={texts.retries}
        type="number"
        min={0}
        max={10}
        value={String(draft.maxRetries)}
        onChange={(typed) => onChange({ maxRetries: clamped(typed, 0, 10) })}
      />
      <Field
        label={texts.delay}
        type="number"
        min={1}
        max={10_080}
        value={String(draft.retryDelayMinutes)}
        onChange={(typed) => onChange({ retryDelayMinutes: clamped(typed, 1, 10_080) })}
      />
    </div>
    {draft.channel === 'voice' && (
      <label className="tick">
        <input
          type="checkbox"
          checked={draft.retryVoicemail}
          onChange={(event) => onChange({ retryVoicemail: event.target.checked })}
        />
        {texts.retryVoicemail}
      </label>
    )}
    {draft.channel === 'voice' && <CallBackFields draft={draft} onChange={onChange} />}
    <Consequence>
      {estimate !== null && (
        <>
          {costText(estimate)}{' '}
          {estimate.durationSeconds !== null &&
            (estimate.basis === 'assumed'
              ? texts.assumed
              : texts.history(estimate.callSeconds, estimate.attempts))}{' '}
          {estimate.expectedMicrocredits > estimate.availableMicrocredits &&
            texts.short(creditsOf(estimate.availableMicrocredits))}
        </>
      )}
    </Consequence>
  </>
);
