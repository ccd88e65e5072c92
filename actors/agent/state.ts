/** An agent's state. */

import { assertNever } from '../../schemas/assert.js';
import type { ActorRef } from '../runtime/actor.js';
import type { AgentDetails, RunningSplit, StoredDraft } from './commands.js';
import type { AgentEvent } from './events.js';

/** `agent` is null until it is created. `drafts`: how often a draft was saved. */
export interface AgentState {
  readonly agentId: string;
  readonly agent: Published | null;
  readonly draft: StoredDraft | null;
  readonly drafts: number;
  readonly splits: readonly RunningSplit[];
}

type Published = Omit<AgentDetails, 'agentId'> & { readonly revision: number };

export const initial = (ref: ActorRef): AgentState => ({
  agentId: ref.id,
  agent: null,
  draft: null,
  drafts: 0,
  splits: [],
});

/** The tag of the published version. */
export const tagOf = ({ revision = 0 }: Pick<AgentDetails, 'revision'>): string => String(revision);

export const evolve = (state: AgentState, event: AgentEvent, at: number): AgentState => {
  if (event.type === 'agent.created') {
    const { referenceName, profile, contactContextRequired } = event;
    return {
      ...state,
      agent: {
        referenceName,
        status: 'active',
        profile,
        contactContextRequired,
        revision: 1,
        createdAt: at,
        updatedAt: at,
      },
    };
  }
  const { agent } = state;
  if (agent === null) return state;
  switch (event.type) {
    case 'agent.draft_saved': {
      const { profile, basedOn, by } = event;
      const drafts = state.drafts + 1;
      const author = by === undefined ? {} : { by };
      return { ...state, drafts, draft: { profile, basedOn, ...author, tag: `d${drafts}`, savedAt: at } };
    }
    case 'agent.draft_discarded':
      return { ...state, draft: null };
    case 'agent.split_started': {
      const { splitId, version, percent, campaignId } = event;
      const split = { splitId, version, percent, campaignId, published: agent.revision, startedAt: at };
      return { ...state, splits: [...state.splits, split] };
    }
    case 'agent.split_ended':
      return { ...state, splits: state.splits.filter(({ splitId }) => splitId !== event.splitId) };
    default:
      return { ...state, agent: { ...agent, ...changeOf(agent, event), updatedAt: at } };
  }
};

type PublishedEvent = Exclude<
  AgentEvent,
  {
    readonly type:
      | 'agent.created'
      | 'agent.draft_saved'
      | 'agent.draft_discarded'
      | 'agent.split_started'
      | 'agent.split_ended';
  }
>;

/** What an event changes of the agent itself. */
const changeOf = ({ revision }: Published, event: PublishedEvent): Partial<Published> => {
  switch (event.type) {
    case 'agent.updated': {
      const { profile, contactContextRequired } = event;
      return { profile, contactContextRequired, revision: revision + 1 };
    }
    case 'agent.voicemail_set':
      return { voicemail: event.voicemail };
    case 'agent.analysis_set':
      return { analysis: event.analysis };
    case 'agent.memory_set':
      return { remembers: event.enabled };
    case 'agent.archived':
      return { status: 'archived' };
    default:
      return assertNever(event);
  }
};
