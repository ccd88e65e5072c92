/** Reads a scenario from a file in YAML or JSON, and reports where it is invalid. */
import { compileBodyCheck } from '../../gateway/intake/validation.js';
import { problemOf, Scenario, type ScenarioProblem } from '../../schemas/simulations/scenario.js';
import { readYaml } from '../yaml-document.js';

const FILE = {
  what: 'a scenario',
  help: 'docs/how-to/simulated-customers.md',
  maxBytes: 1024 * 1024,
} as const;

/** @throws ConfigError that says what to write instead, and in which line */
export const readScenario = (path: string): Scenario => {
  const { value: scenario, errorAt } = readYaml(path, FILE);
  const [shapeProblem] = checkShape(scenario);
  const problem = shapeProblem ?? (isScenario(scenario) ? problemOf(scenario) : null);
  if (problem === null && isScenario(scenario)) return scenario;
  throw errorAt(problem?.path ?? '', problem?.message ?? 'is not a scenario');
};

const checkShape: (value: unknown) => readonly ScenarioProblem[] = compileBodyCheck(Scenario);

const isScenario = (value: unknown): value is Scenario => checkShape(value).length === 0;
