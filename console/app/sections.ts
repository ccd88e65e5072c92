/** The pages that users can navigate to. */
import type { IconName } from '../ui/icon.js';
import { SECTION_NAMES } from '../ui/messages.js';
import { APP } from './messages.js';

/** A page in the navigation rail. */
export interface Section {
  readonly path: string;
  readonly name: string;
  readonly icon: IconName;
  /** A page of its own, outside the console: it opens in a new tab. */
  readonly isApart?: true;
}

/** Pages with a common purpose; the first group, for daily work, has no name. */
interface SectionGroup {
  readonly name: string | null;
  readonly sections: readonly Section[];
}

/** In display order; unavailable pages and empty groups are left out. */
export const SECTION_GROUPS: readonly SectionGroup[] = [
  {
    name: null,
    sections: [
      { path: '/live', name: SECTION_NAMES.live, icon: 'live' },
      { path: '/conversations', name: SECTION_NAMES.conversations, icon: 'inbox' },
      { path: '/campaigns', name: SECTION_NAMES.campaigns, icon: 'campaigns' },
      { path: '/contacts', name: SECTION_NAMES.contacts, icon: 'contacts' },
      { path: '/suppressions', name: SECTION_NAMES.suppressions, icon: 'suppressions' },
      { path: '/agents', name: SECTION_NAMES.agents, icon: 'agents' },
      { path: '/data-sources', name: SECTION_NAMES['data-sources'], icon: 'data' },
      { path: '/calls', name: SECTION_NAMES.calls, icon: 'calls' },
    ],
  },
  {
    name: APP.groups.developers,
    sections: [
      { path: '/keys', name: SECTION_NAMES.keys, icon: 'keys' },
      { path: '/webhooks', name: SECTION_NAMES.webhooks, icon: 'webhooks' },
      { path: '/docs', name: SECTION_NAMES.docs, icon: 'reference', isApart: true },
    ],
  },
  {
    name: APP.groups.settings,
    sections: [
      { path: '/channels', name: SECTION_NAMES.channels, icon: 'channels' },
      { path: '/settings', name: SECTION_NAMES.settings, icon: 'settings' },
      { path: '/team', name: SECTION_NAMES.team, icon: 'team' },
      { path: '/audit', name: SECTION_NAMES.audit, icon: 'audit' },
      { path: '/billing', name: SECTION_NAMES.billing, icon: 'billing' },
    ],
  },
];

/** All pages, in the order of the rail. */
export const SECTIONS: readonly Section[] = SECTION_GROUPS.flatMap(({ sections }) => sections);

/** Pages that a phone's bar shows directly, next to the menu of all others. */
export const ON_PHONE: ReadonlySet<string> = new Set(['/live', '/conversations', '/campaigns', '/calls']);
