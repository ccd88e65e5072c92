/**
 * The model, STT and TTS providers for the agents of a business, where they differ from the installation's. The actor's id
 * is the business's.
 *
 * It guarantees: there is one list for a role and an agent, or for a role and all agents; there are at most
 * {@link MAX_LISTS} lists, each with at least one and at most {@link MAX_CHOICES} providers.
 */

import { MAX_CHOICES, MAX_LISTS, type ProviderRole } from '../../schemas/accounts/provider-list.js';
import { assertNever } from '../../schemas/assert.js';
import { DomainError } from '../../schemas/errors.js';
import type { Actor, Envelope, NoReplies, TimerDue } from '../runtime/actor.js';
import { PROVIDER_LISTS_EVENTS, type ProviderListsEvent, type StoredProviderList } from './events.js';

export type ProviderListsCommand =
  /** Refused with `too_many_provider_lists`, `validation_failed`. */
  | { readonly type: 'set'; readonly list: StoredProviderList }
  /** Removing a missing list is harmless. */
  | { readonly type: 'remove'; readonly role: ProviderRole; readonly agentId: string | null };

export interface ProviderListsQueries {
  /** All lists: those for all agents first, then by agent and role. */
  lists(): readonly StoredProviderList[];
  /** The lists that apply to an agent, at most one per role: its own before the business's. Null: no particular agent. */
  listsFor(agentId: string | null): readonly StoredProviderList[];
}

/** By role and agent. */
export type ProviderListsState = Readonly<Record<string, StoredProviderList>>;

const keyOf = ({ role, agentId }: Pick<StoredProviderList, 'role' | 'agentId'>): string =>
  agentId === null ? role : `${role} ${agentId}`;

const decide = (
  state: ProviderListsState,
  { command }: Envelope<ProviderListsCommand | TimerDue>,
): readonly ProviderListsEvent[] => {
  switch (command.type) {
    case 'timer_due':
      return [];
    case 'set': {
      const { list } = command;
      if (list.choices.length === 0 || list.choices.length > MAX_CHOICES)
        throw new DomainError('validation_failed', undefined, [
          { path: '/choices', message: `must name 1 to ${MAX_CHOICES} providers` },
        ]);
      const isNew = !Object.hasOwn(state, keyOf(list));
      if (isNew && Object.keys(state).length >= MAX_LISTS) throw new DomainError('too_many_provider_lists');
      return [{ type: 'provider_list.set', list }];
    }
    case 'remove': {
      const { role, agentId } = command;
      return Object.hasOwn(state, keyOf(command)) ? [{ type: 'provider_list.removed', role, agentId }] : [];
    }
    default:
      return assertNever(command);
  }
};

const evolve = (state: ProviderListsState, event: ProviderListsEvent): ProviderListsState => {
  switch (event.type) {
    case 'provider_list.set':
      return { ...state, [keyOf(event.list)]: event.list };
    case 'provider_list.removed': {
      const { [keyOf(event)]: _removed, ...rest } = state;
      return rest;
    }
    default:
      return assertNever(event);
  }
};

const byAgentAndRole = (list: StoredProviderList, other: StoredProviderList): number =>
  (list.agentId ?? '').localeCompare(other.agentId ?? '') || list.role.localeCompare(other.role);

export const providerLists: Actor<
  ProviderListsState,
  ProviderListsCommand,
  ProviderListsEvent,
  never,
  NoReplies,
  ProviderListsQueries
> = {
  kind: 'provider-lists',
  events: PROVIDER_LISTS_EVENTS,
  initial: (): ProviderListsState => ({}),
  decide,
  evolve,
  timers: () => ({}),
  effects: () => ({}),
  replies: {},
  queries: (state) => ({
    lists: () => Object.values(state).sort(byAgentAndRole),
    listsFor: (agentId) => {
      const all = Object.values(state).sort(byAgentAndRole);
      const own = agentId === null ? [] : all.filter((list) => list.agentId === agentId);
      const shared = all.filter(
        (list) => list.agentId === null && !own.some(({ role }) => role === list.role),
      );
      return [...own, ...shared];
    },
  }),
};
