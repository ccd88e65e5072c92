/**
 * The toolbox of a business: the tools that its agents may use. The actor's id is the business's.
 *
 * It guarantees: each name identifies one tool, there are at most {@link MAX_TOOLS}, and a conditional change replaces exactly the tool
 * that its client has read.
 */
import { assertNever } from '../../schemas/assert.js';
import { DomainError } from '../../schemas/errors.js';
import { type Conditional, requireCurrent } from '../../schemas/tag.js';
import type { Actor, Envelope, NoReplies, TimerDue } from '../runtime/actor.js';
import { type StoredTool, TOOLBOX_EVENTS, type ToolboxEvent } from './events.js';
import { toolTag } from './tag.js';

export type ToolboxCommand =
  /** Refused with `too_many_tools`. */
  | ({ readonly type: 'set'; readonly tool: StoredTool } & Conditional)
  /** Removing a missing tool is harmless. */
  | { readonly type: 'remove'; readonly name: string };

export interface ToolboxQueries {
  /** In order of name. */
  tools(): readonly StoredTool[];
}

/** By name. */
export type ToolboxState = Readonly<Record<string, StoredTool>>;

/** Most tools of a business: the model reads all of them before each answer. */
const MAX_TOOLS = 32;

const decide = (
  state: ToolboxState,
  { command }: Envelope<ToolboxCommand | TimerDue>,
): readonly ToolboxEvent[] => {
  switch (command.type) {
    case 'timer_due':
      return [];
    case 'set': {
      const present = Object.hasOwn(state, command.tool.name) ? state[command.tool.name] : undefined;
      requireCurrent(command, toolTag(present));
      if (present === undefined && Object.keys(state).length >= MAX_TOOLS)
        throw new DomainError('too_many_tools');
      return [{ type: 'tool.set', tool: command.tool }];
    }
    case 'remove':
      return Object.hasOwn(state, command.name) ? [{ type: 'tool.removed', name: command.name }] : [];
    default:
      return assertNever(command);
  }
};

const evolve = (state: ToolboxState, event: ToolboxEvent): ToolboxState => {
  switch (event.type) {
    case 'tool.set':
      return { ...state, [event.tool.name]: event.tool };
    case 'tool.removed': {
      const { [event.name]: _removed, ...rest } = state;
      return rest;
    }
    default:
      return assertNever(event);
  }
};

export const toolbox: Actor<ToolboxState, ToolboxCommand, ToolboxEvent, never, NoReplies, ToolboxQueries> = {
  kind: 'toolbox',
  events: TOOLBOX_EVENTS,
  initial: (): ToolboxState => ({}),
  decide,
  evolve,
  timers: () => ({}),
  effects: () => ({}),
  replies: {},
  queries: (state) => ({
    tools: () => Object.values(state).sort((tool, other) => (tool.name < other.name ? -1 : 1)),
  }),
};
