/**
 * The setup of the console: one for the whole service, of the pseudo-business CONSOLE. A setup link that the service has
 * printed allows its holder to create the first user, once.
 *
 * S1. A link is invalid once it has expired or the setup is finished.
 * S2. Of several people with links, only the first to claim the setup can complete it. They may retry until it is finished.
 * S3. At most {@link MAX_LINKS} links are open; a further one ends the oldest.
 */
import { assertNever } from '../../schemas/assert.js';
import { DomainError } from '../../schemas/errors.js';
import { deriveId } from '../../schemas/ids.js';
import { CONSOLE } from '../console-user/index.js';
import type { Actor, Envelope, TimerDue } from '../runtime/actor.js';
import { CONSOLE_SETUP_EVENTS, type ConsoleSetupEvent } from './events.js';

/** The only actor of its kind. */
export const CONSOLE_SETUP = { business: CONSOLE, id: deriveId('console-setup') } as const;

/** Each node of a service opens a link at its start. */
export const MAX_LINKS = 10;

export type ConsoleSetupCommand =
  | { readonly type: 'open'; readonly linkId: string; readonly expiresAt: number }
  /** @throws DomainError setup_link_invalid */
  | { readonly type: 'claim'; readonly linkId: string; readonly userId: string }
  | { readonly type: 'finish' };

export interface ConsoleSetupState {
  /** In the order of opening: id → when the link expires, ms since the epoch. */
  readonly links: Readonly<Record<string, number>>;
  readonly claimedBy: string | null;
}

const decide = (
  { links, claimedBy }: ConsoleSetupState,
  { command, at }: Envelope<ConsoleSetupCommand | TimerDue>,
): readonly ConsoleSetupEvent[] => {
  switch (command.type) {
    case 'timer_due':
      return [];
    case 'open': {
      const { linkId, expiresAt } = command;
      return Object.hasOwn(links, linkId) ? [] : [{ type: 'setup.opened', linkId, expiresAt }];
    }
    case 'claim': {
      const expiresAt = Object.hasOwn(links, command.linkId) ? links[command.linkId] : undefined;
      // S1
      if (expiresAt === undefined || expiresAt <= at) throw new DomainError('setup_link_invalid');
      if (claimedBy === command.userId) return [];
      // S2
      if (claimedBy !== null) throw new DomainError('setup_link_invalid');
      return [{ type: 'setup.claimed', userId: command.userId }];
    }
    case 'finish':
      return claimedBy === null && Object.keys(links).length === 0 ? [] : [{ type: 'setup.finished' }];
    default:
      return assertNever(command);
  }
};

const evolve = (state: ConsoleSetupState, event: ConsoleSetupEvent, at: number): ConsoleSetupState => {
  switch (event.type) {
    case 'setup.opened': {
      const live = Object.entries(state.links).filter(([, until]) => until > at);
      // S3
      const links = [...live.slice(-(MAX_LINKS - 1)), [event.linkId, event.expiresAt] as const];
      // An earlier claim has not led to a user, or no link would be opened: the claim lapses.
      return { links: Object.fromEntries(links), claimedBy: null };
    }
    case 'setup.claimed':
      return { ...state, claimedBy: event.userId };
    case 'setup.finished':
      return { links: {}, claimedBy: null };
    default:
      return assertNever(event);
  }
};

export const consoleSetup: Actor<
  ConsoleSetupState,
  ConsoleSetupCommand,
  ConsoleSetupEvent,
  never,
  Readonly<Record<never, never>>,
  Readonly<Record<never, never>>
> = {
  kind: 'console-setup',
  events: CONSOLE_SETUP_EVENTS,
  initial: (): ConsoleSetupState => ({ links: {}, claimedBy: null }),
  decide,
  evolve,
  timers: () => ({}),
  effects: () => ({}),
  queries: () => ({}),
  replies: {},
  snapshotEvery: 100,
};
