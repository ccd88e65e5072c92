/** The file that describes a tool. Errors name the invalid part. */
import { readFileSync } from 'node:fs';
import { compileBodyCheck } from '../../../gateway/intake/validation.js';
import { definitionProblems } from '../../../operations/tools/definition.js';
import { OwnTool } from '../../../schemas/agents/tool.js';
import type { ErrorDetail } from '../../../schemas/errors.js';
import { parseAs } from '../../../schemas/parse.js';
import { ConfigError } from '../../config/index.js';

/** @throws ConfigError */
export const readToolFile = (path: string): OwnTool => {
  const text = textOf(path);
  const tool = parseAs(OwnTool, text);
  if (tool === null) throw fileError(path, problemIn(path, text));
  if (tool.oauth?.clientSecret !== undefined)
    throw fileError(path, '/oauth/clientSecret is a secret; give it with --client-secret-file');
  const [problem] = definitionProblems(tool);
  if (problem !== undefined) throw fileError(path, worded(problem));
  return tool;
};

const worded = ({ path, message }: ErrorDetail): string => `${path} ${message}`.trim();

const fileError = (path: string, problem: string): ConfigError =>
  new ConfigError(`--file is "${path}": ${problem} (docs/how-to/tools.md)`);

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
    return `it is not valid JSON: ${error instanceof Error ? error.message : path}`;
  }
  const [problem] = compileBodyCheck(OwnTool)(value);
  return problem === undefined ? 'it is not a tool' : worded(problem);
};
