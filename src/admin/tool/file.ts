/** The file that describes a tool. Errors name the invalid part. */
import { readFileSync } from 'node:fs';
import type { BuiltInAction } from '../../../actors/toolbox/events.js';
import { compileBodyCheck } from '../../../gateway/intake/validation.js';
import { END_CALL, SWITCH_LANGUAGE } from '../../../media/tools.js';
import { STOP_CONTACTING } from '../../../operations/tools/stop-contacting-tool.js';
import { refusalOfParameters } from '../../../providers/llm/tool-arguments.js';
import { CONNECT_TOOL, MAX_PARAMETER_CHARACTERS, ToolFile } from '../../../schemas/agents/tool.js';
import { parseAs } from '../../../schemas/parse.js';
import { ConfigError } from '../../config/index.js';

/** Tools that Parley adds to calls, or to conversations; a model takes no two tools of a name. */
const BUILT_IN: ReadonlySet<string> = new Set([
  END_CALL.name,
  STOP_CONTACTING.name,
  SWITCH_LANGUAGE,
  CONNECT_TOOL,
]);

/** Whether a built-in tool has that name. */
export const isReservedName = (name: string): boolean => BUILT_IN.has(name);

type Common = Pick<ToolFile, 'name' | 'description' | 'agentIds'>;

/** A tool that its own server runs. */
export interface ServedTool extends Common {
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly url: string;
  readonly timeoutSeconds?: number;
}

/** A tool that Parley runs itself. */
export interface BuiltInTool extends Common {
  readonly action: BuiltInAction;
}

/** @throws ConfigError */
export const readToolFile = (path: string): ServedTool | BuiltInTool => {
  const text = textOf(path);
  const tool = parseAs(ToolFile, text);
  if (tool === null) throw fileError(path, problemIn(path, text));
  if (isReservedName(tool.name))
    throw fileError(path, `/name: "${tool.name}" is the name of a built-in tool`);
  const { url, transferTo, consults, sendsDigits, looksUp, savesMobile, handsOver, ...described } = tool;
  const { parameters, timeoutSeconds, ...common } = described;
  if (consults !== undefined && transferTo === undefined)
    throw fileError(path, 'consults is for a tool with transferTo; add the number, or leave it out');
  const actions = [url, transferTo, sendsDigits, looksUp, savesMobile, handsOver];
  if (actions.filter((action) => action !== undefined).length !== 1)
    throw fileError(
      path,
      'give exactly one of url, transferTo, sendsDigits, looksUp, savesMobile and handsOver',
    );
  if (url === undefined) {
    if (parameters !== undefined || timeoutSeconds !== undefined)
      throw fileError(path, 'parameters and timeoutSeconds are for a tool with a url; leave them out');
    return { ...common, action: actionOf(tool) };
  }
  if (parameters === undefined) throw fileError(path, '/parameters: is required for a tool with a url');
  if (JSON.stringify(parameters).length > MAX_PARAMETER_CHARACTERS)
    throw fileError(path, `/parameters: must be at most ${MAX_PARAMETER_CHARACTERS} characters of JSON`);
  const refusal = refusalOfParameters(parameters);
  if (refusal !== null) throw fileError(path, `/parameters: ${refusal}`);
  const served = { ...common, parameters, url };
  return timeoutSeconds === undefined ? served : { ...served, timeoutSeconds };
};

/** The action of a tool without a server. */
const actionOf = ({ transferTo, consults, looksUp, savesMobile, handsOver }: ToolFile): BuiltInAction => {
  if (transferTo !== undefined) return { type: consults === true ? 'consult' : 'transfer', to: transferTo };
  if (looksUp !== undefined) return { type: 'look_up', sourceId: looksUp };
  if (savesMobile !== undefined) return { type: 'save_mobile' };
  return handsOver === undefined ? { type: 'send_digits' } : { type: 'hand_over' };
};

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
  const [problem] = compileBodyCheck(ToolFile)(value);
  return problem === undefined ? 'it is not a tool' : `${problem.path} ${problem.message}`.trim();
};
