/** Events of the links for the initial setup of the console. */
import { eventKind, type VersionsOf } from '../runtime/event-versions.js';

export type ConsoleSetupEvent =
  /** `linkId`: lower-case hex SHA-256 of the link's token, which is not stored. `expiresAt`: ms since the epoch. */
  | { readonly type: 'setup.opened'; readonly linkId: string; readonly expiresAt: number }
  /** From here on, only this user can use the links. */
  | { readonly type: 'setup.claimed'; readonly userId: string }
  /** Ends every link. */
  | { readonly type: 'setup.finished' };

/** Each event with the version of the kind that is needed to read it (runtime/event-versions.ts). */
export const CONSOLE_SETUP_EVENTS = {
  'setup.opened': 1,
  'setup.claimed': 1,
  'setup.finished': 1,
} as const satisfies VersionsOf<ConsoleSetupEvent>;

/** The kind, for readers of its events. */
export const CONSOLE_SETUP_KIND = eventKind<ConsoleSetupEvent>('console-setup', CONSOLE_SETUP_EVENTS);
