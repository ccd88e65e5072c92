/** The steps of the builder after the audience: what is said or written, when, and how often it is tried. */
import type { ReactNode } from 'react';
import { useRead } from '../../api/live.js';
import { DayTicks } from '../../ui/forms/day-ticks.js';
import { Choice } from '../../ui/forms/field.js';
import { ChoiceField, LongTextField, TextField, useFormField } from '../../ui/forms/form.js';
import type { BodyForm } from '../../ui/forms/use-body-form.js';
import { Problem } from '../../ui/states.js';
import { useBusinessId } from '../session/session.js';
import { CallBackFields } from './call-backs.js';
import styles from './campaign-builder.module.css';
import { Consequence } from './consequences.js';
import type { Draft } from './draft.js';
import { costText, creditWarning, durationText, type Estimate, isEmptyAudience } from './forecast.js';
import { CAMPAIGNS } from './messages.js';
import { TemplateChoice } from './template-choice.js';

const texts = CAMPAIGNS.builder;
const ZONES = Intl.supportedValuesOf('timeZone').map((zone) => ({ value: zone, name: zone }));

interface StepProps {
  readonly form: BodyForm<Draft>;
  readonly draft: Draft;
  readonly onChange: (changes: Partial<Draft>) => void;
  readonly estimate: Estimate | null;
}

export const ContentStep = ({ form, draft, onChange, estimate }: StepProps): ReactNode => {
  const businessId = useBusinessId();
  const { data, error } = useRead('listAgents', { query: { businessId, limit: 200 } });
  const agents = (data?.agents ?? []).filter(
    ({ channel, status }) => channel === draft.channel && status === 'active',
  );
  return (
    <>
      <div className={styles.two}>
        <ChoiceField
          form={form}
          name="agentId"
          label={texts.agent}
          choices={[
            { value: '', name: texts.chooseAgent },
            ...agents.map((agent) => ({ value: agent.id, name: agent.name })),
          ]}
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
      {draft.channel === 'whatsapp' && <MessageFields form={form} draft={draft} onChange={onChange} />}
      {estimate?.preview != null && estimate.preview.text !== '' && (
        <blockquote className={styles.sample}>
          <p className="small">{texts.preview(estimate.preview.contactName)}</p>
          <p>{estimate.preview.text}</p>
        </blockquote>
      )}
    </>
  );
};

const MessageFields = ({ form, draft, onChange }: Omit<StepProps, 'estimate'>): ReactNode => (
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
      <LongTextField
        form={form}
        name="messageText"
        path="/settings/messageText"
        label={texts.text}
        rows={4}
      />
    ) : (
      <>
        <TemplateChoice draft={draft} onChange={onChange} />
        <div className={styles.two}>
          <TextField form={form} name="templateName" path="/settings/templateName" label={texts.template} />
          <TextField
            form={form}
            name="templateLanguage"
            path="/settings/templateLanguage"
            label={texts.language}
            help={texts.languageHelp}
          />
        </div>
        <LongTextField
          form={form}
          name="templateValues"
          path="/settings/templateComponents"
          label={texts.values}
          help={texts.valuesHelp}
          rows={3}
        />
      </>
    )}
  </>
);

export const ScheduleStep = ({ form, draft, onChange, estimate }: StepProps): ReactNode => (
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
        <WindowDays form={form} />
        <div className="three">
          <TextField
            form={form}
            name="opens"
            path="/settings/window/start"
            label={texts.opens}
            type="time"
            required
          />
          <TextField
            form={form}
            name="closes"
            path="/settings/window/end"
            label={texts.closes}
            type="time"
            required
          />
          <ChoiceField
            form={form}
            name="timezone"
            path="/settings/window/timezone"
            label={texts.zone}
            choices={
              ZONES.some(({ value }) => value === draft.timezone)
                ? ZONES
                : [{ value: draft.timezone, name: draft.timezone }, ...ZONES]
            }
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
      <TextField
        form={form}
        name="startAt"
        label={texts.startAt}
        help={texts.startHelp}
        type="datetime-local"
      />
    </div>
    <Consequence>{estimate !== null && durationText(estimate, draft.channel, draft.timezone)}</Consequence>
  </>
);

const WindowDays = ({ form }: Pick<StepProps, 'form'>): ReactNode => {
  const { field, fieldState } = useFormField({ form, name: 'days', path: '/settings/window/days' });
  return (
    <>
      <fieldset className="choices days">
        <legend className="hidden">{texts.hours}</legend>
        <DayTicks days={form.methods.watch('days')} onChange={field.onChange} inputRef={field.ref} />
      </fieldset>
      {fieldState.error !== undefined && <p className="wrong">{fieldState.error.message}</p>}
    </>
  );
};

export const RetryStep = ({ form, draft, onChange, estimate }: StepProps): ReactNode => (
  <>
    <div className={styles.two}>
      <TextField
        form={form}
        name="maxRetries"
        path="/settings/maxRetries"
        label={texts.retries}
        inputMode="numeric"
      />
      <TextField
        form={form}
        name="retryDelayMinutes"
        path="/settings/retryDelayMinutes"
        label={texts.delay}
        inputMode="numeric"
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
    {draft.channel === 'voice' && <CallBackFields form={form} />}
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
