/** Reads a scenario from a file in YAML or JSON, and reports where it is invalid. */
import { readFileSync, statSync } from 'node:fs';
import { type Document, isMap, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';
import { compileBodyCheck } from '../../gateway/intake/validation.js';
import { problemOf, Scenario, type ScenarioProblem } from '../../schemas/simulations/scenario.js';
import { ConfigError } from '../config/error.js';

const MAX_BYTES = 1024 * 1024;
const HELP = 'docs/how-to/simulated-customers.md';

/** @throws ConfigError that says what to write instead, and in which line */
export const readScenario = (path: string): Scenario => {
  const lines = new LineCounter();
  const document = parseDocument(textOf(path), { lineCounter: lines });
  const [fault] = document.errors;
  if (fault !== undefined) {
    const { line, col } = fault.linePos?.[0] ?? { line: 1, col: 1 };
    throw new ConfigError(
      `${path} is neither valid YAML nor valid JSON: see line ${line}, column ${col} (${HELP})`,
    );
  }
  const scenario = contentsOf(path, document);
  const [shapeProblem] = checkShape(scenario);
  const problem = shapeProblem ?? (isScenario(scenario) ? problemOf(scenario) : null);
  if (problem === null && isScenario(scenario)) return scenario;
  const { path: place, message } = problem ?? { path: '', message: 'is not a scenario' };
  const { line, col } = lines.linePos(offsetOf(document, place));
  throw new ConfigError(
    `${path}, line ${line}, column ${col}: ${place === '' ? 'the scenario' : place} ${message} (${HELP})`,
  );
};

const textOf = (path: string): string => {
  try {
    if (statSync(path).size > MAX_BYTES)
      throw new ConfigError(`${path} is larger than ${MAX_BYTES / 1024} KiB; too large for a scenario`);
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw new ConfigError(`${path} cannot be read; give a file in YAML or JSON (${HELP})`);
  }
};

const contentsOf = (path: string, document: Document): unknown => {
  try {
    return document.toJS();
  } catch {
    // The parser limits aliases: a few lines that reference each other can expand to millions.
    throw new ConfigError(`${path} has circular aliases (&, *); write the values out`);
  }
};

const checkShape: (value: unknown) => readonly ScenarioProblem[] = compileBodyCheck(Scenario);

const isScenario = (value: unknown): value is Scenario => checkShape(value).length === 0;

/** The offset in the text of the element nearest to the JSON Pointer: the name of a field, or an item of a list. */
const offsetOf = ({ contents }: Document, pointer: string): number => {
  let node: unknown = contents;
  let offset = contents?.range?.[0] ?? 0;
  const names = pointer.split('/').slice(1);
  for (const name of names.map((each) => each.replaceAll('~1', '/').replaceAll('~0', '~'))) {
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === name);
      if (pair === undefined || !isScalar(pair.key)) return offset;
      offset = pair.key.range?.[0] ?? offset;
      node = pair.value;
    } else if (isSeq(node)) {
      const item: unknown = node.items[Number(name)];
      if (!isMap(item) && !isSeq(item) && !isScalar(item)) return offset;
      offset = item.range?.[0] ?? offset;
      node = item;
    } else return offset;
  }
  return offset;
};
