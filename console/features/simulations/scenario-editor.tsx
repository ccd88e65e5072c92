/** Edits a scenario: its customers, and the criteria for their conversations. */
import { type ReactNode, useId } from 'react';
import { useFieldArray } from 'react-hook-form';
import { createSimulationScenarioBody, updateSimulationScenarioBody } from '../../api/bodies/simulations.js';
import { Choice } from '../../ui/forms/field.js';
import { Form, FormProblem, LongTextField, PartProblem, Submit, TextField } from '../../ui/forms/form.js';
import { type BodyForm, useBodyForm } from '../../ui/forms/use-body-form.js';
import { Icon } from '../../ui/icon.js';
import { useBusinessId } from '../session/session.js';
import { SIMULATIONS } from './messages.js';
import {
  CRITERION_KINDS,
  CUSTOMER_KINDS,
  contentOf,
  NEW_CRITERION,
  NEW_CUSTOMER,
  type Scenario,
  type ScenarioDraft,
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

export const ScenarioEditor = ({
  agentId,
  channel,
  scenario,
  onSaved,
  onClose,
}: ScenarioEditorProps): ReactNode => {
  const businessId = useBusinessId();
  const titleId = useId();
  const { form } = useBodyForm({
    body: scenario === null ? createSimulationScenarioBody : updateSimulationScenarioBody,
    values: scenarioDraftOf(scenario),
    toBody: (draft) => {
      const facts = {
        businessId,
        name: draft.name,
        agentId: draft.isForAgent ? (scenario?.agentId ?? agentId) : null,
        scenario: contentOf(draft, scenario?.scenario ?? null),
      };
      return scenario === null ? { ...facts, channel } : facts;
    },
    request: scenario === null ? {} : { path: { scenarioId: scenario.scenarioId } },
    onSuccess: onSaved,
  });
  const { control, watch, setValue } = form.methods;
  const customers = useFieldArray({ control, name: 'customers' });
  const criteria = useFieldArray({ control, name: 'criteria' });
  return (
    <Form form={form} className="stack" labelledBy={titleId}>
      <h3 id={titleId}>{scenario === null ? texts.newScenario : texts.edit(scenario.name)}</h3>
      <TextField form={form} name="name" label={texts.name} required />
      <label className="tick">
        <input
          type="checkbox"
          checked={watch('isForAgent')}
          onChange={({ target }) => setValue('isForAgent', target.checked)}
        />
        {texts.forAgent}
      </label>
      <h4>{texts.customers}</h4>
      {customers.fields.map(({ id }, index) => (
        <CustomerLine
          key={id}
          form={form}
          index={index}
          canRemove={customers.fields.length > 1}
          onRemove={() => customers.remove(index)}
        />
      ))}
      <button
        type="button"
        className="plain"
        disabled={customers.fields.length >= MOST}
        onClick={() => customers.append(NEW_CUSTOMER, { shouldFocus: false })}
      >
        {texts.customer.add}
      </button>
      <h4>{texts.criteria}</h4>
      {criteria.fields.map(({ id }, index) => (
        <CriterionLine
          key={id}
          form={form}
          index={index}
          canRemove={criteria.fields.length > 1}
          onRemove={() => criteria.remove(index)}
        />
      ))}
      <button
        type="button"
        className="plain"
        disabled={criteria.fields.length >= MOST}
        onClick={() => criteria.append(NEW_CRITERION, { shouldFocus: false })}
      >
        {texts.criterion.add}
      </button>
      <FormProblem form={form} />
      <div className="actions">
        <button type="button" className="plain" onClick={onClose}>
          {texts.cancel}
        </button>
        <Submit form={form}>{texts.save}</Submit>
      </div>
    </Form>
  );
};

interface LineProps {
  readonly form: BodyForm<ScenarioDraft>;
  readonly index: number;
  readonly canRemove: boolean;
  readonly onRemove: () => void;
}

const CustomerLine = ({ form, index, canRemove, onRemove }: LineProps): ReactNode => {
  const customer = form.methods.watch(`customers.${index}`);
  const place = `/scenario/customers/${index}`;
  const isPlayed = customer.kind === 'persona';
  return (
    <fieldset className={styles.part}>
      <legend className="hidden">{customer.name}</legend>
      <div className={styles.line}>
        <TextField
          form={form}
          name={`customers.${index}.name`}
          path={`${place}/name`}
          label={texts.customer.name}
        />
        <Choice
          label={texts.customer.kind}
          value={customer.kind}
          choices={CUSTOMER_KINDS.map((value) => ({ value, name: texts.customer.kinds[value] }))}
          onChange={(kind) => form.methods.setValue(`customers.${index}.kind`, kind)}
        />
        <TextField
          form={form}
          name={`customers.${index}.runs`}
          path={`${place}/runs`}
          label={texts.customer.runs}
          inputMode="numeric"
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
      <LongTextField
        form={form}
        name={`customers.${index}.text`}
        path={`${place}/${isPlayed ? 'persona' : 'lines'}`}
        label={isPlayed ? texts.customer.persona : texts.customer.lines}
        help={isPlayed ? texts.customer.personaHelp : texts.customer.linesHelp}
        rows={3}
        required={customer.before?.adversarial === undefined}
      />
      <PartProblem form={form} path={place} />
    </fieldset>
  );
};

/** The property of a criterion that holds its text. */
const TEXT_OF = { judge: 'judge', score: 'judge', says: 'says', neverSays: 'neverSays' } as const;

const CriterionLine = ({ form, index, canRemove, onRemove }: LineProps): ReactNode => {
  const { kind, name } = form.methods.watch(`criteria.${index}`);
  const place = `/scenario/criteria/${index}`;
  return (
    <fieldset className={styles.part}>
      <legend className="hidden">{name}</legend>
      <div className={styles.line}>
        <TextField
          form={form}
          name={`criteria.${index}.name`}
          path={`${place}/name`}
          label={texts.criterion.name}
        />
        {kind !== 'other' && (
          <Choice
            label={texts.criterion.kind}
            value={kind}
            choices={CRITERION_KINDS.map((value) => ({ value, name: texts.criterion.kinds[value] }))}
            onChange={(chosen) => form.methods.setValue(`criteria.${index}.kind`, chosen)}
          />
        )}
        {kind === 'score' && (
          <TextField
            form={form}
            name={`criteria.${index}.atLeast`}
            path={`${place}/atLeast`}
            label={texts.criterion.atLeast}
            inputMode="decimal"
            required
          />
        )}
        {canRemove && (
          <button
            type="button"
            className="plain"
            aria-label={texts.criterion.remove(name)}
            onClick={onRemove}
          >
            <Icon name="close" />
          </button>
        )}
      </div>
      {kind === 'other' ? (
        <p className="help">{texts.criterion.other}</p>
      ) : (
        <TextField
          form={form}
          name={`criteria.${index}.text`}
          path={`${place}/${TEXT_OF[kind]}`}
          label={TEXT_OF[kind] === 'judge' ? texts.criterion.judge : texts.criterion.pattern}
          required
        />
      )}
      <PartProblem form={form} path={place} />
    </fieldset>
  );
};
