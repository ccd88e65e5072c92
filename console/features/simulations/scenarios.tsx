/** The scenarios of an agent, each with a way to run it: first its price, then its start. */
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { runSimulationBody } from '../../api/bodies/simulations.js';
import { type ApiProblem, callApi, type Data } from '../../api/client.js';
import { usePages } from '../../api/pages.js';
import { Confirm } from '../../ui/dialogs/confirm.js';
import { creditsOf } from '../../ui/format.js';
import { Form, FormProblem, Submit, TextField } from '../../ui/forms/form.js';
import { useBodyForm } from '../../ui/forms/use-body-form.js';
import { COMMON } from '../../ui/messages.js';
import { Empty, Loading, Problem } from '../../ui/states.js';
import { IfAllowed } from '../session/if-allowed.js';
import { useCan } from '../session/role.js';
import { useBusinessId } from '../session/session.js';
import { SIMULATIONS } from './messages.js';
import type { Scenario } from './scenario-draft.js';
import { ScenarioEditor } from './scenario-editor.js';
import styles from './simulations.module.css';

const texts = SIMULATIONS;

interface ScenariosProps {
  readonly agentId: string;
  readonly channel: Scenario['channel'];
}

export const Scenarios = ({ agentId, channel }: ScenariosProps): ReactNode => {
  const businessId = useBusinessId();
  const [edited, setEdited] = useState<string | null>(null);
  const { data, error, refetch, hasNextPage, fetchNextPage } = usePages('listSimulationScenarios', {
    query: { businessId, agentId, limit: 50 },
  });
  const scenarios = (data?.pages.flatMap((page) => page.scenarios) ?? []).filter(
    (scenario) => scenario.channel === channel,
  );
  const handleSaved = (): void => {
    setEdited(null);
  };
  const editor = (scenario: Scenario | null): ReactNode => (
    <ScenarioEditor
      agentId={agentId}
      channel={channel}
      scenario={scenario}
      onSaved={handleSaved}
      onClose={() => setEdited(null)}
    />
  );
  return (
    <section className="stack" aria-label={texts.scenarios}>
      <div className="page-head">
        <h2>{texts.scenarios}</h2>
        <IfAllowed operation="createSimulationScenario">
          <button type="button" className="plain" onClick={() => setEdited(NEW)}>
            {texts.newScenario}
          </button>
        </IfAllowed>
      </div>
      {error !== null && <Problem problem={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Loading rows={2} />}
      {edited === NEW && editor(null)}
      {data !== undefined && scenarios.length === 0 && edited === null && (
        <Empty title={texts.noScenarios}>
          <p>{texts.noScenariosHelp}</p>
        </Empty>
      )}
      <ul className="cards">
        {scenarios.map((scenario) => (
          <li key={scenario.scenarioId} className={`card ${styles.scenario}`}>
            {edited === scenario.scenarioId ? (
              editor(scenario)
            ) : (
              <ScenarioCard
                agentId={agentId}
                scenario={scenario}
                onEdit={() => setEdited(scenario.scenarioId)}
                onRemoved={handleSaved}
              />
            )}
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <button type="button" className="plain more" onClick={() => void fetchNextPage()}>
          {COMMON.more}
        </button>
      )}
    </section>
  );
};

/** Stands where the id of a scenario would be. */
const NEW = 'new';

interface ScenarioCardProps {
  readonly agentId: string;
  readonly scenario: Scenario;
  readonly onEdit: () => void;
  readonly onRemoved: () => void;
}

const ScenarioCard = ({ agentId, scenario, onEdit, onRemoved }: ScenarioCardProps): ReactNode => {
  const businessId = useBusinessId();
  const canEdit = useCan('updateSimulationScenario');
  const [isRemoving, setRemoving] = useState(false);
  const { scenarioId, name } = scenario;
  const remove = async (): Promise<void> => {
    await callApi('removeSimulationScenario', { path: { scenarioId }, query: { businessId } });
    onRemoved();
  };
  return (
    <>
      <div className="page-head">
        <strong>{name}</strong>
        {canEdit && (
          <div className="actions">
            <button type="button" className="plain" aria-label={texts.edit(name)} onClick={onEdit}>
              {texts.editButton}
            </button>
            <button
              type="button"
              className="danger quiet-danger"
              aria-label={texts.removeOf(name)}
              onClick={() => setRemoving(true)}
            >
              {texts.remove}
            </button>
          </div>
        )}
      </div>
      <p className="quiet">
        {texts.facts(scenario.scenario.customers.length, scenario.scenario.criteria.length)}
        {scenario.agentId === null && ` · ${texts.anyAgent}`}
      </p>
      <IfAllowed operation="runSimulation">
        <NewRun agentId={agentId} scenario={scenario} />
      </IfAllowed>
      {isRemoving && (
        <Confirm
          title={texts.removeTitle(name)}
          help={texts.removeHelp}
          name={name}
          label={texts.removeName(name)}
          button={texts.remove}
          onConfirm={remove}
          onClose={() => setRemoving(false)}
        />
      )}
    </>
  );
};

const NewRun = ({ agentId, scenario }: Pick<ScenarioCardProps, 'agentId' | 'scenario'>): ReactNode => {
  const businessId = useBusinessId();
  const [, navigate] = useLocation();
  const hasLiveTools = scenario.scenario.tools?.mode === 'live';
  const { form, sending: estimating } = useBodyForm({
    body: runSimulationBody,
    values: { runs: '', isLive: false },
    toBody: ({ runs, isLive }) => ({
      businessId,
      mode: 'estimate',
      scenarioId: scenario.scenarioId,
      agentId,
      ...(runs.trim() === '' ? {} : { runs: Number(runs) }),
      ...(hasLiveTools && isLive ? { liveTools: true as const } : {}),
    }),
  });
  const { runs, isLive } = form.methods.watch();
  // A price is of what was entered for it.
  const isOfEntered = estimating.variables?.runs === runs && estimating.variables.isLive === isLive;
  const offered = isOfEntered ? estimating.data?.simulationRun : undefined;
  const starting = useMutation<Data<'runSimulation'>, ApiProblem, NonNullable<typeof offered>>({
    mutationFn: ({ simulationRunId, maxChargeMicrocredits }) =>
      callApi('runSimulation', {
        body: { businessId, mode: 'confirm', simulationRunId, maxChargeMicrocredits },
      }),
    onSuccess: ({ simulationRun }) => {
      estimating.reset();
      navigate(`/simulations/${simulationRun.simulationRunId}`);
    },
  });
  return (
    <Form form={form} className="stack">
      <TextField
        form={form}
        name="runs"
        label={texts.run.runs}
        help={texts.run.runsHelp}
        inputMode="numeric"
      />
      {hasLiveTools && (
        <label className="tick">
          <input
            type="checkbox"
            checked={isLive}
            onChange={({ target }) => form.methods.setValue('isLive', target.checked)}
          />
          {texts.run.live}
        </label>
      )}
      {isOfEntered && <FormProblem form={form} />}
      {starting.error !== null && <Problem problem={starting.error} />}
      {offered === undefined ? (
        <div className="actions from-left">
          <Submit form={form} isMain={false}>
            {texts.run.estimate}
          </Submit>
        </div>
      ) : (
        <>
          <p>{texts.run.offer(offered.conversations, creditsOf(offered.maxChargeMicrocredits))}</p>
          <div className="actions from-left">
            <button
              type="button"
              className="main"
              disabled={starting.isPending}
              onClick={() => starting.mutate(offered)}
            >
              {texts.run.start(creditsOf(offered.maxChargeMicrocredits))}
            </button>
          </div>
        </>
      )}
    </Form>
  );
};
