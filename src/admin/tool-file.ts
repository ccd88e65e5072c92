/** The file that describes a tool: what is wrong with it is told at its place. */
import { readFileSync } from 'node:fs';
import { compileBodyCheck } from '../../gateway/validation.js';
import { END_CALL } from '../../media/tools.js';
import { refusalOfParameters } from '../../providers/llm/tool-arguments.js';
import { parseAs } from '../../schemas/parse.js';
import { MOST_PARAMETER_CHARACTERS, ToolFile } from '../../schemas/tool.js';
import { ConfigError } from '../config.js';

/** Whether every call has a tool of that name already. */
export const isTaken = (name: string): boolean => name === END_CALL.name;

/** @throws ConfigError */
export const readToolFile = (path: string): ToolFile => {
  const text = textOf(path);
  const tool = parseAs(ToolFile, text);
  if (tool === null) throw wrong(path, problemIn(path, text));
  if (isTaken(tool.name)) throw wrong(path, `/name: every call has a tool "${tool.name}" already`);
  if (JSON.stringify(tool.parameters).length > MOST_PARAMETER_CHARACTERS)
    throw wrong(path, `/parameters: must be at most ${MOST_PARAMETER_CHARACTERS} characters of JSON`);
  const refusal = refusalOfParameters(tool.parameters);
  if (refusal !== null) throw wrong(path, `/parameters: ${refusal}`);
  return tool;
};

const wrong = (path: string, problem: string): ConfigError =>
  new ConfigError(`--file is "${path}": ${problem} (docs/tools.md)`);

const textOf = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw new ConfigError(`--file is "${path}", which cannot be read; give a JSON file`);
  }
};

const problemIn = (path: string, text: string): string => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return `it is no JSON: ${error instanceof Error ? error.message : path}`;
  }
  const [problem] = compileBodyCheck(ToolFile)(value);
  return problem === undefined ? 'it is no tool' : `${problem.path} ${problem.message}`.trim();
};
