/** One rule: the figure now, switching and muting it, a test, its form and its past alerts. */
import { type UseMutationResult, useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { type ApiProblem, type Body, callApi, type Data } from '../../api/client.js';
import { useRead } from '../../api/live.js';
import { Confirm } from '../../ui/dialogs/confirm.js';
import { Time } from '../../ui/format.js';
import { Switch } from '../../ui/Switch/Switch.js';
import { Problem } from '../../ui/states.js';
import { useCan } from '../session/role.js';
import { useBusinessId } from '../session/session.js';
import styles from './alerts.module.css';
import type { AlertRule } from './draft.js';
import { figureOf } from './figure.js';
import { Firings } from './firings.js';
import { ALERTS } from './messages.js';
import { RuleForm } from './rule-form.js';
import { RuleStatus } from './rule-status.js';

/** How long a press mutes a rule, ms. */
const MUTE_MS = 4 * 3_600_000;
/** The figure of the moment changes without an event, ms. */
const POLL_MS = 30_000;

type Change = Omit<Body<'updateAlertRule'>, 'businessId'>;

const useRuleChange = ({ alertRuleId }: AlertRule): UseMutationResult<unknown, ApiProblem, Change> => {
  const businessId = useBusinessId();
  return useMutation<unknown, ApiProblem, Change>({
    mutationFn: (change) =>
      callApi('updateAlertRule', { path: { alertRuleId }, body: { businessId, ...change } }),
  });
};

interface RuleViewProps {
  readonly rule: AlertRule;
  readonly canSendEmail: boolean;
}

export const RuleView = ({ rule, canSendEmail }: RuleViewProps): ReactNode => {
  const businessId = useBusinessId();
  const path = { alertRuleId: rule.alertRuleId };
  const canChange = useCan('updateAlertRule');
  const { data } = useRead('readAlertRule', { path, query: { businessId } }, { pollMs: POLL_MS });
  // Kept here, because a saved rule has a form of its own.
  const [isSaved, setSaved] = useState(false);
  const changing = useRuleChange(rule);
  return (
    <article aria-label={rule.name}>
      <header className={styles.head}>
        <h2>{rule.name}</h2>
        <RuleStatus rule={rule} />
      </header>
      <p>
        {ALERTS.condition(rule.metric, rule.comparison, figureOf(rule.metric, rule.threshold))}
        {rule.windowMinutes !== null && ` ${ALERTS.during(rule.windowMinutes)}`}
      </p>
      {data !== undefined && <Current rule={rule} current={data.current} />}
      {canChange && (
        <div className={styles.actions}>
          <Switch
            label={ALERTS.enabled}
            isOn={rule.enabled}
            onChange={(enabled) => changing.mutate({ enabled })}
          />
          <Mute rule={rule} onChange={(mutedUntil) => changing.mutate({ mutedUntil })} />
          <Remove rule={rule} />
        </div>
      )}
      {changing.error !== null && <Problem problem={changing.error} />}
      {canChange && (
        <>
          <Test rule={rule} />
          <RuleForm
            // A rule that was changed elsewhere is shown as it is now.
            key={rule.revision}
            rule={rule}
            canSendEmail={canSendEmail}
            isSaved={isSaved}
            onSaved={() => setSaved(true)}
          />
        </>
      )}
      <Firings id={rule.alertRuleId} metric={rule.metric} />
    </article>
  );
};

interface CurrentProps {
  readonly rule: AlertRule;
  readonly current: Data<'readAlertRule'>['current'];
}

const Current = ({ rule, current: { value, count } }: CurrentProps): ReactNode => (
  <p>
    {ALERTS.now}: <strong>{value === null ? ALERTS.noValue : figureOf(rule.metric, value)}</strong>
    {count !== null && count > 0 && <span className="quiet"> {ALERTS.counted(count)}</span>}
  </p>
);

interface MuteProps {
  readonly rule: AlertRule;
  readonly onChange: (mutedUntil: string | null) => void;
}

const Mute = ({ rule: { mutedUntil }, onChange }: MuteProps): ReactNode => {
  if (mutedUntil === null || Date.parse(mutedUntil) <= Date.now())
    return (
      <button
        type="button"
        className="plain"
        onClick={() => onChange(new Date(Date.now() + MUTE_MS).toISOString())}
      >
        {ALERTS.mute}
      </button>
    );
  return (
    <>
      <span className="quiet">
        {ALERTS.muted} <Time at={mutedUntil} />
      </span>
      <button type="button" className="plain" onClick={() => onChange(null)}>
        {ALERTS.unmute}
      </button>
    </>
  );
};

const Test = ({ rule }: { readonly rule: AlertRule }): ReactNode => {
  const businessId = useBusinessId();
  const testing = useMutation<Data<'testAlertRule'>, ApiProblem>({
    mutationFn: () =>
      callApi('testAlertRule', { path: { alertRuleId: rule.alertRuleId }, body: { businessId } }),
  });
  const { webhooks, mails } = testing.data?.test ?? { webhooks: [], mails: [] };
  const problems = mails.flatMap(({ email, problem }) =>
    problem === null ? [] : [`${email}: ${ALERTS.firings.mailProblems[problem]}`],
  );
  const sent =
    webhooks.filter(({ outcome }) => outcome === 'delivered').length +
    mails.filter(({ outcome }) => outcome === 'sent').length;
  const total = webhooks.length + mails.length;
  return (
    <div className={styles.actions}>
      <button type="button" className="plain" disabled={testing.isPending} onClick={() => testing.mutate()}>
        {testing.isPending ? ALERTS.testing : ALERTS.test}
      </button>
      <span role="status">
        {testing.data !== undefined &&
          (total === 0 ? ALERTS.testNothing : ALERTS.testResult(sent, total - sent))}
      </span>
      {problems.map((problem) => (
        <span key={problem} className="wrong">
          {problem}
        </span>
      ))}
      {testing.error !== null && <Problem problem={testing.error} />}
    </div>
  );
};

const Remove = ({ rule: { alertRuleId, name } }: { readonly rule: AlertRule }): ReactNode => {
  const businessId = useBusinessId();
  const [, navigate] = useLocation();
  const [isConfirming, setConfirming] = useState(false);
  const remove = async (): Promise<void> => {
    await callApi('removeAlertRule', { path: { alertRuleId }, query: { businessId } });
    navigate('/alerts');
  };
  return (
    <>
      <button type="button" className="plain quiet-danger" onClick={() => setConfirming(true)}>
        {ALERTS.remove}
      </button>
      {isConfirming && (
        <Confirm
          title={ALERTS.removeTitle(name)}
          help={ALERTS.removeHelp}
          name={name}
          label={ALERTS.removeName(name)}
          button={ALERTS.remove}
          onConfirm={remove}
          onClose={() => setConfirming(false)}
        />
      )}
    </>
  );
};
