/** Edits a scenario: its customers, and the criteria for their conversations. */
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { type ApiProblem, callApi, type Data } from '../../api/client.js';
import { Choice, Field } from '../../ui/forms/field.js';
import { LongField } from '../../ui/forms/long-field.js';
import { Icon } from '../../ui/icon.js';
import { Problem } from '../../ui/states.js';
import { useBusinessId } from '../session/session.js';
import { SIMULATIONS } from './messages.js';
import {
  CRITERION_KINDS,
  type CriterionDraft,
  CUSTOMER_KINDS,
  type CustomerDraft,
  contentOf,
  NEW_CRITERION,
  NEW_CUSTOMER,
  type Scenario,
  scenarioDraftOf,
} from './scenario-draft.js';
import styles from './simulations.module.css';

const texts = SIMULATIONS;
/** Limits of the service. */
const MOST = 50;

interface ScenarioEditorProps {
  readonly agentId: string;
  readonly channel: Scenario['channel'];
  /** Null: it is new. */
  readonly scenario: Scenario | null;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

const replaced = <Line,>(lines: readonly Line[], index: number, line: Line): readonly Line[] =>
  lines.map((other, at) => (at === index ? line : other));

export const ScenarioEditor = ({
  agentId,
  channel,
  scenario,
  onSaved,
  onClose,
}: ScenarioEditorProps): ReactNode => {
  const businessId = useBusinessId();
  const titleId = useId();
  const [draft, setDraft] = useState(() => scenarioDraftOf(scenario));
  const saving = useMutation<Data<'createSimulationScenario'> | Data<'updateSimulationScenario'>, ApiProblem>(
    {
      mutationFn: () => {
        const content = contentOf(draft, scenario?.scenario ?? null);
        const facts = {
          businessId,
          name: draft.name,
          agentId: draft.isForAgent ? (scenario?.agentId ?? agentId) : null,
          scenario: content,
        };
        return scenario === null
          ? callApi('createSimulationScenario', { body: { ...facts, channel } })
          : callApi('updateSimulationScenario', {
              path: { scenarioId: scenario.scenarioId },
              body: facts,
            });
      },
      onSuccess: onSaved,
    },
  );
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    saving.mutate();
  };
  const { customers, criteria } = draft;
  return (
    <form className="stack" onSubmit={submit} aria-labelledby={titleId}>
      <h3 id={titleId}>{scenario === null ? texts.newScenario : texts.edit(scenario.name)}</h3>
      <Field
        label={texts.name}
        required
        maxLength={80}
        value={draft.name}
        onChange={(name) => setDraft({ ...draft, name })}
      />
      <label className="tick">
        <input
          type="checkbox"
          checked={draft.isForAgent}
          onChange={({ target }) => setDraft({ ...draft, isForAgent: target.checked })}
        />
        {texts.forAgent}
      </label>
      <h4>{texts.customers}</h4>
      {customers.map((customer, index) => (
        <CustomerLine
          // biome-ignore lint/suspicious/noArrayIndexKey: a line has no other identity while it is edited.
          key={index}
          customer={customer}
          canRemove={customers.length > 1}
          onChange={(line) => setDraft({ ...draft, customers: replaced(customers, index, line) })}
          onRemove={() => setDraft({ ...draft, customers: customers.filter((_, at) => at !== index) })}
        />
      ))}
      <button
        type="button"
        className="plain"
        disabled={customers.length >= MOST}
        onClick={() => setDraft({ ...draft, customers: [...customers, NEW_CUSTOMER] })}
      >
        {texts.customer.add}
      </button>
      <h4>{texts.criteria}</h4>
      {criteria.map((criterion, index) => (
        <CriterionLine
          // biome-ignore lint/suspicious/noArrayIndexKey: a line has no other identity while it is edited.
          key={index}
          criterion={criterion}
          canRemove={criteria.length > 1}
          onChange={(line) => setDraft({ ...draft, criteria: replaced(criteria, index, line) })}
          onRemove={() => setDraft({ ...draft, criteria: criteria.filter((_, at) => at !== index) })}
        />
      ))}
      <button
        type="button"
        className="plain"
        disabled={criteria.length >= MOST}
        onClick={() => setDraft({ ...draft, criteria: [...criteria, NEW_CRITERION] })}
      >
        {texts.criterion.add}
      </button>
      {saving.error !== null && <Problem problem={saving.error} />}
      <div className="actions">
        <button type="button" className="plain" onClick={onClose}>
          {texts.cancel}
        </button>
        <button type="submit" className="main" disabled={saving.isPending}>
          {texts.save}
        </button>
      </div>
    </form>
  );
};

interface LineProps {
  readonly canRemove: boolean;
  readonly onRemove: () => void;
}

interface CustomerLineProps extends LineProps {
  readonly customer: CustomerDraft;
  readonly onChange: (customer: CustomerDraft) => void;
}

const CustomerLine = ({ customer, canRemove, onChange, onRemove }: CustomerLineProps): ReactNode => (
  <fieldset className={styles.part}>
    <legend className="hidden">{customer.name}</legend>
    <div className={styles.line}>
      <Field
        label={texts.customer.name}
        required
        maxLength={100}
        value={customer.name}
        onChange={(name) => onChange({ ...customer, name })}
      />
      <Choice
        label={texts.customer.kind}
        value={customer.kind}
        choices={CUSTOMER_KINDS.map((value) => ({ value, name: texts.customer.kinds[value] }))}
        onChange={(kind) => onChange({ ...customer, kind })}
      />
      <Field
        label={texts.customer.runs}
        type="number"
        min={1}
        max={100}
        value={customer.runs}
        onChange={(runs) => onChange({ ...customer, runs })}
      />
      {canRemove && (
        <button
          type="button"
          className="plain"
          aria-label={texts.customer.remove(customer.name)}
          onClick={onRemove}
        >
          <Icon name="close" />
        </button>
      )}
    </div>
    <LongField
      label={customer.kind === 'persona' ? texts.customer.persona : texts.customer.lines}
      help={customer.kind === 'persona' ? texts.customer.personaHelp : texts.customer.linesHelp}
      rows={3}
      required={customer.before?.adversarial === undefined}
      maxLength={4_000}
      value={customer.text}
      onChange={(text) => onChange({ ...customer, text })}
    />
  </fieldset>
);

interface CriterionLineProps extends LineProps {
  readonly criterion: CriterionDraft;
  readonly onChange: (criterion: CriterionDraft) => void;
}

const CriterionLine = ({ criterion, canRemove, onChange, onRemove }: CriterionLineProps): ReactNode => {
  const { kind } = criterion;
  const isJudged = kind === 'judge' || kind === 'score';
  return (
    <fieldset className={styles.part}>
      <legend className="hidden">{criterion.name}</legend>
      <div className={styles.line}>
        <Field
          label={texts.criterion.name}
          required
          maxLength={100}
          value={criterion.name}
          onChange={(name) => onChange({ ...criterion, name })}
        />
        {kind !== 'other' && (
          <Choice
            label={texts.criterion.kind}
            value={kind}
            choices={CRITERION_KINDS.map((value) => ({ value, name: texts.criterion.kinds[value] }))}
            onChange={(chosen) => onChange({ ...criterion, kind: chosen })}
          />
        )}
        {kind === 'score' && (
          <Field
            label={texts.criterion.atLeast}
            type="number"
            required
            min={0}
            max={10}
            step="any"
            value={criterion.atLeast}
            onChange={(atLeast) => onChange({ ...criterion, atLeast })}
          />
        )}
        {canRemove && (
          <button
            type="button"
            className="plain"
            aria-label={texts.criterion.remove(criterion.name)}
            onClick={onRemove}
          >
            <Icon name="close" />
          </button>
        )}
      </div>
      {kind === 'other' ? (
        <p className="help">{texts.criterion.other}</p>
      ) : (
        <Field
          label={isJudged ? texts.criterion.judge : texts.criterion.pattern}
          required
          maxLength={4_000}
          value={criterion.text}
          onChange={(text) => onChange({ ...criterion, text })}
        />
      )}
    </fieldset>
  );
};
