/** Creates a rule, or changes one. */
import type { ReactNode } from 'react';
import { createAlertRuleBody, updateAlertRuleBody } from '../../api/bodies/alerts.js';
import { useRead } from '../../api/live.js';
import { Choice } from '../../ui/forms/field.js';
import {
  ChoiceField,
  Form,
  FormProblem,
  LongTextField,
  Saved,
  Submit,
  TextField,
  useFormField,
} from '../../ui/forms/form.js';
import { FIELD_PROBLEMS } from '../../ui/forms/messages.js';
import { type BodyForm, useBodyForm } from '../../ui/forms/use-body-form.js';
import { Option } from '../../ui/Option/Option.js';
import { useBusinessId } from '../session/session.js';
import styles from './alerts.module.css';
import {
  type AlertDraft,
  type AlertRule,
  definitionOf,
  draftOf,
  FORMS,
  hasNoRecipient,
  METRICS,
  NEW_DRAFT,
  WINDOWS,
  withMetric,
} from './draft.js';
import { ALERTS } from './messages.js';

interface RuleFormProps {
  /** Null for a new rule. The metric of a rule never changes. */
  readonly rule: AlertRule | null;
  readonly canSendEmail: boolean;
  /** Whether `rule` is as it was saved here. */
  readonly isSaved: boolean;
  readonly onSaved: (alertRuleId: string) => void;
}

export const RuleForm = ({ rule, canSendEmail, isSaved, onSaved }: RuleFormProps): ReactNode => {
  const businessId = useBusinessId();
  const texts = ALERTS.form;
  const { form } = useBodyForm({
    body: rule === null ? createAlertRuleBody : updateAlertRuleBody,
    values: rule === null ? NEW_DRAFT : draftOf(rule),
    toBody: (draft) =>
      rule === null
        ? { businessId, metric: draft.metric, ...definitionOf(draft) }
        : { businessId, ...definitionOf(draft) },
    request: rule === null ? {} : { path: { alertRuleId: rule.alertRuleId } },
    onSuccess: ({ alertRule }) => onSaved(alertRule.alertRuleId),
  });
  const metric = form.methods.watch('metric');
  const { hasWindow, hasCount, isOfCalls } = FORMS[metric];
  return (
    <Form
      form={form}
      className={`stack ${styles.form}`}
      label={rule === null ? ALERTS.create : form.methods.watch('name')}
    >
      <TextField form={form} name="name" label={texts.name} help={texts.nameHelp} required />
      {rule === null && <MetricField form={form} />}
      <Threshold form={form} />
      {hasWindow && (
        <div className={styles.pair}>
          <WindowField form={form} />
          {hasCount && (
            <TextField
              form={form}
              name="minimumCount"
              label={texts.minimum}
              help={texts.minimumHelp}
              inputMode="numeric"
            />
          )}
        </div>
      )}
      {isOfCalls && <Narrowing form={form} />}
      <Notifying form={form} canSendEmail={canSendEmail} />
      <FormProblem form={form} />
      <div className="actions">
        <Saved form={form} isSaved={isSaved}>
          {texts.saved}
        </Saved>
        <Submit form={form}>{rule === null ? texts.create : texts.save}</Submit>
      </div>
    </Form>
  );
};

interface FieldsProps {
  readonly form: BodyForm<AlertDraft>;
}

const MetricField = ({ form }: FieldsProps): ReactNode => {
  const { getValues, setValue, clearErrors, watch } = form.methods;
  return (
    <Choice
      label={ALERTS.form.metric}
      value={watch('metric')}
      choices={METRICS.map((value) => ({ value, name: ALERTS.metrics[value] }))}
      onChange={(metric) => {
        const next = withMetric(getValues(), metric);
        setValue('metric', next.metric);
        setValue('comparison', next.comparison);
        setValue('threshold', next.threshold);
        clearErrors();
      }}
    />
  );
};

const Threshold = ({ form }: FieldsProps): ReactNode => {
  const texts = ALERTS.form;
  const { unit } = FORMS[form.methods.watch('metric')];
  return (
    <div className={styles.pair}>
      <ChoiceField
        form={form}
        name="comparison"
        label={texts.side}
        choices={[
          { value: 'below', name: texts.sides.below },
          { value: 'above', name: texts.sides.above },
        ]}
      />
      <TextField
        form={form}
        name="threshold"
        label={texts.threshold[unit]}
        inputMode="decimal"
        // The schema knows no metric, and the service would say this in shares of 1.
        check={({ threshold }) =>
          unit === 'percent' && Number(threshold) > 100 ? FIELD_PROBLEMS.tooLarge(100) : undefined
        }
      />
    </div>
  );
};

const WindowField = ({ form }: FieldsProps): ReactNode => {
  const { field } = useFormField({ form, name: 'windowMinutes' });
  return (
    <Choice
      label={ALERTS.form.window}
      value={String(field.value)}
      choices={WINDOWS.map((minutes) => ({ value: String(minutes), name: ALERTS.window(minutes) }))}
      onChange={(chosen) => field.onChange(WINDOWS.find((minutes) => String(minutes) === chosen))}
    />
  );
};

/** To one agent or campaign. */
const Narrowing = ({ form }: FieldsProps): ReactNode => {
  const query = { businessId: useBusinessId(), limit: 100 };
  const agents = useRead('listAgents', { query });
  const campaigns = useRead('listCampaigns', { query });
  const texts = ALERTS.form;
  const all = { value: '', name: texts.all };
  return (
    <div className={styles.pair}>
      <ChoiceField
        form={form}
        name="agentId"
        label={texts.agent}
        choices={[
          all,
          ...(agents.data?.agents.map(({ id, referenceName }) => ({ value: id, name: referenceName })) ?? []),
        ]}
      />
      <ChoiceField
        form={form}
        name="campaignId"
        label={texts.campaign}
        choices={[all, ...(campaigns.data?.campaigns.map(({ id, name }) => ({ value: id, name })) ?? [])]}
      />
    </div>
  );
};

interface NotifyingProps extends FieldsProps {
  readonly canSendEmail: boolean;
}

const Notifying = ({ form, canSendEmail }: NotifyingProps): ReactNode => {
  const texts = ALERTS.form;
  const webhooks = useFormField({
    form,
    name: 'notifyWebhooks',
    check: (draft) => (hasNoRecipient(draft) ? texts.notify : undefined),
  });
  // An address that is typed afterwards mends it, too.
  const isWrong = hasNoRecipient(form.methods.watch());
  return (
    <>
      <Option
        label={texts.webhooks}
        help={texts.webhooksHelp}
        checked={webhooks.field.value === true}
        onChange={webhooks.field.onChange}
        inputRef={webhooks.field.ref}
        error={isWrong ? webhooks.fieldState.error?.message : undefined}
      />
      {canSendEmail ? (
        <LongTextField form={form} name="emails" label={texts.emails} help={texts.emailsHelp} rows={3} />
      ) : (
        <p className="help">{texts.noMail}</p>
      )}
    </>
  );
};
