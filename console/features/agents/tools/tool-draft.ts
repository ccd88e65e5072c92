/** A tool of a business as its form has it, and the requests that it becomes. */
import type { Body, Data } from '../../../api/client.js';
import { numberIn } from '../../../ui/forms/number-in.js';

export type Tool = Data<'listTools'>['tools'][number];
export type ToolKind = Exclude<Tool['kind'], 'mcp'>;
type OAuthBody = NonNullable<Body<'importTools'>['oauth']>;
type AuthMethod = NonNullable<OAuthBody['authMethod']>;

/** Tools of MCP servers are imported instead. */
export const TOOL_KINDS = [
  'http',
  'transfer',
  'consult',
  'send_digits',
  'look_up',
  'hand_over',
  'save_mobile',
] as const satisfies readonly ToolKind[];

export const AUTH_METHODS = [
  'client_secret_basic',
  'client_secret_post',
] as const satisfies readonly AuthMethod[];

export interface OAuthDraft {
  readonly tokenUrl: string;
  readonly clientId: string;
  /** As just typed; empty: the present one stays. */
  readonly clientSecret: string;
  readonly authMethod: AuthMethod;
  readonly scope: string;
  readonly audience: string;
  readonly resource: string;
}

export const NO_OAUTH: OAuthDraft = {
  tokenUrl: '',
  clientId: '',
  clientSecret: '',
  authMethod: 'client_secret_basic',
  scope: '',
  audience: '',
  resource: '',
};

/** Which agents may use it: every agent, the one on the page, or those that may now. */
export type ToolAgents = 'all' | 'this' | 'kept';

export interface ToolDraft {
  readonly kind: ToolKind;
  readonly name: string;
  readonly description: string;
  readonly url: string;
  /** JSON. */
  readonly parameters: string;
  readonly timeoutSeconds: string;
  readonly hasOAuth: boolean;
  readonly oauth: OAuthDraft;
  readonly to: string;
  readonly sourceId: string;
  readonly agents: ToolAgents;
  /** The agents that may use it now; null: all. */
  readonly agentIds: readonly string[] | null;
  readonly newSecret: boolean;
}

const NO_PARAMETERS = { type: 'object', properties: {}, required: [] };

/** `tool`: null for a new one. */
export const toolDraftOf = (tool: Tool | null, agentId: string): ToolDraft => ({
  kind: tool === null || tool.kind === 'mcp' ? 'http' : tool.kind,
  name: tool?.name ?? '',
  description: tool?.description ?? '',
  url: tool?.url ?? '',
  parameters: JSON.stringify(tool?.kind === 'http' ? tool.parameters : NO_PARAMETERS, null, 2),
  timeoutSeconds: String(tool?.timeoutSeconds ?? 8),
  hasOAuth: (tool?.oauth ?? null) !== null,
  oauth: oauthDraftOf(tool),
  to: tool?.transferTo ?? '',
  sourceId: tool?.looksUp ?? '',
  agents: agentsOf(tool, agentId),
  agentIds: tool?.agentIds ?? null,
  newSecret: false,
});

const oauthDraftOf = (tool: Tool | null): OAuthDraft => {
  const oauth = tool?.oauth ?? null;
  if (oauth === null) return NO_OAUTH;
  const { tokenUrl, clientId, authMethod, scope, audience, resource } = oauth;
  return {
    tokenUrl,
    clientId,
    clientSecret: '',
    authMethod,
    scope: scope ?? '',
    audience: audience ?? '',
    resource: resource ?? '',
  };
};

const agentsOf = (tool: Tool | null, agentId: string): ToolAgents => {
  if (tool === null || (tool.agentIds?.length === 1 && tool.agentIds[0] === agentId)) return 'this';
  return tool.agentIds === null ? 'all' : 'kept';
};

/** The object that a text of JSON describes; null if it describes none. */
export const objectIn = (text: string): Readonly<Record<string, unknown>> | null => {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
    return Object.fromEntries(Object.entries(value));
  } catch {
    return null;
  }
};

/** Empty fields are left out: the service decides. */
export const oauthOf = (draft: OAuthDraft): OAuthBody => {
  const filled = (name: 'clientSecret' | 'scope' | 'audience' | 'resource') => {
    const value = name === 'clientSecret' ? draft[name] : draft[name].trim();
    return value === '' ? {} : { [name]: value };
  };
  return {
    tokenUrl: draft.tokenUrl.trim(),
    clientId: draft.clientId.trim(),
    authMethod: draft.authMethod,
    ...filled('clientSecret'),
    ...filled('scope'),
    ...filled('audience'),
    ...filled('resource'),
  };
};

/** What the kind needs besides a name and a description. `parameters` are valid. */
const partOf = (draft: ToolDraft): Partial<Body<'setTool'>> => {
  switch (draft.kind) {
    case 'http':
      return {
        url: draft.url.trim(),
        parameters: objectIn(draft.parameters) ?? {},
        timeoutSeconds: numberIn(draft.timeoutSeconds),
        ...(draft.hasOAuth ? { oauth: oauthOf(draft.oauth) } : {}),
        ...(draft.newSecret ? { newSecret: true } : {}),
      };
    case 'transfer':
      return { transferTo: draft.to.trim() };
    case 'consult':
      return { transferTo: draft.to.trim(), consults: true };
    case 'send_digits':
      return { sendsDigits: true };
    case 'look_up':
      return { looksUp: draft.sourceId };
    case 'hand_over':
      return { handsOver: true };
    case 'save_mobile':
      return { savesMobile: true };
  }
};

export const toolOf = (
  draft: ToolDraft,
  { businessId, agentId }: { readonly businessId: string; readonly agentId: string },
): Body<'setTool'> => {
  const agentIds = draft.agents === 'this' ? [agentId] : draft.agents === 'kept' ? draft.agentIds : null;
  return {
    businessId,
    name: draft.name.trim(),
    description: draft.description,
    ...(agentIds === null ? {} : { agentIds }),
    ...partOf(draft),
  };
};
