/** What happened to the tools of a business. */
import { eventKind, type VersionsOf } from '../runtime/event-versions.js';

/** What Parley does with the line of a call. `to`: E.164. */
export type LineAction =
  /** Puts the customer through. */
  | { readonly type: 'transfer'; readonly to: string }
  /** Presses keys. */
  | { readonly type: 'send_digits' };

/** What Parley does itself. An older build takes what it does not know for a line's, and fails it when it is used. */
export type BuiltInAction =
  | LineAction
  /** Tells what a Data Source has of the customer. */
  | { readonly type: 'look_up'; readonly sourceId: string }
  /** Hands a conversation over to the business's people. */
  | { readonly type: 'hand_over' }
  /** Saves the mobile that the customer gives to their contact. */
  | { readonly type: 'save_mobile' };

/** Who does what a tool promises. Secrets are sealed with the cluster's key for the tool (operations/sealing.ts). */
type ToolServer =
  /** A server of the business's own, which knows us by our signature. */
  | { readonly type: 'http'; readonly url: string; readonly sealedSecret: string }
  /** An MCP server, to which we show a token, if it wants one; `tool` is its own name of it. */
  | {
      readonly type: 'mcp';
      readonly url: string;
      readonly tool: string;
      readonly sealedToken: string | null;
    }
  /** Parley itself. */
  | { readonly type: 'built_in'; readonly action: BuiltInAction };

export interface StoredTool {
  readonly name: string;
  /** For the model: what it does, and when to use it. */
  readonly description: string;
  /** JSON Schema of an object. */
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly server: ToolServer;
  /** So long its answer is waited for. */
  readonly timeoutMs: number;
  /** Agents that may use it; null: every agent of the business. */
  readonly agentIds: readonly string[] | null;
}

export type ToolboxEvent =
  /** It is new, or was changed. */
  | { readonly type: 'tool.set'; readonly tool: StoredTool }
  | { readonly type: 'tool.removed'; readonly name: string };

/** With the versions that it takes to read them (runtime/event-versions.ts). */
export const TOOLBOX_EVENTS = {
  'tool.set': 1,
  'tool.removed': 1,
} as const satisfies VersionsOf<ToolboxEvent>;

/** The kind, for those who read its events. */
export const TOOLBOX_KIND = eventKind<ToolboxEvent>('toolbox', TOOLBOX_EVENTS);
