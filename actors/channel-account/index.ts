/** The channel account actor: one connected phone number or professional account, and who answers on it. */
import { assertNever } from '../../schemas/assert.js';
import type { AccountChannel } from '../../schemas/channel.js';
import { DomainError } from '../../schemas/errors.js';
import type { Actor, Envelope, NoReplies, TimerDue } from '../runtime/actor.js';
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
    }
  /** Forgets the token and the assignment. */
  | { readonly type: 'disconnect' }
  /** What is left out stays. Refused with `channel_account_not_found` when it is not connected. */
  | { readonly type: 'assign'; readonly assignment: Partial<Assignment> };

/** A connected account. */
interface ConnectedAccount {
  readonly channel: AccountChannel;
  readonly accountId: string;
  readonly displayName: string;
  readonly sealedToken: string;
  readonly assignment: Assignment;
}

export interface ChannelAccountQueries {
  /** Null while it is not connected. */
  get(): ConnectedAccount | null;
}

export interface ChannelAccountState {
  readonly account: ConnectedAccount | null;
}

const NOBODY: Assignment = { agentId: null, autoReplyEnabled: false, humanHandoffActive: false };

const decide = (
  { account }: ChannelAccountState,
  { command }: Envelope<ChannelAccountCommand | TimerDue>,
): readonly ChannelAccountEvent[] => {
  switch (command.type) {
    case 'timer_due':
      return [];
    case 'connect': {
      const { channel, accountId, displayName, username, sealedToken } = command;
      return [{ type: 'account.connected', channel, accountId, displayName, username, sealedToken }];
    }
    case 'disconnect':
      return account === null ? [] : [{ type: 'account.disconnected' }];
    case 'assign': {
      if (account === null) throw new DomainError('channel_account_not_found');
      const before = account.assignment;
      const {
        agentId = before.agentId,
        autoReplyEnabled = before.autoReplyEnabled,
        humanHandoffActive = before.humanHandoffActive,
      } = command.assignment;
      const same =
        agentId === before.agentId &&
        autoReplyEnabled === before.autoReplyEnabled &&
        humanHandoffActive === before.humanHandoffActive;
      // Conversations may be humans' although the account is not.
      const handedBack = command.assignment.humanHandoffActive === false;
      if (same && !handedBack) return [];
      const assigned = { type: 'account.assigned', agentId, autoReplyEnabled, humanHandoffActive } as const;
      return [handedBack ? { ...assigned, handedBack } : assigned];
    }
    default:
      return assertNever(command);
  }
};

const evolve = (state: ChannelAccountState, event: ChannelAccountEvent): ChannelAccountState => {
  switch (event.type) {
    case 'account.connected': {
      const { channel, accountId, displayName, sealedToken } = event;
      const assignment = state.account?.assignment ?? NOBODY;
      return { account: { channel, accountId, displayName, sealedToken, assignment } };
    }
    case 'account.disconnected':
      return { account: null };
    case 'account.assigned': {
      if (state.account === null) return state;
      const { agentId, autoReplyEnabled, humanHandoffActive } = event;
      return { account: { ...state.account, assignment: { agentId, autoReplyEnabled, humanHandoffActive } } };
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
  NoReplies,
  ChannelAccountQueries
> = {
  kind: 'channel-account',
  events: CHANNEL_ACCOUNT_EVENTS,
  initial: (): ChannelAccountState => ({ account: null }),
  decide,
  evolve,
  timers: () => ({}),
  effects: () => ({}),
  replies: {},
  queries: ({ account }) => ({ get: () => account }),
};
