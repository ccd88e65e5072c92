/** What happened to the links with which the first person sets the console up. */
import { eventKind, type VersionsOf } from '../runtime/event-versions.js';

export type ConsoleSetupEvent =
  /** `linkId`: lower-case hex SHA-256 of the link's token, which nobody keeps. `expiresAt`: ms since the epoch. */
  | { readonly type: 'setup.opened'; readonly linkId: string; readonly expiresAt: number }
  /** From here on the links are this user's alone. */
  | { readonly type: 'setup.claimed'; readonly userId: string }
  /** Ends every link. */
  | { readonly type: 'setup.finished' };

/** With the versions that it takes to read them (runtime/event-versions.ts). */
export const CONSOLE_SETUP_EVENTS = {
  'setup.opened': 1,
  'setup.claimed': 1,
  'setup.finished': 1,
} as const satisfies VersionsOf<ConsoleSetupEvent>;

/** The kind, for those who read its events. */
export const CONSOLE_SETUP_KIND = eventKind<ConsoleSetupEvent>('console-setup', CONSOLE_SETUP_EVENTS);
