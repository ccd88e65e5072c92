/**
 * Decisions of an agent: created once, then edited until it is archived. Archiving is permanent.
 *
 * It guarantees:
 * V1. Each publication is the next version, whatever it comes from: a change, a draft, an earlier version, the winner of a split.
 * V2. A conditional change applies to exactly what its client has edited, so that two editors never overwrite each other.
 * V3. A split divides recipients between the published version and one other; it ends with the next publication.
 */

import { assertNever } from '../../schemas/assert.js';
import { DomainError } from '../../schemas/errors.js';
import type { Envelope, TimerDue } from '../runtime/actor.js';
import type { AgentCommand, RunningSplit } from './commands.js';
import type { AgentEvent, SplitEnd } from './events.js';
import { type AgentState, tagOf } from './state.js';

/** Splits of one agent at the same time: of itself, and of its campaigns. */
export const MAX_SPLITS = 20;

export const decide = (
  state: AgentState,
  { command }: Envelope<AgentCommand | TimerDue>,
): readonly AgentEvent[] => {
  const { agentId, agent } = state;
  if (command.type === 'timer_due') return [];
  if (command.type === 'create') {
    if (agent !== null) return [];
    const { profile, contactContextRequired, by } = command;
    return [
      {
        type: 'agent.created',
        referenceName: referenceName(profile.name, agentId),
        profile,
        contactContextRequired,
        ...(by === undefined ? {} : { by }),
      },
    ];
  }
  if (agent === null) throw new DomainError('agent_not_found');
  if (command.type === 'archive') return agent.status === 'archived' ? [] : archiving(state);
  if (agent.status === 'archived') throw new DomainError('agent_archived');
  switch (command.type) {
    case 'update': {
      // An update based on an older profile would undo later changes.
      if (command.revision !== undefined && command.revision !== agent.revision)
        throw new DomainError(command.expected === undefined ? 'agent_changing' : 'agent_changed');
      requireExpected(command.expected, tagOf(agent)); // V2
      return publishing(state, command);
    }
    case 'save_draft':
    case 'discard_draft':
    case 'publish':
      return decideDraft(state, agent, command);
    case 'start_split':
    case 'end_split':
      return decideSplit(state, agent, command);
    case 'set_voicemail':
      if (agent.profile.channel !== 'voice') throw new DomainError('agent_not_voice');
      return [{ type: 'agent.voicemail_set', voicemail: command.voicemail }];
    case 'set_analysis':
      return [{ type: 'agent.analysis_set', analysis: command.analysis }];
    case 'set_memory':
      return [{ type: 'agent.memory_set', enabled: command.enabled }];
    default:
      return assertNever(command);
  }
};

type Agent = NonNullable<AgentState['agent']>;

const decideDraft = (
  state: AgentState,
  agent: Agent,
  command: Extract<AgentCommand, { readonly type: 'save_draft' | 'discard_draft' | 'publish' }>,
): readonly AgentEvent[] => {
  const { draft } = state;
  const tag = draft === null ? tagOf(agent) : draft.tag;
  if (command.type !== 'save_draft' && draft === null) throw new DomainError('draft_not_found');
  requireExpected(command.expected, tag); // V2
  switch (command.type) {
    case 'save_draft': {
      if (command.edited !== tag) throw new DomainError('agent_changing');
      const { profile, by } = command;
      const basedOn = draft?.basedOn ?? agent.revision;
      return [{ type: 'agent.draft_saved', profile, basedOn, ...(by === undefined ? {} : { by }) }];
    }
    case 'discard_draft':
      return [{ type: 'agent.draft_discarded' }];
    case 'publish': {
      if (draft === null) throw new DomainError('draft_not_found');
      if (command.draft !== tag) throw new DomainError('agent_changing');
      if ((command.replaces ?? draft.basedOn) !== agent.revision) throw new DomainError('draft_outdated');
      const { split, by } = command;
      const other = { version: agent.revision, campaignId: null };
      return [
        ...publishing(state, { ...command, profile: draft.profile }),
        { type: 'agent.draft_discarded' },
        ...(split === undefined
          ? []
          : [
              {
                type: 'agent.split_started',
                splitId: split.splitId,
                ...other,
                percent: 100 - split.percent,
                ...(by === undefined ? {} : { by }),
              } as const,
            ]),
      ];
    }
    default:
      return assertNever(command);
  }
};

const decideSplit = (
  state: AgentState,
  agent: Agent,
  command: Extract<AgentCommand, { readonly type: 'start_split' | 'end_split' }>,
): readonly AgentEvent[] => {
  const { splits } = state;
  if (command.type === 'start_split') {
    if (command.published !== agent.revision) throw new DomainError('agent_changing');
    const { splitId, version, percent, campaignId, by } = command;
    if (splits.some((split) => split.campaignId === campaignId)) throw new DomainError('split_running');
    if (splits.length >= MAX_SPLITS) throw new DomainError('too_many_splits');
    const author = by === undefined ? {} : { by };
    return [{ type: 'agent.split_started', splitId, version, percent, campaignId, ...author }];
  }
  const { splitId, winner, publication } = command;
  const split = splits.find((running) => running.splitId === splitId);
  if (split === undefined) throw new DomainError('split_not_found');
  const reason = winner === null ? 'dropped' : 'chosen';
  const ended = { type: 'agent.split_ended', splitId, reason, winner } as const;
  if (publication === null || winner === null) return [ended];
  const others = splits.filter((running) => running.splitId !== splitId);
  return [ended, ...publishing({ splits: others }, { ...publication, restored: winner })];
};

/** The publication of a profile: V1, V3. */
const publishing = (
  { splits }: Pick<AgentState, 'splits'>,
  {
    profile,
    contactContextRequired,
    by,
    note,
    restored,
  }: Omit<Extract<AgentEvent, { readonly type: 'agent.updated' }>, 'type'>,
): readonly AgentEvent[] => [
  ...splits.map(ending('published')),
  {
    type: 'agent.updated',
    profile,
    contactContextRequired,
    ...(by === undefined ? {} : { by }),
    ...(note === undefined ? {} : { note }),
    ...(restored === undefined ? {} : { restored }),
  },
];

const archiving = ({ draft, splits }: AgentState): readonly AgentEvent[] => [
  ...splits.map(ending('archived')),
  ...(draft === null ? [] : [{ type: 'agent.draft_discarded' } as const]),
  { type: 'agent.archived' },
];

const ending =
  (reason: SplitEnd) =>
  ({ splitId }: RunningSplit): AgentEvent => ({ type: 'agent.split_ended', splitId, reason, winner: null });

/** @throws DomainError agent_changed */
const requireExpected = (expected: readonly string[] | undefined, current: string): void => {
  if (expected !== undefined && !expected.includes(current)) throw new DomainError('agent_changed');
};

/** Readable, made unique by the first block of the id, and unaffected by later renames. */
const referenceName = (name: string, agentId: string): string => {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 40);
  return `${slug === '' ? 'agent' : slug}-${agentId.slice(0, 8)}`;
};
