/**
 * The channel account actor: one connected phone number or professional account, and who answers on it. Its claim
 * (actors/claim) decides which business may connect it.
 *
 * C1. A connection is accepted only under a revision of the claim that is not fenced; a fence is set only while nothing is
 *     connected. So a claim that another business took over cannot lead to a second connection, however late it arrives.
 */
import { assertNever } from '../../schemas/assert.js';
import type { AccountChannel } from '../../schemas/channels/channel.js';
import { DomainError } from '../../schemas/errors.js';
import type { Actor, Envelope, TimerDue } from '../runtime/actor.js';
import { type Assignment, CHANNEL_ACCOUNT_EVENTS, type ChannelAccountEvent } from './events.js';

export type ChannelAccountCommand =
  /** Connecting again replaces name and token; the assignment stays. */
  | {
      readonly type: 'connect';
      readonly channel: AccountChannel;
      readonly accountId: string;
      readonly displayName: string;
      readonly username: string | null;
      readonly sealedToken: string;
      /** The revision of the claim. @throws DomainError channel_account_taken if it is fenced */
      readonly claim: number;
    }
  /** Discards the token and the assignment. `claim`: the revision that ends with the connection. */
  | { readonly type: 'disconnect'; readonly claim: number }
  /** Fences a revision under which nothing is connected; the reply says whether the account is connected. */
  | { readonly type: 'fence_claim'; readonly claim: number }
  /** Omitted fields stay unchanged. Refused with `channel_account_not_found` if the account is not connected. */
  | { readonly type: 'assign'; readonly assignment: Partial<Assignment> };

/** A connected account. */
interface ConnectedAccount {
  readonly channel: AccountChannel;
  readonly accountId: string;
  readonly displayName: string;
  readonly sealedToken: string;
  readonly assignment: Assignment;
  /** ms since the epoch. */
  readonly connectedAt: number;
}

export interface ChannelAccountReplies {
  readonly fence_claim: { readonly connected: boolean };
}

export interface ChannelAccountQueries {
  /** Null while the account is not connected. */
  get(): ConnectedAccount | null;
}

export interface ChannelAccountState {
  readonly account: ConnectedAccount | null;
  /** The highest fenced revision of the claim; 0: none. */
  readonly fenced: number;
}

const UNASSIGNED: Assignment = { agentId: null, autoReplyEnabled: false, humanHandoffActive: false };

const decide = (
  { account, fenced }: ChannelAccountState,
  { command }: Envelope<ChannelAccountCommand | TimerDue>,
): readonly ChannelAccountEvent[] => {
  switch (command.type) {
    case 'timer_due':
      return [];
    case 'connect': {
      // C1
      if (command.claim <= fenced) throw new DomainError('channel_account_taken');
      const { channel, accountId, displayName, username, sealedToken } = command;
      return [{ type: 'account.connected', channel, accountId, displayName, username, sealedToken }];
    }
    case 'disconnect':
      return account === null
        ? fence(fenced, command.claim)
        : [{ type: 'account.disconnected', claim: command.claim }];
    case 'fence_claim':
      return account === null ? fence(fenced, command.claim) : [];
    case 'assign': {
      if (account === null) throw new DomainError('channel_account_not_found');
      const before = account.assignment;
      const {
        agentId = before.agentId,
        autoReplyEnabled = before.autoReplyEnabled,
        humanHandoffActive = before.humanHandoffActive,
      } = command.assignment;
      const isUnchanged =
        agentId === before.agentId &&
        autoReplyEnabled === before.autoReplyEnabled &&
        humanHandoffActive === before.humanHandoffActive;
      // Humans may hold conversations even though they have not taken over the account.
      const handedBack = command.assignment.humanHandoffActive === false;
      if (isUnchanged && !handedBack) return [];
      const assigned = { type: 'account.assigned', agentId, autoReplyEnabled, humanHandoffActive } as const;
      return [handedBack ? { ...assigned, handedBack } : assigned];
    }
    default:
      return assertNever(command);
  }
};

const fence = (fenced: number, claim: number): readonly ChannelAccountEvent[] =>
  claim > fenced ? [{ type: 'account.claim_fenced', claim }] : [];

const evolve = (state: ChannelAccountState, event: ChannelAccountEvent, at: number): ChannelAccountState => {
  switch (event.type) {
    case 'account.connected': {
      const { channel, accountId, displayName, sealedToken } = event;
      const assignment = state.account?.assignment ?? UNASSIGNED;
      return {
        ...state,
        account: { channel, accountId, displayName, sealedToken, assignment, connectedAt: at },
      };
    }
    case 'account.disconnected':
      return { account: null, fenced: Math.max(state.fenced, event.claim ?? 0) };
    case 'account.claim_fenced':
      return { ...state, fenced: Math.max(state.fenced, event.claim) };
    case 'account.assigned': {
      if (state.account === null) return state;
      const { agentId, autoReplyEnabled, humanHandoffActive } = event;
      const assignment = { agentId, autoReplyEnabled, humanHandoffActive };
      return { ...state, account: { ...state.account, assignment } };
    }
    default:
      return assertNever(event);
  }
};

export const channelAccount: Actor<
  ChannelAccountState,
  ChannelAccountCommand,
  ChannelAccountEvent,
  never,
  ChannelAccountReplies,
  ChannelAccountQueries
> = {
  kind: 'channel-account',
  events: CHANNEL_ACCOUNT_EVENTS,
  initial: (): ChannelAccountState => ({ account: null, fenced: 0 }),
  decide,
  evolve,
  timers: () => ({}),
  effects: () => ({}),
  replies: { fence_claim: ({ account }) => ({ connected: account !== null }) },
  queries: ({ account }) => ({ get: () => account }),
};
