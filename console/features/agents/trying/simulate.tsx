/** Rehearses an agent with simulated customers while its words change, and shows which version passed. */
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { type ApiProblem, callApi, type Data } from '../../../api/client.js';
import { useRead } from '../../../api/live.js';
import { usePages } from '../../../api/pages.js';
import { creditsOf, Time } from '../../../ui/format.js';
import { Choice, Field } from '../../../ui/forms/field.js';
import { Empty, Loading, Problem } from '../../../ui/states.js';
import { useBusinessId } from '../../session/session.js';
import { SIMULATIONS } from '../../simulations/messages.js';
import { type Run, versionOf } from '../../simulations/runs.js';
import { ScenarioEditor } from '../../simulations/scenario-editor.js';
import type { Agent } from '../agent-draft.js';
import { AGENTS } from '../messages.js';
import { outcomeOf, runsFor } from './simulated-outcome.js';
import styles from './trying.module.css';

type Scenario = Data<'listSimulationScenarios'>['scenarios'][number];

/** How many customers call if nothing else is asked for. */
const USUAL_CUSTOMERS = 20;
/** Runs in the table, newest first. */
const SHOWN_RUNS = 6;
/** No live event announces the progress of a run, ms. */
const POLL_MS = 1_500;

interface SimulateProps {
  readonly agent: Agent;
  readonly variables: Readonly<Record<string, string>>;
  /** Simulated instead of the published instructions. */
  readonly instructions: string | undefined;
}

export const Simulate = ({ agent, variables, instructions }: SimulateProps): ReactNode => {
  const texts = AGENTS.simulate;
  const businessId = useBusinessId();
  const channel = agent.channel === 'voice' ? 'voice' : 'whatsapp';
  const [isWriting, setWriting] = useState(false);
  const [chosenId, setChosenId] = useState('');
  const { data, error, refetch } = usePages('listSimulationScenarios', {
    query: { businessId, agentId: agent.id, limit: 50 },
  });
  const scenarios = (data?.pages.flatMap((page) => page.scenarios) ?? []).filter(
    (scenario) => scenario.channel === channel,
  );
  const scenario = scenarios.find(({ scenarioId }) => scenarioId === chosenId) ?? scenarios[0];
  const handleSaved = (): void => {
    setWriting(false);
  };
  if (isWriting)
    return (
      <ScenarioEditor
        agentId={agent.id}
        channel={channel}
        scenario={null}
        onSaved={handleSaved}
        onClose={() => setWriting(false)}
      />
    );
  return (
    <section className={styles.mode} aria-label={AGENTS.modes.simulate}>
      {error !== null && <Problem problem={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Loading rows={2} />}
      {data !== undefined && scenario === undefined && (
        <Empty title={SIMULATIONS.noScenarios}>
          <p>{SIMULATIONS.noScenariosHelp}</p>
          <button type="button" className="plain" onClick={() => setWriting(true)}>
            {SIMULATIONS.newScenario}
          </button>
        </Empty>
      )}
      {scenario !== undefined && (
        <>
          <Choice
            label={texts.scenario}
            value={scenario.scenarioId}
            choices={scenarios.map(({ scenarioId, name }) => ({ value: scenarioId, name }))}
            onChange={setChosenId}
          />
          <StartRun
            key={scenario.scenarioId}
            agent={agent}
            scenario={scenario}
            variables={variables}
            instructions={instructions}
          />
          <ByVersion agentId={agent.id} scenarioId={scenario.scenarioId} />
        </>
      )}
      <p className="help">
        <Link href={`/agents/${agent.id}/simulations`}>{texts.all}</Link>
      </p>
    </section>
  );
};

interface StartRunProps extends SimulateProps {
  readonly scenario: Scenario;
}

const StartRun = ({ agent, scenario, variables, instructions }: StartRunProps): ReactNode => {
  const texts = AGENTS.simulate;
  const businessId = useBusinessId();
  const [customers, setCustomers] = useState(String(USUAL_CUSTOMERS));
  const runs = runsFor(Number(customers), scenario.scenario.customers.length);
  const estimating = useMutation<Data<'runSimulation'>['simulationRun'], ApiProblem>({
    mutationFn: async () =>
      (
        await callApi('runSimulation', {
          body: {
            businessId,
            mode: 'estimate',
            scenarioId: scenario.scenarioId,
            agentId: agent.id,
            variables,
            runs,
            ...(instructions === undefined ? {} : { instructions }),
          },
        })
      ).simulationRun,
  });
  const starting = useMutation<unknown, ApiProblem, Data<'runSimulation'>['simulationRun']>({
    mutationFn: ({ simulationRunId, maxChargeMicrocredits }) =>
      callApi('runSimulation', {
        body: { businessId, mode: 'confirm', simulationRunId, maxChargeMicrocredits },
      }),
    onSuccess: () => {
      estimating.reset();
    },
  });
  const offered = estimating.data;
  // The price is that of the words for which it was asked.
  const isOfThese = offered !== undefined && offered.instructions === (instructions ?? agent.instructions);
  const problem = starting.error ?? estimating.error;
  return (
    <>
      <Field
        label={texts.customers}
        help={texts.conversations(runs * scenario.scenario.customers.length)}
        type="number"
        min={1}
        max={1_000}
        value={customers}
        onChange={(value) => {
          setCustomers(value);
          estimating.reset();
        }}
      />
      {problem !== null && <Problem problem={problem} />}
      {offered !== undefined && isOfThese ? (
        <>
          <p>{SIMULATIONS.run.offer(offered.conversations, creditsOf(offered.maxChargeMicrocredits))}</p>
          <button
            type="button"
            className="main"
            disabled={starting.isPending}
            onClick={() => starting.mutate(offered)}
          >
            {SIMULATIONS.run.start(creditsOf(offered.maxChargeMicrocredits))}
          </button>
        </>
      ) : (
        <button
          type="button"
          className="main"
          disabled={estimating.isPending || customers === ''}
          onClick={() => estimating.mutate()}
        >
          {texts.simulate(runs * scenario.scenario.customers.length)}
        </button>
      )}
    </>
  );
};

interface ByVersionProps {
  readonly agentId: string;
  readonly scenarioId: string;
}

/** The latest runs of the scenario, each with its version and whether it passed. */
const ByVersion = ({ agentId, scenarioId }: ByVersionProps): ReactNode => {
  const texts = AGENTS.simulate;
  const businessId = useBusinessId();
  const { data, error, refetch } = usePages('listSimulationRuns', {
    query: { businessId, agentId, scenarioId, limit: 50 },
  });
  const runs = (data?.pages.flatMap((page) => page.simulationRuns) ?? [])
    .filter(({ status }) => status !== 'estimated')
    .slice(0, SHOWN_RUNS);
  if (error !== null) return <Problem problem={error} onRetry={() => void refetch()} />;
  if (runs.length === 0) return <p className="quiet">{SIMULATIONS.noRuns}</p>;
  return (
    <table className={styles.runs} aria-label={texts.byVersion}>
      <thead>
        <tr>
          <th scope="col">{texts.columns.version}</th>
          <th scope="col">{texts.columns.customers}</th>
          <th scope="col">{texts.columns.result}</th>
        </tr>
      </thead>
      <tbody>
        {runs.map((run) => (
          <RunRow key={run.simulationRunId} run={run} />
        ))}
      </tbody>
    </table>
  );
};

const RunRow = ({ run }: { readonly run: Run }): ReactNode => {
  const texts = AGENTS.simulate;
  const businessId = useBusinessId();
  const [isRunning, setRunning] = useState(run.status === 'running');
  const { data } = useRead(
    'readSimulationRun',
    { path: { simulationRunId: run.simulationRunId }, query: { businessId } },
    isRunning ? { pollMs: POLL_MS } : {},
  );
  const detail = data?.simulationRun;
  if (detail !== undefined && isRunning !== (detail.status === 'running'))
    setRunning(detail.status === 'running');
  const { played, failed, conversations } = detail ?? run;
  const outcome = detail === undefined ? null : outcomeOf(detail);
  return (
    <tr>
      <th scope="row">
        <Link href={`/simulations/${run.simulationRunId}`}>{versionOf(run)}</Link>
        <div className="quiet small">
          <Time at={run.createdAt} />
        </div>
      </th>
      <td className="figure">{isRunning ? `${played + failed} / ${conversations}` : played}</td>
      <td>
        {outcome === null && texts.noResult}
        {outcome !== null && outcome.type === 'running' && SIMULATIONS.statuses.running}
        {outcome !== null && outcome.type === 'passed' && (
          <span className={styles.passed}>
            <span aria-hidden="true">✓</span> {texts.passed}
          </span>
        )}
        {outcome !== null && outcome.type === 'failed' && (
          <span className={styles.failed}>
            <span aria-hidden="true">✗</span> {texts.failed(outcome.missed, outcome.of)}
          </span>
        )}
        {outcome !== null && outcome.type === 'nothing' && texts.noResult}
      </td>
    </tr>
  );
};
