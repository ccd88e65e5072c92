/** The steps of the builder after the audience: what is said or written, when, and how often it is tried. */
import type { ReactNode } from 'react';
import { useRead } from '../../api/live.js';
import { DayTicks } from '../../ui/forms/day-ticks.js';
import { Choice, Field } from '../../ui/forms/field.js';
import { Problem } from '../../ui/states.js';
import { useBusinessId } from '../session/session.js';
import { Area } from './area.js';
import { CallBackFields, clamped } from './call-backs.js';
import styles from './campaign-builder.module.css';
import { Consequence } from './consequences.js';
import type { Draft } from './draft.js';
import { costText, creditWarning, durationText, type Estimate, isEmptyAudience } from './forecast.js';
import { CAMPAIGNS } from './messages.js';
import { TemplateChoice } from './template-choice.js';

const texts = CAMPAIGNS.builder;
const ZONES = Intl.supportedValuesOf('timeZone').map((zone) => ({ value: zone, name: zone }));

export interface StepProps {
  readonly draft: Draft;
  readonly onChange: (changes: Partial<Draft>) => void;
  readonly estimate: Estimate | null;
}

export const ContentStep = ({ draft, onChange, estimate }: StepProps): ReactNode => {
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

export const ScheduleStep = ({ draft, onChange, estimate }: StepProps): ReactNode => (
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
    <Consequence>{estimate !== null && durationText(estimate, draft.channel, draft.timezone)}</Consequence>
  </>
);

export const RetryStep = ({ draft, onChange, estimate }: StepProps): ReactNode => (
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
      {estimate !== null && !isEmptyAudience(estimate) && (
        <>
          {costText(estimate, draft.channel)}{' '}
          {estimate.durationSeconds !== null &&
            (estimate.basis === 'assumed'
              ? texts.assumed
              : texts.history(estimate.callSeconds, estimate.attempts))}
        </>
      )}
    </Consequence>
    {estimate !== null && <CreditWarning estimate={estimate} />}
  </>
);

/** Shown where the cost is: the credit may not last. */
export const CreditWarning = ({ estimate }: { readonly estimate: Estimate }): ReactNode => {
  const warning = creditWarning(estimate);
  return warning === null ? null : <p className="warns">{warning}</p>;
};
