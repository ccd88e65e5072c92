/** The pages that users can navigate to. */
import type { IconName } from './parts/icon.js';
import { TEXTS } from './texts.js';

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
      { path: '/live', name: TEXTS.sections.live, icon: 'live' },
      { path: '/conversations', name: TEXTS.sections.conversations, icon: 'inbox' },
      { path: '/campaigns', name: TEXTS.sections.campaigns, icon: 'campaigns' },
      { path: '/contacts', name: TEXTS.sections.contacts, icon: 'contacts' },
      { path: '/suppressions', name: TEXTS.sections.suppressions, icon: 'suppressions' },
      { path: '/agents', name: TEXTS.sections.agents, icon: 'agents' },
      { path: '/data-sources', name: TEXTS.sections['data-sources'], icon: 'data' },
      { path: '/calls', name: TEXTS.sections.calls, icon: 'calls' },
    ],
  },
  {
    name: TEXTS.groups.developers,
    sections: [
      { path: '/keys', name: TEXTS.sections.keys, icon: 'keys' },
      { path: '/webhooks', name: TEXTS.sections.webhooks, icon: 'webhooks' },
      { path: '/docs', name: TEXTS.sections.docs, icon: 'reference', isApart: true },
    ],
  },
  {
    name: TEXTS.groups.settings,
    sections: [
      { path: '/channels', name: TEXTS.sections.channels, icon: 'channels' },
      { path: '/settings', name: TEXTS.sections.settings, icon: 'settings' },
      { path: '/team', name: TEXTS.sections.team, icon: 'team' },
      { path: '/audit', name: TEXTS.sections.audit, icon: 'audit' },
      { path: '/billing', name: TEXTS.sections.billing, icon: 'billing' },
    ],
  },
];

/** All pages, in the order of the rail. */
export const SECTIONS: readonly Section[] = SECTION_GROUPS.flatMap(({ sections }) => sections);

/** Pages that a phone's bar shows directly, next to the menu of all others. */
export const ON_PHONE: ReadonlySet<string> = new Set(['/live', '/conversations', '/campaigns', '/calls']);
