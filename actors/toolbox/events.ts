/** Events of the tools of a business. */
import { eventKind, type VersionsOf } from '../runtime/event-versions.js';

/** An action on the line of a call. `to`: E.164. */
export type LineAction =
  /** Transfers the customer. */
  | { readonly type: 'transfer'; readonly to: string }
  /** Calls a colleague about the customer, and puts the customer through if the colleague agrees. */
  | { readonly type: 'consult'; readonly to: string }
  /** Presses keys. */
  | { readonly type: 'send_digits' };

/** An action of Parley itself. An older build treats unknown ones as line actions, which fail when they are used. */
export type BuiltInAction =
  | LineAction
  /** Looks up the customer's data in a Data Source. */
  | { readonly type: 'look_up'; readonly sourceId: string }
  /** Hands a conversation over to the business's people. */
  | { readonly type: 'hand_over' }
  /** Saves the customer's mobile, as they state it, to their contact. */
  | { readonly type: 'save_mobile' };

/**
 * The client with which a tool's server is called (OAuth 2.0 client credentials). An older build ignores it: the server refuses
 * its requests.
 */
export interface StoredOAuth {
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly sealedClientSecret: string;
  readonly authMethod: 'client_secret_basic' | 'client_secret_post';
  readonly scope: string | null;
  readonly audience: string | null;
  readonly resource: string | null;
}

/** The server that executes a tool. Secrets are sealed with the cluster's key for the tool (operations/sealing.ts). */
type ToolServer =
  /** A server of the business, which authenticates us by our signature, and by an access token if it requires one. */
  | {
      readonly type: 'http';
      readonly url: string;
      readonly sealedSecret: string;
      readonly oauth?: StoredOAuth;
    }
  /** An MCP server, authenticated with a token if it requires one. `tool`: the server's own name for the tool. */
  | {
      readonly type: 'mcp';
      readonly url: string;
      readonly tool: string;
      readonly sealedToken: string | null;
      /** Instead of a token. */
      readonly oauth?: StoredOAuth;
    }
  /** Parley itself. */
  | { readonly type: 'built_in'; readonly action: BuiltInAction };

export interface StoredTool {
  readonly name: string;
  /** For the model: what the tool does, and when to use it. */
  readonly description: string;
  /** JSON Schema of an object. */
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly server: ToolServer;
  /** How long to wait for the tool's answer. */
  readonly timeoutMs: number;
  /** Agents that may use it; null: every agent of the business. */
  readonly agentIds: readonly string[] | null;
  /** The project of `parley apply` that the tool belongs to; absent: none. */
  readonly project?: string;
}

export type ToolboxEvent =
  /** The tool is new or was changed. */
  | { readonly type: 'tool.set'; readonly tool: StoredTool }
  | { readonly type: 'tool.removed'; readonly name: string };

/** Each event with the version of the kind that is needed to read it (runtime/event-versions.ts). */
export const TOOLBOX_EVENTS = {
  'tool.set': 1,
  'tool.removed': 1,
} as const satisfies VersionsOf<ToolboxEvent>;

/** The kind, for readers of its events. */
export const TOOLBOX_KIND = eventKind<ToolboxEvent>('toolbox', TOOLBOX_EVENTS);
