/** A business's own tool as it is defined, and as it is stored. Shared by the API and the command line. */
import type { BuiltInAction, StoredOAuth, StoredTool } from '../../actors/toolbox/events.js';
import { refusalOfParameters } from '../../providers/llm/tool-arguments.js';
import {
  isReservedName,
  MAX_BRIEF_CHARACTERS,
  MAX_PARAMETER_CHARACTERS,
  type OwnTool,
  TOOL_KINDS,
} from '../../schemas/agents/tool.js';
import { assertNever } from '../../schemas/assert.js';
import type { ErrorDetail } from '../../schemas/errors.js';
import { HAND_OVER_PARAMETERS } from './hand-over.js';
import { oauthProblems } from './tool-oauth.js';

/** How long a tool's answer is awaited if its definition does not say, ms. */
export const DEFAULT_TIMEOUT_MS = 8_000;

/** What is wrong with a definition whose shape is right. */
export const definitionProblems = (tool: OwnTool): readonly ErrorDetail[] => {
  if (isReservedName(tool.name)) return [{ path: '/name', message: 'is the name of a built-in tool' }];
  if (tool.consults !== undefined && tool.transferTo === undefined)
    return [{ path: '/consults', message: 'is for a tool with transferTo; add the number, or leave it out' }];
  if (TOOL_KINDS.filter((kind) => tool[kind] !== undefined).length !== 1)
    return [{ path: '', message: `must have exactly one of ${TOOL_KINDS.join(', ')}` }];
  const { url, parameters, timeoutSeconds, oauth } = tool;
  if (url === undefined) {
    const served = { parameters, timeoutSeconds, oauth };
    return Object.entries(served).flatMap(([field, value]) =>
      value === undefined ? [] : [{ path: `/${field}`, message: 'is for a tool with a url; leave it out' }],
    );
  }
  if (parameters === undefined)
    return [{ path: '/parameters', message: 'is required for a tool with a url' }];
  const refusal = refusalOfSchema(parameters);
  if (refusal !== null) return [{ path: '/parameters', message: refusal }];
  return oauth === undefined ? [] : oauthProblems(oauth);
};

/** Why a model cannot be given these parameters; null if it can. */
export const refusalOfSchema = (parameters: Readonly<Record<string, unknown>>): string | null =>
  JSON.stringify(parameters).length > MAX_PARAMETER_CHARACTERS
    ? `must be at most ${MAX_PARAMETER_CHARACTERS} characters of JSON`
    : refusalOfParameters(parameters);

/** The action of a tool that Parley runs itself; null: its own server runs it. */
export const actionOf = ({
  url,
  transferTo,
  consults,
  looksUp,
  savesMobile,
  handsOver,
}: OwnTool): BuiltInAction | null => {
  if (url !== undefined) return null;
  if (transferTo !== undefined) return { type: consults === true ? 'consult' : 'transfer', to: transferTo };
  if (looksUp !== undefined) return { type: 'look_up', sourceId: looksUp };
  if (savesMobile !== undefined) return { type: 'save_mobile' };
  return handsOver === undefined ? { type: 'send_digits' } : { type: 'hand_over' };
};

/** The tool as it is stored. `sealedSecret` and `oauth`: of a tool with a server. */
export const storedTool = (
  definition: OwnTool,
  sealedSecret: string,
  oauth: StoredOAuth | null,
): StoredTool => {
  const {
    name,
    description,
    parameters = {},
    url = '',
    timeoutSeconds,
    agentIds = null,
    project,
  } = definition;
  const action = actionOf(definition);
  return {
    name,
    description,
    parameters: action === null ? parameters : parametersOf(action),
    server:
      action === null
        ? { type: 'http', url, sealedSecret, ...(oauth === null ? {} : { oauth }) }
        : { type: 'built_in', action },
    timeoutMs: timeoutSeconds === undefined ? DEFAULT_TIMEOUT_MS : timeoutSeconds * 1_000,
    agentIds,
    ...(project === undefined ? {} : { project }),
  };
};

const NO_PARAMETERS = { type: 'object', properties: {}, additionalProperties: false } as const;

/** An object with this property alone. */
const only = (name: string, property: object): StoredTool['parameters'] => ({
  type: 'object',
  properties: { [name]: property },
  required: [name],
  additionalProperties: false,
});

const DIGITS = only('digits', {
  type: 'string',
  description: '1 to 32 of 0123456789*#ABCD, and w for half a second of waiting',
});
const MOBILE = only('mobile', {
  type: 'string',
  maxLength: 32,
  description: 'The number as the customer gave it, with its country code, like +14155550123',
});
const BRIEF = only('brief', {
  type: 'string',
  minLength: 1,
  maxLength: MAX_BRIEF_CHARACTERS,
  description:
    'What you say when the colleague picks up, in their language: who you are, who the customer is, what they want, and whether you may put them through',
});

const parametersOf = ({ type }: BuiltInAction): StoredTool['parameters'] => {
  switch (type) {
    case 'send_digits':
      return DIGITS;
    case 'save_mobile':
      return MOBILE;
    case 'hand_over':
      return HAND_OVER_PARAMETERS;
    case 'consult':
      return BRIEF;
    case 'transfer':
    case 'look_up':
      return NO_PARAMETERS;
    default:
      return assertNever(type);
  }
};
