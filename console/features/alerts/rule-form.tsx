/** Creates a rule, or changes one. */
import { type FormEvent, type ReactNode, useState } from 'react';
import type { ApiProblem } from '../../api/client.js';
import { useRead } from '../../api/live.js';
import { Choice, Field } from '../../ui/forms/field.js';
import { LongField } from '../../ui/forms/long-field.js';
import { Option } from '../../ui/Option/Option.js';
import { Problem } from '../../ui/states.js';
import { useBusinessId } from '../session/session.js';
import styles from './alerts.module.css';
import { type AlertDraft, type DraftField, FORMS, METRICS, missingIn, WINDOWS, withMetric } from './draft.js';
import { ALERTS } from './messages.js';

interface RuleFormProps {
  readonly initial: AlertDraft;
  /** The metric of a rule never changes. */
  readonly isNew: boolean;
  readonly canSendEmail: boolean;
  readonly isSaving: boolean;
  readonly isSaved: boolean;
  readonly problem: ApiProblem | null;
  readonly onSave: (draft: AlertDraft) => void;
}

export const RuleForm = ({
  initial,
  isNew,
  canSendEmail,
  isSaving,
  isSaved,
  problem,
  onSave,
}: RuleFormProps): ReactNode => {
  const [draft, setDraft] = useState(initial);
  const [isChecked, setChecked] = useState(false);
  const texts = ALERTS.form;
  const form = FORMS[draft.metric];
  const missing = missingIn(draft);
  const change = (changed: Partial<AlertDraft>): void => setDraft({ ...draft, ...changed });
  const errorOf = (field: DraftField): string | undefined =>
    isChecked && missing.has(field) ? texts.missing[field] : undefined;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setChecked(true);
    if (missing.size === 0) onSave(draft);
  };
  return (
    <form
      className={`stack ${styles.form}`}
      onSubmit={submit}
      noValidate
      aria-label={isNew ? ALERTS.create : draft.name}
    >
      <Field
        label={texts.name}
        help={texts.nameHelp}
        error={errorOf('name')}
        value={draft.name}
        maxLength={80}
        onChange={(name) => change({ name })}
      />
      {isNew && (
        <Choice
          label={texts.metric}
          value={draft.metric}
          choices={METRICS.map((value) => ({ value, name: ALERTS.metrics[value] }))}
          onChange={(metric) => setDraft(withMetric(draft, metric))}
        />
      )}
      <Threshold draft={draft} error={errorOf('threshold')} onChange={change} />
      {form.hasWindow && (
        <div className={styles.pair}>
          <Choice
            label={texts.window}
            value={String(draft.windowMinutes)}
            choices={WINDOWS.map((minutes) => ({ value: String(minutes), name: ALERTS.window(minutes) }))}
            onChange={(chosen) =>
              change({
                windowMinutes: WINDOWS.find((minutes) => String(minutes) === chosen) ?? draft.windowMinutes,
              })
            }
          />
          {form.hasCount && (
            <Field
              label={texts.minimum}
              help={texts.minimumHelp}
              error={errorOf('minimumCount')}
              inputMode="numeric"
              value={draft.minimumCount}
              onChange={(minimumCount) => change({ minimumCount })}
            />
          )}
        </div>
      )}
      {form.isOfCalls && <Narrowing draft={draft} onChange={change} />}
      <Option
        label={texts.webhooks}
        help={texts.webhooksHelp}
        checked={draft.notifyWebhooks}
        onChange={(notifyWebhooks) => change({ notifyWebhooks })}
      />
      {canSendEmail ? (
        <LongField
          label={texts.emails}
          help={texts.emailsHelp}
          rows={3}
          value={draft.emails}
          onChange={(emails) => change({ emails })}
        />
      ) : (
        <p className="help">{texts.noMail}</p>
      )}
      {errorOf('notify') !== undefined && <p className="wrong">{errorOf('notify')}</p>}
      {problem !== null && <Problem problem={problem} />}
      <div className="actions">
        {isSaved && (
          <span className="grows" role="status">
            {texts.saved}
          </span>
        )}
        <button type="submit" className="main" disabled={isSaving}>
          {isNew ? texts.create : texts.save}
        </button>
      </div>
    </form>
  );
};

interface NarrowingProps {
  readonly draft: AlertDraft;
  readonly onChange: (changed: Partial<AlertDraft>) => void;
}

interface ThresholdProps extends NarrowingProps {
  readonly error: string | undefined;
}

const Threshold = ({ draft, error, onChange }: ThresholdProps): ReactNode => {
  const texts = ALERTS.form;
  return (
    <div className={styles.pair}>
      <Choice
        label={texts.side}
        value={draft.comparison}
        choices={[
          { value: 'below', name: texts.sides.below },
          { value: 'above', name: texts.sides.above },
        ]}
        onChange={(comparison) => onChange({ comparison })}
      />
      <Field
        label={texts.threshold[FORMS[draft.metric].unit]}
        error={error}
        inputMode="decimal"
        value={draft.threshold}
        onChange={(threshold) => onChange({ threshold })}
      />
    </div>
  );
};

/** To one agent or campaign. */
const Narrowing = ({ draft, onChange }: NarrowingProps): ReactNode => {
  const query = { businessId: useBusinessId(), limit: 100 };
  const agents = useRead('listAgents', { query });
  const campaigns = useRead('listCampaigns', { query });
  const texts = ALERTS.form;
  const all = { value: '', name: texts.all };
  return (
    <div className={styles.pair}>
      <Choice
        label={texts.agent}
        value={draft.agentId}
        choices={[
          all,
          ...(agents.data?.agents.map(({ id, referenceName }) => ({ value: id, name: referenceName })) ?? []),
        ]}
        onChange={(agentId) => onChange({ agentId })}
      />
      <Choice
        label={texts.campaign}
        value={draft.campaignId}
        choices={[all, ...(campaigns.data?.campaigns.map(({ id, name }) => ({ value: id, name })) ?? [])]}
        onChange={(campaignId) => onChange({ campaignId })}
      />
    </div>
  );
};
